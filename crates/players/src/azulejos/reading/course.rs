//! A game that was foretold.

use plywood_games::azulejos::Tile;

/// A game to its end.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Course {
    pub(super) turns: Vec<Turn>,
    /// By how many points we lead at the end.
    pub(super) margin: i32,
}

/// A move of ours and what is answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Turn {
    /// The key of the position before it.
    pub(super) key: u64,
    pub(super) tile: Tile,
    pub(super) answer: Option<Tile>,
}

impl Course {
    /// The moves of both sides.
    pub(super) fn moves(&self) -> Vec<Tile> {
        let both = |turn: &Turn| [Some(turn.tile), turn.answer];
        self.turns.iter().flat_map(both).flatten().collect()
    }
}
