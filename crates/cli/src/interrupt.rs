//! Ctrl-C, or another signal to end: the first asks the work to stop and print
//! what it has, the second ends the program.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that Ctrl-C sets.
pub(crate) fn stop_flag() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let shared = Arc::clone(&flag);
    let handler = move || {
        if shared.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    };
    // Where the platform refuses, Ctrl-C simply ends the program.
    let _ = ctrlc::set_handler(handler);
    flag
}
