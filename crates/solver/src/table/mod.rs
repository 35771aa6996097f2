//! # Tables
//!
//! A table holds the value of every position of a game, or of one phase of it
//! that no move leaves: won, lost or drawn for the side to move, and in how
//! many plies. It is built backwards from finished games (retrograde analysis:
//! Ströhlein, 1970; Thompson, "Retrograde Analysis of Certain Endgames", 1986),
//! distance by distance:
//!
//! - at distance 0 the side to move has lost;
//! - a position is won in `d` plies if a move leads to one that is lost in
//!   `d - 1`, and it is not won sooner;
//! - it is lost in `d` plies if every move leads to a position that is won, the
//!   last of them in `d - 1`.
//!
//! What is left when a distance adds nothing is drawn: the side to move can
//! always go to another such position, so play never ends, or it ends in a draw.
//! Repetition needs nothing more: a win within `d` plies never returns to a
//! position.
//!
//! | file | idea |
//! |---|---|
//! | `indexed` | positions as numbers |
//! | `value` | a value in a byte |
//! | `sweep` | one distance further, for any game |
//! | `build` | distance after distance, with threads, checkpoints and progress |
//! | `file` | the file: compressed blocks, a checksum each |
//! | `probe` | values from the file |
//! | `before` | values of positions that lead into a table |
//! | `memory` | what that search remembers |
//! | `check` | every position against its successors, with the judge's rules |
//! | `tabulate` | games that can have a table, without their types |
//! | `delta` | Delta's lifting phase: its numbers, and a sweep that stays within a block |

mod before;
mod build;
mod check;
mod delta;
mod error;
mod file;
mod indexed;
mod memory;
mod probe;
mod sweep;
mod tabulate;
mod value;

pub use before::Foreseen;
pub use build::{Build, BuildOptions, Building, partial_path};
pub use check::{Judged, Sample, TableChecked, TableProblem, verify_table};
pub use delta::{DeltaNumbering, DeltaSweep};
pub use error::TableError;
pub use file::{Census, Header, TABLE_MAGIC, read_header};
pub use indexed::Indexed;
pub use memory::Memory;
pub use probe::Table;
pub use sweep::{Forward, Sweep, Values};
pub use tabulate::{DeltaTables, Known, Solution, TableWork, Tabulate, ValuedMoves};
pub use value::{MOST_PLIES, TableValue};
