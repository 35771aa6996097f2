//! The two players of a game.

use serde::{Deserialize, Serialize};

/// One of the two players. `First` is the side that begins by the rules, not
/// the side to move.
///
/// ```
/// use plywood_game::Side;
/// assert_eq!(Side::First.other(), Side::Second);
/// assert_eq!(Side::Second.index(), 1);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The side that begins.
    First,
    /// The side that answers.
    Second,
}

impl Side {
    /// Both sides, in the order of [`Side::index`].
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// The opponent of this side.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// 0 for the first side, 1 for the second: for arrays with a place a side.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// 1 for the first side, -1 for the second: for sums seen from the first side.
    #[inline]
    #[must_use]
    pub const fn sign(self) -> i32 {
        match self {
            Side::First => 1,
            Side::Second => -1,
        }
    }
}
