//! Lines typed by a person, or read from a pipe.

use crate::failure::Failure;
use rustyline::error::ReadlineError;
use rustyline::{Config, DefaultEditor};
use std::io::{self, BufRead, IsTerminal, Read};

/// Where typed lines come from.
pub(super) enum Input {
    /// A terminal, with line editing and history.
    Terminal(Box<DefaultEditor>),
    /// A pipe or a file, whose lines are the moves.
    Pipe,
}

/// What was typed.
pub(super) enum Line {
    Text(String),
    End,
    Interrupted,
}

/// No command is longer; a pipe that never ends a line is not read for ever.
const LONGEST_LINE: u64 = 1 << 16;

impl Input {
    pub(super) fn new() -> Result<Self, Failure> {
        if !io::stdin().is_terminal() {
            return Ok(Input::Pipe);
        }
        // Pasted lines are moves like typed ones, not one move of many lines.
        let config = Config::builder().bracketed_paste(false).build();
        let editor = DefaultEditor::with_config(config).map_err(as_io)?;
        Ok(Input::Terminal(Box::new(editor)))
    }

    /// Whether there is a person who can be asked again.
    pub(super) fn is_person(&self) -> bool {
        matches!(self, Input::Terminal(_))
    }

    pub(super) fn line(&mut self, prompt: &str) -> Result<Line, Failure> {
        match self {
            Input::Terminal(editor) => match editor.readline(prompt) {
                Ok(line) => {
                    // A line that the history does not take is still a line.
                    let _ = editor.add_history_entry(&line);
                    Ok(Line::Text(line))
                }
                Err(ReadlineError::Eof) => Ok(Line::End),
                Err(ReadlineError::Interrupted) => Ok(Line::Interrupted),
                Err(error) => Err(as_io(error)),
            },
            Input::Pipe => {
                let mut bytes = Vec::new();
                let mut stdin = io::stdin().lock().take(LONGEST_LINE);
                match stdin.read_until(b'\n', &mut bytes)? {
                    0 => Ok(Line::End),
                    _ => Ok(Line::Text(String::from_utf8_lossy(&bytes).into_owned())),
                }
            }
        }
    }
}

fn as_io(error: ReadlineError) -> Failure {
    match error {
        ReadlineError::Io(error) => Failure::Output(error),
        error => Failure::Script(format!("the terminal cannot be read: {error}")),
    }
}
