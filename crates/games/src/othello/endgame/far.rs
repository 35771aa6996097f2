//! The question of `search` far from the end, where the evaluator helps: it orders
//! the moves, and in selective passes predicts what need not be searched.

use super::super::square::squares;
use super::super::{Othello, Ply, Position};
use super::board::Board;
use super::memory::Entry;
use super::ordering::{Candidate, FIRST, speed};
use super::quadrants::odd_quadrants;
use super::search::{NONE, Solver};
use super::stability;
use plywood_game::{Budget, Knowledge, Stopped};

/// From this number of empty squares on, the evaluator orders.
pub(super) const EVALUATED_FROM: u32 = 13;

impl<K: Knowledge<Othello>> Solver<'_, '_, K> {
    /// As [`more_than`](Self::more_than), for a position whose state is up to date if it
    /// has at least [`EVALUATED_FROM`] empty squares.
    pub(super) fn far_more_than(
        &mut self,
        (position, ply): (&Position, usize),
        alpha: i32,
        empties: u32,
    ) -> Result<i32, Stopped> {
        let board = Board::of(position);
        if empties < EVALUATED_FROM {
            return self.more_than(board, alpha, empties);
        }
        // 1. Stable discs, and what the table knows.
        if stability::may_be_at_most(board, alpha) {
            let most = stability::most(board);
            if most <= alpha {
                return Ok(most);
            }
        }
        let known = self.memory.get(board).copied().unwrap_or(Entry::UNKNOWN);
        if let Some(bound) = known.settles(alpha, self.level) {
            return Ok(bound);
        }
        // 2. A pass, or the end.
        let placements = board.placements();
        if placements == 0 {
            let passed = position.after(Ply::Pass);
            if passed.placements() == 0 {
                return Ok(board.margin());
            }
            self.budget.pay_node()?;
            self.step(ply, Ply::Pass, position, &passed);
            return Ok(-self.far_more_than((&passed, ply + 1), -alpha - 1, empties)?);
        }
        // 3. What the table knows about the boards after the moves, and what can be
        // predicted.
        if let Some(bound) = self.settled_by_a_move(board, placements, alpha) {
            return Ok(bound);
        }
        let kept = (empties, self.level);
        if let Some(bound) = self.predicted((position, ply), alpha, empties)? {
            self.memory.put(board, kept, (alpha, alpha + 1), bound, None);
            return Ok(bound);
        }
        // 4. One move after the other, until one is enough.
        let from = self.candidates.len();
        self.list_far((position, ply), placements, &known, (alpha, empties))?;
        let (mut best, mut best_move) = (NONE, None);
        for next in from..self.candidates.len() {
            let candidate = self.pick(next);
            let value = -self.far_after((position, ply), candidate, -alpha - 1, empties - 1)?;
            if value > best {
                (best, best_move) = (value, Some(candidate.square));
                if best > alpha {
                    break;
                }
            }
        }
        self.candidates.truncate(from);
        self.memory.put(board, kept, (alpha, alpha + 1), best, best_move);
        Ok(best)
    }

    /// The same for the board after a move.
    pub(super) fn far_after(
        &mut self,
        (position, ply): (&Position, usize),
        Candidate { square, after, .. }: Candidate,
        alpha: i32,
        empties: u32,
    ) -> Result<i32, Stopped> {
        self.budget.pay_node()?;
        if empties < EVALUATED_FROM {
            return self.more_than(after, alpha, empties);
        }
        let after = after.position(position.to_move().other());
        self.step(ply, Ply::Place(square), position, &after);
        self.far_more_than((&after, ply + 1), alpha, empties)
    }

    /// Lists the placements with their grades behind all other candidates.
    pub(super) fn list_far(
        &mut self,
        (position, ply): (&Position, usize),
        placements: u64,
        known: &Entry,
        (alpha, empties): (i32, u32),
    ) -> Result<(), Stopped> {
        let board = Board::of(position);
        let odd = odd_quadrants(board.empty());
        let depth = (empties - EVALUATED_FROM) / 3;
        let margin = 100 * (alpha.clamp(-64, 64) + 1);
        for square in squares(placements) {
            let after = board.after(square, board.flips(square));
            let grade = if known.moves()[0] == Some(square) || after.own == 0 {
                FIRST
            } else if known.moves()[1] == Some(square) {
                FIRST - 1
            } else {
                let next = after.position(position.to_move().other());
                self.step(ply, Ply::Place(square), position, &next);
                let window = (-margin - 800, -margin + 800);
                let value = self.shallow((&next, ply + 1), window, depth)?;
                2 * speed(after) - value + i32::from(odd & square.bit() != 0) * 8
            };
            self.candidates.push(Candidate { square, after, grade });
        }
        self.budget.pay_work(placements.count_ones() as usize * Budget::NODE_WORK)
    }
}
