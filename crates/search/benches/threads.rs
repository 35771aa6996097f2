//! How much sooner two threads reach a depth than one, on midgame positions of
//! all games. Both run in turn; the best of three runs counts. The times mean
//! something only on a machine with two cores that have nothing else to do; the
//! nodes a thread say what they would be there, wherever this runs.
//! The table is small, because the first touch of a large one costs more than
//! these searches, and two threads that touch one at once wait for each other.
//!
//! `cargo bench -p plywood-search --bench threads`

#![allow(missing_docs, reason = "a benchmark")]

use plywood_game::{Knowledge, Notation, Symmetry};
use plywood_games::azulejos::{Azulejos, Points};
use plywood_games::delta::{Delta, Potential};
use plywood_games::mnk::{Mnk, Params, Windows};
use plywood_games::othello::{Othello, Positional};
use plywood_search::{Engine, Limits, Options, Root};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The time that a search with this number of threads took, and its nodes a thread.
fn time<G: Symmetry, K: Knowledge<G> + Clone>(
    engine: impl Fn(Options) -> Engine<G, K>,
    position: &G::Position,
    depth: u32,
    threads: usize,
) -> (Duration, u64) {
    let options = Options::default().with(|options| {
        options.threads = threads;
        options.windows.null = true;
    });
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let root = Root { position, history: &[] };
    let found = engine(options).search(&root, &limits, &AtomicBool::new(false), &mut |_| {});
    (found.elapsed, found.nodes / threads as u64)
}

fn compare<G: Symmetry + Notation, K: Knowledge<G> + Clone>(
    game: &G,
    openings: &[&str],
    depth: u32,
    engine: impl Fn(Options) -> Engine<G, K>,
) -> [(Duration, u64); 2] {
    let mut total = [(Duration::ZERO, 0); 2];
    for opening in openings {
        let mut position = game.initial();
        for mv in game.parse_moves(&position, opening).expect("an opening") {
            game.play(&mut position, mv);
        }
        let mut best = [(Duration::MAX, u64::MAX); 2];
        for _ in 0..3 {
            for (best, threads) in best.iter_mut().zip([1, 2]) {
                *best = (*best).min(time(&engine, &position, depth, threads));
            }
        }
        print(&format!("{:12} {opening:24} depth {depth:2}", game.name()), best);
        for (total, best) in total.iter_mut().zip(best) {
            *total = (total.0 + best.0, total.1 + best.1);
        }
    }
    total
}

fn print(name: &str, [one, two]: [(Duration, u64); 2]) {
    let times = one.0.as_secs_f64() / two.0.as_secs_f64();
    let nodes = one.1 as f64 / two.1 as f64;
    println!(
        "{name}: {:.2?} and {:.2?}, ratio {times:.2}; nodes a thread {} and {}, ratio {nodes:.2}",
        one.0, two.0, one.1, two.1
    );
}

fn main() {
    let params = Params::new(15, 15, 5).expect("good parameters");
    let gomoku = Mnk::<4>::new(params);
    let tiles = Azulejos::generated(20, 20, 4, 1).expect("good parameters");
    let new = |options| Engine::new(Othello, Positional, options, 16).expect("memory");
    let othello = ["f5d6c3d3c4f4f6f3", "f5f6e6f4e3c5c4e7", "f5d6c4d3c3f4f6g5"];
    let totals = [
        compare(&Othello, &othello, 12, new),
        compare(&gomoku, &["h8 i9 g7 i7 i8", "h8 h9 j8 g7 i9 i10"], 6, |options| {
            let mut windows = Windows::new(params);
            windows.near = Some(2);
            Engine::new(gomoku.clone(), windows, options, 16).expect("memory")
        }),
        compare(&Delta::standard(), &["b2 b4 b2e2 b4b1", "c3 b2"], 9, |options| {
            Engine::new(Delta::standard(), Potential::default(), options, 16).expect("memory")
        }),
        compare(&tiles, &[""], 5, |options| {
            Engine::new(tiles.clone(), Points, options, 16).expect("memory")
        }),
    ];
    let sum = |n: usize| {
        let column = totals.iter().map(|total| total[n]);
        column.fold((Duration::ZERO, 0), |sum, part| (sum.0 + part.0, sum.1 + part.1))
    };
    print("in total", [sum(0), sum(1)]);
}
