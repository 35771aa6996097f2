//! Principal variation search: after the first move of a node, the others are
//! searched with a null window, which only tells whether they are better. Most
//! are not, which is cheap to prove; a better one is searched again (Marsland
//! and Campbell, "Parallel search of strongly ordered game trees", ACM
//! Computing Surveys 14, 1982; the scout of Pearl, 1980).
//!
//! Measured (`--bench techniques`): plain alpha-beta takes 22 % more nodes in
//! Delta, 10 % in (m,n,k), 7 % in Othello, as many in Azulejos.

use super::node::{NodeContext, Search};
use crate::{Bound, Observer, Value, Window};
use plywood_game::{Knowledge, Stopped, Symmetry};

impl<G: Symmetry, K: Knowledge<G>, O: Observer<G::Move>> Search<'_, G, K, O> {
    /// The value of a move as [`Search::child`] finds it with this window,
    /// announced to the other threads meanwhile. `place` is its place in the
    /// order of moves.
    pub(super) fn search_move(
        &mut self,
        position: &mut G::Position,
        at: NodeContext<G::Move>,
        (mv, place): (G::Move, usize),
        window: Window,
        is_first: bool,
    ) -> Result<Value, Stopped> {
        let depth = self.depth_after(position, at, mv);
        let reduced = depth.saturating_sub(self.reduction(position, at, (mv, place), window));
        let claim = self.claim(position, at, mv);
        let full = is_first || !self.options.windows.null || window.is_null();
        let narrow = if full { window } else { Window::just_above(window.alpha) };
        let mut value = self.child(position, at, mv, reduced, narrow);
        if reduced < depth && value.is_ok_and(|value| value.score > window.alpha) {
            self.researches += 1;
            value = self.child(position, at, mv, depth, narrow);
        }
        if !full && value.is_ok_and(|value| window.bound(value.score) == Bound::Exact) {
            self.researches += 1;
            value = self.child(position, at, mv, depth, window);
        }
        Self::release(claim);
        value
    }
}
