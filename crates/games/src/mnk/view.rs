//! Crosses and noughts on a grid.

use super::{Cell, Mnk, Position, notation::column_name};
use plywood_game::{Content, Game, Picture, Side, SideLook, Style, View, rows_of};

impl<const W: usize> Mnk<W> {
    /// Every cell of every winning line.
    fn winning_cells(&self, position: &Position<W>) -> Vec<u16> {
        let mut cells = Vec::new();
        for side in Side::BOTH {
            let marks = &position.marks[side.index()];
            let wins = |&cell: &usize| (0..4).any(|way| self.is_in_line(marks, cell, way));
            cells.extend(marks.iter().filter(wins));
        }
        cells.into_iter().map(|cell| cell as u16).collect()
    }
}

impl<const W: usize> View for Mnk<W> {
    fn picture(&self, position: &Position<W>, last: Option<Cell>) -> Picture {
        let (rows, columns) = (self.params().rows(), self.params().columns());
        let content = |cell| position.mark(Cell(cell)).map_or(Content::Empty, Content::Piece);
        Picture {
            rows,
            columns,
            row_labels: (1..=rows).rev().map(|row| row.to_string()).collect(),
            column_labels: (0..columns).map(column_name).collect(),
            style: Style::Marks,
            sides: SideLook::pair(("x", 'x'), ("o", 'o')),
            cells: (0..rows * columns).map(content).collect(),
            last: last.into_iter().map(|cell| cell.0).collect(),
            decisive: self.winning_cells(position),
            captions: Vec::new(),
        }
    }

    fn steps(&self, _: &Position<W>, mv: Cell) -> Vec<Vec<u16>> {
        vec![vec![mv.0]]
    }

    fn setup_text(&self, cells: &[Content], to_move: Side) -> Option<String> {
        let rows = rows_of(cells, self.params().columns().into(), ['x', 'o', '.']);
        Some(format!("{} {}", rows.join("/"), ['x', 'o'][to_move.index()]))
    }

    fn cells(&self, position: &Position<W>, cells: &mut [u8]) {
        cells.fill(0);
        for side in Side::BOTH {
            for cell in position.marks[side.index()].iter() {
                cells[cell] = 1 + side.index() as u8;
            }
        }
    }

    #[inline]
    fn changed_cells(
        &self,
        mv: Cell,
        _: &Self::Undo,
        after: &Position<W>,
        changed: &mut impl FnMut(u16, u8),
    ) -> bool {
        changed(mv.0, 1 + self.to_move(after).other().index() as u8);
        true
    }
}
