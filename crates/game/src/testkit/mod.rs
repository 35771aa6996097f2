//! The laws every game obeys, as checks that run on any game in one line.
//!
//! ```
//! use plywood_game::testkit::{TreeGame, assert_laws};
//! let game: TreeGame = "start: left right; left: 1 =; right: 2 2".parse()?;
//! assert_laws(&game, 10, 1);
//! # Ok::<(), plywood_game::TextError>(())
//! ```
//!
//! The checks play seeded random games, so that a failure repeats, and panic
//! with the law that is broken, the game so far and the move.

mod knowledge;
mod laws;
mod playthrough;
mod tree;

pub use knowledge::assert_knowledge;
pub use laws::assert_laws;
pub use playthrough::playthrough;
pub use tree::{Branch, GraphNode, TreeGame};

use crate::{Game, Random};

/// Long enough for every game that ends by itself; games that can go on for
/// ever are cut here.
const LONGEST_GAME: usize = 20_000;

/// Games in which positions repeat are cut after this many moves.
const LONGEST_CYCLIC_GAME: usize = 200;

/// Plays a random game from the start, calling `visit` with each position
/// (the last one included) and the moves that led to it.
pub fn random_game<G: Game>(
    game: &G,
    dice: &mut Random,
    mut visit: impl FnMut(&G::Position, &[G::Move]),
) {
    let longest = if game.can_repeat() { LONGEST_CYCLIC_GAME } else { LONGEST_GAME };
    let mut position = game.initial();
    let mut played = Vec::new();
    let mut moves = Vec::new();
    for _ in 0..longest {
        visit(&position, &played);
        moves.clear();
        game.moves(&position, &mut moves);
        let Some(&mv) = dice.pick(&moves) else {
            return;
        };
        game.play(&mut position, mv);
        played.push(mv);
    }
    visit(&position, &played);
}
