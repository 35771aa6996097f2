//! Candidates: cells near the marks on the board.

use super::bits::Bits;
use super::{Cell, Mnk, Position};

impl<const W: usize> Mnk<W> {
    /// Keeps the moves at most `distance` king's steps from a mark, on an empty
    /// board the centre, and all where no empty cell is near. Tells whether
    /// that is every move.
    ///
    /// ```
    /// use plywood_game::{Game, Notation};
    /// use plywood_games::mnk::{Mnk, Params};
    /// let gomoku = Mnk::<4>::new(Params::new(15, 15, 5)?);
    /// let mut position = gomoku.initial();
    /// let centre = gomoku.parse_move(&position, "h8")?;
    /// gomoku.play(&mut position, centre);
    /// let mut moves = gomoku.legal_moves(&position);
    /// assert!(!gomoku.keep_near(&position, 1, &mut moves));
    /// assert_eq!(moves.len(), 8);
    /// # Ok::<(), plywood_game::TextError>(())
    /// ```
    pub fn keep_near(&self, position: &Position<W>, distance: u16, moves: &mut Vec<Cell>) -> bool {
        let (rows, columns) = (self.params().rows(), self.params().columns());
        let mut near = vec![false; self.params().cells()];
        for mark in position.marks.iter().flat_map(Bits::iter) {
            let (row, column) = self.geometry.place(mark);
            let reach = |at: u16, size: u16| {
                at.saturating_sub(distance)..=at.saturating_add(distance).min(size - 1)
            };
            for row in reach(row, rows) {
                for column in reach(column, columns) {
                    near[self.geometry.cell(row, column)] = true;
                }
            }
        }
        let all = moves.len();
        if all == near.len() {
            near[self.geometry.cell((rows - 1) / 2, (columns - 1) / 2)] = true;
        }
        if moves.iter().any(|mv| near[mv.index()]) {
            moves.retain(|mv| near[mv.index()]);
        }
        moves.len() == all
    }
}
