//! Positions beside those of a game: after a few random moves, as a search visits
//! them and good players do not.

use super::RegressionRequest;
use super::known::KnownGame;
use plywood_game::{Playable, Random, mix};

/// The most random moves of a variation.
const MOST_MOVES: usize = 3;

/// Gives the variations of a game. They depend on the seed and the game's number alone.
pub(super) fn of<G: Playable>(
    (game, known): (&G, &KnownGame<G>),
    (request, number): (&RegressionRequest, usize),
    give: &mut dyn FnMut(&G::Position),
) {
    let mut dice = Random::new(mix(request.seed) ^ mix(!(number as u64)));
    for _ in 0..request.variations {
        let plies = dice.below(known.moves.len().max(1));
        let mut position = known.start.clone();
        for &mv in &known.moves[..plies.min(known.moves.len())] {
            game.play(&mut position, mv);
        }
        for _ in 0..=dice.below(MOST_MOVES) {
            let Some(&mv) = dice.pick(&game.legal_moves(&position)) else { break };
            game.play(&mut position, mv);
        }
        if game.outcome(&position).is_none() {
            give(&position);
        }
    }
}
