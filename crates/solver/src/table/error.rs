//! What can go wrong with a table.

use std::io;
use std::path::PathBuf;

/// What can go wrong with a table.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The file system refuses.
    #[error("{}: cannot {action}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What was tried.
        action: &'static str,
        /// Why it failed.
        source: io::Error,
    },
    /// There is no room left for the table. What was kept so far stays, and
    /// the build goes on from there.
    #[error(
        "{}: the disk is full: {source}; make room and give the same command again, it goes on from the last checkpoint",
        path.display()
    )]
    DiskFull {
        /// The file that could not be written.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The file is not a table, is damaged or is cut off.
    #[error("{}: {problem}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong, and where.
        problem: String,
    },
    /// The file holds the table of another game.
    #[error("{}: this is the table of {found}; expected one of {expected}", path.display())]
    OtherGame {
        /// The file.
        path: PathBuf,
        /// The game of the file.
        found: String,
        /// The game that was asked for.
        expected: String,
    },
    /// The values do not fit into the memory that was allowed.
    #[error("the table needs {needed} MB of memory; allowed are {allowed} MB")]
    Memory {
        /// Megabytes needed.
        needed: u64,
        /// Megabytes allowed.
        allowed: u64,
    },
    /// A win or loss is further away than a byte can say.
    #[error("some positions are won or lost in more than 252 plies, which a table cannot hold")]
    TooFar,
    /// The build was told to stop.
    #[error("stopped; the same command goes on from the last checkpoint")]
    Stopped,
}

impl TableError {
    /// An error of the file system at a file.
    pub(super) fn file(path: impl Into<PathBuf>, action: &'static str, source: io::Error) -> Self {
        let path = path.into();
        match source.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                Self::DiskFull { path, source }
            }
            _ => Self::File { path, action, source },
        }
    }

    pub(super) fn damaged(path: impl Into<PathBuf>, problem: impl Into<String>) -> Self {
        Self::Damaged { path: path.into(), problem: problem.into() }
    }
}
