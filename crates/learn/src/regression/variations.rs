//! Positions beside those of a game: after a few random moves, as a search visits
//! them and good players do not.

use super::RegressionRequest;
use super::known::{KnownGame, solved};
use crate::knowledge::Learned;
use crate::self_play::{options, search};
use plywood_game::{History, Knowledge, Playable, Random, Side, mix};
use plywood_search::Engine;
use std::sync::atomic::AtomicBool;

/// The most random moves of a variation.
const MOST_MOVES: usize = 3;

/// Makes variations and says what they are worth.
pub(super) struct Variations<'a, G: Playable, K> {
    game: &'a G,
    own: &'a K,
    request: &'a RegressionRequest,
    engine: Engine<G, Learned<K>>,
    stop: &'a AtomicBool,
}

impl<'a, G: Playable, K: Knowledge<G> + Clone> Variations<'a, G, K> {
    pub(super) fn new(
        (game, own): (&'a G, &'a K),
        request: &'a RegressionRequest,
        stop: &'a AtomicBool,
    ) -> Self {
        let knowledge = Learned::new(own.clone(), request.evaluator.clone());
        let engine = Engine::with_table(game.clone(), knowledge, options(), None);
        Self { game, own, request, engine, stop }
    }

    /// Gives the variations of a game, each with its margin for the first side. They
    /// depend on the seed and the game's number alone.
    pub(super) fn of(
        &mut self,
        number: usize,
        known: &KnownGame<G>,
        give: &mut dyn FnMut(&G::Position, f32),
    ) {
        let mut dice = Random::new(mix(self.request.seed) ^ mix(!(number as u64)));
        for _ in 0..self.request.variations {
            let plies = dice.below(known.moves.len().max(1));
            let mut position = known.start.clone();
            for &mv in &known.moves[..plies.min(known.moves.len())] {
                self.game.play(&mut position, mv);
            }
            for _ in 0..=dice.below(MOST_MOVES) {
                let Some(&mv) = dice.pick(&self.game.legal_moves(&position)) else { break };
                self.game.play(&mut position, mv);
            }
            if self.game.outcome(&position).is_none() {
                give(&position, self.worth(&position));
            }
        }
    }

    fn worth(&mut self, position: &G::Position) -> f32 {
        let own = (self.game, self.own);
        if let Some(margin) = solved(own, position, self.request.solved, self.stop) {
            return margin as f32;
        }
        // What the engine has seen in other games depends on which thread looked at them.
        self.engine.clear();
        let mut history = History::default();
        history.push(self.game.key(position));
        let played = (self.game, &mut self.engine);
        let (_, value) = search(played, (position, &history), self.request.nodes, self.stop);
        let sign = match self.game.to_move(position) {
            Side::First => 1.0,
            Side::Second => -1.0,
        };
        sign * value.score.raw() as f32 / 100.0
    }
}
