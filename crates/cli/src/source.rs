//! The arguments that name a game and a position, and the files they name.

use crate::failure::{Failure, complain};
use clap::builder::NonEmptyStringValueParser;
use plywood_game::TextError;
use plywood_workbench::{Error, Session, Start, Workbench, seed_of_the_moment};
use std::fs::File;
use std::io::{self, Read};

/// A game and a position of it.
#[derive(clap::Args)]
pub(crate) struct Source {
    /// The game, such as othello, mnk:7,7,4 or gomoku ('plywood games' lists them)
    pub(crate) game: String,
    /// A position as one line of text
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, conflicts_with = "file")]
    pub(crate) position: Option<String>,
    /// A file with a position or a saved game, of several the first; - reads standard input
    #[arg(long, value_name = "FILE", value_parser = NonEmptyStringValueParser::new())]
    pub(crate) file: Option<String>,
    /// Moves to play from there, such as "b2 a1"
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,
}

impl Source {
    /// Opens the session that the arguments ask for.
    pub(crate) fn open(&self, workbench: &Workbench) -> Result<Box<dyn Session>, Failure> {
        let start = Start {
            position: self.position.clone(),
            file: self.file.as_deref().map(read_text).transpose()?,
            moves: self.moves.clone(),
            ..Start::default()
        };
        let session = workbench
            .open(&self.game, &start, seed_of_the_moment())
            .map_err(|error| Failure::in_file(self.file.as_deref(), error))?;
        if let Some(note) = session.note() {
            complain(&format!("note: {note}"));
        }
        Ok(session)
    }

    /// Whether standard input is taken by the file.
    pub(crate) fn uses_standard_input(&self) -> bool {
        self.file.as_deref() == Some("-")
    }
}

/// No position and no real game comes near this size.
const LARGEST_FILE: u64 = 16 << 20;

/// The text of a file, or of standard input for `-`, without the mark of the
/// byte order that some editors put in front.
pub(crate) fn read_text(name: &str) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let read = if name == "-" {
        io::stdin().lock().take(LARGEST_FILE + 1).read_to_end(&mut bytes)
    } else {
        File::open(name).and_then(|file| file.take(LARGEST_FILE + 1).read_to_end(&mut bytes))
    };
    read.map_err(|error| Failure::file(name, format!("cannot be read: {error}")))?;
    if bytes.len() as u64 > LARGEST_FILE {
        let limit = LARGEST_FILE >> 20;
        return Err(Failure::file(
            name,
            format!("is larger than {limit} MB; is it the right file?"),
        ));
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text)),
        Err(error) => Err(not_text(name, &error)),
    }
}

fn not_text(name: &str, error: &std::string::FromUtf8Error) -> Failure {
    let good = String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()]);
    let error = TextError::new(&good, good.len(), "these bytes are not UTF-8", "text");
    Failure::in_file(Some(name), Error::Text { source_name: "file", error })
}
