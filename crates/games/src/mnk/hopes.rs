//! Whether a line is still possible, and whether one is about to be made.

use super::bits::Bits;
use super::{Cell, Mnk, Position};
use plywood_game::Side;

impl<const W: usize> Mnk<W> {
    /// Whether some K cells in a line have no mark of the other side. Told by
    /// folding the board onto itself, all cells of a direction at once: two
    /// cells in a line, then four, until K are reached.
    pub(super) fn has_open_line(&self, position: &Position<W>, side: Side) -> bool {
        let k = self.params().k() as usize;
        let opposing = &position.marks[side.other().index()];
        (0..4).any(|direction| {
            let starts = self.geometry.line_starts(direction);
            if starts.iter().all(|&word| word == 0) {
                return false;
            }
            let stride = self.geometry.strides[direction];
            let mut open: Bits<W> = opposing.complement();
            let mut length = 1;
            while length < k {
                let step = length.min(k - length);
                open.keep_followed(step * stride);
                length += step;
            }
            open.meets(starts)
        })
    }

    /// Keeps the moves that complete a line of the side to move; if there are
    /// none, those that would complete one of the other side.
    pub(super) fn keep_line_ends(
        &self,
        position: &Position<W>,
        to_move: Side,
        moves: &mut Vec<Cell>,
    ) {
        for side in [to_move, to_move.other()] {
            let marks = &position.marks[side.index()];
            let ends = |mv: &Cell| self.completes_line(marks, mv.index());
            if moves.iter().any(ends) {
                moves.retain(ends);
                return;
            }
        }
    }
}
