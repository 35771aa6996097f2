//! How often the value of a random position of Delta is found within two seconds of
//! processor time, by turn: without the table and, if its file is named, with it.

use super::{NEVER, Position, processor_time};
use plywood_game::{Budget, Game, Limits, Random};
use plywood_games::delta::Delta;
use plywood_solver::table::{DeltaTables, Known, Memory, Tabulate};
use std::path::Path;
use std::sync::Arc;

const POSITIONS: usize = 40;
/// What counts as found.
const SECONDS: f64 = 2.0;
/// A search ends after this many moves, which take more than the two seconds; it does
/// not look at a clock, which other work on the machine would move on.
const NODES: u64 = 60_000_000;
const MEGABYTES: usize = 64;

/// Prints a table: of 40 positions after each number of random turns the share
/// whose value was found, and the longest time that it took. A number of turns among the
/// words asks for that alone.
pub(super) fn print(table: Option<&Path>, only: Option<usize>) {
    let delta = DeltaTables(Delta::standard());
    let table = table.map(|path| delta.open(path).expect("the table"));
    println!("| turns | without the table | longest | with it | longest |\n|---|---|---|---|---|");
    let mut dice = Random::new(21);
    for turns in 1..=22 {
        let positions: Vec<Position> = (0..POSITIONS).map(|_| random(&mut dice, turns)).collect();
        if only.is_some_and(|only| only != turns) {
            continue;
        }
        let without = shares(&positions, |position, memory, budget| {
            let known = delta.opening(position).is_some();
            known || delta.foresee(position, memory, budget).is_some()
        });
        let with = table.as_ref().map(|table| {
            shares(&positions, |position, memory, budget| {
                delta.opening(position).is_some() || is_found(table, position, memory, budget)
            })
        });
        println!("| {turns} | {without} | {} |", with.unwrap_or_else(|| " | ".to_owned()));
    }
}

fn is_found(
    table: &Arc<dyn Known<Delta>>,
    position: &Position,
    memory: &mut Memory,
    budget: &mut Budget<'_>,
) -> bool {
    let held = table.valued_moves(position).expect("a table");
    held.is_some() || table.foresee(position, memory, budget).expect("a table").is_some()
}

/// The share of positions whose value is found in time, and the longest time of these.
fn shares(
    positions: &[Position],
    mut find: impl FnMut(&Position, &mut Memory, &mut Budget<'_>) -> bool,
) -> String {
    let (mut found, mut longest) = (0, 0.0_f64);
    for position in positions {
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let (start, mut memory) = (processor_time(), Memory::new(MEGABYTES));
        let is_found = find(position, &mut memory, &mut Budget::new(&limits, &NEVER));
        let taken = processor_time() - start;
        if is_found && taken <= SECONDS {
            found += 1;
            longest = longest.max(taken);
        }
    }
    let share = 100 * found / positions.len();
    format!("{share} % | {longest:.3} s")
}

/// An unfinished position after random turns.
fn random(dice: &mut Random, turns: usize) -> Position {
    let game = Delta::standard();
    loop {
        let mut position = game.initial();
        for _ in 0..turns {
            let moves = game.legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            game.play(&mut position, moves[dice.below(moves.len())]);
        }
        let played: u32 = 18 - game.turns_before_lifting(&position);
        if game.outcome(&position).is_none() && (turns > 18 || played as usize == turns) {
            return position;
        }
    }
}
