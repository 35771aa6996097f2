//! The moves of a node, in search order.
//!
//! Forced moves: where the knowledge sees that one side is about to win, only
//! the moves that win or stop it are listed (Allis, "Searching for solutions in
//! games and artificial intelligence", 1994, chapter 5). Measured (`--bench
//! techniques`): without it mnk:4,5,4 takes 58 % more nodes to solve; the other
//! games name no forced moves.

use super::node::{NodeContext, Search};
use crate::Observer;
use crate::ordering::Graded;
use plywood_game::{Knowledge, Stopped, Symmetry};

impl<G: Symmetry, K: Knowledge<G>, O: Observer<G::Move>> Search<'_, G, K, O> {
    /// Fills `graded` with the moves and their grades, and tells whether the
    /// list is complete.
    pub(super) fn list_moves(
        &mut self,
        position: &mut G::Position,
        at: NodeContext<G::Move>,
        graded: &mut Vec<Graded<G::Move>>,
    ) -> Result<bool, Stopped> {
        let (game, knowledge) = (self.game, self.knowledge);
        self.moves.clear();
        game.moves(position, &mut self.moves);
        self.budget.pay_work(self.moves.len())?;
        let state = self.states.at(at.ply);
        // Moves left out lose in two moves: the search must be that deep.
        let forced = self.options.proofs.forced_moves && at.depth >= 2;
        let complete = knowledge.candidates(game, position, state, forced, &mut self.moves);
        let context = self.ordering_context(position, at);
        self.history_tables.grade(&self.options.ordering, &context, &self.moves, graded);
        self.scores.clear();
        knowledge.order(game, position, state, &self.moves, &mut self.scores);
        for (graded, &score) in graded.iter_mut().zip(&self.scores) {
            graded.grade += i64::from(score);
        }
        if self.orders_by_evaluation(at) {
            self.grade_by_evaluation(position, at, graded)?;
        }
        Ok(complete)
    }
}
