//! # Certificates
//!
//! A certificate says what a position is worth and how to get it: for each
//! [`Claim`] a strategy, which names a move wherever the claim's side is to move
//! and answers every reply of the other. A draw has two claims, one for each side.
//!
//! ## The file
//! 1. The line `plywood certificate 1`.
//! 2. A line of JSON: `game` and `position` as words, and `parts`, each with
//!    `side` (`"first"` or `"second"`), `at_least` (1 is a win, 0 no loss, or a
//!    margin), `plies` (the win takes at most this many, or null), `by`
//!    (`"strategy"` or `"stealing"`) and `bytes`, the length of the strategy.
//! 3. The strategies one after the other, as one zlib stream.
//! 4. The CRC-32 of all bytes before it, four bytes, the highest first.
//!
//! ## A strategy
//! A list of numbers in LEB128 (seven bits a byte, the lowest first, the top bit
//! set where more follow), one or more for each position, in the order of a
//! depth-first walk from the part's position. Positions that are finished, and
//! those that the walk has been to before, have none.
//!
//! | number | meaning |
//! |---|---|
//! | 0, n | a search of n plies shows it |
//! | 1, p, then 2p cells | p pairs of cells: the side answers each on the other |
//! | 2 | the other side is to move: every reply follows, in ascending order of their numbers |
//! | 3 + m | the side plays the move with the number m |
//!
//! The numbers of moves are those of the judge ([`Judge::code`](plywood_judges::Judge::code)).

mod file;
mod instruction;
mod verifier;
mod writer;

pub use file::{By, CERTIFICATE_MAGIC, Certificate, Part};
pub(crate) use instruction::{Instruction, Reader};
pub use verifier::{Checked, Contradiction, verify_certificate};
pub(crate) use writer::write_strategy;

#[allow(unused_imports, reason = "for the text above")]
use crate::Claim;

/// A search at a leaf that looks at more positions than this is refused.
pub(crate) const LARGEST_LEAF_SEARCH: u64 = 100_000;
