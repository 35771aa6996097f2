//! The manual page.

use super::{folder, plywood};

#[test]
fn the_manual_has_every_subcommand_and_refers_to_no_other_page() {
    let folder = folder();
    let page = plywood(folder.path(), &["generate", "man"], "").out;
    let headings: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix(".SH ")).collect();
    for heading in ["EXAMPLES", "\"EXIT STATUS\"", "\"PLYWOOD PLAY\"", "\"PLYWOOD PERFT\""] {
        assert!(headings.contains(&heading), "{heading} in {headings:?}");
    }
    assert!(headings.contains(&"\"PLYWOOD GENERATE COMPLETIONS\""));
    assert!(headings.contains(&"\"PLYWOOD GENERATE MAN\""));
    assert!(!page.contains("(1)"));
    assert!(page.contains("plywood generate man | man \\-l \\-"));
    assert!(page.contains(".TP\n\\fB130\\fR\n"));
}
