//! Principal variation search: once a node has a move, the others are only
//! asked whether they are better, with a window that has room for yes and no
//! alone. The answer is mostly no, and cheap; after a yes the move is searched
//! again (Marsland and Campbell, "Parallel search of strongly ordered game
//! trees", ACM Computing Surveys 14, 1982; the scout of Pearl, 1980).
//!
//! Measured (`--bench techniques`): plain alpha-beta takes 22 % more nodes in
//! Delta, 10 % in (m,n,k), 7 % in Othello, as many in Azulejos.

use super::node::{Place, Search};
use crate::limits::Stopped;
use crate::{Bound, Observer, Value, Window};
use plywood_game::{Evaluator, Symmetry};

impl<G: Symmetry, E: Evaluator<G>, O: Observer<G::Move>> Search<'_, G, E, O> {
    /// The value of a move as [`Search::child`] finds it with this window.
    pub(super) fn probe_or_search(
        &mut self,
        position: &mut G::Position,
        at: Place<G::Move>,
        mv: G::Move,
        window: Window,
        is_first: bool,
    ) -> Result<Value, Stopped> {
        if is_first || !self.options.null_windows || window.is_null() {
            return self.child(position, at, mv, window);
        }
        let probe = self.child(position, at, mv, Window::just_above(window.alpha))?;
        if window.bound(probe.score) != Bound::Exact {
            return Ok(probe);
        }
        self.researches += 1;
        self.child(position, at, mv, window)
    }
}
