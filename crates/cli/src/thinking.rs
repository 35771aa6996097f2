//! What a person sees while a search runs.

use indicatif::{ProgressBar, ProgressStyle};
use plywood_workbench::Analysis;
use std::time::Duration;

/// A line that shows on a terminal that something is being computed.
pub(crate) fn progress_bar() -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}") {
        bar.set_style(style);
    }
    tick(&bar, Duration::from_millis(200));
    bar
}

/// Draws the bar again at this interval, where it is seen and the system has a
/// thread for it: the crate of the bar would panic without one.
pub(crate) fn tick(bar: &ProgressBar, interval: Duration) {
    if !bar.is_hidden() && std::thread::Builder::new().spawn(|| {}).is_ok() {
        bar.enable_steady_tick(interval);
    }
}

/// What is known so far, in a line.
pub(crate) fn brief(analysis: &Analysis) -> String {
    let rate = analysis.nodes as f64 / 1000.0 / analysis.elapsed_ms.max(1) as f64;
    format!(
        "depth {}  {}  {}  ({} nodes, {rate:.1} million a second)",
        analysis.depth_words(),
        analysis.score.words(),
        analysis.pv.join(" "),
        analysis.nodes,
    )
}
