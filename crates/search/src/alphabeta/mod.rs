//! The engine: alpha-beta as negamax with fail-soft bounds.
//!
//! - `engine`: what is kept from search to search, and deepening.
//! - `root`: the moves at the root, each with its line.
//! - `node`: a node of the tree, in numbered steps.
//! - `lines`: the principal variation.
//! - `forced`: a narrow search for a win, asked first.

mod engine;
mod forced;
mod lines;
mod node;
mod root;

pub use engine::{Engine, Root};
