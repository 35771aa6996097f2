//! Lines typed by a person, or read from a pipe.
//!
//! A separate thread reads them, a line on request, so that a clock can run
//! down and Ctrl-C is noticed while nothing is typed.

use crate::failure::Failure;
use rustyline::error::ReadlineError;
use rustyline::{Config, DefaultEditor, ExternalPrinter};
use std::io::{self, BufRead, IsTerminal, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Where typed lines come from.
pub(super) struct Input {
    /// The terminal of a person who can be asked again, if it is no pipe.
    terminal: Option<Terminal>,
    prompts: Sender<String>,
    lines: Receiver<Result<Typed, Failure>>,
    /// Whether a line was asked for that has not come yet.
    asked: bool,
}

/// A terminal whose line is being edited by another thread.
struct Terminal {
    /// Prints above that line.
    printer: Box<dyn ExternalPrinter>,
    /// How the terminal was before.
    #[cfg(unix)]
    before: Option<rustix::termios::Termios>,
}

impl Terminal {
    fn new(editor: &mut DefaultEditor) -> Result<Self, Failure> {
        Ok(Self {
            printer: Box::new(
                editor.create_external_printer().map_err(|error| unreadable(&error))?,
            ),
            #[cfg(unix)]
            before: rustix::termios::tcgetattr(io::stdin()).ok(),
        })
    }

    /// Leaves the line unfinished and the terminal as it was.
    fn leave(&self) {
        #[cfg(unix)]
        if let Some(before) = &self.before {
            // What cannot be put in order stays as it is.
            let now = rustix::termios::OptionalActions::Now;
            let _ = rustix::termios::tcsetattr(io::stdin(), now, before);
        }
        anstream::println!();
    }
}

/// What was typed.
pub(super) enum Typed {
    Text(String),
    End,
    Interrupted,
    /// Nothing before the time was up.
    TooLate,
}

/// No command is longer; a pipe that never ends a line is not read for ever.
const LONGEST_LINE: u64 = 1 << 16;

/// The longest delay before Ctrl-C is noticed.
const TICK: Duration = Duration::from_millis(50);

impl Input {
    pub(super) fn new() -> Result<Self, Failure> {
        if !io::stdin().is_terminal() {
            return Ok(Self::reading(None, |_| read_pipe()));
        }
        // Pasted lines are moves like typed ones, not one move of many lines.
        let config = Config::builder().bracketed_paste(false).build();
        let mut editor = DefaultEditor::with_config(config).map_err(|error| unreadable(&error))?;
        let terminal = Terminal::new(&mut editor)?;
        Ok(Self::reading(Some(terminal), move |prompt| read_terminal(&mut editor, prompt)))
    }

    /// Lets `read` read a line whenever there is a prompt.
    fn reading(
        terminal: Option<Terminal>,
        mut read: impl FnMut(&str) -> Result<Typed, Failure> + Send + 'static,
    ) -> Self {
        let (prompts, asked_for) = channel::<String>();
        let (typed, lines) = channel();
        // It ends with the program, or when the receiver is dropped.
        thread::spawn(move || {
            for prompt in asked_for {
                if typed.send(read(&prompt)).is_err() {
                    break;
                }
            }
        });
        Self { terminal, prompts, lines, asked: false }
    }

    /// Whether there is a person who can be asked again.
    pub(super) fn is_person(&self) -> bool {
        self.terminal.is_some()
    }

    /// The next line, if it is typed in time and before Ctrl-C.
    pub(super) fn line(
        &mut self,
        prompt: &str,
        time: Option<Duration>,
        stop: &AtomicBool,
    ) -> Result<Typed, Failure> {
        if !self.asked {
            // If the thread is gone, there are no lines either.
            let _ = self.prompts.send(prompt.to_owned());
            self.asked = true;
        }
        match self.line_before(time.map(|time| Instant::now() + time), stop) {
            Ok(Typed::TooLate) => {}
            line => return line,
        }
        // A pipe's next line answers the next prompt. A person is in the middle of
        // one: that must be ended before another can begin, and counts no more.
        let Some(terminal) = &mut self.terminal else { return Ok(Typed::TooLate) };
        let notice = "The time is up. Press Enter.\n".to_owned();
        // If this fails, the next line shows it.
        let _ = terminal.printer.print(notice);
        match self.line_before(None, stop)? {
            Typed::Text(_) => Ok(Typed::TooLate),
            other => Ok(other),
        }
    }

    /// The line that was asked for, if it comes before `end` and before Ctrl-C.
    fn line_before(&mut self, end: Option<Instant>, stop: &AtomicBool) -> Result<Typed, Failure> {
        loop {
            let left = end.map(|end| end.saturating_duration_since(Instant::now()));
            match self.lines.recv_timeout(left.map_or(TICK, |left| left.min(TICK))) {
                Ok(line) => {
                    self.asked = false;
                    return line;
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(Typed::End),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if stop.load(Ordering::Relaxed) {
                self.terminal.iter().for_each(Terminal::leave);
                return Ok(Typed::Interrupted);
            }
            if left == Some(Duration::ZERO) {
                return Ok(Typed::TooLate);
            }
        }
    }
}

fn read_terminal(editor: &mut DefaultEditor, prompt: &str) -> Result<Typed, Failure> {
    match editor.readline(prompt) {
        Ok(line) => {
            // A line that the history does not take is still a line.
            let _ = editor.add_history_entry(&line);
            Ok(Typed::Text(line))
        }
        Err(ReadlineError::Eof) => Ok(Typed::End),
        Err(ReadlineError::Interrupted) => Ok(Typed::Interrupted),
        // Input that is not UTF-8 is not a move, but does not end the game.
        Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
            Ok(Typed::Text(char::REPLACEMENT_CHARACTER.to_string()))
        }
        Err(error) => Err(unreadable(&error)),
    }
}

fn read_pipe() -> Result<Typed, Failure> {
    let mut bytes = Vec::new();
    let mut stdin = io::stdin().lock().take(LONGEST_LINE);
    match stdin.read_until(b'\n', &mut bytes).map_err(|error| unreadable(&error))? {
        0 => Ok(Typed::End),
        _ => Ok(Typed::Text(String::from_utf8_lossy(&bytes).into_owned())),
    }
}

fn unreadable(error: &dyn std::error::Error) -> Failure {
    Failure::Script(format!("standard input cannot be read: {error}"))
}
