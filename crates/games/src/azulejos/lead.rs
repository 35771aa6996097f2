//! The lead in points alone: the evaluation of the report that brought the game
//! here.

use super::Azulejos;
use super::position::Position;
use plywood_game::Evaluator;

/// Values are in hundredths of a point.
const POINT: i32 = 100;

/// Values positions by the lead of the side to move, in hundredths of a point.
///
/// ```
/// use plywood_game::{Evaluator, Notation};
/// use plywood_games::azulejos::{Azulejos, Lead};
/// let game = Azulejos::any();
/// let position = game.parse_position("12,10;311/221/221 2")?;
/// assert_eq!(Lead.evaluate(&game, &position), -200);
/// # Ok::<(), plywood_game::TextError>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Lead;

impl Evaluator<Azulejos> for Lead {
    fn evaluate(&self, _: &Azulejos, position: &Position) -> i32 {
        position.lead() * POINT
    }
}
