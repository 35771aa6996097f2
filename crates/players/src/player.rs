//! A player: anything that chooses moves, seen through text alone.
//!
//! The referee, the terminal and the page know a [`Player`] and no more. An
//! engine in this process, a random mover and, later, a process behind a
//! protocol implement it; no caller needs to know which one it has.

use plywood_search::{Limits, Report};
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Receives a report after each completed depth, with the moves as text.
pub type Listener<'a> = dyn FnMut(&Report<String>) + Send + 'a;

/// A player of one game. It lives for a game: [`Player::new_game`] clears what
/// it knows, and the same sequence of calls after it gives the same answers,
/// as long as the limits are in nodes or depth and one thread searches.
pub trait Player: Send {
    /// Clears all state: a new game begins.
    ///
    /// # Errors
    /// If the player cannot start.
    fn new_game(&mut self) -> Result<(), Failure>;

    /// Chooses a move. When `stop` is set, the best move so far comes back. A
    /// `listener` receives progress; without one, nothing is converted to text.
    ///
    /// # Errors
    /// If the player fails to give a move.
    fn choose(
        &mut self,
        turn: &Turn,
        stop: &AtomicBool,
        listener: Option<&mut Listener<'_>>,
    ) -> Result<Decision, Failure>;
}

/// What a player is asked: a game in text, and how long it may think.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Turn {
    /// The position the game began with; none for the game's own start.
    pub start: Option<String>,
    /// The moves played since, in the game's notation.
    pub moves: Vec<String>,
    /// Limits of this search. The first one reached ends it.
    pub limits: Limits,
    /// The clocks, in a game that has them.
    pub clocks: Option<ClockState>,
    /// How many of the best moves to report; 0 counts as 1.
    pub lines: usize,
}

/// What the clocks show when a turn begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockState {
    /// The time left to the side to move.
    pub own: Duration,
    /// The time left to the other side.
    pub other: Duration,
    /// The time added after each move.
    pub increment: Duration,
}

/// A move, and what the player knows about it.
#[derive(Debug, Clone, PartialEq)]
pub struct Decision {
    /// The move, in the game's notation.
    pub mv: String,
    /// What the search found; none from players that do not search.
    pub report: Option<Report<String>>,
    /// The processor time of the thread that searched, from players in this process.
    pub worked: Option<Duration>,
}

impl Decision {
    /// A move of which nothing else is known.
    #[must_use]
    pub fn of_move(mv: String) -> Self {
        Self { mv, report: None, worked: None }
    }
}

/// Why a player gave no move, or a wrong one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The kind of failure.
    pub cause: Cause,
    /// What happened, in words.
    pub detail: String,
}

/// The kinds of failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// It panicked, or its process ended.
    Crash,
    /// It used more time than it had.
    Timeout,
    /// It gave a move that the rules do not allow.
    Illegal,
    /// It said something that the protocol does not allow.
    Protocol,
    /// The machine did not give it what it needs: a thread, memory.
    Resource,
}

impl Cause {
    /// All of them.
    pub const ALL: [Cause; 5] =
        [Cause::Crash, Cause::Timeout, Cause::Illegal, Cause::Protocol, Cause::Resource];

    /// Its name, as JSON has it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Cause::Crash => "crash",
            Cause::Timeout => "timeout",
            Cause::Illegal => "illegal",
            Cause::Protocol => "protocol",
            Cause::Resource => "resource",
        }
    }
}

impl Failure {
    /// A failure of this kind.
    pub fn new(cause: Cause, detail: impl Into<String>) -> Self {
        Self { cause, detail: detail.into() }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.cause.name(), self.detail)
    }
}

impl std::error::Error for Failure {}
