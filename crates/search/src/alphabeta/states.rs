//! The knowledge's states, one slot a ply.

use plywood_game::{Game, Knowledge, Step};

/// The states on the path from the root. Knowledge without a state costs
/// nothing: it has one slot, of size 0.
pub(super) struct States<S>(Vec<S>);

impl<S: Clone> States<S> {
    const IS_EMPTY: bool = size_of::<S>() == 0;

    pub(super) fn new(root: S) -> Self {
        Self(vec![root])
    }

    /// The state at this ply, which must have been updated.
    #[inline]
    pub(super) fn at(&self, ply: usize) -> &S {
        &self.0[if Self::IS_EMPTY { 0 } else { ply }]
    }

    /// Writes the state of the position at `ply` into its slot.
    #[inline]
    pub(super) fn update<G: Game, K: Knowledge<G, State = S>>(
        &mut self,
        (game, knowledge): (&G, &K),
        ply: usize,
        step: Step<'_, G>,
        position: &G::Position,
    ) {
        if Self::IS_EMPTY {
            return;
        }
        if self.0.len() == ply {
            self.0.push(self.0[ply - 1].clone());
        }
        let (above, below) = self.0.split_at_mut(ply);
        knowledge.update(game, &above[ply - 1], step, position, &mut below[0]);
    }
}
