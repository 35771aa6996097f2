//! Late moves. Where the order of moves is good, a move that comes late is
//! hardly ever the best one.
//!
//! - Reductions: it is searched less deep, the later the more, and again to the
//!   full depth only if it turns out better than the others (Romstad, "An
//!   introduction to late move reductions", 2006).
//! - Move-count pruning: near the horizon the last moves are not searched at
//!   all.
//!
//! The order is that of the whole engine: table move, killers, history, the
//! knowledge's scores or, with `evaluated`, the static evaluation.

use super::best::Best;
use super::node::{NodeContext, Search};
use crate::options::Technique;
use crate::{InjectedFault, Observer, Window};
use plywood_game::{Knowledge, Symmetry};
use std::sync::LazyLock;

/// The options of late moves.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LateMoveOptions {
    /// Search late moves less deep.
    pub reductions: bool,
    /// Near the horizon, search this many moves for each ply that remains; none
    /// for all.
    pub count: Option<u32>,
}

impl Technique for LateMoveOptions {
    fn is_exact(&self) -> bool {
        !self.reductions && self.count.is_none()
    }
}

/// The first moves are not reduced, nor are nodes of less depth.
const FIRST_LATE: usize = 3;
const LEAST_REDUCED: u32 = 3;

/// Moves are counted at these depths. With one ply left a move costs no more
/// than its order.
const COUNTED: std::ops::RangeInclusive<u32> = 2..=4;

/// How much less deep a move is searched, by the depth and its place: half the
/// product of the logarithms.
static REDUCTIONS: LazyLock<[[u8; LARGEST]; LARGEST]> = LazyLock::new(|| {
    let logarithm = |number: usize| (number.max(1) as f64).ln();
    std::array::from_fn(|depth| {
        std::array::from_fn(|place| (0.3 + logarithm(depth) * logarithm(place) / 2.0) as u8)
    })
});

const LARGEST: usize = 64;

impl<G: Symmetry, K: Knowledge<G>, O: Observer<G::Move>> Search<'_, G, K, O> {
    /// By how much to reduce the depth after a move that is the `place`th of its
    /// node, counted from 0, and as much more as the knowledge says. At least one ply
    /// stays above the horizon.
    #[inline]
    pub(super) fn reduction(
        &self,
        position: &G::Position,
        at: NodeContext<G::Move>,
        (mv, place): (G::Move, usize),
        window: Window,
    ) -> u32 {
        let wanted = self.options.late_moves.reductions;
        if !wanted
            || place < FIRST_LATE
            || at.depth < LEAST_REDUCED
            || window.alpha.is_loss()
            || window.alpha.is_win()
            || !self.is_far_from_the_end(position, at)
        {
            return 0;
        }
        let by_depth = &REDUCTIONS[(at.depth as usize).min(LARGEST - 1)];
        let reduction = u32::from(by_depth[place.min(LARGEST - 1)]);
        // The principal variation deserves more.
        let reduction = reduction.saturating_sub(u32::from(!window.is_null()));
        let more = self.knowledge.reduce(self.game, position, self.states.at(at.ply), mv);
        reduction.saturating_add_signed(more).min(at.depth - 2)
    }

    /// How many moves of a node to search at most.
    #[inline]
    pub(super) fn most_moves(
        &self,
        position: &G::Position,
        at: NodeContext<G::Move>,
        window: Window,
    ) -> usize {
        match self.options.late_moves.count {
            Some(count)
                if COUNTED.contains(&at.depth) && self.may_be_selective(position, at, window) =>
            {
                (count * at.depth) as usize
            }
            _ => usize::MAX,
        }
    }

    /// Whether to leave out the remaining moves. They are not if all moves so far
    /// lose: one of them may not.
    #[inline]
    pub(super) fn leaves_out(best: &mut Best<G::Move>, tried: usize, most: usize) -> bool {
        let leaves_out = tried >= most && !best.score.is_loss();
        let forgotten = O::FAULT == Some(InjectedFault::LeftOutAsSearched);
        best.all_exact &= !leaves_out || forgotten;
        leaves_out
    }
}
