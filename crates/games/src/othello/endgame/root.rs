//! The best moves of a position with their margins and lines.

use super::super::{Othello, Ply};
use super::board::Board;
use super::memory::Entry;
use super::principal::Found;
use super::search::{NONE, Solver};
use plywood_game::{Knowledge, Stopped};

/// Beyond every margin.
const ALL: (i32, i32) = (NONE, -NONE);

/// Half the width of the first window around a guess: three margins fit inside.
const DELTA: i32 = 3;

impl<K: Knowledge<Othello>> Solver<'_, '_, K> {
    /// The best moves, best first, at least this many if there are. With `ties`,
    /// all moves as good as the last of them too.
    pub(super) fn best_moves(
        &mut self,
        board: Board,
        lines: usize,
        ties: bool,
    ) -> Result<Vec<Found>, Stopped> {
        let guess = self.guess(board)?;
        let best = self.around(board, guess)?;
        let placements = board.placements();
        if placements == 0 || (lines <= 1 && !ties) {
            return Ok(vec![best]);
        }
        let empties = board.empties();
        let mut found = vec![best];
        self.list(board, placements, &Entry::UNKNOWN, (guess, empties))?;
        for next in 0..self.candidates.len() {
            let candidate = self.pick(next);
            if found[0].line[0] == Ply::Place(candidate.square) {
                continue;
            }
            let floor = match found.get(lines.max(1) - 1) {
                None => NONE,
                Some(worst) => worst.margin - i32::from(ties),
            };
            let line = self.line_if_better(candidate, (floor, ALL.1), empties)?;
            if line.margin > floor {
                let rank = found.partition_point(|other| other.margin >= line.margin);
                found.insert(rank, line);
            }
        }
        self.candidates.clear();
        Ok(found)
    }

    /// The margin with its line, by a narrow window first.
    fn around(&mut self, board: Board, guess: i32) -> Result<Found, Stopped> {
        let (mut low, mut high) = ((guess - DELTA).max(ALL.0), (guess + DELTA).min(ALL.1));
        loop {
            let found = self.principal(board, (low, high))?;
            if found.margin <= low {
                (low, high) = ((found.margin - 2 * DELTA).max(ALL.0), found.margin + 1);
            } else if found.margin >= high {
                (low, high) = (found.margin - 1, (found.margin + 2 * DELTA).min(ALL.1));
            } else {
                return Ok(found);
            }
        }
    }
}
