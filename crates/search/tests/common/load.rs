//! Time limits and stops on a machine that is busy with something else.

use plywood_search::{Report, StoppedBy};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The time this thread has been running on a processor.
fn processor_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux");
    let nanos = stat.split(' ').next().and_then(|word| word.parse().ok()).expect("a number");
    Duration::from_nanos(nanos)
}

/// Sets a flag when it goes, even if by a panic.
struct SetAtEnd<'a>(&'a AtomicBool);

impl Drop for SetAtEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Runs `work` while both cores are busy with something else.
pub(crate) fn under_load<T>(work: impl FnOnce() -> T) -> T {
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let _end = SetAtEnd(&done);
        work()
    })
}

/// By how much a search of so long overran, in wall-clock and processor time.
fn overrun(search: &dyn Fn(Duration), time: Duration) -> (Duration, Duration) {
    let (wall, processor) = (Instant::now(), processor_time());
    search(time);
    (wall.elapsed().saturating_sub(time), (processor_time() - processor).saturating_sub(time))
}

/// By how much a thread overruns that does nothing but look at the clock.
fn control(time: Duration) -> Duration {
    let start = Instant::now();
    while start.elapsed() < time {
        std::hint::spin_loop();
    }
    start.elapsed() - time
}

/// By how much searches and controls overran.
#[derive(Debug)]
struct Overruns {
    /// Wall-clock time of the searches, at the 99th percentile.
    searches: Duration,
    /// Wall-clock time of the controls, at the 99th percentile.
    controls: Duration,
    /// Processor time of the worst search.
    processor: Duration,
}

impl Overruns {
    fn are_allowed(&self) -> bool {
        self.searches <= self.controls + Duration::from_millis(15)
            && self.processor <= Duration::from_millis(10)
    }
}

/// Many searches and as many controls, of all lengths.
fn overruns_under_load(searches: &[&dyn Fn(Duration)]) -> Overruns {
    let mut worst_processor = Duration::ZERO;
    let mut overruns = Vec::new();
    let mut controls = Vec::new();
    under_load(|| {
        for milliseconds in [1, 2, 5, 10, 20, 50, 100, 1000] {
            let time = Duration::from_millis(milliseconds);
            for _ in 0..if milliseconds < 100 { 5 } else { 1 } {
                for search in searches {
                    let (wall, processor) = overrun(search, time);
                    worst_processor = worst_processor.max(processor);
                    overruns.push(wall);
                    controls.push(control(time));
                }
            }
        }
    });
    overruns.sort_unstable();
    controls.sort_unstable();
    let p99 = overruns.len() * 99 / 100 - 1;
    Overruns { searches: overruns[p99], controls: controls[p99], processor: worst_processor }
}

/// What else runs on the machine can hold up one side of a comparison and not
/// the other, and a virtual machine books stolen time as used; neither happens
/// again and again.
const ATTEMPTS: usize = 8;

/// Searches that take a limit of time keep to it while both cores are busy.
pub(crate) fn assert_time_is_kept(searches: &[&dyn Fn(Duration)]) {
    let mut attempts = Vec::new();
    while attempts.len() < ATTEMPTS {
        let overruns = overruns_under_load(searches);
        if overruns.are_allowed() {
            return;
        }
        attempts.push(overruns);
    }
    panic!("{attempts:?}");
}

/// A search that goes on until it is told to stop.
type Endless<'a, M> = dyn Fn(&AtomicBool) -> Report<M> + 'a;

/// Searches without limits end soon after they are told to stop.
pub(crate) fn assert_stops_are_obeyed<M>(searches: &[&Endless<'_, M>]) {
    // A virtual machine may book stolen time as used.
    const EXCUSED: usize = 2;
    let mut attempts = Vec::new();
    while attempts.len() < ATTEMPTS {
        let late = late_stops(searches);
        if late.len() <= EXCUSED {
            return;
        }
        attempts.push(late);
    }
    panic!("stopped so late: {attempts:?}");
}

/// The processor time of searches that took long to stop, and when they were told
/// to. A search that waits for a processor is not late: what it computes after it
/// was told to stop counts, and before that it cannot have used more than the time
/// that had passed.
fn late_stops<M>(searches: &[&Endless<'_, M>]) -> Vec<(Duration, Duration)> {
    let mut late = Vec::new();
    for (round, search) in searches.iter().cycle().take(20).enumerate() {
        let stop = AtomicBool::new(false);
        let start = Instant::now();
        let (used, told) = std::thread::scope(|scope| {
            let told = scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(round as u64 * 3));
                stop.store(true, Ordering::Relaxed);
                start.elapsed()
            });
            let before = processor_time();
            let report = search(&stop);
            assert_eq!(report.stopped_by, Some(StoppedBy::Interrupted));
            (processor_time() - before, told.join().expect("no panic"))
        });
        if used > told + Duration::from_millis(50) {
            late.push((used, told));
        }
    }
    late
}
