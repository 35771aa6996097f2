//! The board as bits, and lines on it.
//!
//! A set of cells is a `u32`: six bits a row, top row first, of which the
//! sixth is padding and never set. A step in any direction is then one fixed
//! shift, and a step over the edge lands on padding or outside the board, so
//! that neither lines nor slides need a mask against wrapping round.

use plywood_game::Side;
use std::fmt;

/// Cells a side.
pub(super) const SIZE: usize = 5;

/// Bits a row, padding included.
pub(super) const ROW: u32 = 6;

/// A step to the right, down, down to the right and down to the left. The
/// other four directions are these backwards.
pub(super) const STRIDES: [u32; 4] = [1, ROW, ROW + 1, ROW - 1];

/// Every cell of the board.
pub(super) const ALL: u32 = {
    let row = (1 << SIZE) - 1;
    row | row << ROW | row << (2 * ROW) | row << (3 * ROW) | row << (4 * ROW)
};

/// A cell of the board.
///
/// ```
/// use plywood_games::delta::Square;
/// let square = Square::from_index(12).expect("the centre");
/// assert_eq!(square.to_string(), "c3");
/// assert_eq!(Square::from_index(25), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The cell of that number: row by row, from 0 at the top left (a5) to 24
    /// at the bottom right (e1).
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < SIZE * SIZE { Some(Self::at(index % SIZE, index / SIZE)) } else { None }
    }

    /// The number of the cell, as [`Square::from_index`] counts.
    #[must_use]
    pub const fn index(self) -> usize {
        self.row() * SIZE + self.column()
    }

    /// The cell in that column from the left and row from the top, both
    /// counted from 0 and on the board.
    pub(super) const fn at(column: usize, row: usize) -> Self {
        debug_assert!(column < SIZE && row < SIZE);
        Self((row * ROW as usize + column) as u8)
    }

    /// The cell that a bit number stands for, none if it is not on the board.
    pub(super) const fn from_bit(bit: u32) -> Option<Self> {
        if bit < u32::BITS && ALL >> bit & 1 == 1 { Some(Self(bit as u8)) } else { None }
    }

    /// The number of its bit.
    #[inline]
    pub(super) const fn bit(self) -> u32 {
        // Always so; said here, it spares the shift in `mask` its check.
        (self.0 & 31) as u32
    }

    /// The set of this cell alone.
    #[inline]
    pub(super) const fn mask(self) -> u32 {
        1 << self.bit()
    }

    /// The cell this many bits on, which must be on the board.
    #[inline]
    pub(super) const fn stepped(self, bits: i8) -> Self {
        let moved = Self(self.0.wrapping_add_signed(bits));
        debug_assert!(ALL & moved.mask() != 0);
        moved
    }

    /// Its column, counted from 0 at the left.
    pub(super) const fn column(self) -> usize {
        (self.bit() % ROW) as usize
    }

    /// Its row, counted from 0 at the top.
    pub(super) const fn row(self) -> usize {
        (self.bit() / ROW) as usize
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.column() as u8) as char, SIZE - self.row())
    }
}

/// The cells of a set, row by row from the top left.
#[inline]
pub(super) fn squares(mut cells: u32) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let bit = cells.trailing_zeros();
        cells &= cells.wrapping_sub(1);
        (bit < u32::BITS).then_some(Square(bit as u8))
    })
}

/// The cells from which four in a row go on at this stride.
#[inline]
const fn line_starts(pieces: u64, stride: u32) -> u64 {
    let pairs = pieces & pieces >> stride;
    pairs & pairs >> (2 * stride)
}

/// The side that holds one of the 28 lines of four, if one does.
///
/// Both boards are looked at together, as the halves of a word. Then a line
/// could seem to run on from one board into the other, but only one that
/// starts too low to go down four rows; lines across never get that far.
#[inline]
pub(super) const fn side_with_line([black, white]: [u32; 2]) -> Option<Side> {
    const TOP_ROWS: u64 = (1 << (2 * ROW)) - 1;
    let pieces = black as u64 | (white as u64) << 32;
    let [right, down, down_right, down_left] = STRIDES;
    let across = line_starts(pieces, right);
    let downwards = line_starts(pieces, down)
        | line_starts(pieces, down_right)
        | line_starts(pieces, down_left);
    match across | downwards & (TOP_ROWS | TOP_ROWS << 32) {
        0 => None,
        lines if lines as u32 != 0 => Some(Side::First),
        _ => Some(Side::Second),
    }
}

/// The cells of every line of four or five that the pieces hold.
pub(super) fn line_cells(pieces: u32) -> u32 {
    STRIDES.into_iter().fold(0, |cells, stride| {
        let starts = line_starts(pieces.into(), stride) as u32;
        let pairs = starts | starts << stride;
        cells | pairs | pairs << (2 * stride)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_game::Random;
    use std::collections::HashSet;

    /// Every line of four, by walking the board.
    fn all_lines() -> HashSet<u32> {
        let mut lines = HashSet::new();
        let on_board = |n: i32| (0..SIZE as i32).contains(&n);
        for start in 0..25 {
            let (column, row) = (start % 5, start / 5);
            for (right, down) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
                if on_board(column + 3 * right) && on_board(row + 3 * down) {
                    let cells = (0..4).map(|n| {
                        let (column, row) = (column + n * right, row + n * down);
                        Square::at(column as usize, row as usize).mask()
                    });
                    lines.insert(cells.sum());
                }
            }
        }
        lines
    }

    #[test]
    fn squares_are_numbered_in_reading_order() {
        assert_eq!(
            squares(ALL).map(Square::index).collect::<Vec<_>>(),
            (0..25).collect::<Vec<_>>()
        );
        let names: Vec<String> = squares(ALL).map(|square| square.to_string()).collect();
        assert_eq!((&*names[0], &*names[4], &*names[20], &*names[24]), ("a5", "e5", "a1", "e1"));
        for bit in 0..40 {
            let on_board = bit < 32 && ALL >> bit & 1 == 1;
            assert_eq!(Square::from_bit(bit).map(Square::bit), on_board.then_some(bit));
        }
    }

    #[test]
    fn four_cells_are_a_line_exactly_if_they_are_one_of_the_28() {
        let lines = all_lines();
        assert_eq!(lines.len(), 28);
        for a in 0..25_usize {
            for b in 0..a {
                for c in 0..b {
                    for d in 0..c {
                        let cells: u32 =
                            [a, b, c, d].map(|n| Square::at(n % 5, n / 5).mask()).iter().sum();
                        let is_line = lines.contains(&cells);
                        let black = is_line.then_some(Side::First);
                        assert_eq!(side_with_line([cells, 0]), black, "{cells:b}");
                        let white = is_line.then_some(Side::Second);
                        assert_eq!(side_with_line([0, cells]), white, "{cells:b}");
                        assert_eq!(line_cells(cells), cells * u32::from(is_line), "{cells:b}");
                    }
                }
            }
        }
    }

    /// As [`side_with_line`], line by line.
    fn side_with_line_of(lines: &HashSet<u32>, pieces: [u32; 2]) -> Option<Side> {
        let holds = |side: &Side| lines.iter().any(|line| pieces[side.index()] & line == *line);
        Side::BOTH.into_iter().find(holds)
    }

    #[test]
    fn no_line_runs_from_one_board_into_the_other() {
        let lines = all_lines();
        let mut dice = Random::new(1);
        for _ in 0..100_000 {
            let pieces = [0, 0].map(|_| dice.next_u64() as u32 & dice.next_u64() as u32 & ALL);
            let expected = side_with_line_of(&lines, pieces);
            assert_eq!(side_with_line(pieces), expected, "{pieces:x?}");
        }
    }

    #[test]
    fn five_in_line_are_shown_whole() {
        for line in [0b11111, 0b11111 << 24, 0x0104_1041, 1 | 1 << 7 | 1 << 14 | 1 << 21 | 1 << 28]
        {
            assert_eq!(line_cells(line | Square::at(1, 2).mask()), line | line & 1 << 13);
        }
    }
}
