//! What the tests of the search share: an evaluator without sense, so that
//! nothing comes out right by chance, and positions of every kind.

#![allow(dead_code, reason = "each test takes what it needs")]

use plywood_game::{Evaluator, Game, Random, Symmetry, mix};

/// A value that is nothing but a hash of the position, from a small range, so
/// that equal values are frequent. `canonical` gives images of a position the
/// same value, which a table with symmetries relies on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hash {
    pub(crate) canonical: bool,
}

impl<G: Symmetry> Evaluator<G> for Hash {
    type Accumulator = u64;

    fn refresh(&self, game: &G, position: &G::Position) -> u64 {
        match self.canonical {
            true => game.canonical_key(position).0,
            false => game.key(position),
        }
    }

    fn update(&self, game: &G, key: &mut u64, _: G::Move, _: &G::Undo, after: &G::Position) {
        *key = self.refresh(game, after);
    }

    fn evaluate(&self, _: &G, _: &G::Position, _: Option<G::Move>, key: &u64) -> i32 {
        (mix(!key) % 41) as i32 - 20
    }
}

/// A position some random moves into a game, not its end, and the keys of the
/// positions before it.
pub(crate) fn random_position<G: Game>(
    game: &G,
    dice: &mut Random,
    plies: usize,
) -> (G::Position, Vec<u64>) {
    loop {
        let mut position = game.initial();
        let mut history = Vec::new();
        for _ in 0..plies {
            let moves = game.legal_moves(&position);
            let Some(&mv) = dice.pick(&moves) else { break };
            history.push(game.key(&position));
            game.play(&mut position, mv);
        }
        if game.outcome(&position).is_none() {
            return (position, history);
        }
    }
}
