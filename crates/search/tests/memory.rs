//! A search uses the memory that its table was given, and little more.

use plywood_game::Game;
use plywood_games::othello::{Othello, Positional};
use plywood_search::{Engine, Limits, Options, Root};
use std::process::Command;
use std::sync::atomic::AtomicBool;

/// Set in the process that searches: the size of its table.
const CHILD: &str = "PLYWOOD_MEMORY_OF_TABLE";

/// The most memory this process has had, in kilobytes.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a peak");
    line.trim().trim_end_matches(" kB").parse().expect("kilobytes")
}

fn search(megabytes: usize) {
    let options = Options { null_windows: true, ..Options::default() };
    let mut engine = Engine::new(Othello, Positional, options, megabytes).expect("memory");
    let limits = Limits { nodes: Some(700_000), ..Limits::default() };
    let root = Root { position: &Othello.initial(), history: &[] };
    let report = engine.search(&root, &limits, &AtomicBool::new(false), &mut |_| {});
    assert_eq!(report.nodes, 700_000);
}

/// The peak of a process that searches with a table of this size, in kilobytes.
fn peak_of_search(megabytes: usize) -> u64 {
    let this_test = ["--exact", "a_table_takes_what_it_was_given", "--nocapture"];
    let child = Command::new(std::env::current_exe().expect("this program"))
        .args(this_test)
        .env(CHILD, megabytes.to_string())
        .output()
        .expect("a child");
    assert!(child.status.success(), "{}", String::from_utf8_lossy(&child.stderr));
    let output = String::from_utf8_lossy(&child.stdout);
    let peak = output.lines().find_map(|line| line.split_once("peak ")?.1.parse().ok());
    peak.expect("the child tells its peak")
}

#[test]
fn a_table_takes_what_it_was_given() {
    if let Ok(megabytes) = std::env::var(CHILD) {
        search(megabytes.parse().expect("a number"));
        println!("\npeak {}", peak());
        return;
    }
    const MORE: u64 = 32;
    let mut peaks = Vec::new();
    for megabytes in [1, 16, 256, 4096] {
        let peak = peak_of_search(megabytes) / 1024;
        assert!(peak <= megabytes as u64 + MORE, "{peak} MB with a table of {megabytes}");
        peaks.push(peak);
    }
    assert!(peaks.is_sorted(), "a larger table is used: {peaks:?} MB");
}
