//! How much a search may do, and the account of what it has done.

use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What ends a search; the first that is reached does.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Limits {
    /// How deep to look, in moves.
    pub depth: Option<u32>,
    /// How many moves to play while looking.
    pub nodes: Option<u64>,
    /// How long to look.
    pub time: Option<Duration>,
}

/// What ended a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StoppedBy {
    /// The depth asked for is complete.
    Depth,
    /// The nodes are used up.
    Nodes,
    /// The time is up.
    Time,
    /// There is nothing left to find out.
    Solved,
    /// Somebody asked it to stop.
    Interrupted,
}

/// The error that unwinds a search when its budget is spent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stopped(pub(crate) StoppedBy);

/// How often the clock is looked at: about once in this time.
const CLOCK_INTERVAL: Duration = Duration::from_micros(250);

/// The account of a search under way.
pub(crate) struct Budget<'s> {
    nodes: u64,
    most_nodes: u64,
    start: Instant,
    deadline: Option<Instant>,
    /// Look at the clock when this many units of work are done.
    next_look: u64,
    last_look: (Instant, u64),
    /// Nodes, and other work in moves.
    work: u64,
    stop: &'s AtomicBool,
}

impl<'s> Budget<'s> {
    pub(crate) fn new(limits: &Limits, stop: &'s AtomicBool) -> Self {
        let start = Instant::now();
        Self {
            nodes: 0,
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
            start,
            deadline: limits.time.and_then(|time| start.checked_add(time)),
            next_look: 0,
            last_look: (start, 0),
            work: 0,
            stop,
        }
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Pays for one node, or says why there can be no more.
    #[inline]
    pub(crate) fn pay_node(&mut self) -> Result<(), Stopped> {
        if self.nodes == self.most_nodes {
            return Err(Stopped(StoppedBy::Nodes));
        }
        self.pay_work(1)?;
        self.nodes += 1;
        Ok(())
    }

    /// Enters nodes that another search played on this account.
    pub(crate) fn add_nodes(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// Pays for work that is no node: so many moves listed, or tried out to be
    /// put in order.
    #[inline]
    pub(crate) fn pay_work(&mut self, moves: usize) -> Result<(), Stopped> {
        self.work += moves as u64;
        if self.work >= self.next_look { self.look() } else { Ok(()) }
    }

    /// Looks at the clock and at the stop flag, and plans the next look so
    /// that neither waits long, however slow the game is.
    #[cold]
    fn look(&mut self) -> Result<(), Stopped> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(Stopped(StoppedBy::Interrupted));
        }
        let now = Instant::now();
        if self.deadline.is_some_and(|deadline| now >= deadline) {
            return Err(Stopped(StoppedBy::Time));
        }
        let (then, work_then) = self.last_look;
        let spent = now.duration_since(then).as_nanos().max(1);
        let done = u128::from(self.work - work_then);
        let fitting = done * CLOCK_INTERVAL.as_nanos() / spent;
        let most = (done * 2).min(1 << 14);
        self.next_look = self.work + fitting.clamp(1, most.max(1)) as u64;
        self.last_look = (now, self.work);
        Ok(())
    }
}
