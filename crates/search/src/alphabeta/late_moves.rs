//! Late moves. Where the order of moves is good, a move that comes late is
//! hardly ever the best one.
//!
//! - Reductions: it is searched less deep, the later the more, and again to the
//!   full depth only if it turns out better than the others (Romstad, "An
//!   introduction to late move reductions", 2006).
//! - Move-count pruning: the less depth remains, the more of the last moves are not
//!   searched at all.
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
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LateMoveOptions {
    /// Search late moves less deep.
    pub reductions: bool,
    /// By how many hundredths of the product of the logarithms of depth and place.
    pub factor: u32,
    /// Leave out late moves: search this many, and as many more as the depth allows;
    /// none for all.
    pub count: Option<u32>,
}

impl Default for LateMoveOptions {
    fn default() -> Self {
        Self { reductions: false, factor: 50, count: None }
    }
}

impl Technique for LateMoveOptions {
    fn is_exact(&self) -> bool {
        !self.reductions && self.count.is_none()
    }
}

/// The first moves are not reduced, nor are nodes of less depth.
const FIRST_LATE: usize = 3;
const LEAST_REDUCED: u32 = 3;

/// Natural logarithms of depths and places, and the moves that a depth allows.
static BY_NUMBER: LazyLock<[(f64, u32); LARGEST]> = LazyLock::new(|| {
    std::array::from_fn(|number| {
        let number = number.max(1) as f64;
        (number.ln(), number.powf(1.3) as u32)
    })
});

const LARGEST: usize = 64;

fn by_number(number: usize) -> (f64, u32) {
    BY_NUMBER[number.min(LARGEST - 1)]
}

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
        let product = by_number(at.depth as usize).0 * by_number(place).0;
        let factor = f64::from(self.options.late_moves.factor) / 100.0;
        let reduction = (0.3 + product * factor) as u32;
        // The principal variation deserves more.
        let reduction = reduction.saturating_sub(u32::from(!window.is_null()));
        let more = self.knowledge.reduce(self.game, position, self.states.at(at.ply), mv);
        reduction.saturating_add_signed(more).min(at.depth - 2)
    }

    /// How many moves of a node to search at most: half as many where the side to move
    /// does not stand better than before its last move.
    #[inline]
    pub(super) fn most_moves(
        &self,
        position: &G::Position,
        at: NodeContext<G::Move>,
        window: Window,
    ) -> usize {
        match self.options.late_moves.count {
            Some(count) if self.may_be_selective(position, at, window) => {
                let most = count + by_number(at.depth as usize).1;
                (if self.improves(at.ply) { most } else { most.div_ceil(2) }) as usize
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
