//! Lines typed by a person, or read from a pipe.
//!
//! They are read by a thread of their own, a line whenever one is asked for, so
//! that a clock can run down and Ctrl-C be heard while nothing is typed.

use crate::failure::Failure;
use rustyline::error::ReadlineError;
use rustyline::{Config, DefaultEditor};
use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Where typed lines come from.
pub(super) struct Input {
    is_person: bool,
    prompts: Sender<String>,
    lines: Receiver<Result<Line, Failure>>,
    /// Whether a line was asked for that has not come yet.
    asked: bool,
}

/// What was typed.
pub(super) enum Line {
    Text(String),
    End,
    Interrupted,
    /// Nothing, and there is no more time. What is typed next answers the next
    /// prompt.
    TooLate,
}

/// No command is longer; a pipe that never ends a line is not read for ever.
const LONGEST_LINE: u64 = 1 << 16;

/// How long Ctrl-C may go unheard.
const TICK: Duration = Duration::from_millis(50);

impl Input {
    pub(super) fn new() -> Result<Self, Failure> {
        let is_person = io::stdin().is_terminal();
        let (prompts, asked_for) = channel();
        let (typed, lines) = channel();
        let mut read: Box<dyn FnMut(&str) -> Result<Line, Failure> + Send> = if is_person {
            // Pasted lines are moves like typed ones, not one move of many lines.
            let config = Config::builder().bracketed_paste(false).build();
            let mut editor = DefaultEditor::with_config(config).map_err(as_io)?;
            Box::new(move |prompt| read_terminal(&mut editor, prompt))
        } else {
            Box::new(|_| read_pipe())
        };
        // It ends with the program, or when nobody listens any more.
        thread::spawn(move || {
            for prompt in asked_for {
                let prompt: String = prompt;
                if typed.send(read(&prompt)).is_err() {
                    break;
                }
            }
        });
        Ok(Self { is_person, prompts, lines, asked: false })
    }

    /// Whether there is a person who can be asked again.
    pub(super) fn is_person(&self) -> bool {
        self.is_person
    }

    /// The next line, if it is typed in time and before Ctrl-C.
    pub(super) fn line(
        &mut self,
        prompt: &str,
        time: Option<Duration>,
        stop: &AtomicBool,
    ) -> Result<Line, Failure> {
        let end = time.map(|time| Instant::now() + time);
        if !self.asked {
            // If the thread is gone, there are no lines either.
            let _ = self.prompts.send(prompt.to_owned());
            self.asked = true;
        } else if self.is_person {
            let mut out = anstream::stdout().lock();
            write!(out, "{prompt}")?;
            out.flush()?;
        }
        loop {
            let left = end.map(|end| end.saturating_duration_since(Instant::now()));
            match self.lines.recv_timeout(left.map_or(TICK, |left| left.min(TICK))) {
                Ok(line) => {
                    self.asked = false;
                    return line;
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(Line::End),
                Err(RecvTimeoutError::Timeout) => {}
            }
            // At a terminal Ctrl-C is a key like others, and comes as a line. To
            // leave without waiting for it would leave the terminal in disorder.
            if !self.is_person && stop.load(Ordering::Relaxed) {
                return Ok(Line::Interrupted);
            }
            if left == Some(Duration::ZERO) {
                return Ok(Line::TooLate);
            }
        }
    }
}

fn read_terminal(editor: &mut DefaultEditor, prompt: &str) -> Result<Line, Failure> {
    match editor.readline(prompt) {
        Ok(line) => {
            // A line that the history does not take is still a line.
            let _ = editor.add_history_entry(&line);
            Ok(Line::Text(line))
        }
        Err(ReadlineError::Eof) => Ok(Line::End),
        Err(ReadlineError::Interrupted) => Ok(Line::Interrupted),
        Err(error) => Err(as_io(error)),
    }
}

fn read_pipe() -> Result<Line, Failure> {
    let mut bytes = Vec::new();
    let mut stdin = io::stdin().lock().take(LONGEST_LINE);
    match stdin.read_until(b'\n', &mut bytes)? {
        0 => Ok(Line::End),
        _ => Ok(Line::Text(String::from_utf8_lossy(&bytes).into_owned())),
    }
}

fn as_io(error: ReadlineError) -> Failure {
    match error {
        ReadlineError::Io(error) => Failure::Output(error),
        error => Failure::Script(format!("the terminal cannot be read: {error}")),
    }
}
