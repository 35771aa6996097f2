//! How the command ends when it cannot do what it was asked.

use plywood_game::TextError;
use plywood_workbench::Error;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

/// Why the command stopped.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The input is bad.
    #[error(transparent)]
    Input(#[from] Error),
    /// The text of a file is bad.
    #[error("in the {what} {name}: {error}")]
    Text { what: &'static str, name: String, error: TextError },
    /// A file could not be read or written.
    #[error("{}: {problem}", path.display())]
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
    /// What was asked for is done, and the answer is negative.
    #[error("{0}")]
    Negative(String),
    /// Interrupted by the user, after what was finished had been printed.
    #[error("interrupted")]
    Interrupted { resume: String },
}

const NEGATIVE: u8 = 1;
const BAD_INPUT: u8 = 2;
const INTERRUPTED: u8 = 130;

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

    /// Says what is wrong on standard error and gives the exit status.
    pub(crate) fn report(self) -> ExitCode {
        match self {
            // The reader of our output has closed it.
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                ExitCode::SUCCESS
            }
            Failure::Interrupted { resume } => {
                anstream::eprintln!("interrupted; {resume}");
                ExitCode::from(INTERRUPTED)
            }
            Failure::Negative(answer) => {
                anstream::eprintln!("plywood: {answer}");
                ExitCode::from(NEGATIVE)
            }
            failure => {
                anstream::eprintln!("plywood: {failure}");
                ExitCode::from(BAD_INPUT)
            }
        }
    }
}

/// Prints what clap has to say: help on standard output, errors on standard
/// error.
pub(crate) fn usage(error: &clap::Error) -> ExitCode {
    // A closed pipe is no reason to complain here either.
    let _ = error.print();
    if error.use_stderr() { ExitCode::from(BAD_INPUT) } else { ExitCode::SUCCESS }
}
