//! How many positions of Delta's lifting phase the judge follows in a second: all legal
//! turns of each, and the position after each turn, as the verification of a table does.

use super::processor_time;
use plywood_game::Random;
use plywood_games::delta::Delta;
use plywood_judges::Judge;
use plywood_solver::table::{DeltaNumbering, Indexed, Judged};
use std::hint::black_box;

const POSITIONS: usize = 300_000;

/// Prints a table: a row for each number of pieces.
pub(super) fn print() {
    println!("| pieces | positions a second | turns of each | with their numbers |");
    println!("|---|---|---|---|");
    for pieces in 4..=9 {
        let game = Delta::standard().with_pieces(pieces).expect("a variant");
        let numbering = DeltaNumbering::new(game);
        let (judge, mut dice) = (numbering.judge(), Random::new(u64::from(pieces)));
        let mut draw = || dice.next_u64() % numbering.count();
        let states: Vec<_> =
            std::iter::repeat_with(|| numbering.state(draw())).flatten().take(POSITIONS).collect();
        let (start, mut successors) = (processor_time(), 0);
        for state in &states {
            for turn in judge.turns(state) {
                black_box(judge.after(state, &turn));
                successors += 1;
            }
        }
        let alone = processor_time() - start;
        let start = processor_time();
        for state in &states {
            for turn in judge.turns(state) {
                black_box(numbering.number(&judge.after(state, &turn)));
            }
        }
        let numbered = processor_time() - start;
        let each = successors / POSITIONS;
        let rate = |seconds: f64| (POSITIONS as f64 / seconds) as u64;
        println!("| {pieces} | {} | {each} | {} |", rate(alone), rate(numbered));
    }
}
