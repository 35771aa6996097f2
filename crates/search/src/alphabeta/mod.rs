//! The engine: alpha-beta as negamax with fail-soft bounds.
//!
//! From the outside in:
//! - `engine`: what is kept from search to search.
//! - `threads`: several searches of one position that share a table.
//! - `forced`: a narrow search for a win, asked first.
//! - `deepening`: depth after depth, and what is known when time runs out.
//! - `aspiration`, `mtdf`: which windows a depth is searched with.
//! - `root`: the moves at the root, each with its line.
//! - `node`: a node of the tree, in numbered steps; `best` keeps the account of
//!   its moves.
//! - `null_window`: principal variation search.
//! - `known`: what the table remembers; `hopes`: draws before the end;
//!   `branching_cut`: what is not searched; `horizon`: where the search ends;
//!   `listing`: the moves and their order.
//! - `lines`: the principal variation.

mod aspiration;
mod best;
mod branching_cut;
mod deepening;
mod engine;
mod forced;
mod hopes;
mod horizon;
mod known;
mod lines;
mod listing;
mod mtdf;
mod node;
mod null_window;
mod root;
mod threads;

pub use engine::{Engine, Root};
pub use threads::SEARCH_STACK;
