//! Published values of (m,n,k), with certificates that the judge accepts.

use super::certificates::mnk;
use super::{NEVER, certify, solve, verify};
use plywood_game::{Budget, Defence, Game, Knowledge, Limits, Notation, Random, Side};
use plywood_games::mnk::{MOST_WORDS, Mnk, Params, Threats, Windows};
use plywood_judges::{Judge, MnkJudge};
use plywood_solver::Claim;

/// The values of the first player: Uiterwijk and others, collected on Wikipedia's
/// page on m,n,k-games; the quick ones.
const PUBLISHED: [((u16, u16, u32), i32); 11] = [
    ((3, 3, 3), 0),
    ((4, 3, 3), 1),
    ((4, 4, 3), 1),
    ((4, 4, 4), 0),
    ((5, 4, 4), 0),
    ((6, 5, 4), 1),
    ((5, 5, 5), 0),
    ((6, 6, 5), 0),
    ((7, 5, 5), 0),
    ((6, 6, 6), 0),
    ((7, 7, 7), 0),
];

#[test]
fn published_values_are_found_and_certified() {
    for ((rows, columns, k), value) in PUBLISHED {
        let (game, mut windows, judge) = mnk(rows, columns, k);
        windows.threats = Some(Threats::All);
        let (solved, certificate) = certify(&game, &windows, &game.initial());
        assert_eq!(solved.value, value, "{rows},{columns},{k}");
        let checked = verify(&judge, &certificate);
        let checked = checked.unwrap_or_else(|problem| panic!("{rows},{columns},{k}: {problem}"));
        let no_loss = |side| Claim { side, at_least: 0 };
        let claims: Vec<Claim> = checked.claims.iter().map(|(claim, _)| *claim).collect();
        let expected = match value {
            0 => vec![no_loss(Side::First), no_loss(Side::Second)],
            _ => vec![Claim::win(Side::First)],
        };
        assert_eq!(claims, expected);
    }
}

/// The judge looks at every line of the board.
#[test]
fn pairs_of_the_start_stop_every_line() {
    for (rows, columns, k) in
        [(5, 5, 5), (10, 6, 6), (10, 10, 7), (12, 12, 8), (12, 12, 9), (50, 50, 10)]
    {
        let params = Params::new(rows, columns, k).expect("good parameters");
        let game = Mnk::<MOST_WORDS>::new(params);
        let (windows, start) = (Windows::new(params), game.initial());
        let state = windows.refresh(&game, &start);
        let defence = windows.defence(&game, &start, &state, Side::Second);
        let Some(Defence::Pairs(pairs)) = defence else { panic!("{params}: {defence:?}") };
        let judge =
            MnkJudge { rows: rows.into(), columns: columns.into(), k: k as usize, exact: false };
        let row = columns.to_string();
        let empty = format!("{} x", vec![row; rows.into()].join("/"));
        let empty = judge.read(&empty).expect("an empty board");
        assert!(judge.pairs_hold(&empty, Side::Second, &pairs), "{params}");
        assert!(!judge.pairs_hold(&empty, Side::Second, &pairs[..3]), "too few pairs");
        let twice: Vec<(u32, u32)> = [&pairs[..], &pairs[..1]].concat();
        assert!(!judge.pairs_hold(&empty, Side::Second, &twice), "a cell in two pairs");
    }
}

/// A solver that knows nothing of threats finds that each of these moves loses.
#[test]
fn a_move_that_is_no_answer_loses() {
    let mut dice = Random::new(11);
    let mut left_out = 0;
    for (rows, columns, k) in [(4, 5, 4), (5, 5, 4), (4, 7, 4), (6, 5, 5)].into_iter().cycle() {
        if left_out > 400 {
            break;
        }
        let (game, plain, _) = mnk(rows, columns, k);
        let mut windows = plain.clone();
        windows.threats = Some(Threats::All);
        let mut position = game.initial();
        let empty = 9 + dice.below(4) as u64;
        while game.count_moves(&position) > empty {
            let moves = game.legal_moves(&position);
            game.play(&mut position, moves[dice.below(moves.len())]);
        }
        if game.outcome(&position).is_some() {
            continue;
        }
        let all = game.legal_moves(&position);
        let mut answers = all.clone();
        let mut budget = Budget::new(&Limits::default(), &NEVER);
        let state = windows.refresh(&game, &position);
        windows.answers(&game, &position, &state, &mut budget, &mut answers);
        assert!(!answers.is_empty() && answers.iter().all(|mv| all.contains(mv)));
        for &mv in all.iter().filter(|mv| !answers.contains(mv)) {
            let mut next = position.clone();
            game.play(&mut next, mv);
            let solved = solve(&game, &plain, &next, false);
            assert_eq!(solved.value, 1, "{} {mv:?}", game.position_text(&position));
            left_out += 1;
        }
    }
}
