//! `random`: any legal move, each with the same probability.

use crate::tracked::Tracked;
use crate::{Decision, Failure, Listener, Player, Turn};
use plywood_game::{Playable, Random, mix};
use std::sync::atomic::AtomicBool;

/// Plays random moves. The move depends on the seed and on the number of moves
/// played, and on nothing else: so the same seed plays the same game in a
/// match, in the terminal and on the page, also after moves are taken back.
pub struct RandomPlayer<G: Playable> {
    tracked: Tracked<G>,
    seed: u64,
}

impl<G: Playable> RandomPlayer<G> {
    /// A random player of this game.
    pub fn new(game: G, seed: u64) -> Self {
        Self { tracked: Tracked::new(game), seed }
    }
}

impl<G: Playable> Player for RandomPlayer<G> {
    fn new_game(&mut self) -> Result<(), Failure> {
        Ok(())
    }

    fn choose(
        &mut self,
        turn: &Turn,
        _: &AtomicBool,
        _: Option<&mut Listener<'_>>,
    ) -> Result<Decision, Failure> {
        self.tracked.follow(turn)?;
        let Tracked { game, position, .. } = &self.tracked;
        let mut dice = Random::new(mix(self.seed ^ mix(turn.moves.len() as u64)));
        let mv = *dice.pick(&game.legal_moves(position)).ok_or_else(Tracked::<G>::over)?;
        Ok(Decision::of_move(game.move_text(position, mv)))
    }
}
