//! Several threads: the same values, the same limits, and none left behind.

mod common;

use common::{Hash, random_position};
use plywood_game::{Game, Random, Symmetry};
use plywood_games::azulejos::Azulejos;
use plywood_games::delta::Delta;
use plywood_games::mnk::{Mnk, Params};
use plywood_games::othello::Othello;
use plywood_search::{Engine, Limits, Options, Root, RootWindows, StoppedBy, minimax};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const HASH: Hash = Hash { canonical: false };

fn mnk(rows: u16, columns: u16, k: u32) -> Mnk<1> {
    Mnk::new(Params::new(rows, columns, k).expect("good parameters"))
}

/// Every algorithm, with this many threads.
fn algorithms(threads: usize) -> [Options; 4] {
    let usual = Options::default().with(|options| {
        options.threads = threads;
        options.table.same_depth_only = true;
        options.proofs.known_draws = false;
    });
    [
        usual.clone(),
        usual.clone().with(|options| options.windows.root = RootWindows::Aspiration { delta: 10 }),
        usual.clone().with(|options| options.windows.null = true),
        usual.with(|options| options.windows.root = RootWindows::Mtdf),
    ]
}

fn threads_find_the_oracles_values<G: Symmetry>(game: &G, plies: std::ops::Range<usize>) {
    const DEPTH: u32 = 4;
    let mut dice = Random::new(2);
    for _ in 0..30 {
        let moves = plies.start + dice.below(plies.len());
        let (position, history) = random_position(game, &mut dice, moves);
        let oracle = minimax(game, &HASH, &position, &history, DEPTH);
        for options in algorithms(2).into_iter().chain(algorithms(3)) {
            let mut engine = Engine::new(game.clone(), HASH, options.clone(), 1).expect("memory");
            let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
            let root = Root { position: &position, history: &history };
            let report = engine.search(&root, &limits, &AtomicBool::new(false), &mut |_| {});
            assert_eq!(report.value.score, oracle.score, "{options:?} {position:?}");
            assert!(game.is_legal(&position, report.best().expect("a move")));
        }
    }
}

#[test]
fn threads_together_have_the_oracles_value() {
    threads_find_the_oracles_values(&mnk(3, 4, 3), 2..6);
    threads_find_the_oracles_values(&Othello, 45..58);
    threads_find_the_oracles_values(&Delta::placement(), 6..16);
    threads_find_the_oracles_values(&Azulejos::generated(4, 4, 3, 1).expect("a board"), 0..3);
}

#[test]
fn threads_together_keep_to_the_nodes() {
    for most in [1, 2, 100, 1_000, 5_000, 50_000] {
        for options in algorithms(3) {
            let mut engine = Engine::new(Othello, HASH, options, 1).expect("memory");
            let limits = Limits { nodes: Some(most), ..Limits::default() };
            let root = Root { position: &Othello.initial(), history: &[] };
            let report = engine.search(&root, &limits, &AtomicBool::new(false), &mut |_| {});
            assert!(report.nodes <= most, "{} of {most}", report.nodes);
            assert_eq!(report.stopped_by, Some(StoppedBy::Nodes));
        }
    }
}

/// How many threads this process has.
fn threads_running() -> usize {
    std::fs::read_dir("/proc/self/task").expect("Linux").count()
}

/// Stops searches at random moments; every one comes back with a legal move.
fn stop_often<G: Symmetry>(game: &G, rounds: usize) {
    let mut dice = Random::new(9);
    let position = game.initial();
    let mut engines: Vec<_> = (1..=3)
        .flat_map(algorithms)
        .map(|options| Engine::new(game.clone(), HASH, options, 1).expect("memory"))
        .collect();
    for round in 0..rounds {
        let stop = AtomicBool::new(false);
        let delay = Duration::from_micros(dice.below(400) as u64);
        let number = round % engines.len();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(delay);
                stop.store(true, Ordering::Relaxed);
            });
            let root = Root { position: &position, history: &[] };
            let engine = &mut engines[number];
            let report = engine.search(&root, &Limits::default(), &stop, &mut |_| {});
            assert_eq!(report.stopped_by, Some(StoppedBy::Interrupted));
            assert!(game.is_legal(&position, report.best().expect("a move")));
        });
    }
}

#[test]
fn a_stop_ends_every_thread_ten_thousand_times() {
    let before = threads_running();
    stop_often(&mnk(7, 7, 5), 4_000);
    stop_often(&Othello, 3_000);
    stop_often(&Delta::standard(), 2_000);
    stop_often(&Azulejos::generated(20, 20, 4, 1).expect("a board"), 1_000);
    // The tests beside this one come and go; each has a thread or a few.
    let after = threads_running();
    assert!(after <= before + 12, "{before} threads before, {after} after");
}
