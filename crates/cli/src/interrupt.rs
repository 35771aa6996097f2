//! Ctrl-C, or another signal to end: the first asks the work to stop and print
//! what it has; one that comes a second or more later ends the program. Some
//! programs, such as `timeout`, send the same signal twice at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Further signals within this time after the first mean the same.
const ONE_REQUEST: Duration = Duration::from_secs(1);

/// A flag that Ctrl-C sets.
pub(crate) fn stop_flag() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let shared = Arc::clone(&flag);
    let mut first = Instant::now();
    let handler = move || match shared.swap(true, Ordering::Relaxed) {
        false => first = Instant::now(),
        true if first.elapsed() < ONE_REQUEST => {}
        true => std::process::exit(130),
    };
    // Where the platform refuses, Ctrl-C simply ends the program.
    let _ = ctrlc::set_handler(handler);
    flag
}
