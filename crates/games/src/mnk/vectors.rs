//! The lines through the last mark, each as a vector of cells.

use super::geometry::DIRECTIONS;
use super::params::LONGEST;
use super::{Cell, Mnk, Position};
use plywood_game::Side;

/// A whole row, column or diagonal of the board, from edge to edge.
pub(super) struct Vector {
    cells: [Option<Side>; LONGEST as usize],
    length: usize,
    /// Where in it the cell is that it was made for.
    pub(super) at: usize,
}

impl Vector {
    /// The line through a cell in one of the four directions.
    pub(super) fn through<const W: usize>(
        game: &Mnk<W>,
        position: &Position<W>,
        cell: Cell,
        direction: usize,
    ) -> Self {
        let (row, column) = game.geometry.place(cell.index());
        let (down, right) = DIRECTIONS[direction];
        let (rows, columns) = (game.params().rows(), game.params().columns());
        let steps = |from: u16, step: i32, size: u16| match step {
            1 => size - 1 - from,
            -1 => from,
            _ => u16::MAX,
        };
        let behind = steps(row, -down, rows).min(steps(column, -right, columns));
        let before = steps(row, down, rows).min(steps(column, right, columns));
        let (at, length) = (usize::from(behind), usize::from(behind + before) + 1);
        let stride = game.geometry.strides[direction];
        let first = cell.index() - at * stride;
        let mut cells = [None; LONGEST as usize];
        for (number, content) in cells[..length].iter_mut().enumerate() {
            *content = position.mark(Cell((first + number * stride) as u16));
        }
        Self { cells, length, at }
    }

    pub(super) fn cells(&self) -> &[Option<Side>] {
        &self.cells[..self.length]
    }
}
