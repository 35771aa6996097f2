//! Work that several threads share, with results that do not depend on how many.

use plywood_search::SEARCH_STACK;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Does something for each number, on this many threads, each with tools of its own, and gives
/// the results in the order of the numbers; none if it was stopped.
pub(crate) fn in_threads<T: Send, W>(
    threads: usize,
    stop: &AtomicBool,
    numbers: Range<u64>,
    tools: impl Fn() -> W + Sync,
    work: impl Fn(u64, &mut W) -> T + Sync,
) -> Option<Vec<T>> {
    let next = AtomicU64::new(numbers.start);
    let done = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        let one = || {
            let mut tools = tools();
            let mut own = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= numbers.end || stop.load(Ordering::Relaxed) {
                    break;
                }
                own.push((number, work(number, &mut tools)));
            }
            done.lock().unwrap_or_else(PoisonError::into_inner).extend(own);
        };
        for _ in 1..threads.max(1) {
            let thread = std::thread::Builder::new().stack_size(SEARCH_STACK);
            // If a thread cannot start, the others do its work.
            let _ = thread.spawn_scoped(scope, one);
        }
        let thread = std::thread::Builder::new().stack_size(SEARCH_STACK);
        if thread.spawn_scoped(scope, one).is_err() {
            one();
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(number, _)| *number);
    let whole = done.len() as u64 == numbers.end - numbers.start;
    let whole = whole && !stop.load(Ordering::Relaxed);
    whole.then(|| done.into_iter().map(|(_, result)| result).collect())
}
