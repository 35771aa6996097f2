//! What a search found.

use crate::{StoppedBy, Value};
use std::time::Duration;

/// A move with its value and line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line<M> {
    /// The value of the move for the side to move.
    pub value: Value,
    /// The move, and the best play after it, to the horizon or the end.
    pub moves: Vec<M>,
}

/// What a search found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report<M> {
    /// The best moves found, best first: as many as were asked for, or as
    /// there are. Never empty.
    pub lines: Vec<Line<M>>,
    /// The value of the position. It is certain if the best move's value is,
    /// and also that no other move is better.
    pub value: Value,
    /// The depth that was completed.
    pub depth: u32,
    /// In how many of a hundred cases the value is probably that of a full search to
    /// the end of the game, where a search to the end has left out what shallow
    /// searches predict; none for any other search.
    pub confidence: Option<u8>,
    /// The nodes searched.
    pub nodes: u64,
    /// The number of re-searches: of a move after a null window, or of a whole
    /// depth after a narrow window failed.
    pub researches: u64,
    /// How long it took.
    pub elapsed: Duration,
    /// What ended it; none in a report on the way.
    pub stopped_by: Option<StoppedBy>,
}

impl<M: Clone> Report<M> {
    /// The best move.
    #[must_use]
    pub fn best(&self) -> Option<M> {
        self.lines.first().and_then(|line| line.moves.first().cloned())
    }
}
