//! The engine: alpha-beta as negamax with fail-soft bounds.
//!
//! From the outside in:
//! - `engine`: the state kept from search to search.
//! - `threads`: several searches of one position that share a table; `abdada`
//!   defers moves that another thread is searching.
//! - `proof`: values proven without a search, at the root and at nodes.
//! - `endgame`: the rest of the game solved by the knowledge.
//! - `deepening`: iterative deepening, and the answer when time runs out.
//! - `windows`: which windows; `aspiration`, `mtdf`: those of the root.
//! - `root`: the root moves, each with its line; `refutation`: those that lose to a
//!   forced win; `resistance`: the choice among moves that all lose.
//! - `node`: a node of the tree, in numbered steps; `best` keeps its best move.
//! - `null_window`: principal variation search.
//! - `probing`: table probe and store; `child_entries`: entries of the moves;
//!   `quiescence`: the horizon and noisy moves beyond it.
//! - `selective`: where techniques may work that are not certain: `futility`,
//!   `null_move`, `multi_probcut`, `internal_reduction`, `late_moves`,
//!   `extensions`, `singular`, and `branching_cut`, small nodes that are not
//!   searched.
//! - `listing`: the moves and their order; `evaluated_order`: by static
//!   evaluation.
//! - `lines`: the principal variation; `states`: the knowledge's.

mod abdada;
mod aspiration;
mod best;
mod branching_cut;
mod child_entries;
mod deepening;
mod endgame;
mod engine;
mod evaluated_order;
mod extensions;
mod futility;
mod internal_reduction;
mod late_moves;
mod lines;
mod listing;
mod mtdf;
mod multi_probcut;
mod node;
mod null_move;
mod null_window;
mod probing;
mod proof;
mod quiescence;
mod refutation;
mod resistance;
mod root;
mod selective;
mod singular;
mod states;
mod threads;
mod windows;

pub use branching_cut::BranchingCutOptions;
pub use child_entries::ChildEntryOptions;
pub use deepening::DeepeningOptions;
pub use endgame::EndgameOptions;
pub use engine::{Engine, Root};
pub use extensions::ExtensionOptions;
pub use futility::FutilityOptions;
pub use internal_reduction::InternalReductionOptions;
pub use late_moves::LateMoveOptions;
pub use multi_probcut::{MultiProbCutOptions, Prediction, Predictions};
pub use null_move::NullMoveOptions;
pub use probing::TableOptions;
pub use proof::ProofOptions;
pub use quiescence::HorizonOptions;
pub use singular::SingularOptions;
pub use threads::SEARCH_STACK;
pub use windows::{RootWindows, WindowOptions};
