//! Tables in the terminal, in a form that can be put into a document.

use crate::thinking::tick;
use comfy_table::{CellAlignment, Table, presets};
use indicatif::{ProgressBar, ProgressStyle};

/// A table with these columns; those whose heading begins with `<` are words,
/// the others numbers.
pub(crate) fn table(headings: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table.set_header(headings.iter().map(|heading| heading.trim_start_matches('<')));
    table.add_rows(rows);
    for (column, heading) in table.column_iter_mut().zip(headings) {
        column.set_cell_alignment(match heading.starts_with('<') {
            true => CellAlignment::Left,
            false => CellAlignment::Right,
        });
    }
    format!("{table}\n")
}

/// How long something took, always as wide.
pub(crate) fn seconds(milliseconds: u64) -> String {
    format!("{:>9} s", format!("{:.3}", milliseconds as f64 / 1000.0))
}

/// A line that shows on a terminal how many of the searches are done.
pub(crate) fn progress_bar() -> ProgressBar {
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {elapsed} {wide_msg}") {
        bar.set_style(style);
    }
    tick(&bar, std::time::Duration::from_millis(200));
    bar
}
