//! A game's knowledge with a learned evaluation in the place of its own.

use crate::tables::{PatternState, Tables};
use plywood_game::{
    Budget, Defence, Goal, Knowledge, Offers, Outcome, Proof, Rest, Side, Solution, Step, View,
};
use std::sync::Arc;

/// What a game knows, evaluated by pattern tables if there are any. Candidates, move
/// order, proofs and all else stay the game's own.
///
/// It cannot be cloned, so that it is no [`Evaluator`](plywood_game::Evaluator), whose
/// implementations are knowledge already.
pub struct Learned<K> {
    own: K,
    tables: Option<Arc<Tables>>,
}

/// The state of the game's own knowledge, and that of the patterns.
#[derive(Debug, Clone, PartialEq)]
pub struct LearnedState<S> {
    own: S,
    patterns: PatternState,
}

impl<K> Learned<K> {
    /// This knowledge with these tables; without any it is what it was.
    pub fn new(own: K, tables: Option<Arc<Tables>>) -> Self {
        Self { own, tables }
    }
}

impl<G: View, K: Knowledge<G>> Knowledge<G> for Learned<K> {
    type State = LearnedState<K::State>;

    fn refresh(&self, game: &G, position: &G::Position) -> Self::State {
        let patterns = self.tables.as_ref().map(|tables| tables.refresh(game, position));
        LearnedState {
            own: self.own.refresh(game, position),
            patterns: patterns.unwrap_or_default(),
        }
    }

    #[inline]
    fn update(
        &self,
        game: &G,
        before: &Self::State,
        step: Step<'_, G>,
        after: &G::Position,
        slot: &mut Self::State,
    ) {
        self.own.update(game, &before.own, step, after, &mut slot.own);
        if let Some(tables) = &self.tables {
            tables.update(game, &before.patterns, step, after, &mut slot.patterns);
        }
    }

    #[inline]
    fn evaluate(
        &self,
        game: &G,
        position: &G::Position,
        last: Option<G::Move>,
        state: &Self::State,
    ) -> i32 {
        match &self.tables {
            Some(tables) => {
                let learned = tables.evaluate(game, position, &state.patterns);
                match tables.shape().adds {
                    true => learned + self.own.evaluate(game, position, last, &state.own),
                    false => learned,
                }
            }
            None => self.own.evaluate(game, position, last, &state.own),
        }
    }

    #[inline]
    fn candidates(
        &self,
        game: &G,
        position: &G::Position,
        state: &Self::State,
        forced: bool,
        moves: &mut Vec<G::Move>,
    ) -> bool {
        self.own.candidates(game, position, &state.own, forced, moves)
    }

    #[inline]
    fn order(
        &self,
        game: &G,
        position: &G::Position,
        state: &Self::State,
        moves: &[G::Move],
        scores: &mut Vec<i32>,
    ) {
        self.own.order(game, position, &state.own, moves, scores);
    }

    #[inline]
    fn certain(
        &self,
        game: &G,
        position: &G::Position,
        state: &Self::State,
    ) -> Option<(Outcome, u32)> {
        self.own.certain(game, position, &state.own)
    }

    #[inline]
    fn noisy(
        &self,
        game: &G,
        position: &G::Position,
        state: &Self::State,
        moves: &mut Vec<G::Move>,
    ) -> bool {
        self.own.noisy(game, position, &state.own, moves)
    }

    #[inline]
    fn extend(&self, game: &G, position: &G::Position, state: &Self::State, mv: G::Move) -> i32 {
        self.own.extend(game, position, &state.own, mv)
    }

    #[inline]
    fn reduce(&self, game: &G, position: &G::Position, state: &Self::State, mv: G::Move) -> i32 {
        self.own.reduce(game, position, &state.own, mv)
    }

    #[inline]
    fn prove(
        &self,
        game: &G,
        position: &G::Position,
        state: &Self::State,
        goal: Goal,
        budget: &mut Budget<'_>,
    ) -> Option<Proof<G::Move>> {
        self.own.prove(game, position, &state.own, goal, budget)
    }

    #[inline]
    fn solve<E: Knowledge<G>>(
        &self,
        evaluator: (&G, &E),
        position: &G::Position,
        rest: &Rest,
        budget: &mut Budget<'_>,
        tell: &mut dyn FnMut(&Solution<G::Move>, u64),
    ) -> Option<Solution<G::Move>> {
        self.own.solve(evaluator, position, rest, budget, tell)
    }

    #[inline]
    fn answers(
        &self,
        game: &G,
        position: &G::Position,
        state: &Self::State,
        budget: &mut Budget<'_>,
        moves: &mut Vec<G::Move>,
    ) {
        self.own.answers(game, position, &state.own, budget, moves);
    }

    #[inline]
    fn defence(
        &self,
        game: &G,
        position: &G::Position,
        state: &Self::State,
        side: Side,
    ) -> Option<Defence> {
        self.own.defence(game, position, &state.own, side)
    }

    fn is_path_dependent(&self) -> bool {
        let own = self.tables.as_ref().is_none_or(|tables| tables.shape().adds);
        own && self.own.is_path_dependent()
    }

    fn plies_to_come(&self, game: &G, position: &G::Position) -> Option<u32> {
        self.own.plies_to_come(game, position)
    }

    fn offers(&self) -> Offers {
        self.own.offers()
    }
}
