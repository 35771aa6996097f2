//! Limits of nodes are kept, and the same limits give the same answer: again
//! in this process, and in one that has searched nothing before.

use super::common::random_position;
use plywood_game::{Game, Random};
use plywood_search::{Limits, Report, StoppedBy};
use std::process::Command;
use std::time::Duration;

/// Set in a fresh process: the one round that it is to search.
const FRESH: &str = "PLYWOOD_FRESH_ROUND";

const ROUNDS: usize = 40;

fn fresh_round() -> Option<usize> {
    std::env::var(FRESH).ok().map(|round| round.parse().expect("a number"))
}

/// Everything a report says but the time.
fn repeatable<M: Clone>(report: &Report<M>) -> Report<M> {
    Report { elapsed: Duration::ZERO, ..report.clone() }
}

/// Searches random positions, this number of moves into a game, three times each with
/// limits from one node to tens of thousands, and returns what was found in
/// each round. A fresh process searches its one round, once, and tells.
pub(crate) fn assert_limits_repeat<G: Game>(
    game: &G,
    plies: usize,
    search: impl Fn(&G::Position, &Limits) -> Report<G::Move>,
) -> Vec<String> {
    let mut dice = Random::new(1);
    let mut found = Vec::new();
    for round in 0..ROUNDS {
        let (position, _) = random_position(game, &mut dice, plies);
        let most = 1 + (1.31_f64.powi(round as i32)) as u64;
        let limits = Limits { nodes: Some(most), ..Limits::default() };
        match fresh_round() {
            Some(fresh) if fresh == round => {
                println!("\nfound {:?}", repeatable(&search(&position, &limits)));
            }
            Some(_) => {}
            None => {
                let first = search(&position, &limits);
                assert!(first.nodes <= most, "{} of {most} nodes", first.nodes);
                if first.stopped_by == Some(StoppedBy::Nodes) {
                    assert_eq!(first.nodes, most, "all are used");
                }
                assert!(game.is_legal(&position, first.best().expect("a move")));
                for _ in 0..2 {
                    let again = search(&position, &limits);
                    assert_eq!(repeatable(&again), repeatable(&first), "{most} nodes");
                }
                found.push(format!("{:?}", repeatable(&first)));
            }
        }
    }
    found
}

/// Runs a test once more for each round, in a process of its own, and compares
/// what that finds in every game with what was found here.
pub(crate) fn assert_fresh_processes_agree(test: &str, here: &[Vec<String>]) {
    if fresh_round().is_some() {
        return;
    }
    for round in 0..ROUNDS {
        let child = Command::new(std::env::current_exe().expect("this program"))
            .args(["--exact", test, "--nocapture"])
            .env(FRESH, round.to_string())
            .output()
            .expect("a child");
        assert!(child.status.success(), "{}", String::from_utf8_lossy(&child.stderr));
        let output = String::from_utf8_lossy(&child.stdout);
        let fresh: Vec<&str> =
            output.lines().filter_map(|line| line.strip_prefix("found ")).collect();
        let here: Vec<&str> = here.iter().map(|rounds| rounds[round].as_str()).collect();
        assert_eq!(fresh, here, "round {round}");
    }
}
