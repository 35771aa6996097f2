//! How long one thread takes on random boards of four colours, beside what the
//! report on Azulejos took and what is aimed at here.
//!
//! `cargo bench -p plywood-search --bench azulejos`

#![allow(missing_docs, reason = "a benchmark")]

use plywood_game::Game;
use plywood_games::azulejos::{Azulejos, Points};
use plywood_search::{Engine, Limits, Options, Root};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Side of the board, depth, aim in milliseconds, what the report took.
const BOARDS: [(usize, u32, u64, &str); 5] = [
    (10, 6, 200, "57 s"),
    (15, 4, 100, "27 s"),
    (20, 4, 500, "could not"),
    (50, 2, 100, "254 s"),
    (50, 4, 30_000, "could not"),
];

fn main() {
    for (side, depth, aim, report) in BOARDS {
        let aim = Duration::from_millis(aim);
        let runs = (1..=3).map(|seed| {
            let game = Azulejos::generated(side, side, 4, seed).expect("good parameters");
            let options = Options::default().with(|options| options.windows.null = true);
            let mut engine = Engine::new(game.clone(), Points, options, 64).expect("memory");
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let root = Root { position: &game.initial(), history: &[] };
            let found = engine.search(&root, &limits, &AtomicBool::new(false), &mut |_| {});
            (found.elapsed, found.nodes)
        });
        // One board of the largest kind is enough to wait for.
        let runs: Vec<_> = runs.take(if aim.as_secs() > 1 { 1 } else { 3 }).collect();
        let (slowest, nodes) = runs.into_iter().max().expect("a run");
        let kept = if slowest <= aim { "kept" } else { "MISSED" };
        println!(
            "{side}x{side} depth {depth}: at most {slowest:.1?}, {nodes} nodes; aim {aim:?}, {kept}; the report: {report}"
        );
    }
}
