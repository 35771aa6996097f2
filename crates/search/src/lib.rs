//! # How is a move chosen?
//!
//! Two ways to search, and the oracle that they are measured against.
//!
//! - [`minimax`] is the oracle: plain, a page long, never optimised.
//! - [`Engine`] is alpha-beta with iterative deepening, a transposition
//!   [`Table`] and move ordering. Every combination of its exact [`Options`]
//!   gives the oracle's value; `tests/equivalence.rs` holds it to that.
//! - [`Mcts`] is Monte-Carlo tree search: a tree that grows where play looks
//!   best, judged by random games or a static evaluation, with wins, losses, draws
//!   and margins proven on the way. Small games end with the oracle's value;
//!   `tests/mcts.rs` holds it to that.
//! - [`Score`] knows wins and losses by their distance, margins and estimates;
//!   a [`Value`] also knows whether it is certain.
//! - [`Limits`] end a search by depth, nodes or time. A search always has a
//!   legal move to give, and with the same limits and options in nodes or
//!   depth it always gives the same answer.
//!
//! A node is one move played by the search, the root excluded; deepening sums
//! its iterations. Moves that are only played to put others in order are no
//! nodes.

mod alphabeta;
mod mcts;
mod minimax;
mod observer;
mod options;
mod ordering;
mod path;
mod recorder;
mod report;
mod schedule;
mod score;
mod table;
mod window;

pub use alphabeta::{
    BranchingCutOptions, ChildEntryOptions, DeepeningOptions, EndgameOptions, Engine,
    ExtensionOptions, FutilityOptions, HorizonOptions, InternalReductionOptions, LateMoveOptions,
    MultiProbCutOptions, NullMoveOptions, Prediction, Predictions, ProofOptions, Root, RootWindows,
    SEARCH_STACK, SingularOptions, TableOptions, WindowOptions,
};
pub use mcts::{Mcts, MctsOptions, Tried};
pub use minimax::minimax;
pub use observer::{Ending, Entered, InjectedFault, Observer};
pub use options::{Options, Technique};
pub use ordering::OrderingOptions;
pub use path::Path;
pub use plywood_game::{Budget, Limits, Stopped, StoppedBy, TimeKind};
pub use recorder::{Recorder, Recording, Visit};
pub use report::{Line, Report};
pub use schedule::{Schedule, ScheduleError};
pub use score::{Score, Value, Verdict};
pub use table::{Entry, Table, TableError};
pub use window::{Bound, Window};
