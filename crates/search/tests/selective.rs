//! Law 3 for techniques that are not exact: what a search with any of them calls
//! certain is the oracle's value; everything else it calls an estimate.
//!
//! Values are known because the oracle searches to the end of the game. A win or
//! loss that is certain need not be the shortest: its distance is that of the line
//! that was found, never less than the oracle's.
//!
//! `PLYWOOD_SELECTIVE=20 cargo test -p plywood-search --test selective` tries
//! twenty times as many positions: more than 10,000.

mod common;
#[path = "common/graphs.rs"]
mod graphs;

use common::{Hashed, random_position};
use graphs::random_graph;
use plywood_game::Random;
use plywood_games::azulejos::Azulejos;
use plywood_games::mnk::{Mnk, Params};
use plywood_games::othello::Othello;
use plywood_search::{
    Engine, InjectedFault, Limits, Observer, Options, Prediction, Predictions, Root, RootWindows,
    Score, Table, Value, minimax,
};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

type Change = fn(&mut Options);

/// Each selective technique.
const TECHNIQUES: [Change; 9] = [
    |options| options.futility.margin = Some(3),
    |options| options.null_move.on = true,
    |options| options.internal_reduction.on = true,
    |options| options.late_moves.reductions = true,
    |options| options.late_moves.count = Some(1),
    |options| options.extensions.only_moves = true,
    |options| options.singular.margin = Some(1),
    |options| options.multi_probcut.predictions = Some(predictions()),
    |options| options.branching_cut.on = true,
];

/// Bold ones, which are often wrong.
fn predictions() -> Arc<Predictions> {
    let pair = |shallow, deep| Prediction {
        shallow,
        deep,
        left: 0..=u32::MAX,
        slope: 1.0,
        intercept: 0.0,
        deviation: 1.0,
    };
    let pairs = [pair(1, 2), pair(1, 3), pair(2, 4), pair(1, 5), pair(2, 6), pair(3, 7)];
    Arc::new(Predictions::new(0.5, pairs))
}

/// Each technique alone, all together, and all in null windows at the root.
fn configurations() -> Vec<Options> {
    let usual = Options::default().with(|options| options.windows.null = true);
    let mut all: Vec<Options> = TECHNIQUES.iter().map(|set| usual.clone().with(set)).collect();
    let together = usual.with(|options| {
        TECHNIQUES[..8].iter().for_each(|set| set(options));
        options.child_entries.on = true;
        options.ordering.evaluated = true;
    });
    all.push(together.clone().with(|options| options.windows.root = RootWindows::Mtdf));
    all.push(together);
    assert!(all.iter().all(Options::is_selective));
    all
}

/// How many values were compared, and how many of them were called certain.
#[derive(Debug, Default)]
struct Count {
    positions: u64,
    certain: u64,
    estimates: u64,
}

/// Whether a value that is called certain is the oracle's.
fn is_right(found: Score, oracle: Score) -> bool {
    match (found.plies_to_end(), oracle.plies_to_end()) {
        (Some(found_in), Some(plies)) => found.is_win() == oracle.is_win() && found_in >= plies,
        _ => found == oracle,
    }
}

/// Searches random positions of a game, `plies` moves from its start, and compares
/// with the oracle, which searches to the end.
fn compare<G: Hashed, O: Observer<G::Move> + Default>(
    game: &G,
    dice: &mut Random,
    positions: usize,
    plies: std::ops::Range<usize>,
    (deepest, end): (usize, u32),
    count: &mut Count,
) {
    for _ in 0..positions {
        let moves = plies.start + dice.below(plies.len());
        let (position, history) = random_position(game, dice, moves);
        let hash = G::hash(false);
        let oracle = minimax(game, &hash, &position, &history, end);
        assert!(oracle.exact, "{position:?} goes on after {end} plies");
        count.positions += 1;
        for options in configurations() {
            let words = format!("{options:?} {position:?}");
            let table = Table::new(1).ok().map(Arc::new);
            let mut engine = Engine::with_table(game.clone(), hash, options, table);
            let depth = Some(1 + dice.below(deepest) as u32);
            let limits = Limits { depth, ..Limits::default() };
            let root = Root { position: &position, history: &history };
            let stop = AtomicBool::new(false);
            let Value { score, exact } =
                engine.search_observed(&root, &limits, &stop, &mut |_| {}, &mut O::default()).value;
            count.certain += u64::from(exact);
            count.estimates += u64::from(!exact);
            let right = !exact || is_right(score, oracle.score);
            assert!(right, "{score:?} is not {:?}, depth {depth:?}: {words}", oracle.score);
        }
    }
}

fn mnk(rows: u16, columns: u16, k: u32) -> Mnk<1> {
    Mnk::new(Params::new(rows, columns, k).expect("good parameters"))
}

/// How many times the usual number of positions is tried.
fn factor() -> usize {
    std::env::var("PLYWOOD_SELECTIVE").map_or(1, |text| text.parse().expect("a number"))
}

#[test]
fn what_a_selective_search_calls_certain_is_the_oracles_value() {
    let (mut dice, mut count) = (Random::new(23), Count::default());
    for (game, plies) in [(mnk(3, 3, 3), 2..6), (mnk(4, 3, 3), 5..9), (mnk(4, 4, 4), 9..12)] {
        let end = game.params().cells() as u32;
        compare::<_, ()>(&game, &mut dice, 60 * factor(), plies, (8, end), &mut count);
    }
    compare::<_, ()>(&Othello, &mut dice, 150 * factor(), 53..59, (8, 14), &mut count);
    for seed in 0..100 * factor() as u64 {
        let game = Azulejos::generated(4, 4, 3, seed).expect("good parameters");
        compare::<_, ()>(&game, &mut dice, 1, 0..1, (6, 8), &mut count);
    }
    for round in 0..150 * factor() {
        let game = random_graph(4 + round % 10, false, &mut dice);
        compare::<_, ()>(&game, &mut dice, 1, 0..3, (8, 14), &mut count);
    }
    println!("{count:?}");
    assert!(count.positions >= 500 * factor() as u64, "{count:?}");
    // Both must be frequent, or nothing is tested.
    assert!(count.certain >= 1000 && count.estimates >= 1000, "{count:?}");
}

#[test]
fn moves_left_out_that_count_as_searched_are_noticed() {
    #[derive(Default)]
    struct Faulty;
    impl<M> Observer<M> for Faulty {
        const FAULT: Option<InjectedFault> = Some(InjectedFault::LeftOutAsSearched);
    }
    let outcome = std::panic::catch_unwind(|| {
        let (mut dice, mut count) = (Random::new(23), Count::default());
        for round in 0..3000 {
            let game = random_graph(6 + round % 10, false, &mut dice);
            compare::<_, Faulty>(&game, &mut dice, 1, 0..2, (8, 16), &mut count);
        }
    });
    assert!(outcome.is_err(), "the fault goes unnoticed");
}
