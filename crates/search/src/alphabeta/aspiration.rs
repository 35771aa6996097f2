//! Aspiration windows: a depth is first searched with a narrow window around
//! the value of the previous depth. If it fails low or high, the window is
//! widened on that side and the depth searched again (Baudet, "The design and
//! analysis of algorithms for asynchronous multiprocessors", 1978). The first
//! guess is even.
//!
//! Measured (`--bench techniques`, with null windows, reach 25): 24 % more nodes
//! in (m,n,k) and 14 % in Othello, whose values move by more than that from depth
//! to depth; 1 to 2 % fewer in Delta and Azulejos.

use super::deepening::{Iteration, Settled, Unsettled};
use super::node::Search;
use crate::{Bound, Observer, Score, Window};
use plywood_game::{Knowledge, Symmetry};

/// A side widened this often is opened fully.
const WIDENINGS: u32 = 4;

/// A window that widens where it fails.
struct Growing {
    centre: Score,
    /// How far it reaches below and above, and how often each was widened.
    reach: [i32; 2],
    widened: [u32; 2],
}

impl Growing {
    fn window(&self) -> Window {
        let [below, above] = self.reach;
        Window {
            alpha: match self.widened[0] < WIDENINGS {
                true => self.centre.moved_by(-below),
                false => Score::WORST,
            },
            beta: match self.widened[1] < WIDENINGS {
                true => self.centre.moved_by(above),
                false => Score::BEST,
            },
        }
    }

    /// Widens one side 4 times, or fully if a win or loss was found.
    fn widen(&mut self, side: usize, found: Score) {
        self.widened[side] += 1;
        self.reach[side] = self.reach[side].saturating_mul(4);
        if found.is_win() || found.is_loss() {
            self.widened[side] = WIDENINGS;
        }
    }
}

impl<G: Symmetry, K: Knowledge<G>, O: Observer<G::Move>> Search<'_, G, K, O> {
    pub(super) fn aspire(
        &mut self,
        position: &mut G::Position,
        iteration: &Iteration<'_, G::Move>,
        delta: i32,
    ) -> Result<Settled<G::Move>, Unsettled<G::Move>> {
        let centre = iteration.guess;
        let mut growing = Growing { centre, reach: [delta.max(1); 2], widened: [0; 2] };
        let mut moves = iteration.moves.to_vec();
        let mut proven = None;
        loop {
            let window = growing.window();
            let pass = self.pass(position, iteration.depth, &moves, window);
            let pass = pass.completed(&mut proven)?;
            let found = pass.lines[0].value.score;
            match window.bound(found) {
                Bound::Exact => return Ok(pass.settled(iteration)),
                Bound::Upper => growing.widen(0, found),
                Bound::Lower => {
                    growing.widen(1, found);
                    moves = pass.reordered();
                    proven = pass.lines.into_iter().next();
                }
            }
            self.researches += 1;
        }
    }
}
