//! The first turns of Delta: value, distance and best move of every position that
//! the embedded file holds.

use super::{MEGABYTES, NEVER, Position, different};
use plywood_game::{Budget, Game, Limits, Notation, Side, Symmetry};
use plywood_games::delta::{Delta, DeltaMove, Potential};
use plywood_solver::{Claim, ProofSearch};
use std::collections::BTreeMap;

/// Every position of at most this number of turns is looked at.
const ALL_TURNS: u32 = 3;

/// Positions of this number of turns are, after Black's best moves.
const TURNS: u32 = 5;

/// Wins that take longer are not looked for: after the first move c5 White loses in
/// 18 plies.
const MOST_PLIES: u32 = 18;

/// Moves that the question of one distance may take.
const MOST_NODES: u64 = 60_000_000;

/// Prints the lines of both variants.
pub(super) fn print() {
    for game in [Delta::standard(), Delta::placement()] {
        let knowledge = Potential::default();
        let mut search = ProofSearch::new(&game, &knowledge, MEGABYTES).expect("memory");
        let mut positions = BTreeMap::from([(0, (game.initial(), true))]);
        for turn in 0..=TURNS {
            let mut next = BTreeMap::new();
            for &(position, is_best) in positions.values() {
                let found = solved(&mut search, &game, &position);
                let mut best = None;
                if let Some((plies, mv)) = found {
                    let mut after = position;
                    game.play(&mut after, mv);
                    best = Some(game.canonical_key(&after).0);
                    let (text, mv) = (game.position_text(&position), game.move_text(&position, mv));
                    println!("{} {text} {plies:+} {mv}", game.name());
                }
                for (_, after) in different(&game, &position) {
                    let key = game.canonical_key(&after).0;
                    let is_black = game.to_move(&position) == Side::First;
                    let keeps = (turn < ALL_TURNS || is_best) && (!is_black || best == Some(key));
                    if turn < ALL_TURNS || keeps {
                        next.entry(key).or_insert((after, false)).1 |= keeps;
                    }
                }
            }
            eprintln!("{}: {} positions after {turn} turns", game.name(), positions.len());
            positions = next;
        }
    }
}

/// In how many plies a position is won, or lost if the number is negative, and a
/// move of the side to move: the shortest win or the longest defence.
fn solved(
    search: &mut ProofSearch<'_, Delta, Potential>,
    game: &Delta,
    position: &Position,
) -> Option<(i32, DeltaMove)> {
    let side = game.to_move(position);
    let limits = Limits { nodes: Some(MOST_NODES), ..Limits::default() };
    for plies in 1..=MOST_PLIES {
        // A side wins by its own move.
        let winner = if plies % 2 == 1 { side } else { side.other() };
        let claim = Claim::win(winner);
        let mut budget = Budget::new(&limits, &NEVER);
        if search.decide(position, claim, Some(plies), &mut budget, &mut |_| {}).ok()? {
            let mut budget = Budget::new(&Limits::default(), &NEVER);
            let best = match winner == side {
                true => search.choose(position, claim, Some(plies), &mut budget).ok()?,
                false => longest(search, game, position, claim, plies),
            };
            let plies = plies as i32;
            return best.map(|mv| (if winner == side { plies } else { -plies }, mv));
        }
    }
    None
}

/// A move after which the other side needs as long as it can be made to.
fn longest(
    search: &mut ProofSearch<'_, Delta, Potential>,
    game: &Delta,
    position: &Position,
    claim: Claim,
    plies: u32,
) -> Option<DeltaMove> {
    let sooner = plies.checked_sub(2)?;
    let slowest = |&(_, next): &(DeltaMove, Position)| {
        let mut budget = Budget::new(&Limits::default(), &NEVER);
        let lost = search.decide(&next, claim, Some(sooner), &mut budget, &mut |_| {});
        lost == Ok(false)
    };
    different(game, position).into_iter().find(slowest).map(|(mv, _)| mv)
}
