//! What several test programs of the command need.

use std::io::Write;

/// Tells that something could not be tested here, and why: the test command, which does
/// not show what tests print that pass, repeats it at its end.
pub(crate) fn skipped(what: &str) {
    println!("skipped: {what}");
    let Some(file) = std::env::var_os("PLYWOOD_SKIPPED") else { return };
    let file = std::fs::File::options().create(true).append(true).open(file);
    let written = file.and_then(|mut file| file.write_all(format!("{what}\n").as_bytes()));
    written.expect("the file of PLYWOOD_SKIPPED can be written");
}
