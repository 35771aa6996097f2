//! Extensions: after the only move of a node the search goes one ply deeper, up
//! to twice the depth of the iteration. A forced reply decides nothing, and
//! would only push what matters beyond the horizon (Anantharaman, Campbell and
//! Hsu, "Singular extensions: adding selectivity to brute-force searching",
//! Artificial Intelligence 43, 1990).

use super::node::{NodeContext, Search};
use crate::Observer;
use crate::options::Technique;
use plywood_game::{Knowledge, Symmetry};

/// The options of extensions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ExtensionOptions {
    /// Search the only move of a node one ply deeper.
    pub only_moves: bool,
}

impl Technique for ExtensionOptions {
    fn is_exact(&self) -> bool {
        !self.only_moves
    }
}

impl<G: Symmetry, K: Knowledge<G>, O: Observer<G::Move>> Search<'_, G, K, O> {
    /// The node with a ply more, if it has only one move.
    #[inline]
    pub(super) fn extended(
        &mut self,
        position: &G::Position,
        at: NodeContext<G::Move>,
    ) -> NodeContext<G::Move> {
        let extends = self.options.extensions.only_moves
            && at.ply < self.most_extended
            && self.has_only_move(position, at);
        NodeContext { depth: at.depth + u32::from(extends), ..at }
    }

    /// Whether one move is legal, or the knowledge forces one.
    fn has_only_move(&mut self, position: &G::Position, at: NodeContext<G::Move>) -> bool {
        if self.game.count_moves(position) == 1 {
            return true;
        }
        self.moves.clear();
        let state = self.states.at(at.ply);
        let may_decline = self.knowledge.noisy(self.game, position, state, &mut self.moves);
        !may_decline && self.moves.len() == 1
    }
}
