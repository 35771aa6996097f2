//! The cells that a learned evaluation of Othello looks at together.

use plywood_game::Cell;

/// One tuple of each set of images under the eight symmetries.
#[must_use]
pub fn tuples() -> Vec<Vec<Cell>> {
    let row = |row: Cell| (8 * row..8 * row + 8).collect();
    let diagonal = |length: Cell| (0..length).map(|step| 8 - length + 9 * step).collect();
    let edge = (0..8).chain([9, 14]).collect();
    let square = [0, 1, 2, 8, 9, 10, 16, 17, 18].into();
    let block = (0..5).chain(8..13).collect();
    let lines = [row(1), row(2), row(3)].into_iter().chain((4..=8).rev().map(diagonal));
    lines.chain([edge, square, block]).collect()
}

/// The number of phases.
pub const PHASES: u8 = 16;
