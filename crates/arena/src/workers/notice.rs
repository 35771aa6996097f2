//! What who runs an event, or a worker, says about its work.

use std::fmt;

/// Something that the operator should know. Its text is a sentence without a stop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// The store cannot be reached; it is tried again.
    Away(String),
    /// The store is reached again.
    Back,
    /// A result came after the game had been handed to another worker, or a heartbeat
    /// did.
    Late {
        /// The name of the event.
        event: String,
        /// The number of the game, from 1.
        game: i64,
        /// The number of the lease that had ended.
        lease: i64,
    },
    /// A result did not stand the check.
    Refused {
        /// Who returned it.
        worker: String,
        /// The number of the game, from 1.
        game: i64,
        /// What is wrong with it.
        reason: String,
        /// Whether the worker gets no more games.
        barred: bool,
    },
    /// This worker cannot play an event, and leaves it to others.
    Unplayable {
        /// The name of the event.
        event: String,
        /// Why not.
        problem: String,
    },
    /// A question of the solver was handed to another worker meanwhile.
    LateSolve {
        /// The number of the question.
        solve: i64,
        /// The number of the lease that had ended.
        lease: i64,
    },
    /// An answer of the solver did not stand the check.
    RefusedSolve {
        /// Who returned it.
        worker: String,
        /// The number of the question.
        solve: i64,
        /// What is wrong with it.
        reason: String,
        /// Whether the worker gets nothing more.
        barred: bool,
    },
    /// This worker cannot answer a question, and leaves it to others.
    Unsolvable {
        /// The number of the question.
        solve: i64,
        /// Why not.
        problem: String,
    },
    /// This worker gets no games.
    Barred,
    /// Games wait, and no worker has the engines that they need.
    Waiting(Vec<String>),
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Away(problem) => write!(f, "{problem}; trying again"),
            Self::Back => f.write_str("the store is reached again"),
            Self::Late { event, game, lease } => write!(
                f,
                "late: game {game} of {event} was handed to another worker, or is not needed any \
                 more; what was played under lease {lease} does not count"
            ),
            Self::Refused { worker, game, reason, barred } => {
                let barred = if *barred { "; it gets no more games" } else { "" };
                write!(f, "refused: game {game} of worker {worker}: {reason}{barred}")
            }
            Self::Unplayable { event, problem } => {
                write!(f, "the event {event} is left to other workers: {problem}")
            }
            Self::LateSolve { solve, lease } => write!(
                f,
                "late: question {solve} was handed to another worker, or is not asked any more; \
                 what was found under lease {lease} does not count"
            ),
            Self::RefusedSolve { worker, solve, reason, barred } => {
                let barred = if *barred { "; it gets nothing more" } else { "" };
                write!(
                    f,
                    "refused: the answer of worker {worker} to question {solve}: {reason}{barred}"
                )
            }
            Self::Unsolvable { solve, problem } => {
                write!(f, "question {solve} is left to other workers: {problem}")
            }
            Self::Barred => f.write_str(
                "this worker is excluded, because its results were refused or its operator said \
                 so; 'plywood arena workers --admit NAME' lets it in again",
            ),
            Self::Waiting(engines) if engines.is_empty() => {
                f.write_str("games wait for a worker; 'plywood worker' plays them")
            }
            Self::Waiting(engines) => {
                write!(f, "games wait for a worker with --engine {}", engines.join(" and "))
            }
        }
    }
}
