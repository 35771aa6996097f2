//! How the command ends when it cannot do what it was asked.

use crate::{program, usage};
use plywood_arena::RunError;
use plywood_game::{TextError, quoted};
use plywood_workbench::Error;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Why the command stopped.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The arguments are bad.
    #[error("{0}")]
    Usage(String),
    /// The input is bad.
    #[error(transparent)]
    Input(#[from] Error),
    /// The text of a file is bad.
    #[error("in the {what} {name}: {error}")]
    Text { what: &'static str, name: String, error: TextError },
    /// A file could not be read or written.
    #[error("{}: {problem}", named(path))]
    File { path: PathBuf, problem: String },
    /// The output could not be written.
    #[error("cannot write the output: {0}")]
    Output(#[from] io::Error),
    /// A line of input in a game is not a command or move, and input is not a
    /// terminal.
    #[error("{0}")]
    Script(String),
    /// As another failure, which left a game unfinished.
    #[error("{failure}\n{resume}")]
    Unfinished { failure: Box<Failure>, resume: String },
    /// The page cannot be served.
    #[error(transparent)]
    Serving(#[from] plywood_web::StartError),
    /// A store of events cannot be used.
    #[error(transparent)]
    Store(#[from] plywood_arena::StoreError),
    /// Finished games cannot be kept.
    #[error("{0}")]
    Kept(String),
    /// What was asked for is done, and the answer is negative.
    #[error("{0}")]
    Negative(String),
    /// The same, and the answer was printed already.
    #[error("negative")]
    Told,
    /// Interrupted by the user, after what was finished had been printed.
    #[error("interrupted")]
    Interrupted { resume: String },
}

/// The name of a file, in quotes where nothing else would be seen of it.
fn named(path: &Path) -> String {
    let name = path.display().to_string();
    if name.trim().is_empty() { quoted(&name) } else { name }
}

const NEGATIVE: u8 = 1;
const BAD_INPUT: u8 = 2;
const INTERRUPTED: u8 = 130;

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Game(error) => Self::Input(error),
            RunError::Ledger(problem) => Self::Kept(problem),
        }
    }
}

impl Failure {
    pub(crate) fn file(path: impl Into<PathBuf>, problem: impl Into<String>) -> Self {
        Self::File { path: path.into(), problem: problem.into() }
    }

    /// An error with the name of the file, where its text is to blame.
    pub(crate) fn in_file(name: Option<&str>, error: Error) -> Self {
        match (name, error) {
            (Some(name), Error::Text { source_name: what, error })
                if what.ends_with("file") || what.ends_with("saved game") =>
            {
                let name = if name == "-" { "on standard input" } else { name };
                Self::Text { what, name: name.to_owned(), error }
            }
            (Some(name), error @ Error::UnknownGame { .. }) => Self::file(name, error.to_string()),
            (_, error) => Self::Input(error),
        }
    }

    /// Where the names are listed of which one was expected.
    fn list(&self) -> String {
        let list = match self {
            Failure::Input(Error::UnknownGame { .. }) => "games",
            Failure::Input(Error::UnknownPlayer { .. }) => "players",
            _ => return String::new(),
        };
        format!("; '{} {list}' lists them all", program::name())
    }

    /// Says what is wrong on standard error and gives the exit status.
    pub(crate) fn report(self) -> ExitCode {
        match self {
            // The reader of our output has closed it, and knows that.
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                ExitCode::from(BAD_INPUT)
            }
            Failure::Interrupted { resume } => {
                anstream::eprintln!("interrupted; {resume}");
                ExitCode::from(INTERRUPTED)
            }
            Failure::Negative(answer) => {
                complain(&answer);
                ExitCode::from(NEGATIVE)
            }
            Failure::Told => ExitCode::from(NEGATIVE),
            failure => {
                complain(&format!("{failure}{}", failure.list()));
                ExitCode::from(BAD_INPUT)
            }
        }
    }
}

/// Says something on standard error, under the program's name.
pub(crate) fn complain(text: &str) {
    anstream::eprintln!("{}: {text}", program::name());
}

/// Prints the help that was asked for, or says what is wrong with the arguments.
pub(crate) fn usage(error: &clap::Error) -> ExitCode {
    if let Some(problem) = usage::problem(error) {
        complain(&problem);
        return ExitCode::from(BAD_INPUT);
    }
    match error.print().and_then(|()| io::stdout().flush()) {
        Ok(()) if error.use_stderr() => ExitCode::from(BAD_INPUT),
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => Failure::Output(error).report(),
    }
}
