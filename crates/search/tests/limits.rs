//! Limits are kept: nodes to the last one, time to the millisecond, memory and
//! stack as promised. And the same limits give the same answer.

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
use plywood_game::{Game, Knowledge, Symmetry, ZeroEvaluator};
use plywood_games::azulejos::{Azulejos, Tile};
use plywood_games::delta::Delta;
use plywood_games::mnk::MOST_WORDS;
use plywood_games::othello::Othello;
use plywood_search::{Engine, Limits, Options, Report, Root, StoppedBy, TimeKind};
use repeat::{assert_fresh_processes_agree, assert_limits_repeat};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

#[test]
fn a_search_by_processor_time_works_so_long_on_a_busy_machine_too() {
    let (never, time) = (AtomicBool::new(false), Duration::from_millis(30));
    let limits = Limits { time: Some(time), time_kind: TimeKind::Processor, ..Limits::default() };
    let position = Othello.initial();
    let report = load::under_load(|| search(&Othello, ZeroEvaluator, &position, &limits, &never));
    assert_eq!(report.stopped_by, Some(StoppedBy::Time));
    let most = time + Duration::from_millis(10);
    assert!((time..most).contains(&report.elapsed), "{:?}", report.elapsed);
}

const HASH: Hash = Hash { canonical: false };

fn azulejos(side: usize) -> Azulejos {
    Azulejos::generated(side, side, 4, 1).expect("good parameters")
}

fn search<G: Symmetry, K: Knowledge<G>>(
    game: &G,
    evaluator: K,
    position: &G::Position,
    limits: &Limits,
    stop: &AtomicBool,
) -> Report<G::Move> {
    search_with(1, game, evaluator, position, limits, stop)
}

fn search_with<G: Symmetry, K: Knowledge<G>>(
    threads: usize,
    game: &G,
    evaluator: K,
    position: &G::Position,
    limits: &Limits,
    stop: &AtomicBool,
) -> Report<G::Move> {
    let options = Options::default().with(|options| {
        options.lines = 2;
        options.threads = threads;
    });
    let mut engine = Engine::new(game.clone(), evaluator, options, 1).expect("a megabyte");
    engine.search(&Root { position, history: &[] }, limits, stop, &mut |_| {})
}

fn same_limits_give_the_same_answer<G: Symmetry>(game: &G, plies: usize) -> Vec<String> {
    let never = AtomicBool::new(false);
    assert_limits_repeat(game, plies, |position, limits| {
        search(game, HASH, position, limits, &never)
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
    assert_fresh_processes_agree("node_limits_are_kept_and_repeat", &found);
}

/// Searches from the start of a game within limits, with a number of threads.
fn search_for<G: Symmetry>(threads: usize, game: &G, time: Duration) {
    let limits = Limits { time: Some(time), ..Limits::default() };
    let never = AtomicBool::new(false);
    let report = search_with(threads, game, HASH, &game.initial(), &limits, &never);
    assert!(game.is_legal(&game.initial(), report.best().expect("a move")));
}

#[test]
fn time_limits_are_kept_under_load() {
    let (small, large) = (mnk::<1>(3, 3, 3), mnk::<MOST_WORDS>(70, 70, 10));
    let tiles = azulejos(100);
    assert_time_is_kept(&[
        &|time| search_for(1, &small, time),
        &|time| search_for(1, &large, time),
        &|time| search_for(1, &Othello, time),
        &|time| search_for(1, &tiles, time),
        &|time| search_for(2, &Othello, time),
        &|time| search_for(2, &tiles, time),
    ]);
}

#[test]
fn a_stop_is_obeyed_at_once() {
    let [large, small] = [100, 30].map(azulejos);
    let until = |game, stop: &AtomicBool| -> Report<Tile> {
        search(game, HASH, &Azulejos::initial(game), &Limits::default(), stop)
    };
    assert_stops_are_obeyed(&[&|stop| until(&large, stop), &|stop| until(&small, stop)]);
}

/// A thousand plies straight down, in 6 KB of stack each.
fn goes_deep<G: Symmetry>(game: &G) -> Report<G::Move> {
    const STACK: usize = 1000 * 6 * 1024;
    let options = Options::default().with(|options| options.deepening.on = false);
    let limits = Limits { depth: Some(1000), nodes: Some(5000), ..Limits::default() };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        let down = thread.spawn_scoped(scope, || {
            let mut engine = Engine::new(game.clone(), ZeroEvaluator, options, 1).expect("memory");
            let position = game.initial();
            let root = Root { position: &position, history: &[] };
            engine.search(&root, &limits, &AtomicBool::new(false), &mut |_| {})
        });
        down.expect("a thread").join().expect("no overflow")
    })
}

#[test]
fn a_thousand_plies_take_six_kilobytes_each() {
    goes_deep(&mnk::<MOST_WORDS>(100, 100, 50));
    goes_deep(&azulejos(100));
    goes_deep(&Delta::standard());
    let nodes = (0..1000).map(|n| format!("n{n}: n{}", n + 1));
    let chain: TreeGame =
        (nodes.collect::<Vec<_>>().join("; ") + "; n1000: 1 2").parse().expect("a chain");
    let report = goes_deep(&chain);
    assert_eq!(report.lines[0].moves.len(), 1000, "to the horizon");
}
