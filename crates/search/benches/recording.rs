//! What a recorder costs in a search of ten million nodes, in the two games
//! whose nodes are cheapest: `cargo bench -p plywood-search --bench recording`.
//! It takes some ten minutes under valgrind.

#![allow(missing_docs, reason = "the macros of gungraun write undocumented items")]

mod watching;

use gungraun::prelude::*;
use gungraun::{Callgrind, library_benchmark, library_benchmark_group, main};
use plywood_games::delta::{Delta, Potential};
use plywood_games::othello::{Othello, Positional};
use watching::{Ears, search};

const NODES: u64 = 10_000_000;

#[library_benchmark]
#[bench::nobody(Ears::Nobody)]
#[bench::recorded(Ears::Recorder)]
fn othello(ears: Ears) -> u64 {
    search(Othello, Positional, NODES, ears)
}

#[library_benchmark]
#[bench::nobody(Ears::Nobody)]
#[bench::recorded(Ears::Recorder)]
fn delta(ears: Ears) -> u64 {
    search(Delta::standard(), Potential::default(), NODES, ears)
}

library_benchmark_group!(name = ten_million_nodes, benchmarks = [othello, delta]);
main!(
    config = LibraryBenchmarkConfig::default().tool(Callgrind::with_args(["--cache-sim=no"])),
    library_benchmark_groups = ten_million_nodes
);
