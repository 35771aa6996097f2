//! Looking only at forced moves, where the game tells at a glance which they
//! are: in (m,n,k) to complete a line, or else to stop the other side from
//! completing one. Programs for Go-Moku have always done so (Allis, "Searching
//! for solutions in games and artificial intelligence", 1994, chapter 5).
//!
//! Measured (`--bench techniques`): without it mnk:4,5,4 takes 58 % more nodes
//! to solve; the other games name no forced moves.

use super::node::{Place, Search};
use crate::Observer;
use plywood_game::{Evaluator, Symmetry};

impl<G: Symmetry, E: Evaluator<G>, O: Observer<G::Move>> Search<'_, G, E, O> {
    /// Leaves only the forced ones in the list of moves, if any are.
    #[inline]
    pub(super) fn keep_forced_moves(&mut self, position: &G::Position, at: Place<G::Move>) {
        // What is left out loses at the next move but one: deep enough to see.
        if self.options.forced && at.depth >= 2 {
            self.game.keep_forced(position, &mut self.moves);
        }
    }
}
