//! Watching a search without slowing it down.

use crate::{Value, Window};

/// Is told what the engine does. Every method is empty unless overridden, and
/// an empty one costs nothing.
pub trait Observer<M> {
    /// A mistake built into the engine on purpose, so that the tests can show
    /// that they would notice it.
    #[doc(hidden)]
    const FAULT: Option<Fault> = None;

    /// A node is entered by playing `mv`, with `depth` moves left to look.
    fn enter(&mut self, mv: M, depth: u32, window: Window) {
        let _ = (mv, depth, window);
    }

    /// The node that was entered last is left.
    fn leave(&mut self, value: Value) {
        let _ = value;
    }

    /// The remaining moves of the current node do not matter after `mv`.
    fn cut(&mut self, mv: M) {
        let _ = mv;
    }
}

/// Nobody watches.
impl<M> Observer<M> for () {}

/// Mistakes for the tests of the tests.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
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
}
