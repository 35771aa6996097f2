//! The codes of a position, kept up to date mark by mark.

use super::super::bits::{Bits, ones};
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

impl Line {
    fn around<const W: usize>(
        game: &Mnk<W>,
        position: &Position<W>,
        cell: usize,
        direction: usize,
        reach: u32,
    ) -> Self {
        let middle = 2 * reach;
        let (behind, before) = game.geometry.room(cell, direction);
        let (behind, before) = (behind.min(middle), before.min(middle));
        let stride = game.geometry.strides[direction];
        let mut line = Self { marks: [0; 2], board: 0, middle };
        let mut at = cell - behind as usize * stride;
        for bit in middle - behind..=middle + before {
            line.board |= 1 << bit;
            for (marks, all) in line.marks.iter_mut().zip(&position.marks) {
                *marks |= u64::from(all.contains(at)) << bit;
            }
            at += stride;
        }
        line
    }

    fn is_empty(&self, bit: u32) -> bool {
        (self.board & !self.marks[0] & !self.marks[1]) >> bit & 1 != 0
    }

    /// What a side has on both sides of a bit.
    #[inline]
    fn strings(&self, side: usize, bit: u32, reach: u32) -> Around {
        let (own, closed) = (self.marks[side], !self.board | self.marks[1 - side]);
        let string = |own: u64, closed: u64| {
            let length = closed.trailing_zeros().min(reach);
            (own & ((1 << length) - 1) | 1 << length) as u32
        };
        // A bit is never the first or the last of the word.
        let turned = 64 - bit;
        Around {
            left: string(own.reverse_bits() >> turned, closed.reverse_bits() >> turned),
            right: string(own >> (bit + 1), closed >> (bit + 1)),
        }
    }
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
        for mark in position.marks.iter().flat_map(Bits::iter) {
            state.come_near(game, mark, distance);
        }
        let reach = tables.codes.reach;
        for cell in (0..cells).filter(|&cell| game.is_empty(position, cell)) {
            for direction in 0..4 {
                let line = Line::around(game, position, cell, direction, reach);
                for side in Side::BOTH {
                    let code = tables.codes.code(line.strings(side.index(), line.middle, reach));
                    state.set(tables, cell, side, direction, code);
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
            tallies,
        }
    }

    /// Becomes another state of the same game, without allocating.
    #[inline]
    pub(super) fn copy_from(&mut self, other: &Self) {
        self.codes.copy_from_slice(&other.codes);
        self.near.copy_from_slice(&other.near);
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
        for side in Side::BOTH {
            self.replace(tables, cell, side, 0);
        }
        let reach = tables.codes.reach;
        for direction in 0..4 {
            let line = Line::around(game, position, cell, direction, reach);
            let stride = game.geometry.strides[direction];
            for bit in line.middle - reach..=line.middle + reach {
                if !line.is_empty(bit) {
                    continue;
                }
                let at = match bit < line.middle {
                    true => cell - (line.middle - bit) as usize * stride,
                    false => cell + (bit - line.middle) as usize * stride,
                };
                for side in Side::BOTH {
                    let code = tables.codes.code(line.strings(side.index(), bit, reach));
                    self.set(tables, at, side, direction, code);
                }
            }
        }
    }

    /// Takes the cells around a mark for candidates.
    fn come_near<const W: usize>(&mut self, game: &Mnk<W>, mark: usize, distance: u16) {
        let (row, column) = game.geometry.place(mark);
        let reach = |at: u16, size: u16| {
            at.saturating_sub(distance)..=at.saturating_add(distance).min(size - 1)
        };
        for row in reach(row, game.params().rows()) {
            for column in reach(column, game.params().columns()) {
                let cell = game.geometry.cell(row, column);
                self.near[cell / 64] |= 1 << (cell % 64);
            }
        }
    }

    /// Whether a cell is near a mark.
    #[inline]
    pub(super) fn is_near(&self, cell: usize) -> bool {
        self.near[cell / 64] >> (cell % 64) & 1 != 0
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
        let codes = &mut self.codes[cell][side.index()];
        let [before, after] = [*codes, new].map(|codes| tables.weights.of(codes));
        *codes = new;
        if before.class != after.class {
            let counts = &mut self.counts[side.index()];
            counts[before.class as usize] -= 1;
            counts[after.class as usize] += 1;
            let word = &mut self.fours[side.index()][cell / 64];
            *word &= !(1 << (cell % 64));
            *word |= u64::from(after.class as u8 >= Class::Four as u8) << (cell % 64);
        }
        for (worth, turn) in self.worth[side.index()].iter_mut().zip(0..) {
            *worth += i32::from(after.worth[turn]) - i32::from(before.worth[turn]);
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

    /// Whether a mark of either side would stand alone here.
    #[inline]
    pub(super) fn is_apart(&self, tables: &Tables, cell: usize) -> bool {
        self.codes[cell].iter().all(|&codes| tables.weights.of(codes).is_apart)
    }

    /// How early a move to this cell should be tried: what it makes, and what it
    /// takes from the other side. The factor makes up for the history's scores.
    #[inline]
    pub(super) fn score(&self, tables: &Tables, cell: usize, side: Side) -> i32 {
        const FACTOR: i32 = 512;
        let [own, opposing] = [side, side.other()]
            .map(|side| tables.weights.of(self.codes[cell][side.index()]).score);
        (5 * own + 4 * opposing) * FACTOR
    }

    pub(super) fn tallies(&self) -> &Tallies {
        &self.tallies
    }

    pub(super) fn tallies_mut(&mut self) -> &mut Tallies {
        &mut self.tallies
    }
}
