//! The best of the moves of a node searched so far.

use crate::{Score, Value, Window};

/// The best so far among the moves of a node.
pub(super) struct Best<M> {
    pub(super) score: Score,
    pub(super) mv: Option<M>,
    /// Whether all values so far are certain.
    pub(super) all_exact: bool,
    /// Whether the best value is certain.
    best_exact: bool,
    /// The window of the node.
    pub(super) outer: Window,
}

impl<M: Copy> Best<M> {
    pub(super) fn new(outer: Window) -> Self {
        Self { score: Score::WORST, mv: None, all_exact: true, best_exact: true, outer }
    }

    /// The window for the next move: alpha is raised to the best value.
    #[inline]
    pub(super) fn window(&self) -> Window {
        Window { alpha: self.outer.alpha.max(self.score), beta: self.outer.beta }
    }

    /// Considers the value of a move; true if it is the best so far.
    #[inline]
    pub(super) fn take(&mut self, mv: M, value: Value) -> bool {
        self.all_exact &= value.exact;
        let better = value.score > self.score;
        if better {
            self.score = value.score;
            self.mv = Some(mv);
            self.best_exact = value.exact;
        }
        better
    }

    #[inline]
    pub(super) fn is_cut(&self) -> bool {
        self.score >= self.outer.beta
    }

    /// The value of the node. A cut, or a win in a number of moves, is certain
    /// if its move is; anything else only if all moves are.
    pub(super) fn value(&self) -> Value {
        let one_is_enough = self.is_cut() || self.score.is_win();
        let exact = if one_is_enough { self.best_exact } else { self.all_exact };
        Value { score: self.score, exact }
    }
}
