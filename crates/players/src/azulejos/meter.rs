//! What a search may still use.

use plywood_search::{Limits, StoppedBy};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A look at the clock takes a tenth of what a node does, so it is taken for one
/// in so many.
const NODES_A_LOOK: u64 = 8;

/// Counts nodes, and knows when there can be no more.
pub(super) struct Meter<'s> {
    start: Instant,
    deadline: Option<Instant>,
    most_nodes: u64,
    stop: &'s AtomicBool,
    nodes: u64,
    spent: Option<StoppedBy>,
}

impl<'s> Meter<'s> {
    pub(super) fn new(limits: &Limits, stop: &'s AtomicBool) -> Self {
        let start = Instant::now();
        Self {
            start,
            deadline: limits.time.and_then(|time| start.checked_add(time)),
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
            stop,
            nodes: 0,
            spent: None,
        }
    }

    /// Counts a node; false if there can be no more.
    pub(super) fn pay(&mut self) -> bool {
        if self.spent.is_none() {
            self.spent = self.reason();
        }
        let paid = self.spent.is_none();
        self.nodes += u64::from(paid);
        paid
    }

    fn reason(&self) -> Option<StoppedBy> {
        if self.stop.load(Ordering::Relaxed) {
            return Some(StoppedBy::Interrupted);
        }
        if self.nodes >= self.most_nodes {
            return Some(StoppedBy::Nodes);
        }
        let looks = self.nodes.is_multiple_of(NODES_A_LOOK);
        let late = looks && self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        late.then_some(StoppedBy::Time)
    }

    /// Why there can be no more, once somebody wanted more.
    pub(super) fn spent(&self) -> Option<StoppedBy> {
        self.spent
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}
