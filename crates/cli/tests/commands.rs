//! Every command in the README and in `tests/cmd` prints what it says there.

use std::fs;

#[test]
fn commands_print_what_the_documents_say() {
    let readme = concat!(env!("CARGO_TARGET_TMPDIR"), "/README.md");
    let text = fs::read_to_string("../../README.md").expect("the README");
    fs::write(readme, with_markers(&text)).expect("a copy of the README");
    // Events are kept in the folder for data: a new one for each run.
    let data = concat!(env!("CARGO_TARGET_TMPDIR"), "/data");
    let _ = fs::remove_dir_all(data);
    fs::create_dir_all(data).expect("a folder for data");
    let cases = trycmd::TestCases::new();
    cases.case("tests/cmd/*.md").case(readme).env("NO_COLOR", "1").env("XDG_DATA_HOME", data).run();
}

/// The README as the test tool reads it: readers see the times of a real run and
/// exit statuses in words, the tool wants its own marks for both.
fn with_markers(readme: &str) -> String {
    let marked = |line: &str| match line.split_once("    # exit status ") {
        Some((command, status)) => format!("{command}\n? {status}"),
        None if line.starts_with('|') && line.contains(" s |") => {
            let cells = line.split('|').map(|cell| match cell.ends_with(" s ") {
                true => " [..] s ",
                false => cell,
            });
            cells.collect::<Vec<_>>().join("|")
        }
        None => line.to_owned(),
    };
    readme.lines().map(|line| marked(line) + "\n").collect()
}
