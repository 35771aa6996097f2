//! What is to be shown about a position.

use plywood_game::{Outcome, Side};
use serde::{Deserialize, Serialize};

/// That a side gets at least this, whatever the other side does.
///
/// The number is what [`Outcome::value_for`] gives: 1 is a win and 0 no loss in
/// a game without margins, any margin in one with them. A claim is either true,
/// or its [`denial`](Claim::denial) is.
///
/// ```
/// use plywood_game::{Outcome, Side};
/// use plywood_solver::Claim;
/// let black_wins = Claim::win(Side::First);
/// let white_holds = Claim { side: Side::Second, at_least: 0 };
/// assert_eq!(black_wins.denial(), white_holds);
/// assert!(white_holds.is_met_by(Outcome::Draw) && !black_wins.is_met_by(Outcome::Draw));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Claim {
    /// The side that has a strategy.
    pub side: Side,
    /// What it gets, seen from that side.
    pub at_least: i32,
}

impl Claim {
    /// That a side wins a game without margins, or gets at least 1.
    #[must_use]
    pub const fn win(side: Side) -> Self {
        Self { side, at_least: 1 }
    }

    /// What is true if the claim is not.
    #[must_use]
    pub fn denial(self) -> Self {
        Self { side: self.side.other(), at_least: 1 - self.at_least }
    }

    /// Whether a finished game is what was claimed.
    #[must_use]
    pub fn is_met_by(self, outcome: Outcome) -> bool {
        outcome.value_for(self.side) >= self.at_least
    }

    /// Whether a draw, and so a game that repeats itself for ever, is enough.
    #[must_use]
    pub fn is_met_by_a_draw(self) -> bool {
        self.at_least <= 0
    }
}
