//! What time is: that of a clock on the wall, or what a thread has worked.

use rustix::time::{ClockId, clock_gettime};
use std::time::{Duration, Instant};

/// What a limit of time counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum TimeKind {
    /// The time that passes.
    #[default]
    Real,
    /// The time for which a processor works for the thread that searches. It does not run
    /// while other programs have the processor, so a busy machine changes little.
    Processor,
}

/// Measures time of one kind from its start.
///
/// ```
/// use plywood_game::{Stopwatch, TimeKind};
/// use std::time::Duration;
/// let [real, worked] = [TimeKind::Real, TimeKind::Processor].map(Stopwatch::start);
/// std::thread::sleep(Duration::from_millis(20));
/// assert!(real.elapsed() >= Duration::from_millis(20));
/// assert!(worked.elapsed() < Duration::from_millis(20), "a thread that sleeps does not work");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Stopwatch(Start);

#[derive(Debug, Clone, Copy)]
enum Start {
    Real(Instant),
    /// What the thread had worked by then.
    Processor(Duration),
}

impl Stopwatch {
    /// Starts now. One of processor time is read only on the thread that starts it.
    #[must_use]
    pub fn start(kind: TimeKind) -> Self {
        Self(match kind {
            TimeKind::Real => Start::Real(Instant::now()),
            TimeKind::Processor => Start::Processor(worked()),
        })
    }

    /// The same for a thread that has not worked yet.
    pub(crate) fn of_new_thread(self) -> Self {
        match self.0 {
            Start::Real(_) => self,
            Start::Processor(_) => Self(Start::Processor(Duration::ZERO)),
        }
    }

    /// The time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        match self.0 {
            Start::Real(start) => start.elapsed(),
            Start::Processor(start) => worked().saturating_sub(start),
        }
    }
}

/// What this thread has worked since it began.
fn worked() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}
