//! Positions to be solved and tables to be built, as jobs for workers on other machines.
//!
//! Who wants an answer puts a [`Solve`] into a table of the server and waits
//! ([`Solve::wait`]). A [`Bench`] takes one at a time, under a lease as games have it
//! (`crate::workers`), and works on a thread of its own.
//!
//! Checkpoints are in the database and not in a folder of the worker, because the disk
//! of a worker is lost with it, and the next worker is on another machine. A search is
//! cut into slices of a fixed number of moves, each of which begins from the checkpoint
//! of the one before; so the certificate is the same whichever worker was lost, and when. A
//! result counts for who asked after they have verified it.

mod bench;
mod desk;
mod line;
mod queue;
mod wait;
mod work;

pub use bench::{Bench, Solved};
pub use wait::{Check, Listener};

use crate::store::{Store, StoreError, in_json};
use serde::{Deserialize, Serialize};

/// A question for the solver.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Solve {
    /// The words that name the game.
    pub game: String,
    /// The position, as text.
    pub position: String,
    /// What answers it.
    pub goal: Goal,
    /// The memory that it may take.
    pub megabytes: u64,
}

/// What answers a question, which is always something that can be verified.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// A certificate of the value.
    Certificate {
        /// Of the shortest win, not of any.
        shortest: bool,
        /// The moves of the first slice, after which there is a checkpoint.
        slice: u64,
    },
    /// The table of the game's last phase.
    Table {
        /// The seconds between checkpoints.
        checkpoint: u64,
    },
}

/// A question as it is kept.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StoredSolve {
    /// Its number.
    pub id: i64,
    /// The question.
    #[serde(flatten)]
    pub solve: Solve,
    /// How far it is.
    pub state: SolveState,
    /// Who works on it, or did last.
    pub worker: Option<String>,
    /// How often it was handed out.
    pub lease: i64,
    /// Seconds until it is handed to others without a sign of life; none unless it is
    /// worked on.
    pub lease_left_s: Option<f64>,
    /// The moves played up to the last checkpoint.
    pub nodes: i64,
    /// How many checkpoints were written.
    pub checkpoints: i64,
    /// How large checkpoint and result are.
    pub bytes: i64,
    /// What its worker last said.
    pub progress: String,
    /// Why a worker could not go on, or its result was refused.
    pub problem: Option<String>,
    /// The version of the result.
    #[serde(skip)]
    pub(crate) result: Option<i64>,
}

/// How far a question is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SolveState {
    /// It waits for a worker.
    Waiting,
    /// A worker works on it.
    Running,
    /// There is a result that was not verified yet.
    Returned,
    /// There is a result that who asked for it has verified.
    Verified,
}

impl SolveState {
    fn of(number: i16) -> Self {
        match number {
            0 => Self::Waiting,
            1 => Self::Running,
            2 => Self::Returned,
            _ => Self::Verified,
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Running => "running",
            Self::Returned => "returned",
            Self::Verified => "verified",
        }
    }
}

impl Store {
    /// Asks a question; its number. One that was asked before has the same number.
    ///
    /// # Errors
    /// If the store is a file, or cannot be written.
    pub async fn ask_to_solve(&mut self, solve: &Solve) -> Result<i64, StoreError> {
        let (request, megabytes) = (in_json(solve), solve.megabytes as i64);
        let asked = queue::enqueue(self.needs_server()?, &request, megabytes).await;
        asked.map_err(|error| self.cannot("keep a question", &error))
    }

    /// All questions in the order in which they were asked.
    ///
    /// # Errors
    /// If the store is a file, or cannot be read.
    pub async fn solves(&mut self) -> Result<Vec<StoredSolve>, StoreError> {
        let listed = queue::list(self.needs_server()?).await;
        listed.map_err(|error| self.cannot("list its questions", &error))
    }

    /// Forgets a question with its checkpoint and result; who works on it stops.
    ///
    /// # Errors
    /// If there is none of this number, the store is a file, or it cannot be written.
    pub async fn forget_solve(&mut self, id: i64) -> Result<(), StoreError> {
        let gone = queue::remove(self.needs_server()?, id).await;
        match gone.map_err(|error| self.cannot("forget a question", &error))? {
            true => Ok(()),
            false => {
                let problem = format!("has no question with the number {id}");
                Err(StoreError::Unusable { place: self.place().clone(), problem, passes: false })
            }
        }
    }
}
