//! A search uses the memory that its table or tree was given, and little more.

use plywood_game::{Game, ZeroEvaluator};
use plywood_games::mnk::{Mnk, Params};
use plywood_games::othello::{Othello, Positional};
use plywood_search::{Engine, Limits, Mcts, MctsOptions, Options, Root};
use std::process::Command;
use std::sync::atomic::AtomicBool;

/// Set in the process that searches: the size of its table or tree.
const CHILD: &str = "PLYWOOD_MEMORY_OF_TABLE";

/// The most memory this process has had, in kilobytes.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a peak");
    line.trim().trim_end_matches(" kB").parse().expect("kilobytes")
}

fn search(megabytes: usize) {
    let options = Options::default().with(|options| options.windows.null = true);
    let mut engine = Engine::new(Othello, Positional, options, megabytes).expect("memory");
    let limits = Limits { nodes: Some(700_000), ..Limits::default() };
    let root = Root { position: &Othello.initial(), history: &[] };
    let report = engine.search(&root, &limits, &AtomicBool::new(false), &mut |_| {});
    assert_eq!(report.nodes, 700_000);
}

/// The peak of a process that runs a test with this size, in kilobytes.
fn peak_of_search(test: &str, megabytes: usize) -> u64 {
    let this_test = ["--exact", test, "--nocapture"];
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

/// Runs a search with tables or trees of several sizes, each in a process of
/// its own, and compares what they take with what they were given.
fn takes_what_it_was_given(test: &str, search: fn(usize)) {
    if let Ok(megabytes) = std::env::var(CHILD) {
        search(megabytes.parse().expect("a number"));
        println!("\npeak {}", peak());
        return;
    }
    const MORE: u64 = 32;
    let mut peaks = Vec::new();
    for megabytes in [1, 16, 256, 4096] {
        let peak = peak_of_search(test, megabytes) / 1024;
        assert!(peak <= megabytes as u64 + MORE, "{peak} MB with {megabytes}");
        peaks.push(peak);
    }
    assert!(peaks.is_sorted(), "more is used: {peaks:?} MB");
}

#[test]
fn a_table_takes_what_it_was_given() {
    takes_what_it_was_given("a_table_takes_what_it_was_given", search);
}

/// Leaves that nobody plays out make a tree grow fast: some hundred megabytes
/// if it may, and otherwise it has to forget.
fn grow_a_tree(megabytes: usize) {
    let game = Mnk::<4>::new(Params::new(15, 15, 5).expect("good parameters"));
    let options = MctsOptions { rollout: Some(0), ..MctsOptions::default() };
    let mut mcts = Mcts::new(game.clone(), ZeroEvaluator, options, megabytes).expect("memory");
    assert!(mcts.bytes() <= megabytes << 20);
    let limits = Limits { nodes: Some(700_000), ..Limits::default() };
    let root = Root { position: &game.initial(), history: &[] };
    let report = mcts.search(&root, &limits, &AtomicBool::new(false), &mut |_| {});
    assert_eq!(report.nodes, 700_000);
}

#[test]
fn a_tree_takes_what_it_was_given() {
    takes_what_it_was_given("a_tree_takes_what_it_was_given", grow_a_tree);
}
