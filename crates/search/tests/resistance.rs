//! In a lost position the engine chooses, of the moves that lose latest, the one
//! with the fewest winning replies. Values are the same with and without.

mod common;

use common::random_position;
use plywood_game::{Game, Notation, Random, ZeroEvaluator};
use plywood_games::mnk::{Cell, Mnk, Params, Position, Windows};
use plywood_search::{Engine, Limits, Options, Report, Root, Score, minimax};
use std::sync::atomic::AtomicBool;

fn mnk(rows: u16, columns: u16, k: u32) -> Mnk<1> {
    Mnk::new(Params::new(rows, columns, k).expect("good parameters"))
}

fn search(game: &Mnk<1>, position: &Position<1>, depth: u32, resistance: bool) -> Report<Cell> {
    let options = Options::default().with(|options| {
        options.windows.null = true;
        options.resistance = resistance;
    });
    let knowledge = Windows::new(game.params());
    let mut engine = Engine::new(game.clone(), knowledge, options, 1).expect("a megabyte");
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let root = Root { position, history: &[] };
    engine.search(&root, &limits, &AtomicBool::new(false), &mut |_| {})
}

/// The value of a move by the oracle, for the side that makes it.
fn value_after(game: &Mnk<1>, position: &Position<1>, mv: Cell) -> Score {
    let mut after = position.clone();
    game.play(&mut after, mv);
    let side = game.to_move(position);
    let below = match game.outcome(&after) {
        Some(outcome) => -Score::of_outcome(outcome, side, 0),
        None => minimax(game, &ZeroEvaluator, &after, &[], 20).score,
    };
    // One move more to the end.
    match below.plies_to_end() {
        Some(plies) if below.is_win() => Score::loss_in(plies + 1),
        Some(plies) => Score::win_in(plies + 1),
        None => -below,
    }
}

/// How late a move loses, and how many replies win as soon as the best.
fn resistance(game: &Mnk<1>, position: &Position<1>, mv: Cell) -> (Score, usize) {
    let loss = value_after(game, position, mv);
    let mut after = position.clone();
    game.play(&mut after, mv);
    let replies = game.legal_moves(&after);
    let values = replies.iter().map(|&reply| value_after(game, &after, reply));
    let best = values.clone().max().expect("a reply");
    (loss, values.filter(|&value| value == best).count())
}

#[test]
fn the_move_that_loses_latest_with_the_fewest_winning_replies_is_chosen() {
    let (game, mut dice) = (mnk(4, 4, 3), Random::new(4));
    let mut lost = 0;
    while lost < 40 {
        let plies = 7 + dice.below(4);
        let (position, _) = random_position(&game, &mut dice, plies);
        let (usual, tough) =
            (search(&game, &position, 9, false), search(&game, &position, 9, true));
        assert_eq!(usual.value, tough.value);
        if !tough.value.score.is_loss() {
            assert_eq!(usual.lines, tough.lines);
            continue;
        }
        lost += 1;
        let moves = game.legal_moves(&position);
        let all: Vec<_> = moves.iter().map(|&mv| resistance(&game, &position, mv)).collect();
        let latest = all.iter().map(|&(loss, _)| loss).max();
        let toughest = all.iter().filter(|(loss, _)| Some(*loss) == latest).min_by_key(|r| r.1);
        let chosen = tough.lines[0].moves[0];
        assert_eq!(
            Some(&resistance(&game, &position, chosen)),
            toughest,
            "{position:?} {chosen:?}"
        );
    }
}

/// Before, it was a8, which stops nothing.
#[test]
fn a_lost_game_goes_on_with_a_move_that_stops_a_line() {
    let game = mnk(8, 8, 4);
    let mut position = game.initial();
    for mv in game.parse_moves(&position, "e4 d5 f5 d3 d4 c4 f4 g4 f3").expect("moves") {
        game.play(&mut position, mv);
    }
    let report = search(&game, &position, 12, true);
    assert!(report.value.score.is_loss(), "{:?}", report.value);
    let mv = report.lines[0].moves[0];
    assert_eq!(report.lines[0].moves.len() as u32, report.value.score.plies_to_end().unwrap_or(0));
    println!("{}", game.move_text(&position, mv));
    assert_ne!(game.move_text(&position, mv), "a8");
}
