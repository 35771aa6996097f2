//! Watching a search without slowing it down.
//!
//! Measured (`--bench instructions`, 200,000 nodes): without an observer, Othello
//! takes 294.0 million instructions and Delta 314.6; with every call taken out of
//! the engine by hand they take 294.8 and 315.3, so unused calls cost nothing.
//! Calls to an observer that does nothing would cost 1.3 and 2.6 %.

use crate::{Value, Window};
use serde::Serialize;

/// Is told what the engine does. Every method is empty unless overridden, and
/// an empty one costs nothing.
pub trait Observer<M> {
    /// A mistake built into the engine on purpose, so that the tests can show
    /// that they would notice it.
    #[doc(hidden)]
    const FAULT: Option<InjectedFault> = None;

    /// Whether anyone observes.
    const IS_PRESENT: bool = true;

    /// A pass over the root moves begins, with this depth and window.
    fn begin_pass(&mut self, depth: u32, window: Window) {
        let _ = (depth, window);
    }

    /// All moves of the root were searched, or enough of them for a cut.
    fn end_pass(&mut self, value: Value) {
        let _ = value;
    }

    /// A node is entered by a move.
    fn enter(&mut self, node: Entered<M>) {
        let _ = node;
    }

    /// The node that was entered last is not searched, or no further, for this
    /// reason.
    fn end(&mut self, ending: Ending) {
        let _ = ending;
    }

    /// The node that was entered last is left; the value is that of the side
    /// that moved there.
    fn leave(&mut self, value: Value) {
        let _ = value;
    }

    /// The node that was left last is the best of its siblings so far, and
    /// better than what the side to move has elsewhere.
    fn leads(&mut self) {}

    /// What is entered until [`end_aside`](Self::end_aside) is searched beside
    /// the tree: it decides something about the current node, and its moves are
    /// not those of the node.
    fn begin_aside(&mut self) {}

    /// The search goes on with the current node.
    fn end_aside(&mut self) {}

    /// The remaining moves of the current node do not matter after `mv`.
    fn cut(&mut self, mv: M) {
        let _ = mv;
    }
}

/// A node that is entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entered<M> {
    /// The move that leads to it.
    pub mv: M,
    /// Remaining depth after it, in plies.
    pub depth: u32,
    /// The window, as the side that moves sees it.
    pub window: Window,
    /// Whether the same side moves again.
    pub same_side: bool,
}

/// Why a node was not searched, or not to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// The game is over.
    Over,
    /// The position was there before, on the way here or in the game.
    Repeated,
    /// It is a known draw, or outside the window because one side cannot win.
    Hopeless,
    /// The knowledge's state tells how the game ends.
    Certain,
    /// The horizon is reached.
    Horizon,
    /// A table entry decides it.
    Table,
    /// It has few moves, and its static evaluation is taken for its value.
    FewMoves,
    /// Its static evaluation is far outside the window.
    Margin,
    /// It is good enough even after a pass.
    NullMove,
    /// A shallow search predicts it to be outside the window.
    Prediction,
    /// A limit was reached before all its moves were searched.
    Stopped,
}

/// No observer.
impl<M> Observer<M> for () {
    const IS_PRESENT: bool = false;
}

/// Mistakes that tests build into the engine to show that they notice them.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InjectedFault {
    /// A child's score keeps its sign.
    SignKept,
    /// An upper bound is stored as an exact value.
    BoundMislabelled,
    /// A move is not undone now and then.
    UndoForgotten,
    /// Distances to the end are stored as seen from the root.
    DistanceFromRoot,
    /// Positions on the path are not recognised.
    RepetitionMissed,
    /// Moves that were left out count as searched.
    LeftOutAsSearched,
}
