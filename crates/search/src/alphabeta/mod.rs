//! The engine: alpha-beta as negamax with fail-soft bounds.
//!
//! From the outside in:
//! - `engine`: what is kept from search to search.
//! - `threads`: several searches of one position that share a table; `abdada`
//!   defers moves that another thread is searching.
//! - `proof`: what is proven without a search, at the root and at nodes.
//! - `deepening`: depth after depth, and what is known when time runs out.
//! - `aspiration`, `mtdf`: which windows a depth is searched with.
//! - `root`: the moves at the root, each with its line.
//! - `node`: a node of the tree, in numbered steps; `best` keeps the account of
//!   its moves.
//! - `null_window`: principal variation search.
//! - `probing`: table probe and store; `branching_cut`: small nodes that are
//!   not searched; `quiescence`: the horizon and noisy moves beyond it.
//! - `listing`: the moves and their order, `evaluated_order` by what they lead
//!   to.
//! - `lines`: the principal variation; `states`: those of the knowledge.

mod abdada;
mod aspiration;
mod best;
mod branching_cut;
mod deepening;
mod engine;
mod evaluated_order;
mod lines;
mod listing;
mod mtdf;
mod node;
mod null_window;
mod probing;
mod proof;
mod quiescence;
mod root;
mod states;
mod threads;

pub use engine::{Engine, Root};
pub use threads::SEARCH_STACK;
