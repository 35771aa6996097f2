//! What it costs to watch a search: instructions with nobody watching, and with
//! a recorder that keeps 2,000 visits.
//!
//! `cargo bench -p plywood-search --bench instructions` needs valgrind and
//! gungraun-runner; `cargo xtask bench` installs both.

#![allow(missing_docs, reason = "the macros of gungraun write undocumented items")]

use gungraun::{library_benchmark, library_benchmark_group, main};
use plywood_game::{Evaluator, Symmetry};
use plywood_games::azulejos::{Azulejos, Points};
use plywood_games::delta::{Delta, Potential};
use plywood_games::mnk::{Mnk, Params, Windows};
use plywood_games::othello::{Othello, Positional};
use plywood_search::{Engine, Limits, Options, Recorder, Root};
use std::hint::black_box;

const NODES: u64 = 200_000;

/// How many visits a tree keeps that nobody chose the size of.
const VISITS: usize = 2_000;

fn search<G: Symmetry, E: Evaluator<G>>(game: G, evaluator: E, recorded: bool) -> u64 {
    let position = game.initial();
    let options = Options { null_windows: true, ..Options::default() };
    let mut engine = Engine::new(game, evaluator, options, 16).expect("memory");
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let root = Root { position: black_box(&position), history: &[] };
    let mut recorder = Recorder::new(VISITS);
    let (never, mut nobody) = (false.into(), ());
    let report = match recorded {
        true => engine.search_observed(&root, &limits, &never, &mut |_| {}, &mut recorder),
        false => engine.search_observed(&root, &limits, &never, &mut |_| {}, &mut nobody),
    };
    let kept = recorder.finish(&report).map_or(0, |recording| recording.visits.len());
    report.nodes + kept as u64
}

#[library_benchmark]
#[bench::unwatched(false)]
#[bench::recorded(true)]
fn gomoku(recorded: bool) -> u64 {
    let params = Params::new(15, 15, 5).expect("good parameters");
    search(Mnk::<4>::new(params), Windows::new(params), recorded)
}

#[library_benchmark]
#[bench::unwatched(false)]
#[bench::recorded(true)]
fn othello(recorded: bool) -> u64 {
    search(Othello, Positional, recorded)
}

#[library_benchmark]
#[bench::unwatched(false)]
#[bench::recorded(true)]
fn delta(recorded: bool) -> u64 {
    search(Delta::standard(), Potential, recorded)
}

#[library_benchmark]
#[bench::unwatched(false)]
#[bench::recorded(true)]
fn azulejos(recorded: bool) -> u64 {
    search(Azulejos::generated(15, 15, 4, 1).expect("good parameters"), Points, recorded)
}

library_benchmark_group!(name = recording, benchmarks = [gomoku, othello, delta, azulejos]);
main!(library_benchmark_groups = recording);
