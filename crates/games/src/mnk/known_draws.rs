//! Known draws and forced moves.
//!
//! A side without an open line cannot win. Nor can one whose every open line
//! holds two empty cells that belong together: whenever it takes one of a pair,
//! the other side takes the other (Hales and Jewett, "Regularity and positional
//! games", Transactions of the AMS 106, 1963). To find such pairs for all open
//! lines is a matching; here they are chosen greedily, so that some are missed.

use super::bits::{Bits, ones};
use super::{Cell, Mnk, Position};
use plywood_game::Side;

/// With more open lines than this no pairs are looked for: there would hardly
/// be enough cells for them.
const MOST_LINES: usize = 24;

/// Some K cells in a line that one side may still fill.
#[derive(Clone, Copy, Default)]
struct OpenLine {
    first: usize,
    stride: usize,
    empty_cells: usize,
}

/// The open lines of a side, if they are few.
struct OpenLines {
    lines: [OpenLine; MOST_LINES],
    count: usize,
}

/// The other side's defence against the lines.
struct Defence<const W: usize> {
    k: usize,
    /// The empty cells that are not spoken for.
    free: Bits<W>,
    pairs: [(usize, usize); MOST_LINES],
    paired: usize,
    /// Whether it is to move, and has not used this yet.
    has_move: bool,
    /// The cell it takes at once.
    taken: Option<usize>,
}

impl OpenLine {
    fn cells(self, k: usize) -> impl Iterator<Item = usize> + Clone {
        (0..k).map(move |step| self.first + step * self.stride)
    }

    fn contains(self, cell: usize, k: usize) -> bool {
        let offset = cell.wrapping_sub(self.first);
        offset.is_multiple_of(self.stride) && offset / self.stride < k
    }
}

impl<const W: usize> Defence<W> {
    /// Whether the defence stops this line, as it is or with a new pair.
    fn answers(&mut self, line: OpenLine, others: &[OpenLine]) -> bool {
        let k = self.k;
        let pairs = &self.pairs[..self.paired];
        let has_pair = pairs.iter().any(|&(a, b)| line.contains(a, k) && line.contains(b, k));
        if has_pair || self.taken.is_some_and(|cell| line.contains(cell, k)) {
            return true;
        }
        let free = line.cells(k).filter(|&cell| self.free.contains(cell));
        let neighbours = free.clone().zip(free.clone().skip(1));
        // The pair that serves the most lines; those of other directions share
        // no two cells with this one.
        let served = |&(a, b): &(usize, usize)| {
            others.iter().filter(|line| line.contains(a, k) && line.contains(b, k)).count()
        };
        if let Some((a, b)) = neighbours.max_by_key(served) {
            self.pairs[self.paired] = (a, b);
            self.paired += 1;
            self.free.remove(a);
            self.free.remove(b);
            return true;
        }
        self.taken = free.clone().next().filter(|_| self.has_move);
        let Some(cell) = self.taken else { return false };
        self.has_move = false;
        self.free.remove(cell);
        true
    }
}

impl<const W: usize> Mnk<W> {
    /// Whether a side may still win against any play: false only if the other
    /// side is seen to have an answer to every open line. While more than 2/3 of
    /// the board are empty it is not computed.
    #[must_use]
    pub fn can_win(&self, position: &Position<W>, side: Side) -> bool {
        if usize::from(position.empty_cells) * 3 > self.params().cells() * 2 {
            return true;
        }
        let Some(mut open) = self.open_lines(position, side) else { return true };
        let lines = &mut open.lines[..open.count];
        lines.sort_unstable_by_key(|line| line.empty_cells);
        let mut marked = position.marks[0].clone();
        marked.join(&position.marks[1]);
        let mut defence = Defence {
            k: self.params().k() as usize,
            free: marked.complement(),
            pairs: [(0, 0); MOST_LINES],
            paired: 0,
            has_move: position.to_move != side,
            taken: None,
        };
        let lines = &*lines;
        !(0..lines.len()).all(|next| defence.answers(lines[next], &lines[next..]))
    }

    /// The lines without a mark of the other side; none if there are too many.
    /// Told by folding the board onto itself, all cells of a direction at once:
    /// two cells in a line, then four, until K are reached.
    fn open_lines(&self, position: &Position<W>, side: Side) -> Option<OpenLines> {
        let k = self.params().k() as usize;
        let own = &position.marks[side.index()];
        let not_opposing: Bits<W> = position.marks[side.other().index()].complement();
        let mut open = OpenLines { lines: [OpenLine::default(); MOST_LINES], count: 0 };
        for (direction, &stride) in self.geometry.strides.iter().enumerate() {
            let starts = self.geometry.line_starts(direction);
            if starts.iter().all(|&word| word == 0) {
                continue;
            }
            let mut lines = not_opposing.clone();
            let mut length = 1;
            while length < k {
                let step = length.min(k - length);
                lines.keep_followed(step * stride);
                length += step;
            }
            for (index, &word) in starts.iter().enumerate() {
                for bit in ones(lines.word(index) & word) {
                    let line = OpenLine { first: index * 64 + bit, stride, empty_cells: 0 };
                    let empty_cells = line.cells(k).filter(|&cell| !own.contains(cell)).count();
                    *open.lines.get_mut(open.count)? = OpenLine { empty_cells, ..line };
                    open.count += 1;
                }
            }
        }
        Some(open)
    }

    /// Keeps the moves that complete a line of the side to move; if there are
    /// none, those that would complete one of the other side.
    pub fn keep_forced(&self, position: &Position<W>, moves: &mut Vec<Cell>) {
        for side in [position.to_move, position.to_move.other()] {
            let marks = &position.marks[side.index()];
            let ends = |mv: &Cell| self.completes_line(marks, mv.index());
            if moves.iter().any(ends) {
                moves.retain(ends);
                return;
            }
        }
    }

    /// Whether a side would complete a line on more than one cell.
    pub(super) fn has_two_ends(&self, position: &Position<W>, side: Side) -> bool {
        let marks = &position.marks[side.index()];
        let mut ends = (0..self.params().cells())
            .filter(|&cell| self.is_empty(position, cell) && self.completes_line(marks, cell));
        ends.nth(1).is_some()
    }
}
