//! Internal reduction: a node that the table knows no move for is searched one
//! ply less deep. Its moves are in a poor order, so that its full depth would
//! cost more than elsewhere; the next iteration finds a move in the table (Schröder,
//! "internal iterative reductions", forum message, 2020). It replaces a shallow
//! search for a first move.

use super::node::{NodeContext, Search};
use crate::Observer;
use crate::options::Technique;
use plywood_game::{Knowledge, Symmetry};

/// The options of internal reductions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct InternalReductionOptions {
    /// Search nodes without a table move one ply less deep.
    pub on: bool,
}

impl Technique for InternalReductionOptions {
    fn is_exact(&self) -> bool {
        !self.on
    }
}

/// With less, the order of moves costs little.
const LEAST_DEPTH: u32 = 4;

impl<G: Symmetry, K: Knowledge<G>, O: Observer<G::Move>> Search<'_, G, K, O> {
    /// The node with the depth that it is searched to.
    #[inline]
    pub(super) fn without_table_move(
        &self,
        position: &G::Position,
        at: NodeContext<G::Move>,
        remembered: Option<G::Move>,
    ) -> NodeContext<G::Move> {
        let reduced = self.options.internal_reduction.on
            && self.table.is_some()
            && remembered.is_none()
            && at.depth >= LEAST_DEPTH
            && self.is_far_from_the_end(position, at);
        NodeContext { depth: at.depth - u32::from(reduced), ..at }
    }
}
