//! Where the search ends before the game does.

use super::node::{Place, Search};
use crate::{Observer, Score, Value};
use plywood_game::{Evaluator, Symmetry};

impl<G: Symmetry, E: Evaluator<G>, O: Observer<G::Move>> Search<'_, G, E, O> {
    /// The evaluator's opinion of a node at the horizon.
    pub(super) fn opinion(&self, position: &G::Position, at: Place<G::Move>) -> Value {
        if !self.options.estimates {
            return Value::estimate(Score::DRAW);
        }
        let opinion = self.evaluator.evaluate(self.game, position, at.last, &self.sums[at.ply]);
        Value::estimate(Score::estimate(opinion))
    }
}
