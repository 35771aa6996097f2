//! How a finished game ended.

use crate::Side;
use serde::{Deserialize, Serialize};

/// The result of a finished game: who won, and by how much where the game
/// counts discs or points.
///
/// Games that only know winning and losing end in [`Outcome::Win`] or
/// [`Outcome::Draw`]. Games that count end in [`Outcome::Margin`], a drawn one
/// with margin 0, so that a search can treat the margin as the exact value.
///
/// ```
/// use plywood_game::{Outcome, Side};
/// let othello = Outcome::Margin(-12);
/// assert_eq!(othello.winner(), Some(Side::Second));
/// assert_eq!(othello.value_for(Side::Second), 12);
/// assert_eq!(Outcome::Win(Side::First).value_for(Side::Second), -1);
/// assert_eq!(Outcome::Draw.winner(), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// A draw in a game without margins.
    Draw,
    /// This side won a game that knows only winning and losing.
    Win(Side),
    /// The first side's points minus the second's; 0 is a draw.
    Margin(i32),
}

impl Outcome {
    /// The side that won, or none for a draw.
    #[inline]
    #[must_use]
    pub fn winner(self) -> Option<Side> {
        match self {
            Outcome::Draw | Outcome::Margin(0) => None,
            Outcome::Win(side) => Some(side),
            Outcome::Margin(points) if points > 0 => Some(Side::First),
            Outcome::Margin(_) => Some(Side::Second),
        }
    }

    /// The winner's lead in a game that counts; none in one that does not.
    #[must_use]
    pub fn margin(self) -> Option<u32> {
        match self {
            Outcome::Margin(points) => Some(points.unsigned_abs()),
            Outcome::Draw | Outcome::Win(_) => None,
        }
    }

    /// The result as a number seen from `side`: its margin, or 1, 0, -1 in a
    /// game that does not count.
    #[inline]
    #[must_use]
    pub fn value_for(self, side: Side) -> i32 {
        let for_first = match self {
            Outcome::Draw => 0,
            Outcome::Win(winner) => winner.sign(),
            Outcome::Margin(points) => points,
        };
        for_first * side.sign()
    }

    /// The same result with the sides exchanged.
    #[must_use]
    pub fn swapped(self) -> Outcome {
        match self {
            Outcome::Draw => Outcome::Draw,
            Outcome::Win(side) => Outcome::Win(side.other()),
            Outcome::Margin(points) => Outcome::Margin(-points),
        }
    }
}
