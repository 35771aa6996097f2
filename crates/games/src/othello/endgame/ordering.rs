//! The order of moves: first those of the table, then those that leave the
//! opponent the fewest replies ("fastest first"), in odd quadrants before even
//! ones. Far from the end a shallow search with the evaluator decides.

use super::super::square::squares;
use super::super::{Othello, Square};
use super::board::Board;
use super::memory::Entry;
use super::quadrants::odd_quadrants;
use super::search::Solver;
use plywood_game::{Budget, Knowledge, Stopped};

/// A move that waits to be searched.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate {
    pub(super) square: Square,
    pub(super) after: Board,
    /// The higher, the earlier.
    grade: i32,
}

const CORNERS: u64 = 0x8100_0000_0000_0081;

/// Better than every grade: a move of the table, a wipe-out.
const FIRST: i32 = 1 << 24;

/// From this number of empty squares on, the evaluator orders.
const EVALUATED_FROM: u32 = 14;

/// The depth of the search that guesses the margin.
const GUESSED_BY: u32 = 6;

impl<K: Knowledge<Othello>> Solver<'_, '_, K> {
    /// Lists the placements with their grades behind all other candidates.
    pub(super) fn list(
        &mut self,
        board: Board,
        placements: u64,
        known: &Entry,
        (alpha, empties): (i32, u32),
    ) -> Result<(), Stopped> {
        let odd = odd_quadrants(board.empty());
        for square in squares(placements) {
            let after = board.after(square, board.flips(square));
            let grade = if known.moves()[0] == Some(square) || after.own == 0 {
                FIRST
            } else if known.moves()[1] == Some(square) {
                FIRST - 1
            } else {
                let parity = i32::from(odd & square.bit() != 0);
                self.grade(after, alpha, empties)? + parity * 8
            };
            self.candidates.push(Candidate { square, after, grade });
        }
        self.budget.pay_work(placements.count_ones() as usize * Budget::NODE_WORK)
    }

    /// The grade of a move by the board after it.
    fn grade(&mut self, after: Board, alpha: i32, empties: u32) -> Result<i32, Stopped> {
        let replies = after.placements();
        let mobility = replies.count_ones() + (replies & CORNERS).count_ones();
        let fast = -16 * mobility as i32;
        if empties < EVALUATED_FROM {
            return Ok(fast);
        }
        let depth = (empties - EVALUATED_FROM) / 3;
        let margin = 100 * (alpha.clamp(-64, 64) + 1);
        let window = (-margin - 800, -margin + 800);
        let value = self.shallow(after, replies, window, depth)?;
        Ok(fast * 2 - value)
    }

    /// The value of a board by the evaluator, after a search of this depth, in
    /// hundredths of a disc.
    fn shallow(
        &mut self,
        board: Board,
        placements: u64,
        (mut alpha, beta): (i32, i32),
        depth: u32,
    ) -> Result<i32, Stopped> {
        if placements == 0 {
            let passed = board.passed();
            let replies = passed.placements();
            if replies == 0 {
                return Ok(100 * board.margin());
            }
            self.budget.pay_node()?;
            return Ok(-self.shallow(passed, replies, (-beta, -alpha), depth)?);
        }
        if depth == 0 {
            return Ok(self.evaluate(board));
        }
        let mut best = i32::MIN;
        for square in squares(placements & CORNERS).chain(squares(placements & !CORNERS)) {
            self.budget.pay_node()?;
            let after = board.after(square, board.flips(square));
            let value = -self.shallow(after, after.placements(), (-beta, -alpha), depth - 1)?;
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }

    /// An even margin near the one that the evaluator expects.
    pub(super) fn guess(&mut self, board: Board) -> Result<i32, Stopped> {
        let depth = board.empties().saturating_sub(2).min(GUESSED_BY);
        let value = self.shallow(board, board.placements(), (-6400, 6400), depth)?;
        Ok((value / 200).clamp(-32, 32) * 2)
    }

    fn evaluate(&self, board: Board) -> i32 {
        let position = board.position();
        let state = self.knowledge.refresh(&Othello, &position);
        self.knowledge.evaluate(&Othello, &position, None, &state)
    }

    /// The best of the candidates from `next` on, brought to that place.
    #[inline]
    pub(super) fn pick(&mut self, next: usize) -> Candidate {
        let rest = &mut self.candidates[next..];
        let mut best = 0;
        for place in 1..rest.len() {
            if rest[place].grade > rest[best].grade {
                best = place;
            }
        }
        rest.swap(0, best);
        rest[0]
    }
}
