//! The limits of a search, and what it has used of them.

use crate::{Stopwatch, TimeKind};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// What ends a search; the first that is reached does.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Limits {
    /// The depth, in plies.
    pub depth: Option<u32>,
    /// How many moves to play while looking.
    pub nodes: Option<u64>,
    /// The time.
    pub time: Option<Duration>,
    /// Start no iteration that is unlikely to finish by this time.
    pub target: Option<Duration>,
    /// What both times count.
    pub time_kind: TimeKind,
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
    /// The stop flag was set.
    Interrupted,
}

/// The error that unwinds a search when its budget is spent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stopped(pub StoppedBy);

/// The account of one thread of a search: turns [`Limits`] into
/// `Result<_, Stopped>`.
///
/// Node limits are exact. The clock and the stop flag are read about every
/// 0.25 ms. A budget of processor time counts that of the thread it was made on; each of
/// several threads may use as much as the limits say.
///
/// ```
/// use plywood_game::{Budget, Limits, Stopped, StoppedBy};
/// let never = false.into();
/// let mut budget = Budget::new(&Limits { nodes: Some(3), ..Limits::default() }, &never);
/// let outer = budget.reserve(1, None);
/// assert!(budget.pay_node().is_ok());
/// assert_eq!(budget.pay_node(), Err(Stopped(StoppedBy::Nodes)), "the share is used up");
/// budget.release(outer);
/// assert_eq!((budget.nodes(), budget.nodes_left()), (1, 2));
/// ```
pub struct Budget<'s> {
    shared: Arc<Shared<'s>>,
    nodes: u64,
    /// Node counts: what was taken from `shared`, the end of the current share,
    /// and the smaller of both.
    granted: u64,
    cap: u64,
    ceiling: u64,
    watch: Stopwatch,
    /// Times since the watch was started.
    deadline: Option<Duration>,
    target: Option<Duration>,
    /// The work done, in the units of [`Budget::pay_work`].
    work: u64,
    /// Read the clock when `work` reaches this.
    next_look: u64,
    /// When the clock was last read, and the work by then.
    last_look: (Duration, u64),
}

/// What all threads of a search have in common.
struct Shared<'s> {
    stop: &'s AtomicBool,
    /// Set when the answer is found, to stop the helping threads.
    finished: AtomicBool,
    /// The nodes that no thread has taken yet.
    nodes: AtomicU64,
    /// How many nodes a thread takes at a time.
    portion: u64,
}

/// The limits outside a share: see [`Budget::reserve`].
#[derive(Debug, Clone, Copy)]
pub struct Share {
    cap: u64,
    deadline: Option<Duration>,
}

/// The clock is read about once in this time.
const CLOCK_INTERVAL: Duration = Duration::from_micros(250);

/// The most work between two looks at the clock, however fast it was: that of
/// 16,384 nodes.
const MOST_WORK: u64 = (Budget::NODE_WORK as u64) << 14;

/// How many nodes one of several threads takes at a time: few compared with any
/// search that needs threads, so that none starves.
const PORTION: u64 = 256;

impl<'s> Budget<'s> {
    /// The work of a node: a move played. It takes far longer than to list a
    /// move, so a thousand listed must not put the next look at the clock off by
    /// a thousand nodes.
    pub const NODE_WORK: usize = 64;

    /// A budget that begins now and ends when `stop` is set at the latest.
    #[must_use]
    pub fn new(limits: &Limits, stop: &'s AtomicBool) -> Self {
        Self::for_threads(limits, stop, 1)
    }

    /// The budget of the first of several threads, which share the limits; the
    /// others use [`Budget::of_helper`].
    #[must_use]
    pub fn for_threads(limits: &Limits, stop: &'s AtomicBool, threads: usize) -> Self {
        let watch = Stopwatch::start(limits.time_kind);
        let nodes = limits.nodes.unwrap_or(u64::MAX);
        let shared = Shared {
            stop,
            finished: AtomicBool::new(false),
            nodes: AtomicU64::new(nodes),
            portion: if threads == 1 { u64::MAX } else { PORTION },
        };
        Self::of(Arc::new(shared), nodes, watch, limits.time, limits.target)
    }

    /// The budget of another thread of the same search, which has just been started.
    #[must_use]
    pub fn of_helper(&self) -> Self {
        let watch = self.watch.of_new_thread();
        Self::of(Arc::clone(&self.shared), self.cap, watch, self.deadline, self.target)
    }

    fn of(
        shared: Arc<Shared<'s>>,
        cap: u64,
        watch: Stopwatch,
        deadline: Option<Duration>,
        target: Option<Duration>,
    ) -> Self {
        Self {
            shared,
            nodes: 0,
            granted: 0,
            cap,
            ceiling: 0,
            watch,
            deadline,
            target,
            work: 0,
            next_look: 0,
            last_look: (Duration::ZERO, 0),
        }
    }

    /// How many nodes this thread has paid for.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// How many nodes the current share may still pay for.
    #[must_use]
    pub fn nodes_left(&self) -> u64 {
        self.cap - self.nodes
    }

    /// Whether work of this length would probably end by the target time.
    #[must_use]
    pub fn has_time_for(&self, work: Duration) -> bool {
        self.target.is_none_or(|target| self.elapsed() + work <= target)
    }

    /// Whether there is a target time: the search plays by a clock.
    #[must_use]
    pub fn has_target(&self) -> bool {
        self.target.is_some()
    }

    /// The time since the search began, of the kind that the limits count.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.watch.elapsed()
    }

    /// Stops all threads of the search.
    pub fn finish(&self) {
        self.shared.finished.store(true, Ordering::Relaxed);
    }

    /// Narrows the budget to at most this many nodes and this much time from
    /// now. Give what it returns to [`Budget::release`] when the share ends.
    pub fn reserve(&mut self, nodes: u64, time: Option<Duration>) -> Share {
        let outer = Share { cap: self.cap, deadline: self.deadline };
        let own = time.and_then(|time| self.elapsed().checked_add(time));
        let deadline = [self.deadline, own].into_iter().flatten().min();
        self.release(Share { cap: self.cap.min(self.nodes.saturating_add(nodes)), deadline });
        outer
    }

    /// Ends a share.
    pub fn release(&mut self, Share { cap, deadline }: Share) {
        (self.cap, self.deadline) = (cap, deadline);
        self.ceiling = self.granted.min(cap);
    }

    /// Pays for one node.
    ///
    /// # Errors
    /// If there can be no more.
    #[inline]
    pub fn pay_node(&mut self) -> Result<(), Stopped> {
        if self.nodes == self.ceiling {
            self.raise_ceiling()?;
        }
        self.pay_work(Self::NODE_WORK)?;
        self.nodes += 1;
        Ok(())
    }

    /// Pays for several nodes that were played without being paid for one by one.
    ///
    /// # Errors
    /// If there can be no more; then as many are paid for as there can be.
    #[inline]
    pub fn pay_nodes(&mut self, count: u64) -> Result<(), Stopped> {
        if self.ceiling - self.nodes < count {
            return (0..count).try_for_each(|_| self.pay_node());
        }
        self.pay_work(Self::NODE_WORK * count as usize)?;
        self.nodes += count;
        Ok(())
    }

    #[cold]
    fn raise_ceiling(&mut self) -> Result<(), Stopped> {
        if self.nodes == self.granted && self.nodes < self.cap {
            self.granted = self.granted.saturating_add(self.shared.take_portion());
        }
        self.ceiling = self.granted.min(self.cap);
        if self.nodes < self.ceiling { Ok(()) } else { Err(Stopped(StoppedBy::Nodes)) }
    }

    /// Pays for work that is no node: 1 for each move listed or cell looked at,
    /// [`NODE_WORK`](Self::NODE_WORK) for each move played to order it.
    ///
    /// # Errors
    /// If the time is up or the stop flag is set.
    #[inline]
    pub fn pay_work(&mut self, work: usize) -> Result<(), Stopped> {
        self.work += work as u64;
        if self.work >= self.next_look { self.look() } else { Ok(()) }
    }

    /// Reads the clock and the stop flag, and plans the next look by the speed
    /// of the work since the last.
    #[cold]
    fn look(&mut self) -> Result<(), Stopped> {
        let Shared { stop, finished, .. } = &*self.shared;
        if stop.load(Ordering::Relaxed) || finished.load(Ordering::Relaxed) {
            return Err(Stopped(StoppedBy::Interrupted));
        }
        let now = self.elapsed();
        if self.deadline.is_some_and(|deadline| now >= deadline) {
            return Err(Stopped(StoppedBy::Time));
        }
        let (then, work_then) = self.last_look;
        let spent = now.saturating_sub(then).as_nanos().max(1);
        let done = self.work - work_then;
        let fitting = u128::from(done) * CLOCK_INTERVAL.as_nanos() / spent;
        let most = (done * 2).clamp(1, MOST_WORK);
        self.next_look = self.work + fitting.clamp(1, most.into()) as u64;
        self.last_look = (now, self.work);
        Ok(())
    }
}

impl Shared<'_> {
    /// Takes a portion of the nodes that are left; 0 if there are none.
    fn take_portion(&self) -> u64 {
        if self.nodes.load(Ordering::Relaxed) == u64::MAX {
            return u64::MAX;
        }
        let take = |left: u64| Some(left - left.min(self.portion));
        let taken = self.nodes.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take);
        taken.unwrap_or(0).min(self.portion)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_processor_time(time: Duration, stop: &AtomicBool) -> Budget<'_> {
        let time_kind = TimeKind::Processor;
        Budget::new(&Limits { time: Some(time), time_kind, ..Limits::default() }, stop)
    }

    #[test]
    fn processor_time_is_used_up_by_work_alone() {
        let never = AtomicBool::new(false);
        let mut budget = of_processor_time(Duration::from_millis(20), &never);
        std::thread::sleep(Duration::from_millis(40));
        assert_eq!(budget.pay_work(1), Ok(()), "it slept");
        let stopped = (0..u64::MAX).find_map(|_| budget.pay_node().err());
        assert_eq!(stopped, Some(Stopped(StoppedBy::Time)));
        assert!(budget.elapsed() >= Duration::from_millis(20), "{:?}", budget.elapsed());
    }

    #[test]
    fn each_thread_has_the_processor_time_of_the_limits() {
        let never = AtomicBool::new(false);
        let first = of_processor_time(Duration::from_millis(5), &never);
        let mut helper = first.of_helper();
        let mut first = first;
        while first.pay_node().is_ok() {}
        std::thread::scope(|scope| {
            scope.spawn(move || assert_eq!(helper.pay_node(), Ok(()), "it has not worked yet"));
        });
    }

    /// Listed moves once made the planned interval shorter at each look, until
    /// the clock was read at every node.
    #[test]
    fn the_clock_is_read_rarely_however_many_moves_are_listed() {
        for listed in [0, 1, 7, 40, 500] {
            let never = AtomicBool::new(false);
            let mut budget = Budget::new(&Limits::default(), &never);
            let (mut looks, mut last) = (0, budget.last_look);
            for _ in 0..100_000 {
                budget.pay_node().expect("no limit");
                budget.pay_work(listed).expect("no limit");
                looks += u32::from(budget.last_look != last);
                last = budget.last_look;
            }
            assert!(looks < 5_000, "{looks} looks in 100,000 nodes with {listed} moves listed");
        }
    }
}
