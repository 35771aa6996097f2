//! The picture of a position and the clicks of a move.

use super::square::squares;
use super::{Othello, Ply, Position, patterns};
use plywood_game::{
    Caption, Cell, Content, Picture, Preview, Side, SideLook, Style, View, rows_of,
};

/// The names of the colours.
const NAMES: [&str; 2] = ["Black", "White"];

/// What a side is called in a sentence.
pub(super) const fn name(side: Side) -> &'static str {
    NAMES[side.index()]
}

impl View for Othello {
    fn picture(&self, position: &Position, last: Option<Ply>) -> Picture {
        let content = |cell: u32| {
            let holds = |side: &Side| position.discs(*side) >> cell & 1 != 0;
            Side::BOTH.into_iter().find(holds).map_or(Content::Empty, Content::Piece)
        };
        let count = |side: Side| Caption::new(name(side), position.discs(side).count_ones());
        Picture {
            rows: 8,
            columns: 8,
            row_labels: ('1'..='8').map(String::from).collect(),
            column_labels: ('a'..='h').map(String::from).collect(),
            style: Style::Discs,
            sides: SideLook::pair((NAMES[0], 'X'), (NAMES[1], 'O')),
            cells: (0..64).map(content).collect(),
            last: last.and_then(placed_cell).into_iter().collect(),
            decisive: Vec::new(),
            captions: Side::BOTH.map(count).into(),
        }
    }

    fn setup_text(&self, cells: &[Content], to_move: Side) -> Option<String> {
        let discs = rows_of(cells, 8, ['X', 'O', '-']).concat();
        Some(format!("{discs} {}", ['X', 'O'][to_move.index()]))
    }

    fn steps(&self, _: &Position, ply: Ply) -> Vec<Vec<Cell>> {
        placed_cell(ply).map(|cell| vec![cell]).into_iter().collect()
    }

    fn preview(&self, position: &Position, ply: Ply) -> Preview {
        match ply {
            Ply::Place(square) => {
                let flips = position.flips(square);
                let turned = squares(flips).map(|square| square.index() as Cell);
                Preview {
                    cells: std::iter::once(square.index() as Cell).chain(turned).collect(),
                    label: Some(format!("turns {}", flips.count_ones())),
                }
            }
            Ply::Pass => Preview { cells: Vec::new(), label: Some("pass".to_owned()) },
        }
    }

    fn cells(&self, position: &Position, cells: &mut [u8]) {
        let [black, white] = Side::BOTH.map(|side| position.discs(side));
        for (square, cell) in cells.iter_mut().enumerate() {
            *cell = (black >> square & 1) as u8 | ((white >> square & 1) as u8) << 1;
        }
    }

    fn count_codes(&self) -> &'static [u16] {
        &patterns::COUNT_CODES
    }

    #[inline]
    fn counts(&self, position: &Position, counts: &mut [u16]) {
        counts.copy_from_slice(&patterns::counts(position));
    }

    #[inline]
    fn changed_cells(
        &self,
        _: Ply,
        before: &Position,
        after: &Position,
        changed: &mut impl FnMut(Cell, u8),
    ) -> bool {
        // Every disc that was placed or turned is one of the side that moved.
        let mover = before.to_move();
        for square in squares(after.discs(mover) & !before.discs(mover)) {
            changed(square.index() as Cell, 1 + mover.index() as u8);
        }
        true
    }
}

fn placed_cell(ply: Ply) -> Option<Cell> {
    match ply {
        Ply::Place(square) => Some(square.index() as Cell),
        Ply::Pass => None,
    }
}
