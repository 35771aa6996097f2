//! Tables: against the oracle, against another way to build them, against the
//! judge, and against damage, kills and full disks.

mod damage;
mod delta;
mod graph;
mod interruption;

use plywood_solver::table::{Build, BuildOptions, Header, Indexed, Sweep, TableError};
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// Builds a table without looking at its progress.
fn build<I: Indexed, S: Sweep>(
    path: &Path,
    indexed: &I,
    sweep: &S,
    options: BuildOptions,
) -> Result<Header, TableError> {
    let stop = AtomicBool::new(false);
    Build { indexed, sweep, path, options }.run(&stop, &mut |_| {})
}
