//! # What did the search do?
//!
//! Every experiment takes sessions of the workbench and returns a report: plain
//! data that becomes JSON, CSV or a chart in SVG.
//!
//! - A [`Comparison`] searches each position with each engine at each depth. It
//!   reports nodes, times, moves and values, and where engines that must find the
//!   same value did not.
//! - [`Depths`] measures the depth that each player completes in a given time.
//! - A [`Fit`] measures how well shallow searches predict deep ones.
//! - [`open_suite`] and [`read_positions`] open the positions to search: a set that
//!   the game names, or a text with one position on each line.
//! - [`tree`] draws a recorded search: a picture in SVG, or text for Graphviz.
//!
//! The lab uses only what a session tells. It plays no moves and knows no rules.
//!
//! ```
//! use plywood_lab::Depths;
//! use plywood_workbench::{EngineList, Start, Workbench};
//! use std::time::Duration;
//! let workbench = Workbench::standard();
//! let session = workbench.open("tictactoe", &Start::default(), 0)?;
//! let EngineList(players) = "minimax,pvs".parse()?;
//! let depths = Depths { players, times: vec![Duration::from_secs(9)] };
//! let report = depths.run(&workbench, &[session], &false.into(), &mut |_| {})?;
//! assert!(report.medians.iter().all(|median| median.solved == 1), "both solve it");
//! assert!(report.rows[1].nodes < report.rows[0].nodes / 100, "pvs skips most of the tree");
//! # Ok::<(), plywood_workbench::Error>(())
//! ```

mod calibration;
mod comparison;
mod depths;
mod fit;
mod learning;
pub mod plot;
mod positions;
pub mod tree;

pub use calibration::{Calibration, FEWEST_GAMES, Group};
pub use comparison::{
    Comparison, ComparisonReport, ComparisonRow, ComparisonStep, Disagreement, Entrant, Summary,
};
pub use depths::{Depths, DepthsReport, DepthsRow, DepthsStep, Median, Watched};
pub use fit::{DepthPairs, Fit, FitReport, FittedLine, FittedPair, Samples, fitted_line};
pub use learning::{learning_curve, regression_errors};
pub use positions::{open_suite, read_positions};

/// A heading and rows as comma-separated values.
fn csv_text(
    heading: &str,
    rows: impl Iterator<Item = impl serde::Serialize>,
) -> Result<String, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(heading.split(','))?;
    for row in rows {
        writer.serialize(row)?;
    }
    let bytes = writer.into_inner().map_err(|error| csv::Error::from(error.into_error()))?;
    // What was written was text.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
