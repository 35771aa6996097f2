//! The eight ways to turn and mirror the square board.
//!
//! The number of a symmetry says what it is made of, done in this order: 4 is
//! a mirror in the diagonal from a5 to e1, 2 one that exchanges top and bottom,
//! 1 one that exchanges left and right.

use super::board::{ROW, SIZE, Square};
use super::rules::{Delta, Position};
use super::turn::DeltaMove;
use plywood_game::Symmetry;

const LEFT_RIGHT: usize = 1;
const TOP_BOTTOM: usize = 2;
const DIAGONAL: usize = 4;

impl Symmetry for Delta {
    fn symmetries(&self) -> usize {
        8
    }

    fn transform(&self, symmetry: usize, position: &Position) -> Position {
        let [black, white] = position.pieces.map(u64::from);
        let both = transform_boards(symmetry, black | white << 32);
        Position { pieces: [both as u32, (both >> 32) as u32], ..*position }
    }

    fn transform_move(&self, symmetry: usize, _: &Position, turn: DeltaMove) -> DeltaMove {
        let image = |square: Square| {
            let (mut column, mut row) = (square.column(), square.row());
            if symmetry & DIAGONAL != 0 {
                (column, row) = (row, column);
            }
            if symmetry & TOP_BOTTOM != 0 {
                row = SIZE - 1 - row;
            }
            if symmetry & LEFT_RIGHT != 0 {
                column = SIZE - 1 - column;
            }
            Square::at(column, row)
        };
        match turn {
            DeltaMove::Place(square) => DeltaMove::Place(image(square)),
            DeltaMove::Slide { from, to } => DeltaMove::Slide { from: image(from), to: image(to) },
            DeltaMove::Lift { from, to, lift } => {
                DeltaMove::Lift { from: image(from), to: image(to), lift: image(lift) }
            }
        }
    }

    fn inverse(&self, symmetry: usize) -> usize {
        // The quarter turns: a diagonal mirror and one other. Seen from behind
        // the diagonal, left and right are top and bottom.
        const QUARTER: usize = DIAGONAL | LEFT_RIGHT;
        const THREE_QUARTERS: usize = DIAGONAL | TOP_BOTTOM;
        match symmetry {
            QUARTER => THREE_QUARTERS,
            THREE_QUARTERS => QUARTER,
            its_own_inverse => its_own_inverse,
        }
    }
}

/// Two boards, the halves of a word, as a symmetry shows them. Columns, rows
/// and diagonals move as a whole, on both boards at once.
pub(super) fn transform_boards(symmetry: usize, mut boards: u64) -> u64 {
    const COLUMN: u64 = twice(1 | 1 << ROW | 1 << (2 * ROW) | 1 << (3 * ROW) | 1 << (4 * ROW));
    const TOP_ROW: u64 = twice((1 << SIZE) - 1);
    if symmetry & DIAGONAL != 0 {
        boards = transpose(boards);
    }
    if symmetry & TOP_BOTTOM != 0 {
        boards = reverse(boards, TOP_ROW, ROW);
    }
    if symmetry & LEFT_RIGHT != 0 {
        boards = reverse(boards, COLUMN, 1);
    }
    boards
}

/// The same cells on both boards.
const fn twice(cells: u64) -> u64 {
    cells | cells << 32
}

/// The boards with their five parallel lines in reverse order. `first` is the
/// first of the lines, the others follow it at `distance`.
#[inline]
const fn reverse(boards: u64, first: u64, distance: u32) -> u64 {
    (boards & first) << (4 * distance)
        | (boards & first << distance) << (2 * distance)
        | boards & first << (2 * distance)
        | boards >> (2 * distance) & first << distance
        | boards >> (4 * distance) & first
}

/// The boards mirrored in the diagonal from a5 to e1: rows become columns.
#[inline]
fn transpose(boards: u64) -> u64 {
    /// The cells this many columns to the right of that diagonal.
    const ABOVE: [u64; SIZE] = {
        let mut above = [0; SIZE];
        let mut index = 0;
        while index < SIZE * SIZE {
            let (column, row) = (index % SIZE, index / SIZE);
            if column >= row {
                above[column - row] |= twice(Square::at(column, row).mask() as u64);
            }
            index += 1;
        }
        above
    };
    let mut image = boards & ABOVE[0];
    for (distance, &above) in ABOVE.iter().enumerate().skip(1) {
        let shift = distance as u32 * (ROW - 1);
        image |= (boards & above) << shift | boards >> shift & above;
    }
    image
}
