//! Boards of any size.

use plywood_games::mnk::{Mnk, Params};

pub(crate) fn mnk<const W: usize>(rows: u16, columns: u16, k: u32) -> Mnk<W> {
    Mnk::new(Params::new(rows, columns, k).expect("good parameters"))
}
