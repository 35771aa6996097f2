//! The codes of a position, kept up to date mark by mark.

use super::super::bits::ones;
use super::super::evaluator::Tallies;
use super::super::{Mnk, Position};
use super::Tables;
use super::codes::{Around, Code};
use super::weights::{CLASSES, CellCodes, Class, without_small};
use plywood_game::Side;

/// What [`Shapes`](super::Shapes) carries from move to move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShapeState {
    /// For each cell what each side would make there; 0 where a mark is.
    codes: Box<[[CellCodes; 2]]>,
    /// How many cells of each class each side has.
    counts: [[u16; CLASSES]; 2],
    /// The worth of all cells for each side, if it is to move and if it is not.
    worth: [[i32; 2]; 2],
    /// The cells at most so far from a mark that they are candidates, 64 a word.
    near: Box<[u64]>,
    /// The cells where each side makes a four or more, 64 a word.
    fours: [Box<[u64]>; 2],
    /// The cells in line with a mark of a side that could win with it, 64 a word.
    live: Box<[u64]>,
    /// For each cell a bit for the side that has marked it.
    marks: Box<[u8]>,
    /// Used where there are no codes.
    tallies: Tallies,
}

/// The cells of a line around a mark as bits, the mark in the middle.
struct Line {
    /// The marks of each side.
    marks: [u64; 2],
    /// The cells on the board.
    board: u64,
    /// The number of the bit in the middle.
    middle: u32,
}

/// A line as one side sees it, in both directions.
struct View {
    /// Its marks, and the cells that are closed to it.
    own: u64,
    closed: u64,
    /// The same, the first bit last.
    own_turned: u64,
    closed_turned: u64,
}

impl Line {
    #[inline]
    fn around(
        marks: &[u8],
        cell: usize,
        stride: usize,
        (behind, before): (u32, u32),
        reach: u32,
    ) -> Self {
        let middle = 2 * reach;
        let (behind, before) = (behind.min(middle), before.min(middle));
        let cells = behind + 1 + before;
        let (mut first, mut second) = (0, 0);
        let line = marks[cell - behind as usize * stride..].iter().step_by(stride);
        for (&mark, bit) in line.zip(middle - behind..middle - behind + cells) {
            first |= u64::from(mark & 1) << bit;
            second |= u64::from(mark >> 1) << bit;
        }
        let board = ((1 << cells) - 1) << (middle - behind);
        Self { marks: [first, second], board, middle }
    }

    #[inline]
    fn view(&self, side: usize) -> View {
        let (own, closed) = (self.marks[side], !self.board | self.marks[1 - side]);
        let (own_turned, closed_turned) = (own.reverse_bits(), closed.reverse_bits());
        View { own, closed, own_turned, closed_turned }
    }

    /// The empty cells from which a side sees the one in the middle.
    #[inline]
    fn seen_from(&self, view: &View, reach: u32) -> u64 {
        let after = length(view.closed >> (self.middle + 1), reach);
        let before = length(view.closed_turned >> (64 - self.middle), reach);
        let near = ((1 << (before + 1 + after)) - 1) << (self.middle - before);
        near & self.board & !(self.marks[0] | self.marks[1])
    }
}

impl View {
    /// What the side has on both sides of a bit, which is never the first or the last.
    #[inline]
    fn strings(&self, bit: u32, reach: u32) -> Around {
        let string = |own: u64, closed: u64| {
            let end = 1 << length(closed, reach);
            (own & (end - 1) | end) as u32
        };
        let turned = 64 - bit;
        Around {
            left: string(self.own_turned >> turned, self.closed_turned >> turned),
            right: string(self.own >> (bit + 1), self.closed >> (bit + 1)),
        }
    }
}

/// The number of cells before the first that is closed, `reach` at most.
#[inline]
fn length(closed: u64, reach: u32) -> u32 {
    (closed | 1 << reach).trailing_zeros()
}

impl ShapeState {
    /// The state of a position, cell by cell.
    pub(super) fn new<const W: usize>(
        tables: &Tables,
        game: &Mnk<W>,
        position: &Position<W>,
        distance: u16,
    ) -> Self {
        let cells = game.params().cells();
        let mut state = Self::of_windows(Tallies::default());
        state.codes = vec![[0; 2]; cells].into();
        for side in Side::BOTH {
            // Cells without a code are quiet and worth nothing.
            state.counts[side.index()][Class::Quiet as usize] = cells as u16;
        }
        state.near = vec![0; cells.div_ceil(64)].into();
        state.fours = [state.near.clone(), state.near.clone()];
        let alone = tables.weights.of(0).is_apart;
        state.live = vec![if alone { 0 } else { u64::MAX }; cells.div_ceil(64)].into();
        state.marks = vec![0; cells].into();
        for side in Side::BOTH {
            for mark in position.marks[side.index()].iter() {
                state.marks[mark] = 1 << side.index();
                state.come_near(game, mark, distance);
            }
        }
        let reach = tables.codes.reach;
        for cell in (0..cells).filter(|&cell| game.is_empty(position, cell)) {
            for direction in 0..4 {
                let room = game.geometry.room(cell, direction);
                let stride = game.geometry.strides[direction];
                let line = Line::around(&state.marks, cell, stride, room, reach);
                for side in Side::BOTH {
                    let strings = line.view(side.index()).strings(line.middle, reach);
                    state.set(tables, cell, side, direction, tables.codes.code(strings));
                }
            }
        }
        state
    }

    /// The state of games without codes.
    pub(super) fn of_windows(tallies: Tallies) -> Self {
        let (counts, worth) = ([[0; CLASSES]; 2], [[0; 2]; 2]);
        Self {
            codes: [].into(),
            counts,
            worth,
            near: [].into(),
            fours: Default::default(),
            live: [].into(),
            marks: [].into(),
            tallies,
        }
    }

    /// Becomes another state of the same game, without allocating.
    #[inline]
    pub(super) fn copy_from(&mut self, other: &Self) {
        self.codes.copy_from_slice(&other.codes);
        self.near.copy_from_slice(&other.near);
        self.live.copy_from_slice(&other.live);
        self.marks.copy_from_slice(&other.marks);
        for (fours, other) in self.fours.iter_mut().zip(&other.fours) {
            fours.copy_from_slice(other);
        }
        (self.counts, self.worth, self.tallies) = (other.counts, other.worth, other.tallies);
    }

    /// Takes account of the mark on `cell`, which is on the board already.
    pub(super) fn mark<const W: usize>(
        &mut self,
        tables: &Tables,
        game: &Mnk<W>,
        position: &Position<W>,
        (cell, distance): (usize, u16),
    ) {
        self.come_near(game, cell, distance);
        let mover = position.to_move.other();
        self.marks[cell] = 1 << mover.index();
        for side in Side::BOTH {
            self.replace(tables, cell, side, 0);
        }
        let reach = tables.codes.reach;
        for direction in 0..4 {
            let stride = game.geometry.strides[direction];
            let room = game.geometry.room(cell, direction);
            let line = Line::around(&self.marks, cell, stride, room, reach);
            let first = cell.wrapping_sub(line.middle as usize * stride);
            for side in Side::BOTH {
                let view = line.view(side.index());
                for bit in ones(line.seen_from(&view, reach)) {
                    let at = first.wrapping_add(bit * stride);
                    let code = tables.codes.code(view.strings(bit as u32, reach));
                    self.set(tables, at, side, direction, code);
                }
            }
        }
    }

    /// Takes the cells around a mark for candidates.
    fn come_near<const W: usize>(&mut self, game: &Mnk<W>, mark: usize, distance: u16) {
        let (row, column) = game.geometry.place(mark);
        let reach = |at: u16, size: u16| {
            (at.saturating_sub(distance), at.saturating_add(distance).min(size - 1))
        };
        let (top, bottom) = reach(row, game.params().rows());
        let (left, right) = reach(column, game.params().columns());
        for row in top..=bottom {
            let (mut cell, end) =
                (game.geometry.cell(row, left), game.geometry.cell(row, right) + 1);
            while cell < end {
                let cells = (end - cell).min(64 - cell % 64);
                self.near[cell / 64] |= u64::MAX >> (64 - cells) << (cell % 64);
                cell += cells;
            }
        }
    }

    #[inline]
    fn set(&mut self, tables: &Tables, cell: usize, side: Side, direction: usize, code: Code) {
        let shift = 4 * direction;
        let old = self.codes[cell][side.index()];
        let new = old & !(15 << shift) | CellCodes::from(code) << shift;
        if new != old {
            self.replace(tables, cell, side, new);
        }
    }

    #[inline]
    fn replace(&mut self, tables: &Tables, cell: usize, side: Side, new: CellCodes) {
        let old = std::mem::replace(&mut self.codes[cell][side.index()], new);
        let (before, after) = (tables.weights.of(old), tables.weights.of(new));
        let (word, bit) = (cell / 64, 1 << (cell % 64));
        if before.class != after.class {
            let counts = &mut self.counts[side.index()];
            counts[before.class as usize] -= 1;
            counts[after.class as usize] += 1;
            let fours = &mut self.fours[side.index()][word];
            *fours =
                if after.class as u8 >= Class::Four as u8 { *fours | bit } else { *fours & !bit };
        }
        let worth = &mut self.worth[side.index()];
        worth[0] += i32::from(after.worth[0]) - i32::from(before.worth[0]);
        worth[1] += i32::from(after.worth[1]) - i32::from(before.worth[1]);
        if before.is_apart != after.is_apart {
            let other = self.codes[cell][side.other().index()];
            let is_live = !after.is_apart || !tables.weights.of(other).is_apart;
            let live = &mut self.live[word];
            *live = if is_live { *live | bit } else { *live & !bit };
        }
    }

    /// How many cells of a class a side has.
    #[inline]
    pub(super) fn count(&self, side: Side, class: Class) -> u16 {
        self.counts[side.index()][class as usize]
    }

    #[inline]
    pub(super) fn has(&self, side: Side, class: Class) -> bool {
        self.count(side, class) > 0
    }

    /// The cells where a side makes a four or more, in order.
    pub(super) fn fours(&self, side: Side) -> impl Iterator<Item = usize> {
        let words = self.fours[side.index()].iter().enumerate();
        words.flat_map(|(index, &word)| ones(word).map(move |bit| index * 64 + bit))
    }

    /// The worth of all cells for the side to move, less that of the other.
    #[inline]
    pub(super) fn worth(&self, to_move: Side) -> i32 {
        self.worth[to_move.index()][0] - self.worth[to_move.other().index()][1]
    }

    #[inline]
    pub(super) fn class(&self, tables: &Tables, cell: usize, side: Side) -> Class {
        tables.weights.of(self.codes[cell][side.index()]).class
    }

    /// The codes of all cells, as weights are learned for them, for the side to move and the other.
    pub(super) fn sorted_codes(&self, to_move: Side) -> Vec<[[Code; 4]; 2]> {
        let cells = 0..self.codes.len();
        let sorted = |cell: usize, side: Side| {
            without_small(std::array::from_fn(|direction| self.code(cell, side, direction)))
        };
        cells.map(|cell| [to_move, to_move.other()].map(|side| sorted(cell, side))).collect()
    }

    /// The code of a cell in a direction.
    pub(super) fn code(&self, cell: usize, side: Side, direction: usize) -> Code {
        (self.codes[cell][side.index()] >> (4 * direction) & 15) as Code
    }

    /// The empty cells near a mark, 64 a word, and those of them where a mark of either
    /// side would not stand alone.
    #[inline]
    pub(super) fn near_and_live(&self, word: usize, empty: u64) -> (u64, u64) {
        let near = self.near[word] & empty;
        (near, near & self.live[word])
    }

    /// How early a move to this cell should be tried: what it makes, and what it
    /// takes from the other side. The factor makes up for the history's scores.
    #[inline]
    pub(super) fn score(&self, tables: &Tables, cell: usize, side: Side) -> i32 {
        let codes = self.codes[cell];
        let own = tables.weights.of(codes[side.index()]).score[0];
        let taken = tables.weights.of(codes[side.other().index()]).score[1];
        (own + taken) * tables.weights.factor
    }

    pub(super) fn tallies(&self) -> &Tallies {
        &self.tallies
    }

    pub(super) fn tallies_mut(&mut self) -> &mut Tallies {
        &mut self.tallies
    }
}
