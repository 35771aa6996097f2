//! Mirror images of the rectangle, and the turns of the square.

use super::bits::Bits;
use super::{Cell, Mnk, Params, Position};
use plywood_game::{Game, Side, Symmetry};

/// A symmetry's number is a set of these: first the columns are mirrored, then
/// the rows, and then, on a square board only, rows and columns are exchanged.
const MIRROR_COLUMNS: usize = 1;
const MIRROR_ROWS: usize = 2;
const TRANSPOSE: usize = 4;

/// How many symmetries a board has.
fn count(params: Params) -> usize {
    if params.rows() == params.columns() { 8 } else { 4 }
}

/// Where each cell comes to, symmetry by symmetry.
pub(super) fn images(params: Params) -> Box<[u16]> {
    let image = |symmetry: usize, (mut row, mut column): (u16, u16)| {
        if symmetry & MIRROR_COLUMNS != 0 {
            column = params.columns() - 1 - column;
        }
        if symmetry & MIRROR_ROWS != 0 {
            row = params.rows() - 1 - row;
        }
        if symmetry & TRANSPOSE != 0 {
            (row, column) = (column, row);
        }
        row * params.columns() + column
    };
    let places = || (0..params.rows()).flat_map(|row| (0..params.columns()).map(move |c| (row, c)));
    (0..count(params)).flat_map(|s| places().map(move |place| image(s, place))).collect()
}

impl<const W: usize> Mnk<W> {
    #[inline]
    fn image(&self, symmetry: usize, cell: usize) -> usize {
        self.geometry.image(symmetry, cell)
    }

    fn key_of_image(&self, symmetry: usize, position: &Position<W>) -> u64 {
        let mut key = self.key_of_side(self.to_move(position));
        for side in Side::BOTH {
            for cell in position.marks[side.index()].iter() {
                key ^= self.geometry.key(side, self.image(symmetry, cell));
            }
        }
        key
    }
}

impl<const W: usize> Symmetry for Mnk<W> {
    fn symmetries(&self) -> usize {
        count(self.params())
    }

    fn transform(&self, symmetry: usize, position: &Position<W>) -> Position<W> {
        let marks = position.marks.each_ref().map(|marks| {
            let mut image = Bits::EMPTY;
            for cell in marks.iter() {
                image.insert(self.image(symmetry, cell));
            }
            image
        });
        let mut image = position.clone();
        image.marks = marks;
        image.key = self.key_of_image(symmetry, position);
        image
    }

    /// Only the keys of the images are worked out, not the images.
    fn canonical_key(&self, position: &Position<W>) -> (u64, usize) {
        let images = (1..self.symmetries())
            .map(|symmetry| (self.key_of_image(symmetry, position), symmetry));
        images.fold((position.key, 0), std::cmp::min)
    }

    fn transform_move(&self, symmetry: usize, _: &Position<W>, mv: Cell) -> Cell {
        Cell(self.image(symmetry, mv.index()) as u16)
    }

    fn inverse(&self, symmetry: usize) -> usize {
        // Mirroring the rows and then transposing is taken back by mirroring
        // the columns and then transposing.
        match symmetry {
            5 => 6,
            6 => 5,
            _ => symmetry,
        }
    }
}
