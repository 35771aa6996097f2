//! Futility cuts: near the horizon, a node whose static evaluation lies far
//! outside the window is not searched; the few moves that are left will hardly
//! make up for a margin. Below the window it is razoring (Birmingham and Kent,
//! "Tree-searching and tree-pruning techniques", 1977), above it the static
//! form of the null move (Heinz, "Extended futility pruning", ICCA Journal 21,
//! 1998). The margin grows with the depth that remains.

use super::node::{NodeContext, Search};
use crate::options::Technique;
use crate::{Observer, Score, Value, Window};
use plywood_game::{Knowledge, Stopped, Symmetry};

/// The options of futility cuts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FutilityOptions {
    /// The margin for each ply that remains, in the unit of the evaluation; none
    /// for no cuts.
    pub margin: Option<i32>,
}

impl FutilityOptions {
    pub(super) fn is_on(&self) -> bool {
        self.margin.is_some()
    }
}

impl Technique for FutilityOptions {
    fn is_exact(&self) -> bool {
        !self.is_on()
    }
}

/// At a larger remaining depth too much may happen.
const MOST_DEPTH: u32 = 4;

impl<G: Symmetry, K: Knowledge<G>, O: Observer<G::Move>> Search<'_, G, K, O> {
    /// The static evaluation of a node, where it is so far outside the window
    /// that it stands for the value.
    #[inline]
    pub(super) fn cut_by_margin(
        &self,
        estimate: Score,
        at: NodeContext<G::Move>,
        window: Window,
    ) -> Option<Value> {
        let margin = self.options.futility.margin.filter(|_| at.depth <= MOST_DEPTH)?;
        let reach = margin.saturating_mul(at.depth as i32);
        let outside =
            estimate.moved_by(reach) <= window.alpha || estimate.moved_by(-reach) >= window.beta;
        outside.then_some(Value::estimate(estimate))
    }

    /// The value of noisy moves alone, where it is at or below alpha and the static
    /// evaluation is far below: no other move will make up for that.
    pub(super) fn cut_by_razoring(
        &mut self,
        position: &mut G::Position,
        at: NodeContext<G::Move>,
        window: Window,
    ) -> Result<Option<Value>, Stopped> {
        self.observer.begin_aside();
        let value = self.quiescence(position, NodeContext { depth: 0, ..at }, window);
        self.observer.end_aside();
        let is_low = |value: &Value| value.score <= window.alpha;
        Ok(Some(value?).filter(is_low).map(|value| Value::estimate(value.score)))
    }
}
