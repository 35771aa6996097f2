//! The moves of a node in the order in which they are to be tried.

use super::node::{Place, Search};
use crate::Observer;
use crate::limits::Stopped;
use crate::ordering::Graded;
use plywood_game::{Evaluator, Symmetry};

impl<G: Symmetry, E: Evaluator<G>, O: Observer<G::Move>> Search<'_, G, E, O> {
    /// Fills `graded` with the moves and how promising they are, and tells
    /// whether they are all there are.
    pub(super) fn list_moves(
        &mut self,
        position: &mut G::Position,
        at: Place<G::Move>,
        graded: &mut Vec<Graded<G::Move>>,
    ) -> Result<bool, Stopped> {
        self.moves.clear();
        self.game.moves(position, &mut self.moves);
        let all = self.moves.len();
        self.budget.pay_work(all)?;
        self.candidates.restrict(self.game, position, &mut self.moves);
        let complete = self.moves.len() == all;
        self.keep_forced_moves(position, at);
        let situation = self.situation(position, at);
        self.experience.grade(self.options, &situation, &self.moves, graded);
        if self.options.evaluated_order {
            self.grade_by_evaluation(position, at, graded)?;
        }
        Ok(complete)
    }
}
