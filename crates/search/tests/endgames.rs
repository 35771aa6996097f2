//! When the rest of a game is solved before it is searched, and what is reported
//! then. That the margins are right is tested beside the solver, in
//! `crates/games/tests/endgame.rs`.

use plywood_game::testkit::random_game;
use plywood_game::{Game, Random};
use plywood_games::othello::{Othello, Ply, Positional, obf};
use plywood_search::{Engine, Limits, Options, Recorder, Report, Root, Score, StoppedBy};
use std::time::Duration;

/// A position of the FFO suite, 20 to 39.
fn ffo(number: usize) -> obf::Record {
    let suite = include_str!("../../games/tests/data/ffo-20-59.obf");
    obf::records(suite).nth(number).expect("a number of the suite").expect("a record")
}

fn search(record: &obf::Record, options: Options, limits: &Limits) -> Report<Ply> {
    let mut engine = Engine::new(Othello, Positional, options, 16).expect("memory");
    let root = Root { position: record.position(), history: &[] };
    engine.search(&root, limits, &false.into(), &mut |_| {})
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

/// The report has the published margin, and its line is played to the end.
fn assert_solved(record: &obf::Record, report: &Report<Ply>) {
    let margin = record.best_score().expect("a margin");
    assert_eq!(report.stopped_by, Some(StoppedBy::Solved));
    assert!(report.value.exact && report.value.score == Score::margin(margin), "{report:?}");
    assert!(report.depth >= record.position().empty().count_ones() - 2, "to the end");
}

#[test]
fn it_is_solved_where_the_limits_suffice_and_searched_where_they_do_not() {
    let record = ffo(22);
    assert_solved(&record, &search(&record, Options::default(), &nodes(4_000_000)));
    let few = search(&record, Options::default(), &nodes(100_000));
    assert_eq!((few.nodes, few.stopped_by), (100_000, Some(StoppedBy::Nodes)));
    let off = Options::default().with(|options| options.endgame.on = false);
    assert_eq!(few, Report { elapsed: few.elapsed, ..search(&record, off, &nodes(100_000)) });
}

#[test]
fn a_depth_that_does_not_reach_the_end_is_a_search_of_that_depth() {
    let record = ffo(21);
    let empties = record.position().empty().count_ones();
    let shallow = search(&record, Options::default(), &depth(4));
    assert_eq!((shallow.depth, shallow.stopped_by), (4, Some(StoppedBy::Depth)));
    assert!(!shallow.value.exact && shallow.nodes < 20_000);
    assert_solved(&record, &search(&record, Options::default(), &depth(empties)));
}

/// Every share that ends too soon leaves the rest to the search, and all nodes
/// are counted once.
#[test]
fn a_limit_of_nodes_is_kept_whether_or_not_it_was_solved() {
    let record = ffo(21);
    let mut solved = 0;
    for limit in (1..=20).map(|part| part * 100_000) {
        let report = search(&record, Options::default(), &nodes(limit));
        let again = search(&record, Options::default(), &nodes(limit));
        assert_eq!(report, Report { elapsed: report.elapsed, ..again }, "the same again");
        if report.stopped_by == Some(StoppedBy::Solved) {
            assert_solved(&record, &report);
            assert!(report.nodes <= limit);
            solved += 1;
        } else {
            assert_eq!(report.nodes, limit);
        }
    }
    assert!(solved > 0 && solved < 20, "{solved} of 20 are solved");
}

#[test]
fn several_lines_have_their_exact_margins() {
    let record = ffo(21);
    let options = Options::default().with(|options| options.lines = 3);
    let report = search(&record, options, &Limits::default());
    assert_solved(&record, &report);
    let mut published: Vec<i32> = record.scores().iter().map(|&(_, margin)| margin).collect();
    published.sort_unstable_by_key(|margin| -margin);
    let found: Vec<Score> = report.lines.iter().map(|line| line.value.score).collect();
    let published: Vec<Score> = published.into_iter().take(3).map(Score::margin).collect();
    assert_eq!(found, published);
}

#[test]
fn a_seed_chooses_among_the_best_moves_and_no_others() {
    let record = ffo(21);
    for seed in 0..8 {
        let options = Options::default().with(|options| options.tie_seed = Some(seed));
        let report = search(&record, options, &Limits::default());
        assert_solved(&record, &report);
        let best = report.best().expect("a move");
        let margin = record.best_score().expect("a margin");
        assert!(record.scores().contains(&(best, margin)));
    }
}

#[test]
fn what_is_recorded_is_searched() {
    let record = ffo(20);
    let mut engine = Engine::new(Othello, Positional, Options::default(), 1).expect("memory");
    let root = Root { position: record.position(), history: &[] };
    let mut recorder = Recorder::new(1_000_000);
    let limits = Limits::default();
    let report = engine.search_observed(&root, &limits, &false.into(), &mut |_| {}, &mut recorder);
    assert_solved(&record, &report);
    assert!(recorder.finish(&report).is_some(), "there is a tree");
}

/// By a clock the only move is played at once; in analysis its value is looked
/// for.
#[test]
fn the_only_move_costs_no_time_on_a_clock() {
    let mut found = None;
    random_game(&Othello, &mut Random::new(1), |position, _| {
        if found.is_none() && Othello.count_moves(position) == 1 {
            found = Some(position.clone());
        }
    });
    let record = obf::Record::new(found.expect("a position with one move"));
    let minute = Some(Duration::from_secs(60));
    let clock = Limits { time: minute, target: minute, ..nodes(1000) };
    assert!(search(&record, Options::default(), &clock).nodes < 100);
    let analysed = search(&record, Options::default(), &Limits { target: None, ..clock });
    assert!(analysed.nodes == 1000 || analysed.value.exact, "{analysed:?}");
}

/// Before anything is certain, what is probable is told and, if nothing better is found
/// within the limits, reported.
#[test]
fn what_is_probable_is_reported_where_it_cannot_be_certain() {
    let record = ffo(28);
    let options = Options::default().with(|options| options.endgame.selective = true);
    let root = Root { position: record.position(), history: &[] };
    let reports = |limit: u64| {
        let mut engine = Engine::new(Othello, Positional, options.clone(), 16).expect("memory");
        let mut told = Vec::new();
        let mut listen = |report: &Report<Ply>| told.push(report.confidence);
        let found = engine.search(&root, &nodes(limit), &false.into(), &mut listen);
        (found, told)
    };
    let (found, told) = reports(8_000_000);
    assert_eq!((found.confidence, found.stopped_by), (Some(73), Some(StoppedBy::Nodes)));
    assert_eq!((found.depth, found.nodes, found.value.exact), (20, 8_000_000, false));
    assert_eq!(told, [Some(73)]);
    let (found, told) = reports(100_000_000);
    assert_eq!((found.confidence, found.depth), (None, 20));
    assert_solved(&record, &found);
    assert_eq!(told, [Some(73), Some(95), Some(99)]);
}
