//! Singular extension: where the table's move is better than every other by a
//! margin, everything depends on it, and it is searched one ply deeper, up to
//! twice the depth of the iteration. Whether it is, a search of the other moves
//! to half the depth tells (Anantharaman, Campbell and Hsu, "Singular extensions:
//! adding selectivity to brute-force searching", Artificial Intelligence 43,
//! 1990).

use super::best::Best;
use super::node::{NodeContext, Search};
use crate::options::Technique;
use crate::table::Entry;
use crate::{Bound, Observer, Window};
use plywood_game::{Knowledge, Stopped, Symmetry};

/// The options of the singular extension.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SingularOptions {
    /// How much worse all other moves must be, in the unit of the evaluation; none
    /// for no extension.
    pub margin: Option<i32>,
}

impl Technique for SingularOptions {
    fn is_exact(&self) -> bool {
        self.margin.is_none()
    }
}

/// With less, the search of the other moves costs more than it tells.
const LEAST_DEPTH: u32 = 5;

/// An entry this much less deep than the node still says what its move is worth.
const ENTRY_SHORT_BY: u32 = 3;

impl<G: Symmetry, K: Knowledge<G>, O: Observer<G::Move>> Search<'_, G, K, O> {
    /// The node as it is searched after the table's move: with a ply more if that
    /// move is singular.
    #[inline]
    pub(super) fn singular(
        &mut self,
        position: &mut G::Position,
        at: NodeContext<G::Move>,
        (entry, mv): (Entry, G::Move),
    ) -> Result<NodeContext<G::Move>, Stopped> {
        let Some(margin) = self.options.singular.margin else { return Ok(at) };
        let score = entry.value.score;
        let tells = at.depth >= LEAST_DEPTH
            && at.ply < self.most_extended
            && entry.bound != Bound::Upper
            && entry.depth + ENTRY_SHORT_BY >= at.depth
            && !score.is_win()
            && !score.is_loss();
        if !tells {
            return Ok(at);
        }
        let half = NodeContext { depth: at.depth / 2, ..at };
        let mut best = Best::new(Window::just_below(score.moved_by(-margin)));
        let mut moves = self.spare_lists.pop().unwrap_or_default();
        self.observer.begin_aside();
        let others = self.try_others(position, half, Some(mv), &mut moves, &mut best);
        self.observer.end_aside();
        self.spare_lists.push(moves);
        self.lines.clear(at.ply);
        others?;
        Ok(NodeContext { depth: at.depth + u32::from(!best.is_cut()), ..at })
    }
}
