//! The static evaluation: the lead in points, and a part of the largest group.
//!
//! The side to move can have the largest group at once, but what it leaves
//! behind serves the opponent, so the value is the lead and a part of that
//! group's points. In matches at two plies 1/2 scored the same as 3/8 to 3/4.
//! It did better than counting all groups as taken in turn, the largest first,
//! perhaps because the falling tiles break many of those; at three plies there
//! was no difference.

use super::position::Position;
use super::{Azulejos, points, with_bonus};
use plywood_game::Evaluator;

/// Values are in hundredths of a point.
const POINT: i32 = 100;

/// What a point of the largest group is worth to the side to move.
const POINT_TO_TAKE: i32 = POINT / 2;

/// Values positions by the lead and half of the largest group's points, in
/// hundredths of a point. Where all tiles are one group, which must now be
/// taken, the value is exact, with the bonus.
///
/// ```
/// use plywood_game::{Evaluator, Notation};
/// use plywood_games::azulejos::{Azulejos, Points};
///
/// let game = Azulejos::any();
/// let value = |text| -> Result<i32, plywood_game::TextError> {
///     let position = game.parse_position(text)?;
///     Ok(Points.evaluate(&game, &position))
/// };
/// assert_eq!(value("12,10;311/221/221 1")?, 400, "two ahead, and half of four to come");
/// assert_eq!(value("12,10;311/221/221 2")?, 0);
/// assert_eq!(value("16,10;11/11 1")?, 1600, "20 * 1.3 - 10");
/// # Ok::<(), plywood_game::TextError>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Points;

impl Evaluator<Azulejos> for Points {
    fn evaluate(&self, _: &Azulejos, position: &Position) -> i32 {
        let Largest { points, last } = position.largest();
        if last {
            position.lead_with(points, last) * POINT
        } else {
            position.lead() * POINT + points as i32 * POINT_TO_TAKE
        }
    }
}

/// The group that is worth most, if there is one.
struct Largest {
    /// What it is worth; 0 where there is none.
    points: u32,
    /// Whether taking it empties the board.
    last: bool,
}

impl Position {
    /// By how many points the side to move leads.
    #[must_use]
    pub fn lead(&self) -> i32 {
        self.lead_with(0, false)
    }

    /// By how many points it will lead once it has taken the largest group; by
    /// how many it leads where there is none.
    ///
    /// ```
    /// use plywood_game::Notation;
    /// use plywood_games::azulejos::Azulejos;
    /// let lead = |text| Azulejos::any().parse_position(text).map(|it| it.lead_after_largest());
    /// assert_eq!(lead("12,10;311/221/221 1")?, 6);
    /// assert_eq!(lead("16,10;11/11 1")?, 16, "20 * 1.3 - 10");
    /// assert_eq!(lead("12,10;12/21 2")?, -2);
    /// # Ok::<(), plywood_game::TextError>(())
    /// ```
    #[must_use]
    pub fn lead_after_largest(&self) -> i32 {
        let Largest { points, last } = self.largest();
        self.lead_with(points, last)
    }

    /// The lead of the side to move after this many more points, which may
    /// empty the board.
    fn lead_with(&self, points: u32, last: bool) -> i32 {
        let [own, opposing] = [self.to_move, self.to_move.other()].map(|side| self.score(side));
        let own = if last { with_bonus(own + points) } else { own + points };
        own as i32 - opposing as i32
    }

    fn largest(&self) -> Largest {
        let points = points(self.largest.into());
        Largest { points, last: self.largest == self.left && points > 0 }
    }
}
