//! The order of moves: first those of the table, then those that leave the
//! opponent the fewest replies ("fastest first"), in odd quadrants before even
//! ones. Far from the end (`far`) a shallow search with the evaluator decides.

use super::super::square::squares;
use super::super::{Othello, Position, Square};
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
    pub(super) grade: i32,
}

/// The fewer replies a board leaves, the more, corners counted twice.
#[inline]
pub(super) fn speed(after: Board) -> i32 {
    let replies = after.placements();
    -16 * (replies.count_ones() + (replies & CORNERS).count_ones()) as i32
}

pub(super) const CORNERS: u64 = 0x8100_0000_0000_0081;

/// Better than every grade: a move of the table, a wipe-out.
pub(super) const FIRST: i32 = 1 << 24;

/// The depth of the search that guesses the margin.
const GUESSED_BY: u32 = 6;

impl<K: Knowledge<Othello>> Solver<'_, '_, K> {
    /// Lists the placements with their grades behind all other candidates.
    pub(super) fn list(
        &mut self,
        board: Board,
        placements: u64,
        known: &Entry,
    ) -> Result<(), Stopped> {
        let odd = odd_quadrants(board.empty());
        for square in squares(placements) {
            let after = board.after(square, board.flips(square));
            let grade = if known.moves()[0] == Some(square) || after.own == 0 {
                FIRST
            } else if known.moves()[1] == Some(square) {
                FIRST - 1
            } else {
                speed(after) + i32::from(odd & square.bit() != 0) * 8
            };
            self.candidates.push(Candidate { square, after, grade });
        }
        self.budget.pay_work(placements.count_ones() as usize * Budget::NODE_WORK)
    }

    /// An even margin near the one that the evaluator expects.
    pub(super) fn guess(&mut self, position: &Position) -> Result<i32, Stopped> {
        let empties = position.empty().count_ones();
        let depth = empties.saturating_sub(2).min(GUESSED_BY);
        let value = self.shallow((position, 0), (-6400, 6400), depth)?;
        Ok((value / 200).clamp(-32, 32) * 2)
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
