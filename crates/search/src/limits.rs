//! How much a search may do, and the account of what it has done.

use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
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
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
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

/// What a search may use, for all its threads together.
pub(crate) struct Allowance<'s> {
    start: Instant,
    deadline: Option<Instant>,
    stop: &'s AtomicBool,
    /// Set when the answer is there and threads that help can go home.
    finished: AtomicBool,
    /// The nodes that no thread has taken yet.
    nodes: AtomicU64,
    /// How many nodes a thread takes at a time.
    share: u64,
}

/// The share of one thread among several: small against any search that needs
/// them, so that none is left when another has too many.
const SHARE: u64 = 256;

impl<'s> Allowance<'s> {
    pub(crate) fn new(limits: &Limits, stop: &'s AtomicBool, threads: usize) -> Self {
        let start = Instant::now();
        Self {
            start,
            deadline: limits.time.and_then(|time| start.checked_add(time)),
            stop,
            finished: AtomicBool::new(false),
            nodes: AtomicU64::new(limits.nodes.unwrap_or(u64::MAX)),
            share: if threads == 1 { u64::MAX } else { SHARE },
        }
    }

    /// Sends all threads home.
    pub(crate) fn finish(&self) {
        self.finished.store(true, Ordering::Relaxed);
    }

    /// Takes a share of the nodes that are left; none if there are none.
    fn take_share(&self) -> u64 {
        let left = self.nodes.load(Ordering::Relaxed);
        if left == u64::MAX {
            return u64::MAX;
        }
        let taken = self.nodes.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
            Some(left - left.min(self.share))
        });
        taken.unwrap_or(0).min(self.share)
    }
}

/// The account of one thread of a search under way.
pub(crate) struct Budget<'s> {
    allowance: &'s Allowance<'s>,
    nodes: u64,
    /// The nodes up to which they are paid for.
    granted: u64,
    /// Look at the clock when this many units of work are done.
    next_look: u64,
    last_look: (Instant, u64),
    /// Nodes, and other work in moves.
    work: u64,
}

impl<'s> Budget<'s> {
    pub(crate) fn new(allowance: &'s Allowance<'s>) -> Self {
        let last_look = (allowance.start, 0);
        Self { allowance, nodes: 0, granted: 0, next_look: 0, last_look, work: 0 }
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.allowance.start.elapsed()
    }

    /// Pays for one node, or says why there can be no more.
    #[inline]
    pub(crate) fn pay_node(&mut self) -> Result<(), Stopped> {
        if self.nodes == self.granted {
            self.take_share()?;
        }
        self.pay_work(1)?;
        self.nodes += 1;
        Ok(())
    }

    #[cold]
    fn take_share(&mut self) -> Result<(), Stopped> {
        match self.allowance.take_share() {
            0 => Err(Stopped(StoppedBy::Nodes)),
            share => {
                self.granted = self.granted.saturating_add(share);
                Ok(())
            }
        }
    }

    /// Enters nodes that another search played on this account, no more than
    /// are left.
    pub(crate) fn add_nodes(&mut self, nodes: u64) {
        self.nodes += nodes;
        while self.granted < self.nodes && self.take_share().is_ok() {}
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
        let Allowance { stop, finished, deadline, .. } = self.allowance;
        if stop.load(Ordering::Relaxed) || finished.load(Ordering::Relaxed) {
            return Err(Stopped(StoppedBy::Interrupted));
        }
        let now = Instant::now();
        if deadline.is_some_and(|deadline| now >= deadline) {
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
