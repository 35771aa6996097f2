//! The margin itself, with best play to the end: principal variation search.

use super::super::{Othello, Ply, Position};
use super::board::Board;
use super::far::EVALUATED_FROM;
use super::memory::Entry;
use super::ordering::Candidate;
use super::search::{NONE, Solver};
use plywood_game::{Knowledge, Stopped};

/// A margin for the side to move, and the moves that lead to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) margin: i32,
    /// To the end of the game, if the margin is inside the window and nothing was left out.
    pub(super) line: Vec<Ply>,
}

impl Found {
    fn bound(margin: i32) -> Self {
        Found { margin, line: Vec::new() }
    }

    /// The same for the side that plays `ply` before.
    pub(super) fn after(mut self, ply: Ply) -> Self {
        self.line.insert(0, ply);
        Found { margin: -self.margin, line: self.line }
    }
}

/// Two margins: what is sought lies above the first and below the second, or
/// need not be known.
pub(super) type Window = (i32, i32);

/// A position on the path, and how many moves after the root; its state is up to date where
/// the evaluator is asked.
pub(super) type Place<'p> = (&'p Position, usize);

impl<K: Knowledge<Othello>> Solver<'_, '_, K> {
    /// The margin for the side to move with its line if it lies inside the
    /// window, or a bound of it that does not.
    pub(super) fn principal(
        &mut self,
        (position, ply): Place<'_>,
        (alpha, beta): Window,
    ) -> Result<Found, Stopped> {
        let (board, placements) = (Board::of(position), position.placements());
        if placements == 0 {
            let passed = position.after(Ply::Pass);
            if passed.placements() == 0 {
                return Ok(Found::bound(board.margin()));
            }
            self.budget.pay_node()?;
            self.step(ply, Ply::Pass, position, &passed);
            return Ok(self.principal((&passed, ply + 1), (-beta, -alpha))?.after(Ply::Pass));
        }
        let known = self.memory.get(board).copied().unwrap_or(Entry::UNKNOWN);
        let settled = known.settles(alpha, self.level);
        if let Some(bound) = settled.filter(|&bound| bound <= alpha || bound >= beta) {
            return Ok(Found::bound(bound));
        }
        let (empties, from) = (board.empties(), self.candidates.len());
        match empties < EVALUATED_FROM {
            true => self.list(board, placements, &known)?,
            false => self.list_far((position, ply), placements, &known, (alpha, empties))?,
        }
        let (mut best, mut best_move) = (Found::bound(NONE), None);
        for next in from..self.candidates.len() {
            let candidate = self.pick(next);
            let inner = (alpha.max(best.margin), beta);
            let found = match next == from {
                true => self.line_after((position, ply), candidate, inner)?,
                false => self.line_if_better((position, ply), candidate, inner, empties)?,
            };
            if found.margin > best.margin {
                (best, best_move) = (found, Some(candidate.square));
                if best.margin >= beta {
                    break;
                }
            }
        }
        self.candidates.truncate(from);
        let kept = (empties, self.level);
        self.memory.put(board, kept, (alpha, beta), best.margin, best_move);
        Ok(best)
    }

    /// The margin of a move with its line.
    pub(super) fn line_after(
        &mut self,
        (position, ply): Place<'_>,
        Candidate { square, after, .. }: Candidate,
        (alpha, beta): Window,
    ) -> Result<Found, Stopped> {
        self.budget.pay_node()?;
        let (mv, after) = (Ply::Place(square), after.position(position.to_move().other()));
        self.step(ply, mv, position, &after);
        Ok(self.principal((&after, ply + 1), (-beta, -alpha))?.after(mv))
    }

    /// The same for a move that is probably not better than `alpha`.
    pub(super) fn line_if_better(
        &mut self,
        place: Place<'_>,
        candidate: Candidate,
        (alpha, beta): Window,
        empties: u32,
    ) -> Result<Found, Stopped> {
        let bound = -self.far_after(place, candidate, -alpha - 1, empties - 1)?;
        if bound > alpha && bound < beta {
            return self.line_after(place, candidate, (alpha, beta));
        }
        Ok(Found::bound(bound))
    }
}
