//! Delta's lifting phase as a table.
//!
//! A position is two sets of cells, those of the side to move ("own") and those
//! of the opponent; the colours do not matter. Its number is the class of the
//! own set under the eight symmetries, and within it the rank of the opponent's
//! set among the sets of free cells. With nine pieces a side that gives 256,585
//! classes of 11,440 numbers, 2,935,332,400 in all. Own sets that a symmetry
//! leaves as they are give some positions several numbers: there are
//! 2,921,569,750 boards up to symmetry.
//!
//! A turn changes only the own set, then the sides change places. So the
//! successors of a position all have the same own set, the former opponent's:
//! **they lie in one block of numbers**, of 11,440 bytes. A sweep takes block
//! after block and decides the positions that lead into it. Every look at a
//! successor stays in a few kilobytes, and only what is decided is written
//! elsewhere, once.

mod binomial;
mod block;
mod numbering;
mod openings;
mod sweep;

pub use numbering::DeltaNumbering;
pub(super) use openings::{opening, valued_moves};
pub use sweep::DeltaSweep;
