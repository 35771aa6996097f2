//! The engine: alpha-beta as negamax with fail-soft bounds.
//!
//! - `engine`: what is kept from search to search, and deepening.
//! - `root`: the moves at the root, each with its line.
//! - `node`: a node of the tree, in numbered steps.
//! - `lines`: the principal variation.

mod engine;
mod lines;
mod node;
mod root;

pub use engine::{Engine, Root};
