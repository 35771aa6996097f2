//! A finished game in a few numbers: what tables and statistics need of it.

use crate::adjudication::Grounds;
use crate::referee::MoveRecord;
use crate::schedule::Pairing;
use plywood_game::{Outcome, Side};
use plywood_players::Cause;
use plywood_workbench::Reason;
use serde::{Deserialize, Serialize, Serializer};

/// What ended a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// The rules of the game.
    Rules,
    /// The third occurrence of a position.
    Repetition,
    /// The loser resigned.
    Resignation,
    /// The loser's time was up.
    Timeout,
    /// The loser's player crashed.
    Crash,
    /// The loser's player gave an illegal move.
    Illegal,
    /// The loser's player broke its protocol.
    Protocol,
    /// The loser's player could not be started or ran out of what it needs.
    Resource,
    /// The referee, by a value that is certain.
    Exact,
    /// The referee, because both players agree.
    Agreement,
    /// The referee, because the game was long.
    Length,
}

impl End {
    /// Its name, as JSON has it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Repetition => "repetition",
            Self::Resignation => "resignation",
            Self::Timeout => "timeout",
            Self::Crash => "crash",
            Self::Illegal => "illegal",
            Self::Protocol => "protocol",
            Self::Resource => "resource",
            Self::Exact => "exact",
            Self::Agreement => "agreement",
            Self::Length => "length",
        }
    }

    /// Whether the loser forfeited the game by a fault.
    #[must_use]
    pub fn is_fault(self) -> bool {
        matches!(
            self,
            Self::Timeout | Self::Crash | Self::Illegal | Self::Protocol | Self::Resource
        )
    }

    pub(crate) fn of_failure(cause: Cause) -> Self {
        match cause {
            Cause::Crash => Self::Crash,
            Cause::Timeout => Self::Timeout,
            Cause::Illegal => Self::Illegal,
            Cause::Protocol => Self::Protocol,
            Cause::Resource => Self::Resource,
        }
    }

    pub(crate) fn of_reason(reason: Reason) -> Self {
        match reason {
            Reason::Rules => Self::Rules,
            Reason::Repetition => Self::Repetition,
            Reason::Resignation => Self::Resignation,
            Reason::Time => Self::Timeout,
            Reason::Failure => Self::Crash,
        }
    }

    pub(crate) fn of_grounds(grounds: Grounds) -> Self {
        match grounds {
            Grounds::Exact => Self::Exact,
            Grounds::Agreement => Self::Agreement,
            Grounds::Length => Self::Length,
        }
    }
}

/// A finished game in a few numbers. As JSON it is an array, which a store of many
/// games reads fast.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Summary {
    /// Where it stands in the schedule.
    pub pairing: Pairing,
    /// Who won, and by how much.
    pub outcome: Outcome,
    /// What ended it.
    pub end: End,
    /// The number of moves, the opening's included.
    pub plies: u32,
    /// What each side did.
    pub sides: [Effort; 2],
}

/// What a player did in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
pub struct Effort {
    /// How many moves it chose.
    pub moves: u32,
    /// The time of all of them, in microseconds.
    pub time_us: u64,
    /// The time of the longest, in microseconds.
    pub longest_us: u64,
    /// How many of them were searched.
    pub searched: u32,
    /// The sum of the depths of these.
    pub depths: u64,
    /// The nodes of these.
    pub nodes: u64,
    /// The time of these, in microseconds.
    pub searched_us: u64,
}

impl Serialize for Summary {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { pairing, outcome, end, plies, sides } = self;
        (pairing, outcome, end, plies, sides).serialize(serializer)
    }
}

impl Serialize for Effort {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { moves, time_us, longest_us, searched, depths, nodes, searched_us } = *self;
        (moves, time_us, longest_us, searched, depths, nodes, searched_us).serialize(serializer)
    }
}

impl Summary {
    /// What the player of this side scored: 0, 1 or 2 halves.
    #[must_use]
    pub fn halves(&self, side: Side) -> usize {
        self.outcome.winner().map_or(1, |winner| if winner == side { 2 } else { 0 })
    }

    /// The same without times, which differ from run to run.
    #[must_use]
    pub fn without_times(mut self) -> Self {
        for effort in &mut self.sides {
            (effort.time_us, effort.longest_us, effort.searched_us) = (0, 0, 0);
        }
        self
    }
}

impl Effort {
    /// What this side did in a game with these moves.
    pub(crate) fn of(side: Side, log: &[MoveRecord]) -> Self {
        let mut effort = Self::default();
        for entry in log.iter().filter(|entry| entry.side == side) {
            let time = entry.time.as_micros() as u64;
            effort.moves += 1;
            effort.time_us += time;
            effort.longest_us = effort.longest_us.max(time);
            if let Some(depth) = entry.depth {
                effort.searched += 1;
                effort.depths += u64::from(depth);
                effort.nodes += entry.nodes.unwrap_or(0);
                effort.searched_us += time;
            }
        }
        effort
    }

    /// Adds the work of another game.
    pub(crate) fn add(&mut self, other: &Self) {
        self.moves += other.moves;
        self.time_us += other.time_us;
        self.longest_us = self.longest_us.max(other.longest_us);
        self.searched += other.searched;
        self.depths += other.depths;
        self.nodes += other.nodes;
        self.searched_us += other.searched_us;
    }
}
