//! How the game stands, and nothing else: the valuation of the report that
//! brought the game here.

use super::position::Position;
use super::{Azulejos, Tile, Undo};
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
/// assert_eq!(Lead.evaluate(&game, &position, None, &()), -200);
/// # Ok::<(), plywood_game::TextError>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Lead;

impl Evaluator<Azulejos> for Lead {
    type Accumulator = ();

    fn refresh(&self, _: &Azulejos, _: &Position) {}

    fn update(&self, _: &Azulejos, (): &mut (), _: Tile, _: &Undo, _: &Position) {}

    fn evaluate(&self, _: &Azulejos, position: &Position, _: Option<Tile>, (): &()) -> i32 {
        position.lead() * POINT
    }
}
