//! The set of positions won by continuous fours, ready to be searched.

#[path = "../../tests/threats/positions.rs"]
mod positions;

use plywood_game::{Budget, Limits, Notation};
use plywood_games::mnk::{Mnk, Params, Position, Threats};

/// The game of the set.
pub(crate) fn gomoku() -> Mnk<4> {
    Mnk::new(Params::new(15, 15, 5).expect("good parameters"))
}

/// One in `one_in` positions of the set, those that take the fewest nodes first.
pub(crate) fn by_effort(one_in: usize) -> Vec<Position<4>> {
    let game = gomoku();
    let texts = positions::positions().step_by(one_in).map(|(_, _, text)| text);
    let mut positions: Vec<_> =
        texts.map(|text| game.parse_position(text).expect("a position")).collect();
    positions.sort_by_cached_key(|position| nodes(&game, position));
    positions
}

/// Solves a position and tells how many nodes that took.
pub(crate) fn nodes(game: &Mnk<4>, position: &Position<4>) -> u64 {
    let never = false.into();
    let mut budget = Budget::new(&Limits::default(), &never);
    let line = Threats::Fours.forced_win(game, position, &mut budget);
    assert!(line.is_some(), "every position of the set is won");
    budget.nodes()
}
