//! Forced wins and the wide search: one never contradicts the other, and the
//! engine that asks for them answers as any engine does.

mod common;

use common::random_position;
use plywood_game::{Budget, Game, Knowledge, Notation, Outcome, Random, Symmetry};
use plywood_games::mnk::{Cell, Mnk, Params, Position, Threats, Windows};
use plywood_search::{Engine, Limits, Options, Report, Root, Score, StoppedBy, Value};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

fn mnk<const W: usize>(rows: u16, columns: u16, k: u32) -> Mnk<W> {
    Mnk::new(Params::new(rows, columns, k).expect("good parameters"))
}

fn engine<const W: usize>(game: &Mnk<W>) -> Engine<Mnk<W>, Windows> {
    let options = Options::default().with(|options| {
        options.horizon.estimates = false;
        options.ordering.evaluated = true;
    });
    let windows = Windows::new(game.params());
    Engine::new(game.clone(), windows, options, 4).expect("four megabytes")
}

fn search<G: Symmetry, K: Knowledge<G>>(
    engine: &mut Engine<G, K>,
    position: &G::Position,
    limits: &Limits,
) -> Report<G::Move> {
    let never = AtomicBool::new(false);
    engine.search(&Root { position, history: &[] }, limits, &never, &mut |_| {})
}

fn forced_win<const W: usize>(game: &Mnk<W>, position: &Position<W>) -> Option<Vec<Cell>> {
    let (limits, never) = (Limits { nodes: Some(20_000), ..Limits::default() }, false.into());
    Threats::All.forced_win(game, position, &mut Budget::new(&limits, &never))
}

/// A position in which nobody completes a line at once.
fn quiet_position(game: &Mnk<1>, dice: &mut Random) -> Position<1> {
    loop {
        let cells = game.params().cells();
        let plies = cells / 4 + dice.below(cells / 2);
        let (position, _) = random_position(game, dice, plies);
        let mut moves = game.legal_moves(&position);
        let all = moves.len();
        game.keep_forced(&position, &mut moves);
        if moves.len() == all {
            return position;
        }
    }
}

/// What became of the positions of a board.
#[derive(Debug, Default)]
struct Tally {
    /// Claims that the wide search confirmed.
    confirmed: u32,
    /// Claims whose lines are too long for the wide search.
    out_of_reach: u32,
    /// Positions without a claim in which the wide search found no win either.
    agreed: u32,
    /// The same, but the wide search did not get as deep as it should.
    unfinished: u32,
    /// Wins that the wide search found and nobody claimed.
    missed: u32,
}

/// How deep the wide search looks where nothing is claimed.
const DEPTH: u32 = 5;

/// Longer lines are not compared with it.
const LONGEST: u32 = 9;

fn compare(game: &Mnk<1>, positions: usize, seed: u64) -> Tally {
    let mut dice = Random::new(seed);
    let mut engine = engine(game);
    let mut tally = Tally::default();
    for _ in 0..positions {
        let position = quiet_position(game, &mut dice);
        let claim = forced_win(game, &position);
        let depth = claim.as_ref().map_or(DEPTH, |line| line.len() as u32);
        if depth > LONGEST {
            tally.out_of_reach += 1;
            continue;
        }
        let limits = Limits { depth: Some(depth), nodes: Some(30_000), ..Limits::default() };
        let report = search(&mut engine, &position, &limits);
        let wins = report.value.exact && report.value.score.is_win();
        let unfinished = report.stopped_by == Some(StoppedBy::Nodes);
        let count = match (claim.is_some(), wins) {
            (true, true) => &mut tally.confirmed,
            (true, false) => {
                let text = game.position_text(&position);
                assert!(unfinished, "a false win: {} {text}", game.params());
                &mut tally.out_of_reach
            }
            (false, true) => &mut tally.missed,
            (false, false) if unfinished => &mut tally.unfinished,
            (false, false) => &mut tally.agreed,
        };
        *count += 1;
    }
    tally
}

/// A win can be missed where it needs a quiet move, or more effort than was
/// given.
#[test]
fn a_forced_win_is_a_win_to_the_wide_search_too_and_hardly_a_short_one_is_missed() {
    for (rows, columns, k, positions) in [(5, 5, 4, 4000), (6, 6, 4, 3000), (7, 7, 5, 3000)] {
        let tally = compare(&mnk(rows, columns, k), positions, 1);
        println!("{rows},{columns},{k}: {tally:?}");
        assert!(tally.confirmed > 100 && tally.agreed > 100, "{tally:?}");
        let short_wins = tally.confirmed + tally.missed;
        assert!(tally.missed * 100 <= short_wins, "{tally:?}");
    }
}

/// A position won by 31 fours.
const LONG_WIN: &str = "o3x3x2xxoo/xx6o1x1oxo/8o1x1x1o/7x2o3o/x12ox/14o/o5o4oxx1/1ox4x1ox4/oo6x2oox1/xx9xo2/x2x5x3xx/o3o1x6o1/o3xo8x/o3o3ox2ox1/1o5xx2ooo1 x";

fn asking(game: &Mnk<4>, options: Options) -> Engine<Mnk<4>, Windows> {
    let mut windows = Windows::new(game.params());
    windows.threats = Some(Threats::All);
    Engine::new(game.clone(), windows, options, 4).expect("four megabytes")
}

#[test]
fn the_engine_answers_with_a_certain_win_and_its_whole_line() {
    let game = mnk::<4>(15, 15, 5);
    let position = game.parse_position(LONG_WIN).expect("a position");
    let limits = Limits { depth: Some(2), ..Limits::default() };
    let report = search(&mut asking(&game, Options::default()), &position, &limits);
    assert_eq!(report.stopped_by, Some(StoppedBy::Solved));
    assert_eq!(report.value, Value::exact(Score::win_in(63)));
    let mut end = position.clone();
    for &mv in &report.lines[0].moves {
        game.try_play(&mut end, mv).expect("a legal move");
    }
    assert_eq!(report.lines[0].moves.len(), 63);
    assert_eq!(game.outcome(&end), Some(Outcome::Win(game.to_move(&position))));
    assert!(report.nodes > 1000, "they count: {}", report.nodes);
}

#[test]
fn where_several_moves_are_wanted_all_are_searched() {
    let game = mnk::<4>(15, 15, 5);
    let position = game.parse_position(LONG_WIN).expect("a position");
    let options = Options::default().with(|options| options.lines = 3);
    let limits = Limits { depth: Some(1), ..Limits::default() };
    let report = search(&mut asking(&game, options), &position, &limits);
    assert_eq!(report.lines.len(), 3);
}

#[test]
fn node_limits_stay_exact_and_answers_the_same() {
    let game = mnk::<4>(15, 15, 5);
    let mut dice = Random::new(2);
    let mut solved = 0;
    for round in 0..60 {
        let (position, _) = random_position(&game, &mut dice, 20 + round);
        let most = 1 + 1.25_f64.powi(round as i32 / 2) as u64 * 10;
        let limits = Limits { nodes: Some(most), ..Limits::default() };
        let ask = || {
            let report = search(&mut asking(&game, Options::default()), &position, &limits);
            Report { elapsed: Duration::ZERO, ..report }
        };
        let report = ask();
        assert!(report.nodes <= most, "{} of {most}", report.nodes);
        match report.stopped_by {
            Some(StoppedBy::Nodes) => assert_eq!(report.nodes, most, "all are used"),
            Some(StoppedBy::Solved) => solved += 1,
            other => panic!("{other:?}"),
        }
        assert_eq!(ask(), report);
    }
    assert!(solved > 5, "only {solved} solved");
}

/// A set flag ends the narrow search before it has begun; a legal move is
/// there all the same.
#[test]
fn a_stop_is_obeyed() {
    let game = mnk::<4>(15, 15, 5);
    let position = game.parse_position(LONG_WIN).expect("a position");
    let mut engine = asking(&game, Options::default());
    let stop = AtomicBool::new(true);
    let root = Root { position: &position, history: &[] };
    let report = engine.search(&root, &Limits::default(), &stop, &mut |_| {});
    assert_eq!(report.stopped_by, Some(StoppedBy::Interrupted));
    assert!(game.is_legal(&position, report.best().expect("a move")));
    assert_eq!(report.nodes, 0);
}
