//! Branching cut: a node with a small subtree is not searched.
//!
//! It is what the `OMatic` report (Cornella and Gonzalez, 2022) calls `ProbCut`.
//! The probability of a node is the number of its moves to the power of minus the
//! depth that remains; where that is more than 1/10, the node gets its static
//! evaluation. So a forced move is always cut, and at depth 1 every position with
//! fewer than ten moves. It has little to do with Buro's technique of that name,
//! and values are no longer those of plain minimax.

use super::node::{NodeContext, Search};
use crate::options::Technique;
use crate::{Observer, Value};
use plywood_game::{Knowledge, Symmetry};

/// The options of the branching cut.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BranchingCutOptions {
    /// Take the static evaluation of nodes below which there would be fewer than
    /// ten leaves.
    pub on: bool,
}

impl Technique for BranchingCutOptions {
    fn is_exact(&self) -> bool {
        !self.on
    }
}

/// One divided by the probability above which a node is cut.
const FEWEST_LEAVES: u64 = 10;

impl<G: Symmetry, K: Knowledge<G>, O: Observer<G::Move>> Search<'_, G, K, O> {
    /// The static evaluation of a node that is cut.
    #[inline]
    pub(super) fn cut_by_branching(
        &self,
        position: &G::Position,
        at: NodeContext<G::Move>,
    ) -> Option<Value> {
        if !self.options.branching_cut.on {
            return None;
        }
        let leaves = self.game.count_moves(position).saturating_pow(at.depth);
        (leaves < FEWEST_LEAVES).then(|| self.evaluation(position, at))
    }
}
