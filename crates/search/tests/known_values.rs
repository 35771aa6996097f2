//! Values that are known from elsewhere, found by search; and what the engine
//! calls certain is true.

mod common;

use common::{Hashed, random_position};
use plywood_game::{Game, Knowledge, Random, Symmetry, ZeroEvaluator};
use plywood_games::azulejos::Azulejos;
use plywood_games::mnk::{Mnk, Params, Windows};
use plywood_games::othello::{Othello, Positional, obf};
use plywood_search::{Engine, Limits, Options, Report, Root, Score, StoppedBy, minimax};
use std::sync::atomic::AtomicBool;

/// Searches to the end, and expects to get there.
fn solve<G: Symmetry, K: Knowledge<G>>(
    game: &G,
    evaluator: K,
    position: &G::Position,
    options: Options,
) -> Report<G::Move> {
    let mut engine = Engine::new(game.clone(), evaluator, options, 256).expect("memory");
    let root = Root { position, history: &[] };
    let never = AtomicBool::new(false);
    let report = engine.search(&root, &Limits::default(), &never, &mut |_| {});
    assert_eq!(report.stopped_by, Some(StoppedBy::Solved));
    assert!(report.value.exact);
    report
}

fn mnk(rows: u16, columns: u16, k: u32) -> Mnk<1> {
    Mnk::new(Params::new(rows, columns, k).expect("good parameters"))
}

fn value_of_mnk(rows: u16, columns: u16, k: u32) -> Score {
    let game = mnk(rows, columns, k);
    let options = Options::default().with(|options| {
        options.table.symmetry = true;
        options.ordering.evaluated = true;
        options.windows.null = true;
        options.horizon.estimates = false;
    });
    solve(&game, Windows::new(game.params()), &game.initial(), options).value.score
}

#[test]
fn small_boards_have_the_published_values() {
    assert_eq!(value_of_mnk(3, 3, 3), Score::DRAW);
    assert!(value_of_mnk(4, 3, 3).is_win());
    assert!(value_of_mnk(4, 4, 3).is_win());
    assert_eq!(value_of_mnk(4, 4, 4), Score::DRAW);
    assert!(value_of_mnk(6, 5, 4).is_win());
    assert_eq!(value_of_mnk(5, 5, 4), Score::DRAW);
    assert_eq!(value_of_mnk(6, 4, 4), Score::DRAW);
    assert_eq!(value_of_mnk(5, 5, 5), Score::DRAW);
}

#[test]
fn othello_endgames_have_the_oracles_value() {
    let mut dice = Random::new(1);
    for empties in [6, 7, 8] {
        for _ in 0..5 {
            let (position, _) = random_position(&Othello, &mut dice, 60 - empties);
            let oracle = minimax(&Othello, &ZeroEvaluator, &position, &[], 60);
            let found = solve(&Othello, ZeroEvaluator, &position, Options::default());
            assert_eq!(found.value, oracle, "{position:?}");
        }
    }
}

#[test]
fn the_first_ffo_endgames_have_their_published_scores() {
    let suite = include_str!("../../games/tests/data/ffo-20-59.obf");
    let records: Vec<obf::Record> =
        obf::records(suite).collect::<Result<_, _>>().expect("the suite");
    // The file has numbers 40 to 59 first, then 20 to 39.
    for record in &records[20..23] {
        let options = Options::default().with(|options| options.endgame.on = false);
        let found = solve(&Othello, Positional, record.position(), options);
        let published = record.best_score().expect("a score");
        assert_eq!(found.value.score, Score::margin(published), "{record}");
        let best = found.best().expect("a move");
        assert!(record.scores().contains(&(best, published)), "{record}");
    }
}

#[test]
fn small_azulejos_have_the_oracles_margin() {
    for seed in 0..8 {
        let game = Azulejos::generated(5, 5, 4, seed).expect("good parameters");
        let oracle = minimax(&game, &ZeroEvaluator, &game.initial(), &[], 100);
        let found = solve(&game, ZeroEvaluator, &game.initial(), Options::default());
        assert_eq!(found.value, oracle, "seed {seed}");
    }
}

/// A side that is said not to be able to win does not.
#[test]
fn hopes_are_given_up_only_where_there_are_none() {
    let mut dice = Random::new(7);
    let mut hopeless = 0;
    for round in 0..4_000 {
        let game = [mnk(3, 3, 3), mnk(3, 4, 3), mnk(4, 4, 4), mnk(3, 5, 3)][round % 4].clone();
        let cells = game.params().cells();
        let (position, _) = random_position(&game, &mut dice, cells - 4 - round % 5);
        let truth = minimax(&game, &ZeroEvaluator, &position, &[], 100);
        let to_move = game.to_move(&position);
        for (side, score) in [(to_move, truth.score), (to_move.other(), -truth.score)] {
            if !game.can_win(&position, side) {
                hopeless += 1;
                assert!(score <= Score::DRAW, "{side:?} wins {position:?}");
            }
        }
    }
    assert!(hopeless > 1_000, "{hopeless} of 8000 sides have no hope");
}

/// A search of any depth that calls its value certain has the value of the
/// whole game.
#[test]
fn what_is_called_certain_is_true() {
    let mut dice = Random::new(3);
    let mut certain = 0;
    for round in 0..600 {
        let game = if round % 2 == 0 { mnk(3, 3, 3) } else { mnk(3, 4, 3) };
        let (position, _) = random_position(&game, &mut dice, 4 + round % 4);
        let depth = 1 + dice.below(7) as u32;
        let hash = Mnk::<1>::hash(false);
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let mut engine = Engine::new(game.clone(), hash, Options::default(), 1).expect("memory");
        let root = Root { position: &position, history: &[] };
        let report = engine.search(&root, &limits, &AtomicBool::new(false), &mut |_| {});
        if report.value.exact {
            certain += 1;
            let truth = minimax(&game, &hash, &position, &[], 12);
            assert!(truth.exact);
            assert_eq!(report.value.score, truth.score, "{position:?} at depth {depth}");
        }
    }
    assert!(certain > 100, "{certain} of 600 are certain");
}
