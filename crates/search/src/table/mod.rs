//! The transposition table, and the atomic words that it is made of: the tests put words
//! in their place that try every order in which threads can read and write them.

mod shared;

#[cfg(test)]
mod loomed;
#[cfg(test)]
mod tests;

pub use shared::{Entry, Table, TableError};

/// The words of a table.
mod words {
    pub(super) use std::sync::atomic::{AtomicU8, AtomicU64};

    /// This many words, all zero; none if there is not enough memory. Zeroed memory costs
    /// nothing until it is touched, and a failed allocation is no abort.
    pub(super) fn zeroed(words: usize) -> Option<Box<[AtomicU64]>> {
        bytemuck::allocation::try_zeroed_slice_box(words).ok()
    }
}
