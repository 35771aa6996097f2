//! The eight ways to turn and mirror the board.
//!
//! Bits 0, 1 and 2 of a symmetry's number say whether the columns are
//! mirrored, then the rows, and then rows and columns exchanged. Any position
//! may be looked at in all eight; that the start looks the same in four of
//! them is a matter of that position alone.

use super::{Othello, Ply, Position, Square};
use plywood_game::Symmetry;

impl Symmetry for Othello {
    fn symmetries(&self) -> usize {
        8
    }

    #[inline]
    fn transform(&self, symmetry: usize, position: &Position) -> Position {
        position.map(|set| image(symmetry, set))
    }

    #[inline]
    fn transform_move(&self, symmetry: usize, _: &Position, ply: Ply) -> Ply {
        match ply {
            Ply::Place(square) => Ply::Place(Square::lowest(image(symmetry, square.bit()))),
            Ply::Pass => Ply::Pass,
        }
    }

    fn inverse(&self, symmetry: usize) -> usize {
        // Exchanging rows and columns turns a mirroring of columns into one of
        // rows, so the two quarter turns undo each other; every other symmetry
        // undoes itself.
        match symmetry {
            5 => 6,
            6 => 5,
            _ => symmetry,
        }
    }
}

#[inline]
const fn image(symmetry: usize, mut set: u64) -> u64 {
    debug_assert!(symmetry < 8, "there are eight");
    if symmetry & 1 != 0 {
        set = mirror_columns(set);
    }
    if symmetry & 2 != 0 {
        set = set.swap_bytes();
    }
    if symmetry & 4 != 0 {
        set = exchange_rows_and_columns(set);
    }
    set
}

/// Swaps neighbours, then pairs, then halves of each row.
#[inline]
const fn mirror_columns(set: u64) -> u64 {
    let set = (set >> 1 & 0x5555_5555_5555_5555) | (set & 0x5555_5555_5555_5555) << 1;
    let set = (set >> 2 & 0x3333_3333_3333_3333) | (set & 0x3333_3333_3333_3333) << 2;
    (set >> 4 & 0x0f0f_0f0f_0f0f_0f0f) | (set & 0x0f0f_0f0f_0f0f_0f0f) << 4
}

/// Mirrors along the diagonal from `a1` to `h8`: within blocks of 2 by 2
/// squares, then of 4 by 4, then of 8 by 8, the two off the diagonal swap.
#[inline]
const fn exchange_rows_and_columns(set: u64) -> u64 {
    let set = swap_bits(set, 7, 0x00aa_00aa_00aa_00aa);
    let set = swap_bits(set, 14, 0x0000_cccc_0000_cccc);
    swap_bits(set, 28, 0x0000_0000_f0f0_f0f0)
}

/// Exchanges each bit of `places` with the one `distance` above it.
#[inline]
const fn swap_bits(set: u64, distance: u32, places: u64) -> u64 {
    let differing = (set ^ set >> distance) & places;
    set ^ differing ^ differing << distance
}
