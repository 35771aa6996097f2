//! Cells near the marks that are on the board already.

use super::{Cell, Mnk, Position};
use plywood_game::Candidates;

/// Looks only at cells at most so many steps, a king's, from some mark. Far
/// from everything a mark seldom matters; on an empty board the centre is the
/// one candidate.
///
/// ```
/// use plywood_game::{Candidates, Game, Notation};
/// use plywood_games::mnk::{Mnk, Near, Params};
/// let gomoku = Mnk::<4>::new(Params::new(15, 15, 5)?);
/// let mut position = gomoku.initial();
/// let centre = gomoku.parse_move(&position, "h8")?;
/// gomoku.play(&mut position, centre);
/// let mut moves = gomoku.legal_moves(&position);
/// Near { distance: 1 }.restrict(&gomoku, &position, &mut moves);
/// assert_eq!(moves.len(), 8);
/// # Ok::<(), plywood_game::TextError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Near {
    /// How many steps away a cell may be.
    pub distance: u16,
}

impl<const W: usize> Candidates<Mnk<W>> for Near {
    fn restrict(&self, game: &Mnk<W>, position: &Position<W>, moves: &mut Vec<Cell>) {
        let (rows, columns) = (game.params().rows(), game.params().columns());
        let mut near = vec![false; game.params().cells()];
        for mark in position.marks.iter().flat_map(super::bits::Bits::iter) {
            let (row, column) = game.geometry.place(mark);
            let reach = |at: u16, size: u16| {
                at.saturating_sub(self.distance)..=at.saturating_add(self.distance).min(size - 1)
            };
            for row in reach(row, rows) {
                for column in reach(column, columns) {
                    near[game.geometry.cell(row, column)] = true;
                }
            }
        }
        let centre = game.geometry.cell((rows - 1) / 2, (columns - 1) / 2);
        if moves.len() == near.len() {
            near[centre] = true;
        }
        // Where no empty cell is near, all of them are candidates.
        if moves.iter().any(|mv| near[mv.index()]) {
            moves.retain(|mv| near[mv.index()]);
        }
    }
}
