//! Draws before the end: where a game can tell that a side cannot force a win
//! any more, the other side has a draw in hand.
//!
//! Measured (`--bench techniques`): solving mnk:4,5,4 from two moves on takes 800
//! times as many nodes without; searches far from the end are the same.

use super::node::Search;
use crate::{Ending, Observer, Score, Value, Window};
use plywood_game::{Evaluator, Symmetry};

impl<G: Symmetry, E: Evaluator<G>, O: Observer<G::Move>> Search<'_, G, E, O> {
    /// The value of a node whose game nobody can win any more, or whose value
    /// is outside the window because one side cannot.
    #[inline]
    pub(super) fn cut_by_hopes(
        &self,
        position: &G::Position,
        window: Window,
    ) -> Option<(Value, Ending)> {
        if !self.options.hopes || self.game.counts_points() {
            return None;
        }
        let side = self.game.to_move(position);
        let hopeless = |side| !self.game.can_win(position, side);
        let drawn = if window.alpha >= Score::DRAW {
            hopeless(side)
        } else if window.beta <= Score::DRAW {
            hopeless(side.other())
        } else {
            hopeless(side) && hopeless(side.other())
        };
        drawn.then_some((Value::exact(Score::DRAW), Ending::Hopeless))
    }
}
