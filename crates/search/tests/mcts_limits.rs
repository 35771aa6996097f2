//! Monte-Carlo tree search keeps its limits of nodes, time, depth and stack,
//! stops when it is told to, and with the same limits gives the same answer.

#[path = "common/boards.rs"]
mod boards;
mod common;
#[path = "common/load.rs"]
mod load;
#[path = "common/repeat.rs"]
mod repeat;

use boards::mnk;
use common::Hash;
use load::{assert_stops_are_obeyed, assert_time_is_kept};
use plywood_game::testkit::TreeGame;
use plywood_game::{Game, Random, Symmetry, ZeroEvaluator};
use plywood_games::azulejos::Azulejos;
use plywood_games::delta::Delta;
use plywood_games::mnk::MOST_WORDS;
use plywood_games::othello::Othello;
use plywood_search::{Limits, Mcts, MctsOptions, Report, Root, StoppedBy, TimeKind};
use repeat::{assert_fresh_processes_agree, assert_limits_repeat};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const NONE: Limits =
    Limits { depth: None, nodes: None, time: None, target: None, time_kind: TimeKind::Real };

fn azulejos(side: usize) -> Azulejos {
    Azulejos::generated(side, side, 4, 1).expect("good parameters")
}

fn search<G: Game>(
    game: &G,
    options: MctsOptions,
    position: &G::Position,
    limits: &Limits,
    stop: &AtomicBool,
) -> Report<G::Move> {
    let mut mcts = Mcts::new(game.clone(), ZeroEvaluator, options, 1).expect("a megabyte");
    mcts.search(&Root { position, history: &[] }, limits, stop, &mut |_| {})
}

fn same_limits_give_the_same_answer<G: Symmetry>(game: &G, plies: usize) -> [Vec<String>; 3] {
    let never = AtomicBool::new(false);
    let judged = MctsOptions { rollout: Some(2), lines: 2, ..MctsOptions::default() };
    // So small a tree has to forget.
    let small = MctsOptions { most_nodes: 500, seed: 3, ..MctsOptions::default() };
    [small, MctsOptions::desdemona(), judged].map(|options| {
        assert_limits_repeat(game, plies, |position, limits| {
            let hash = Hash { canonical: false };
            let mut mcts = Mcts::new(game.clone(), hash, options.clone(), 1).expect("a megabyte");
            mcts.search(&Root { position, history: &[] }, limits, &never, &mut |_| {})
        })
    })
}

#[test]
fn node_limits_are_kept_and_repeat() {
    let found = [
        same_limits_give_the_same_answer(&mnk::<1>(5, 5, 4), 3),
        same_limits_give_the_same_answer(&mnk::<4>(15, 15, 5), 6),
        same_limits_give_the_same_answer(&Othello, 12),
        same_limits_give_the_same_answer(&Delta::standard(), 8),
        same_limits_give_the_same_answer(&azulejos(8), 2),
    ];
    assert_fresh_processes_agree("node_limits_are_kept_and_repeat", found.as_flattened());
}

#[test]
fn an_earlier_search_changes_nothing_and_another_seed_does() {
    let limits = Limits { nodes: Some(20_000), ..NONE };
    let (position, never) = (Othello.initial(), AtomicBool::new(false));
    let root = Root { position: &position, history: &[] };
    let run = |mcts: &mut Mcts<Othello, ZeroEvaluator>| {
        mcts.search(&root, &limits, &never, &mut |_| {});
        mcts.tried()
    };
    let with_seed = |seed| MctsOptions { seed, ..MctsOptions::default() };
    let mut first = Mcts::new(Othello, ZeroEvaluator, with_seed(1), 1).expect("a megabyte");
    let tried = run(&mut first);
    assert_eq!(run(&mut first), tried);
    assert_eq!(tried.len(), 4);
    assert!(tried.iter().all(|tried| tried.visits > 0));
    let mut other = Mcts::new(Othello, ZeroEvaluator, with_seed(2), 1).expect("a megabyte");
    assert_ne!(run(&mut other), tried);
}

#[test]
fn progress_is_told_and_grows() {
    let limits = Limits { nodes: Some(200_000), ..NONE };
    let position = Othello.initial();
    let mut nodes = Vec::new();
    Mcts::new(Othello, ZeroEvaluator, MctsOptions::default(), 1).expect("a megabyte").search(
        &Root { position: &position, history: &[] },
        &limits,
        &AtomicBool::new(false),
        &mut |report| nodes.push(report.nodes),
    );
    assert!(nodes.len() >= 5, "{nodes:?}");
    assert!(nodes.is_sorted_by(|a, b| a < b && *b <= a * 2), "{nodes:?}");
}

#[test]
fn the_tree_grows_no_deeper_than_the_limit() {
    let never = AtomicBool::new(false);
    for depth in [1, 2, 5] {
        let limits = Limits { depth: Some(depth), ..NONE };
        let options = MctsOptions { lines: 100, ..MctsOptions::default() };
        let report = search(&Othello, options, &Othello.initial(), &limits, &never);
        assert_eq!(report.stopped_by, Some(StoppedBy::Depth));
        let longest = report.lines.iter().map(|line| line.moves.len() as u32).max();
        assert_eq!(longest, Some(depth), "and so deep it is");
    }
}

/// Searches from the start of a game for so long.
fn search_for<G: Game>(game: &G, time: Duration) {
    let limits = Limits { time: Some(time), ..NONE };
    let never = AtomicBool::new(false);
    let report = search(game, MctsOptions::default(), &game.initial(), &limits, &never);
    assert!(game.is_legal(&game.initial(), report.best().expect("a move")));
}

#[test]
fn time_limits_are_kept_under_load() {
    let (small, large) = (mnk::<1>(5, 5, 4), mnk::<MOST_WORDS>(70, 70, 10));
    let tiles = azulejos(100);
    assert_time_is_kept(&[
        &|time| search_for(&small, time),
        &|time| search_for(&large, time),
        &|time| search_for(&Othello, time),
        &|time| search_for(&tiles, time),
    ]);
}

#[test]
fn a_stop_is_obeyed_at_once() {
    let [large, small] = [100, 30].map(azulejos);
    let until = |game: &Azulejos, stop: &AtomicBool| {
        search(game, MctsOptions::default(), &game.initial(), &NONE, stop)
    };
    assert_stops_are_obeyed(&[&|stop| until(&large, stop), &|stop| until(&small, stop)]);
}

/// Stops searches at random moments, thousands of times.
fn survives_stops<G: Game>(game: &G, times: usize) {
    let position = game.initial();
    let root = Root { position: &position, history: &[] };
    let options = MctsOptions { most_nodes: 2000, ..MctsOptions::default() };
    let mut mcts = Mcts::new(game.clone(), ZeroEvaluator, options, 1).expect("a megabyte");
    let (stop, done) = (AtomicBool::new(false), AtomicBool::new(false));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut dice = Random::new(1);
            while !done.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_micros(dice.below(300) as u64));
                stop.store(true, Ordering::Relaxed);
            }
        });
        for _ in 0..times {
            stop.store(false, Ordering::Relaxed);
            let report = mcts.search(&root, &NONE, &stop, &mut |_| {});
            assert_eq!(report.stopped_by, Some(StoppedBy::Interrupted));
            assert!(game.is_legal(&position, report.best().expect("a move")));
        }
        done.store(true, Ordering::Relaxed);
    });
}

#[test]
fn ten_thousand_stops_at_random_are_survived() {
    survives_stops(&mnk::<4>(15, 15, 5), 2500);
    survives_stops(&Othello, 2500);
    survives_stops(&Delta::standard(), 2500);
    survives_stops(&azulejos(10), 2500);
}

/// A line of nodes, each of which leads to the next.
fn chain(length: usize) -> TreeGame {
    let nodes = (0..length).map(|n| format!("n{n}: n{}", n + 1));
    let text = nodes.collect::<Vec<_>>().join("; ") + &format!("; n{length}: 1 2");
    text.parse().expect("a chain")
}

#[test]
fn the_depth_of_the_tree_takes_no_stack() {
    const STACK: usize = 64 * 1024;
    let game = chain(1000);
    let down = std::thread::Builder::new().stack_size(STACK).spawn(move || {
        let (position, never) = (game.initial(), AtomicBool::new(false));
        search(&game, MctsOptions::default(), &position, &NONE, &never)
    });
    let report = down.expect("a thread").join().expect("no overflow");
    assert_eq!(report.stopped_by, Some(StoppedBy::Solved));
    assert_eq!(report.lines[0].moves.len(), 1001, "to the end");
}
