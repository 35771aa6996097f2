//! Boards as plain sets of 25 cells, for code that numbers positions.
//!
//! Here the cell of [`Square::index`](super::Square::index) `n` is bit `n`: a5 is the lowest, e1 is
//! bit 24. Within the rules a board has padding after each row, which a number
//! of a position has no use for.

use super::board::{ALL, ROW, SIZE, side_with_line, squares};
use super::rules::{Delta, Position};
use super::slides::{filled, for_each, path};
use super::symmetry::transform_boards;
use plywood_game::Side;

/// A slide on an otherwise empty board, as sets of cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SlideCells {
    /// Where the piece stands.
    pub from: u32,
    /// Every cell that must be empty: those passed and the destination.
    pub path: u32,
    /// What is filled afterwards: the destination and the cell before it.
    pub filled: u32,
}

/// The set without padding.
const fn packed(cells: u32) -> u32 {
    let (mut packed, mut row) = (0, 0);
    while row < SIZE as u32 {
        packed |= (cells >> (row * ROW) & 31) << (row * SIZE as u32);
        row += 1;
    }
    packed
}

/// The set with padding.
const fn padded(cells: u32) -> u32 {
    let (mut padded, mut row) = (0, 0);
    while row < SIZE as u32 {
        padded |= (cells >> (row * SIZE as u32) & 31) << (row * ROW);
        row += 1;
    }
    padded
}

/// Every slide that an empty board allows.
///
/// ```
/// use plywood_games::delta::slides_of_empty_board;
/// assert_eq!(slides_of_empty_board().len(), 176);
/// ```
#[must_use]
pub fn slides_of_empty_board() -> Vec<SlideCells> {
    let mut slides = Vec::new();
    for from in squares(ALL) {
        for_each(from.mask(), ALL & !from.mask(), |from, to| {
            let path = path(from, to).fold(0, |cells, cell| cells | cell.mask());
            let filled = filled(from, to);
            let [from, path, filled] = [from.mask(), path, filled].map(packed);
            slides.push(SlideCells { from, path, filled });
        });
    }
    slides
}

/// Whether these cells hold four in a line.
///
/// ```
/// use plywood_games::delta::holds_line;
/// assert!(holds_line(0b11110) && !holds_line(0b11011));
/// ```
#[must_use]
pub fn holds_line(cells: u32) -> bool {
    side_with_line([padded(cells), 0]).is_some()
}

/// The cells as one of the eight symmetries shows them.
#[must_use]
pub fn image(symmetry: usize, cells: u32) -> u32 {
    packed(transform_boards(symmetry, padded(cells).into()) as u32)
}

impl Position {
    /// The cells of a side's pieces, [`Square::index`](super::Square::index) `n` as bit `n`.
    #[must_use]
    pub fn cells(&self, side: Side) -> u32 {
        packed(self.pieces[side.index()])
    }
}

impl Delta {
    /// The position of the lifting phase with these cells of Black and White;
    /// none if a side has too many pieces or too few, a cell is not on the
    /// board or taken twice, or both have a line.
    #[must_use]
    pub fn lifting_position(&self, cells: [u32; 2], to_move: Side) -> Option<Position> {
        let on_board = (cells[0] | cells[1]) >> (SIZE * SIZE) == 0;
        let position = Position { pieces: cells.map(padded), to_move };
        let both_won = cells.into_iter().all(holds_line);
        let is_one = on_board && cells[0] & cells[1] == 0 && !both_won;
        (is_one && self.is_lifting(&position)).then_some(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::delta::Square;
    use plywood_game::{Notation, Random, Symmetry};

    #[test]
    fn sets_of_cells_and_positions_are_the_same_boards() {
        let game = Delta::standard().with_pieces(4).expect("a variant");
        let position = game.parse_position("*...o/.o.../..*../.*.o./o...* o").expect("a position");
        let cells = Side::BOTH.map(|side| position.cells(side));
        assert_eq!(cells[0], 1 | 1 << 12 | 1 << 16 | 1 << 24);
        assert_eq!(game.lifting_position(cells, Side::Second), Some(position));
        for symmetry in 0..game.symmetries() {
            let turned = game.transform(symmetry, &position);
            assert_eq!(
                cells.map(|cells| image(symmetry, cells)),
                Side::BOTH.map(|s| turned.cells(s))
            );
        }
    }

    #[test]
    fn other_boards_are_no_positions_of_the_lifting_phase() {
        let game = Delta::standard().with_pieces(4).expect("a variant");
        for cells in [
            [0b1111, 0b1111 << 5],
            [0b10111, 0b1111 << 4],
            [0b10111, 0b11011 << 6],
            [0b11110, 0b10111 << 22],
        ] {
            let is_one = game.lifting_position(cells, Side::First).is_some();
            assert_eq!(is_one, cells == [0b10111, 0b11011 << 6], "{cells:?}");
        }
    }

    #[test]
    fn packing_and_padding_are_inverse() {
        let mut dice = Random::new(1);
        for _ in 0..10_000 {
            let cells = dice.next_u64() as u32 & ((1 << 25) - 1);
            assert_eq!(packed(padded(cells)), cells);
            assert_eq!(padded(cells) & !ALL, 0);
        }
        assert_eq!(packed(Square::at(4, 4).mask()), 1 << 24);
    }
}
