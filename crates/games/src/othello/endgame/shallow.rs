//! Shallow searches with the evaluator: what a board is probably worth, in
//! hundredths of a disc. They order moves, guess the margin, and predict it.

use super::super::square::squares;
use super::super::{Othello, Ply, Position, Square};
use super::board::Board;
use super::far::EVALUATED_FROM;
use super::ordering::{CORNERS, Candidate, FIRST, speed};
use super::search::Solver;
use plywood_game::{Knowledge, Step, Stopped};

/// From this depth on, moves are put in order by the evaluator, and results are kept.
const KEPT_FROM: u32 = 2;

/// What shallow searches have found.
pub(super) struct Guesses(Vec<Guess>);

#[derive(Clone, Copy)]
struct Guess {
    board: Board,
    lower: i16,
    upper: i16,
    depth: u8,
    best: u8,
}

const UNKNOWN: Guess = Guess {
    board: Board { own: 0, opponent: 0 },
    lower: -i16::MAX,
    upper: i16::MAX,
    depth: 0,
    best: 64,
};

const BITS: u32 = 16;

impl Guesses {
    /// A table of 1.5 MB, or less for few empty squares.
    pub(super) fn for_empties(empties: u32) -> Self {
        let used = empties >= EVALUATED_FROM;
        Self(vec![UNKNOWN; if used { 1 << BITS } else { 1 }])
    }

    fn slot(&mut self, board: Board) -> &mut Guess {
        let place = board.hash() >> (64 - BITS);
        let last = self.0.len() - 1;
        &mut self.0[(place as usize).min(last)]
    }
}

impl<K: Knowledge<Othello>> Solver<'_, '_, K> {
    /// Brings the state behind `ply` up to date: that of the position after a move.
    #[inline]
    pub(super) fn step(&mut self, ply: usize, mv: Ply, before: &Position, after: &Position) {
        if self.states.len() == ply + 1 {
            self.states.push(self.states[ply].clone());
        }
        let (above, below) = self.states.split_at_mut(ply + 1);
        self.knowledge.update(&Othello, &above[ply], Step::Move(mv, before), after, &mut below[0]);
    }

    /// The evaluation of a position whose state is up to date.
    #[inline]
    pub(super) fn evaluate(&self, position: &Position, ply: usize) -> i32 {
        let value = self.knowledge.evaluate(&Othello, position, None, &self.states[ply]);
        value.clamp(-6400, 6400)
    }

    /// The value after a search of this depth: the value if it is inside the window, a
    /// bound if not. The state of the position is up to date.
    pub(super) fn shallow(
        &mut self,
        (position, ply): (&Position, usize),
        window: (i32, i32),
        depth: u32,
    ) -> Result<i32, Stopped> {
        let placements = position.placements();
        if placements == 0 {
            return self.shallow_pass((position, ply), window, depth);
        }
        if depth == 0 {
            return Ok(self.evaluate(position, ply));
        }
        if depth < KEPT_FROM {
            return self.shallow_last((position, ply), placements, window);
        }
        let board = Board::of(position);
        let known = *self.guesses.slot(board);
        let known = if known.board == board { known } else { UNKNOWN };
        if u32::from(known.depth) >= depth {
            if i32::from(known.lower) >= window.1 {
                return Ok(known.lower.into());
            }
            if i32::from(known.upper) <= window.0 {
                return Ok(known.upper.into());
            }
        }
        let from = self.candidates.len();
        self.list_evaluated((position, ply), placements, Square::new(known.best), depth);
        let found = self.shallow_moves((position, ply), from, window, depth);
        self.candidates.truncate(from);
        let (value, best) = found?;
        let slot = self.guesses.slot(board);
        *slot = Guess { board, depth: depth as u8, best: best.index() as u8, ..UNKNOWN };
        if value > window.0 {
            slot.lower = value as i16;
        }
        if value < window.1 {
            slot.upper = value as i16;
        }
        Ok(value)
    }

    /// The candidates from a place on, one after the other.
    fn shallow_moves(
        &mut self,
        (position, ply): (&Position, usize),
        from: usize,
        (mut alpha, beta): (i32, i32),
        depth: u32,
    ) -> Result<(i32, Square), Stopped> {
        let (mut best, mut best_move) = (i32::MIN, Square::lowest(1));
        for next in from..self.candidates.len() {
            let Candidate { square, after, .. } = self.pick(next);
            self.budget.pay_node()?;
            let after = after.position(position.to_move().other());
            self.step(ply, Ply::Place(square), position, &after);
            let below = (&after, ply + 1);
            let narrow = next > from && beta > alpha + 1;
            let end = if narrow { alpha + 1 } else { beta };
            let mut value = -self.shallow(below, (-end, -alpha), depth - 1)?;
            if narrow && value > alpha && value < beta {
                value = -self.shallow(below, (-beta, -alpha), depth - 1)?;
            }
            if value > best {
                (best, best_move) = (value, square);
                alpha = alpha.max(value);
                if alpha >= beta {
                    break;
                }
            }
        }
        Ok((best, best_move))
    }

    /// The last ply: corners first.
    fn shallow_last(
        &mut self,
        (position, ply): (&Position, usize),
        placements: u64,
        (_, beta): (i32, i32),
    ) -> Result<i32, Stopped> {
        let mut best = i32::MIN;
        for square in squares(placements & CORNERS).chain(squares(placements & !CORNERS)) {
            self.budget.pay_node()?;
            let after = position.after(Ply::Place(square));
            self.step(ply, Ply::Place(square), position, &after);
            let value = match after.placements() {
                0 => -self.shallow_pass((&after, ply + 1), (-6400, 6400), 0)?,
                _ => -self.evaluate(&after, ply + 1),
            };
            best = best.max(value);
            if best >= beta {
                break;
            }
        }
        Ok(best)
    }

    /// A side without a placement passes, or the game is over.
    fn shallow_pass(
        &mut self,
        (position, ply): (&Position, usize),
        (alpha, beta): (i32, i32),
        depth: u32,
    ) -> Result<i32, Stopped> {
        let passed = position.after(Ply::Pass);
        if passed.placements() == 0 {
            return Ok(100 * Board::of(position).margin());
        }
        self.budget.pay_node()?;
        self.step(ply, Ply::Pass, position, &passed);
        Ok(-self.shallow((&passed, ply + 1), (-beta, -alpha), depth)?)
    }

    /// Lists placements with the evaluation after them as their grades.
    fn list_evaluated(
        &mut self,
        (position, ply): (&Position, usize),
        placements: u64,
        known: Option<Square>,
        depth: u32,
    ) {
        let board = Board::of(position);
        for square in squares(placements) {
            let after = board.after(square, board.flips(square));
            let grade = if known == Some(square) {
                FIRST
            } else if depth > KEPT_FROM {
                let next = after.position(position.to_move().other());
                self.step(ply, Ply::Place(square), position, &next);
                -self.evaluate(&next, ply + 1)
            } else {
                speed(after)
            };
            self.candidates.push(Candidate { square, after, grade });
        }
    }
}
