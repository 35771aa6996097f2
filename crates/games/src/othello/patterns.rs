//! The cells that a learned evaluation of Othello looks at together.

use super::Position;
use super::endgame::odd_quadrants;
use super::evaluator::around;
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

/// How many values each of [`counts`] has.
pub(super) const COUNT_CODES: [u16; 3] = [MOVES * MOVES, FRONTIER * FRONTIER, PARITIES];

/// More moves, or more discs at the frontier, count as the most.
const MOVES: u16 = 16;
const FRONTIER: u16 = 24;

/// A number of odd quadrants for each number of filled squares.
const PARITIES: u16 = 5 * 65;

/// What tuples of cells do not show: how many moves both sides have, how many discs beside
/// an empty square, and who will move last, on the board and in its quadrants.
#[inline]
pub(super) fn counts(position: &Position) -> [u16; COUNT_CODES.len()] {
    let count = |set: u64, most: u16| (set.count_ones() as u16).min(most - 1);
    let (own, opponent, empty) = (position.own(), position.opponent(), position.empty());
    let moves = [position.placements(), position.opponent_placements()];
    let moves = moves.map(|set| count(set, MOVES));
    let open = around(empty);
    let frontier = [own & open, opponent & open].map(|set| count(set, FRONTIER));
    let odd = (odd_quadrants(empty).count_ones() / 16) as u16;
    let filled = 64 - empty.count_ones() as u16;
    [moves[0] * MOVES + moves[1], frontier[0] * FRONTIER + frontier[1], 5 * filled + odd]
}
