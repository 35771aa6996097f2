//! The part of a large board where something stands. All boards of a tree are
//! cropped alike, so that they can be compared.

use plywood_game::{Cell, Content, Picture, Style};

/// A board with a longer side is cropped.
const LARGE: u16 = 10;

/// The number of cells kept around the pieces.
const AROUND: u16 = 1;

/// A part of a board.
#[derive(Clone, Copy)]
struct Part {
    top: u16,
    bottom: u16,
    left: u16,
    right: u16,
}

/// Crops boards of one game to the part where something stands on any of them.
pub(super) fn crop(pictures: &mut [Option<Picture>]) {
    if let Some(part) = common_part(pictures) {
        for picture in pictures.iter_mut().flatten() {
            *picture = part.of(picture);
        }
    }
}

/// The part that is kept; none if all of it is. Boards of tiles are full.
fn common_part(pictures: &[Option<Picture>]) -> Option<Part> {
    let first = pictures.iter().flatten().next()?;
    if first.rows.max(first.columns) <= LARGE || first.style == Style::Tiles {
        return None;
    }
    let occupied = |picture: &Picture| -> Vec<(u16, u16)> {
        let cells = (0..).zip(&picture.cells);
        let taken = cells.filter(|(_, content)| **content != Content::Empty);
        taken.map(|(cell, _): (Cell, _)| (cell / first.columns, cell % first.columns)).collect()
    };
    let places: Vec<(u16, u16)> = pictures.iter().flatten().flat_map(occupied).collect();
    let rows = || places.iter().map(|place| place.0);
    let columns = || places.iter().map(|place| place.1);
    Some(Part {
        top: rows().min()?.saturating_sub(AROUND),
        bottom: (rows().max()? + AROUND).min(first.rows - 1),
        left: columns().min()?.saturating_sub(AROUND),
        right: (columns().max()? + AROUND).min(first.columns - 1),
    })
}

impl Part {
    fn columns(self) -> u16 {
        self.right - self.left + 1
    }

    /// The number of a cell in this part.
    fn number(self, cell: Cell, columns: u16) -> Option<Cell> {
        let (row, column) = (cell / columns, cell % columns);
        let inside =
            (self.top..=self.bottom).contains(&row) && (self.left..=self.right).contains(&column);
        inside.then(|| (row - self.top) * self.columns() + column - self.left)
    }

    fn of(self, picture: &Picture) -> Picture {
        let number = |&cell: &Cell| self.number(cell, picture.columns);
        let cells = (0..).zip(&picture.cells);
        Picture {
            rows: self.bottom - self.top + 1,
            columns: self.columns(),
            cells: cells.filter(|(cell, _)| number(cell).is_some()).map(|(_, it)| *it).collect(),
            last: picture.last.iter().filter_map(number).collect(),
            decisive: picture.decisive.iter().filter_map(number).collect(),
            ..picture.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_game::{Side, SideLook};

    fn board(pieces: &[Cell]) -> Picture {
        let mut cells = vec![Content::Empty; 15 * 12];
        for &cell in pieces {
            cells[usize::from(cell)] = Content::Piece(Side::First);
        }
        Picture {
            rows: 15,
            columns: 12,
            row_labels: Vec::new(),
            column_labels: Vec::new(),
            style: Style::Marks,
            sides: SideLook::pair(("x", 'x'), ("o", 'o')),
            cells,
            last: pieces.to_vec(),
            decisive: Vec::new(),
            captions: Vec::new(),
        }
    }

    #[test]
    fn boards_keep_what_stands_on_any_of_them_and_a_cell_around() {
        // Rows 2 and 4, columns 3 and 11, which is at the edge.
        let mut boards = [Some(board(&[2 * 12 + 3])), None, Some(board(&[4 * 12 + 11]))];
        crop(&mut boards);
        let [Some(first), None, Some(second)] = boards else { panic!("two boards") };
        assert_eq!((first.rows, first.columns, first.cells.len()), (5, 10, 50));
        assert_eq!((first.last, second.last), (vec![11], vec![39]));
        assert_eq!(second.cells[39], Content::Piece(Side::First));
        let occupied = second.cells.iter().filter(|it| **it != Content::Empty).count();
        assert_eq!(occupied, 1);
    }

    #[test]
    fn a_small_or_empty_board_stays_whole() {
        let mut boards = [Some(board(&[]))];
        crop(&mut boards);
        assert_eq!(boards[0], Some(board(&[])));
        let small = Picture { rows: 3, columns: 3, cells: vec![Content::Empty; 9], ..board(&[]) };
        let mut boards = [Some(small.clone())];
        crop(&mut boards);
        assert_eq!(boards[0], Some(small));
    }
}
