//! Positions as numbers.

use plywood_game::{Notation, TextError};

/// A game whose positions, or those of one phase that no move leaves, have
/// numbers.
///
/// # What an implementation promises
/// - Sides take turns, no move ends the game in favour of the other side, and
///   games end in a win or a draw, not in a margin.
/// - Every successor of a numbered position has a number.
/// - `position(index(p))` has the value of `p` for the side to move, though it
///   may be another position: mirrored, or with the colours exchanged.
/// - A position may have several numbers; `index` is the smallest of them, and
///   a table holds the same value at all.
pub trait Indexed: Send + Sync {
    /// The game.
    type Game: Notation;

    /// The rules.
    fn game(&self) -> &Self::Game;

    /// Numbers are below this.
    fn count(&self) -> u64;

    /// Numbers that a file compresses together: all from a multiple of this on.
    fn block_len(&self) -> usize;

    /// The number of a position; none if it has none, because it belongs to
    /// another phase of the game.
    fn index(&self, position: &<Self::Game as plywood_game::Game>::Position) -> Option<u64>;

    /// The position of a number; none if it stands for none.
    fn position(&self, index: u64) -> Option<<Self::Game as plywood_game::Game>::Position>;

    /// At most this many plies lead from a position into the numbered ones; 0
    /// from one of these.
    fn plies_ahead(&self, position: &<Self::Game as plywood_game::Game>::Position) -> u8 {
        let _ = position;
        0
    }

    /// How good a position looks to the side to move: the order in which
    /// successors are tried.
    fn looks(&self, position: &<Self::Game as plywood_game::Game>::Position) -> i32 {
        let _ = position;
        0
    }

    /// Whether the number is the one that `index` gives, and not a second one
    /// of the same position.
    fn is_first(&self, index: u64) -> bool {
        self.position(index).is_none_or(|position| self.index(&position) == Some(index))
    }

    /// The name of the table: that of the game, unless several games share the
    /// phase.
    fn name(&self) -> String {
        self.game().name()
    }

    /// The value of a position's text, for code that knows no types.
    ///
    /// # Errors
    /// If the text is no position.
    fn index_of_text(&self, text: &str) -> Result<Option<u64>, TextError> {
        Ok(self.index(&self.game().parse_position(text)?))
    }
}
