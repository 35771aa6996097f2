//! The solver finds the oracle's values on random small positions of all games.

use super::solve;
use plywood_game::{Game, Knowledge, Notation, Random, Symmetry, ZeroEvaluator};
use plywood_games::azulejos::{Azulejos, Points};
use plywood_games::delta::{Delta, Potential};
use plywood_games::mnk::{Mnk, Params, Threats, Windows};
use plywood_games::othello::{Othello, Positional};
use plywood_search::{Verdict, minimax};

/// How many positions of each kind: a short form of `cargo xtask measure solver`.
fn rounds() -> usize {
    let all = std::env::var("PLYWOOD_FULL").is_ok();
    if all { 1_700 } else { 150 }
}

/// Compares a position with plain minimax to the end.
fn agrees<G: Notation + Symmetry, K: Knowledge<G> + Clone>(
    game: &G,
    knowledge: &K,
    position: &G::Position,
    plies: u32,
) {
    let oracle = minimax(game, &ZeroEvaluator, position, &[], plies);
    assert!(oracle.exact, "{} is not small", game.position_text(position));
    let solved = solve(game, knowledge, position, true);
    let text = format!("{} {}", game.name(), game.position_text(position));
    let expected = in_numbers(oracle.verdict(game.counts_points()));
    assert_eq!((solved.value, solved.plies), expected, "{text}");
    let Some(best) = solved.best else { return };
    let mut next = position.clone();
    game.play(&mut next, best);
    let after = minimax(game, &ZeroEvaluator, &next, &[], plies - 1);
    let (value, distance) = in_numbers(after.verdict(game.counts_points()));
    assert_eq!((-value, distance.map(|plies| plies + 1)), expected, "{text} {best:?}");
}

/// The value, and the distance of a win or loss.
fn in_numbers(verdict: Verdict) -> (i32, Option<u32>) {
    match verdict {
        Verdict::Win { plies } => (1, Some(plies)),
        Verdict::Loss { plies } => (-1, Some(plies)),
        Verdict::Draw => (0, None),
        Verdict::Margin { points } => (points, None),
        Verdict::Estimate { .. } => panic!("the oracle sees the end"),
    }
}

/// A position after random moves in which at most this many cells are empty.
fn late<G: Game>(
    game: &G,
    dice: &mut Random,
    is_late: impl Fn(&G::Position) -> bool,
) -> G::Position {
    loop {
        let mut position = game.initial();
        while game.outcome(&position).is_none() {
            if is_late(&position) {
                return position;
            }
            let moves = game.legal_moves(&position);
            game.play(&mut position, moves[dice.below(moves.len())]);
        }
    }
}

#[test]
fn mnk_has_the_oracles_values() {
    let mut dice = Random::new(1);
    for (rows, columns, k) in [(3, 3, 3), (3, 4, 3), (4, 4, 3), (4, 4, 4), (3, 5, 4), (2, 7, 2)] {
        let params = Params::new(rows, columns, k).expect("good parameters");
        let game = Mnk::<1>::new(params);
        let mut windows = Windows::new(params);
        windows.threats = Some(Threats::All);
        for _ in 0..rounds() {
            let position = late(&game, &mut dice, |position| game.count_moves(position) <= 7);
            agrees(&game, &windows, &position, 7);
        }
    }
}

#[test]
fn othello_has_the_oracles_margins() {
    let mut dice = Random::new(2);
    for _ in 0..rounds() {
        let empties = |text: String| text.bytes().filter(|&byte| byte == b'-').count();
        let is_late = |position: &_| empties(Othello.position_text(position)) <= 6;
        let position = late(&Othello, &mut dice, is_late);
        agrees(&Othello, &Positional, &position, 13);
    }
}

/// FFO 40, whose margin is published.
#[test]
fn othello_with_twenty_empty_squares_has_the_published_margin() {
    let board = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------";
    let position = Othello.parse_position(&format!("{board} X")).expect("a position");
    let solved = solve(&Othello, &Positional, &position, false);
    assert_eq!(solved.value, 38);
    assert_eq!(solved.best.map(|mv| Othello.move_text(&position, mv)).as_deref(), Some("a2"));
}

#[test]
fn azulejos_has_the_oracles_margins() {
    for seed in 0..rounds() as u64 {
        let game = Azulejos::generated(3, 4, 3, seed).expect("good parameters");
        let position = game.initial();
        if game.outcome(&position).is_none() {
            agrees(&game, &Points, &position, 12);
        }
    }
}

/// Positions from which all play ends or is won within a few turns; others have
/// no oracle, since Delta can go on for ever.
#[test]
fn delta_has_the_oracles_wins() {
    let mut dice = Random::new(3);
    let mut compared = 0;
    while compared < rounds() {
        let game = [Delta::standard(), Delta::placement()][compared % 2];
        let position = late(&game, &mut dice, |position| game.count_moves(position) <= 6);
        let oracle = minimax(&game, &ZeroEvaluator, &position, &[], 4);
        if oracle.exact {
            agrees(&game, &Potential::default(), &position, 4);
            compared += 1;
        }
    }
}
