//! What it costs to watch a search: instructions with nobody watching, with
//! an observer that does nothing, and with a recorder.
//!
//! `cargo bench -p plywood-search --bench instructions` needs valgrind and
//! gungraun-runner; `cargo xtask bench` installs both.

#![allow(missing_docs, reason = "the macros of gungraun write undocumented items")]

mod watching;

use gungraun::{library_benchmark, library_benchmark_group, main};
use plywood_games::azulejos::{Azulejos, Points};
use plywood_games::delta::{Delta, Potential};
use plywood_games::mnk::{Mnk, Params, Windows};
use plywood_games::othello::{Othello, Positional};
use watching::{Ears, search};

const NODES: u64 = 200_000;

#[library_benchmark]
#[bench::nobody(Ears::Nobody)]
#[bench::called(Ears::Called)]
#[bench::recorded(Ears::Recorder)]
fn gomoku(ears: Ears) -> u64 {
    let params = Params::new(15, 15, 5).expect("good parameters");
    search(Mnk::<4>::new(params), Windows::new(params), NODES, ears)
}

#[library_benchmark]
#[bench::nobody(Ears::Nobody)]
#[bench::called(Ears::Called)]
#[bench::recorded(Ears::Recorder)]
fn othello(ears: Ears) -> u64 {
    search(Othello, Positional, NODES, ears)
}

#[library_benchmark]
#[bench::nobody(Ears::Nobody)]
#[bench::called(Ears::Called)]
#[bench::recorded(Ears::Recorder)]
fn delta(ears: Ears) -> u64 {
    search(Delta::standard(), Potential::default(), NODES, ears)
}

#[library_benchmark]
#[bench::nobody(Ears::Nobody)]
#[bench::called(Ears::Called)]
#[bench::recorded(Ears::Recorder)]
fn azulejos(ears: Ears) -> u64 {
    let game = Azulejos::generated(15, 15, 4, 1).expect("good parameters");
    search(game, Points, NODES, ears)
}

library_benchmark_group!(name = watching_costs, benchmarks = [gomoku, othello, delta, azulejos]);
main!(library_benchmark_groups = watching_costs);
