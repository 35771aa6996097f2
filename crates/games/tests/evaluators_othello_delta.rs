//! The laws of the evaluators of Othello and Delta, through the public API.

use plywood_game::testkit::{assert_knowledge, random_game};
use plywood_game::{Game, Knowledge, Notation, Random, Side, Symmetry};
use plywood_games::delta::{Delta, Potential};
use plywood_games::othello::{self, Othello, Positional};
use std::collections::HashMap;

fn value<G: Game, K: Knowledge<G>>(game: &G, evaluator: &K, position: &G::Position) -> i32 {
    evaluator.evaluate(game, position, None, &evaluator.refresh(game, position))
}

/// Every unfinished position of some random games.
fn positions<G: Game>(game: &G, games: u32) -> Vec<G::Position> {
    let mut dice = Random::new(11);
    let mut all = Vec::new();
    for _ in 0..games {
        random_game(game, &mut dice, |position, _| {
            if game.outcome(position).is_none() {
                all.push(position.clone());
            }
        });
    }
    all
}

/// The value looking `plies` ahead.
fn looked_ahead<G: Game, K: Knowledge<G>>(
    game: &G,
    evaluator: &K,
    position: &G::Position,
    plies: u32,
) -> i32 {
    if let Some(outcome) = game.outcome(position) {
        return outcome.value_for(game.to_move(position)).signum() * 10_000_000;
    }
    if plies == 0 {
        return value(game, evaluator, position);
    }
    let replies = game.legal_moves(position).into_iter().map(|mv| {
        let mut after = position.clone();
        game.play(&mut after, mv);
        -looked_ahead(game, evaluator, &after, plies - 1)
    });
    replies.max().expect("an unfinished game has moves")
}

/// How many of `games` a player who looks two plies ahead wins against one who
/// plays at random.
fn wins_against_random<G: Game, K: Knowledge<G>>(game: &G, evaluator: &K, games: usize) -> usize {
    let mut dice = Random::new(5);
    let winners = (0..games).filter(|number| {
        let player = Side::BOTH[number % 2];
        let mut position = game.initial();
        while game.outcome(&position).is_none() {
            let moves = game.legal_moves(&position);
            let chosen = if game.to_move(&position) == player {
                moves.iter().min_by_key(|&&mv| {
                    let mut after = position.clone();
                    game.play(&mut after, mv);
                    looked_ahead(game, evaluator, &after, 1)
                })
            } else {
                dice.pick(&moves)
            };
            game.play(&mut position, *chosen.expect("an unfinished game has moves"));
        }
        game.outcome(&position).and_then(plywood_game::Outcome::winner) == Some(player)
    });
    winners.count()
}

fn assert_same_in_all_symmetries<G: Symmetry, K: Knowledge<G>>(game: &G, evaluator: &K) {
    for position in positions(game, 50) {
        for symmetry in 0..game.symmetries() {
            let image = game.transform(symmetry, &position);
            assert_eq!(
                value(game, evaluator, &image),
                value(game, evaluator, &position),
                "symmetry {symmetry} of {position:?}"
            );
        }
    }
}

#[test]
fn updating_equals_refreshing_and_the_last_move_does_not_matter() {
    assert_knowledge(&Othello, &Positional, 50, 1);
    assert_knowledge(&Delta::standard(), &Potential::default(), 50, 2);
    assert_knowledge(&Delta::placement(), &Potential::default(), 50, 3);
}

#[test]
fn turning_and_mirroring_the_board_changes_no_value() {
    assert_same_in_all_symmetries(&Othello, &Positional);
    assert_same_in_all_symmetries(&Delta::standard(), &Potential::default());
}

#[test]
fn values_are_within_their_bounds() {
    for position in positions(&Othello, 200) {
        assert!(value(&Othello, &Positional, &position).abs() <= 6400, "{position:?}");
    }
    let delta = Delta::standard();
    for position in positions(&delta, 200) {
        assert!(value(&delta, &Potential::default(), &position).abs() <= 1_000_000, "{position:?}");
    }
}

#[test]
fn othello_values_do_not_depend_on_colours() {
    for position in positions(&Othello, 100) {
        let [black, white] = Side::BOTH.map(|side| position.discs(side));
        let exchanged = othello::Position::new(white, black, position.to_move().other())
            .expect("a square has one disc");
        let [here, there] = [&position, &exchanged].map(|p| value(&Othello, &Positional, p));
        assert_eq!(here, there, "{position:?}");
    }
}

#[test]
fn the_other_side_on_move_turns_an_othello_value_but_for_the_worth_of_the_move() {
    let mut worths = HashMap::new();
    for position in positions(&Othello, 100) {
        let [black, white] = Side::BOTH.map(|side| position.discs(side));
        let passed = othello::Position::new(black, white, position.to_move().other())
            .expect("a square has one disc");
        let values = [&position, &passed].map(|p| value(&Othello, &Positional, p));
        if values.iter().all(|value| value.abs() < 6400) {
            let sum: i32 = values.iter().sum();
            let empties = position.empty().count_ones();
            assert_eq!(*worths.entry(empties).or_insert(sum), sum, "{position:?}");
        }
    }
    assert!(worths.len() > 50, "nearly every number of empty squares occurs");
}

#[test]
fn two_plies_ahead_beat_chance() {
    assert!(wins_against_random(&Othello, &Positional, 100) > 95);
    assert!(wins_against_random(&Delta::standard(), &Potential::default(), 200) > 190);
}

#[test]
fn a_gap_that_a_slide_can_fill_is_worth_more_than_one_out_of_reach() {
    let delta = Delta::standard();
    let [open, blocked] = ["o.*.o/...../...../**.**/o.o.o *", "o.*.o/..o../...../**.**/o...o *"]
        .map(|text| delta.parse_position(text).expect("a position"));
    assert!(
        value(&delta, &Potential::default(), &open)
            > value(&delta, &Potential::default(), &blocked) + 100
    );
}
