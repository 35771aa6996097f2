//! The best moves of a position with their margins and lines.

use super::super::{Othello, Ply, Position};
use super::board::Board;
use super::confidence::{EXACT, Level, first_pass};
use super::far::EVALUATED_FROM;
use super::memory::Entry;
use super::principal::Found;
use super::search::{NONE, Solver};
use plywood_game::{Knowledge, Stopped};

/// Beyond every margin.
const ALL: (i32, i32) = (NONE, -NONE);

/// Half the width of the first window around a guess: three margins fit inside.
const DELTA: i32 = 3;

/// After this many windows a pass that leaves something out gets the full one: its
/// results may contradict each other.
const MOST_WINDOWS: u32 = 8;

/// What is asked about the best moves.
#[derive(Debug, Clone, Copy)]
pub(super) struct Question {
    /// How many; at least this many are given, if there are.
    pub(super) lines: usize,
    /// Whether all that are as good as the last of them are wanted too.
    pub(super) ties: bool,
    /// Whether to leave something out first.
    pub(super) selective: bool,
}

/// What a pass has found: how far it is trusted, and the best moves, best first.
pub(super) type Passed = (Level, Vec<Found>);

impl<K: Knowledge<Othello>> Solver<'_, '_, K> {
    /// The best moves of the last pass that was completed, and what stopped the next one;
    /// `hear` gets what each pass has found and may change the budget. Only if the first one
    /// is not completed, nothing is known.
    pub(super) fn passes(
        &mut self,
        position: &Position,
        question: Question,
        hear: &mut dyn FnMut(&mut Self, &Passed),
    ) -> Result<(Passed, Option<Stopped>), Stopped> {
        let mut guess = self.guess(position)?;
        let first = if question.selective { first_pass(position) } else { EXACT };
        let mut best = None;
        for level in first..=EXACT {
            self.level = level;
            match self.best_moves(position, guess, question) {
                Ok(found) => {
                    guess = found[0].margin / 2 * 2;
                    let passed = (level, found);
                    hear(self, &passed);
                    best = Some(passed);
                }
                Err(stopped) => return best.map(|best| (best, Some(stopped))).ok_or(stopped),
            }
        }
        Ok((best.unwrap_or_else(|| unreachable!("the last pass is one")), None))
    }

    /// The best moves, best first.
    fn best_moves(
        &mut self,
        position: &Position,
        guess: i32,
        Question { lines, ties, .. }: Question,
    ) -> Result<Vec<Found>, Stopped> {
        self.candidates.clear();
        let best = self.around(position, guess)?;
        let (board, placements) = (Board::of(position), position.placements());
        if placements == 0 || (lines <= 1 && !ties) {
            return Ok(vec![best]);
        }
        let empties = board.empties();
        let mut found = vec![best];
        match empties < EVALUATED_FROM {
            true => self.list(board, placements, &Entry::UNKNOWN)?,
            false => self.list_far((position, 0), placements, &Entry::UNKNOWN, (guess, empties))?,
        }
        for next in 0..self.candidates.len() {
            let candidate = self.pick(next);
            if found[0].line[0] == Ply::Place(candidate.square) {
                continue;
            }
            let floor = match found.get(lines.max(1) - 1) {
                None => NONE,
                Some(worst) => worst.margin - i32::from(ties),
            };
            let line = self.line_if_better((position, 0), candidate, (floor, ALL.1), empties)?;
            if line.margin > floor && !line.line.is_empty() {
                let rank = found.partition_point(|other| other.margin >= line.margin);
                found.insert(rank, line);
            }
        }
        self.candidates.clear();
        Ok(found)
    }

    /// The margin with its line, by a narrow window first.
    fn around(&mut self, position: &Position, guess: i32) -> Result<Found, Stopped> {
        let (mut low, mut high) = ((guess - DELTA).max(ALL.0), (guess + DELTA).min(ALL.1));
        for _ in 0..MOST_WINDOWS {
            let found = self.principal((position, 0), (low, high))?;
            if found.margin <= low {
                (low, high) = ((found.margin - 2 * DELTA).max(ALL.0), found.margin + 1);
            } else if found.margin >= high {
                (low, high) = (found.margin - 1, (found.margin + 2 * DELTA).min(ALL.1));
            } else {
                return Ok(found);
            }
        }
        self.principal((position, 0), ALL)
    }
}
