//! Certificates of small games are accepted by the judge, and false ones are
//! not.

use super::{certify, verify};
use plywood_game::{Game, Notation, Random, Side};
use plywood_games::azulejos::{Azulejos, Points};
use plywood_games::delta::{Delta, Potential};
use plywood_games::mnk::{Mnk, Params, Windows};
use plywood_games::othello::{Othello, Positional};
use plywood_judges::{AzulejosJudge, DeltaJudge, MnkJudge, OthelloJudge};
use plywood_solver::{By, Certificate, Claim, Contradiction, OwnRules, Part};

pub(crate) fn mnk(rows: u16, columns: u16, k: u32) -> (Mnk<1>, Windows, MnkJudge) {
    let params = Params::new(rows, columns, k).expect("good parameters");
    let judge =
        MnkJudge { rows: rows.into(), columns: columns.into(), k: k as usize, exact: false };
    (Mnk::new(params), Windows::new(params), judge)
}

#[test]
fn margins_of_othello_and_azulejos_are_accepted() {
    let late = "XXXXXXXXXXXXXXXXXXOOOXXXXXOOXXXXXXOXXXXXXXXXXOXXXXXXXXO-O-XX-OO- X";
    let position = Othello.parse_position(late).expect("a position");
    let (solved, certificate) = certify(&Othello, &Positional, &position);
    let checked = verify(&OthelloJudge, &certificate).expect("a true certificate");
    let claims = [
        (Claim { side: Side::First, at_least: solved.value }, Some(solved.value > 0)),
        (Claim { side: Side::Second, at_least: -solved.value }, Some(solved.value < 0)),
    ];
    assert_eq!(checked.claims.len(), 2);
    for ((claim, _), (expected, _)) in checked.claims.iter().zip(claims) {
        assert_eq!(*claim, expected);
    }
    for seed in 0..20 {
        let game = Azulejos::generated(4, 4, 3, seed).expect("good parameters");
        let (_, certificate) = certify(&game, &Points, &game.initial());
        let checked = verify(&AzulejosJudge, &certificate);
        assert!(checked.is_ok(), "{seed}: {checked:?}");
    }
}

#[test]
fn random_positions_of_delta_have_certificates() {
    let mut dice = Random::new(9);
    let game = Delta::standard();
    let judge = DeltaJudge { second_turn_must_place: false, pieces: 9 };
    let mut decided = 0;
    while decided < 20 {
        let mut position = game.initial();
        for _ in 0..12 {
            let moves = game.legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            game.play(&mut position, moves[dice.below(moves.len())]);
        }
        let is_short = game.outcome(&position).is_none() && game.count_moves(&position) < 9;
        if is_short && wins_soon(&game, &position) {
            let (solved, certificate) = certify(&game, &Potential::default(), &position);
            let checked = verify(&judge, &certificate).expect("a true certificate");
            assert_eq!(checked.claims[0].1, solved.plies, "a shortest win");
            decided += 1;
        }
    }
}

/// Whether one side wins within five plies.
fn wins_soon(game: &Delta, position: &<Delta as Game>::Position) -> bool {
    let value = plywood_search::minimax(game, &plywood_game::ZeroEvaluator, position, &[], 5);
    value.score.plies_to_end().is_some()
}

fn problem(found: Result<plywood_solver::Checked, Contradiction>) -> String {
    found.expect_err("a contradiction").to_string()
}

#[test]
fn a_false_claim_is_not_accepted() {
    let (game, windows, judge) = mnk(3, 3, 3);
    let (_, certificate) = certify(&game, &windows, &game.initial());
    assert!(verify(&judge, &certificate).is_ok());
    let changed = |change: &dyn Fn(&mut Part)| {
        let mut certificate = certificate.clone();
        certificate.parts.iter_mut().for_each(change);
        problem(verify(&judge, &certificate))
    };
    let not_there = "part 1, after no move: strategy stealing does not hold here";
    assert_eq!(changed(&|part| part.claim.at_least = 1), not_there);
    assert_eq!(changed(&|part| part.claim.side = part.claim.side.other()), not_there);
    let cut = changed(&|part| {
        if let By::Strategy(strategy) = &mut part.by {
            strategy.pop();
        }
    });
    assert!(cut.contains("ends too soon"), "{cut}");
    let more = changed(&|part| {
        if let By::Strategy(strategy) = &mut part.by {
            strategy.push(2);
        }
    });
    assert!(more.ends_with("the strategy goes on after its end"), "{more}");
    let elsewhere = Certificate { position: "xx1/oo1/3 x".to_owned(), ..certificate.clone() };
    assert!(verify(&judge, &elsewhere).is_err());
    let empty = Certificate { parts: Vec::new(), ..certificate.clone() };
    assert_eq!(problem(verify(&judge, &empty)), "it claims nothing");
    let rubbish = Certificate { position: "rubbish".to_owned(), ..certificate };
    assert!(problem(verify(&judge, &rubbish)).starts_with("the position rubbish cannot be read"));
}

#[test]
fn a_win_in_fewer_plies_than_it_takes_is_not_accepted() {
    let (game, windows, judge) = mnk(4, 3, 3);
    let (_, mut certificate) = certify(&game, &windows, &game.initial());
    let checked = verify(&judge, &certificate).expect("a true certificate");
    let longest = checked.claims[0].1.expect("a win");
    certificate.parts[0].plies = Some(longest);
    assert!(verify(&judge, &certificate).is_ok());
    certificate.parts[0].plies = Some(longest - 1);
    let text = problem(verify(&judge, &certificate));
    let expected = format!("the longest line has {longest} plies; claimed were {}", longest - 1);
    assert!(text.ends_with(&expected), "{text}");
}

/// A game whose rules lack a move fools itself, and not the judge.
#[test]
fn rules_that_forget_a_move_are_found_out_by_the_judge() {
    let (game, windows, judge) = mnk(4, 4, 3);
    let (_, certificate) = certify(&game, &windows, &game.initial());
    let smaller = MnkJudge { columns: 5, ..judge };
    assert!(verify(&judge, &certificate).is_ok());
    assert!(verify(&OwnRules(game), &certificate).is_ok());
    let moved = Certificate { position: "5/5/5/5 x".to_owned(), ..certificate };
    assert!(verify(&smaller, &moved).is_err(), "a board with more cells has more replies");
}
