//! Where selective techniques may work, and the order in which they try to end a
//! node. None of them is certain, so they only work
//!
//! - in null windows, which ask whether a value is above a bound and nothing
//!   else; the principal variation is searched in full;
//! - where the bound is an estimate: a forced win or loss needs a proof;
//! - where the end of the game is far: near it a full search soon is certain.
//!
//! What they return is an estimate, so a value that is certain was found without
//! them. `tests/selective.rs` holds them to that.

use super::node::{NodeContext, Search};
use crate::{Ending, Observer, Score, Value, Window};
use plywood_game::{Knowledge, Stopped, Symmetry};

impl<G: Symmetry, K: Knowledge<G>, O: Observer<G::Move>> Search<'_, G, K, O> {
    /// The value of a node that a selective technique ends.
    #[inline]
    pub(super) fn cut_selectively(
        &mut self,
        position: &mut G::Position,
        at: NodeContext<G::Move>,
        window: Window,
    ) -> Result<Option<Value>, Stopped> {
        let options = self.options;
        self.note_estimate(position, at);
        let quiet_only = options.futility.is_on() || options.null_move.on;
        if !(quiet_only || options.multi_probcut.is_on())
            || !self.may_be_selective(position, at, window)
        {
            return Ok(None);
        }
        let estimate = self.evaluation(position, at).score;
        let calm = if quiet_only { self.calm(position, at) } else { Calm::Forced };
        if calm != Calm::Forced {
            if let Some(value) = self.cut_by_margin(estimate, at, window) {
                let is_low = value.score <= window.alpha;
                if calm == Calm::Quiet || !is_low {
                    self.observer.end(Ending::Margin);
                    return Ok(Some(value));
                }
                if let Some(value) = self.cut_by_razoring(position, at, window)? {
                    self.observer.end(Ending::Margin);
                    return Ok(Some(value));
                }
            }
            if let Some(value) = self.cut_by_null_move(position, at, window, estimate)? {
                self.observer.end(Ending::NullMove);
                return Ok(Some(value));
            }
        }
        let predicted = self.cut_by_prediction(position, at, window, estimate)?;
        if predicted.is_some() {
            self.observer.end(Ending::Prediction);
        }
        Ok(predicted)
    }

    /// Keeps the static evaluation of a node, if late moves depend on it.
    #[inline]
    pub(super) fn note_estimate(&mut self, position: &G::Position, at: NodeContext<G::Move>) {
        if self.options.late_moves.count.is_none() {
            return;
        }
        let estimate = self.evaluation(position, at).score;
        if self.estimates.len() <= at.ply {
            self.estimates.resize(at.ply + 1, Score::DRAW);
        }
        self.estimates[at.ply] = estimate;
    }

    /// Whether the side to move stands better than before its last move.
    #[inline]
    pub(super) fn improves(&self, ply: usize) -> bool {
        ply < 2 || self.estimates[ply] > self.estimates[ply - 2]
    }

    /// Whether the value of this node need not be certain.
    #[inline]
    pub(super) fn may_be_selective(
        &self,
        position: &G::Position,
        at: NodeContext<G::Move>,
        window: Window,
    ) -> bool {
        let decided = |score: Score| score.is_win() || score.is_loss();
        window.is_null()
            && !decided(window.alpha)
            && !decided(window.beta)
            && self.is_far_from_the_end(position, at)
    }

    /// Whether the remaining depth is less than half of the moves that may be
    /// left. The bound is seldom reached: games end sooner.
    #[inline]
    pub(super) fn is_far_from_the_end(
        &self,
        position: &G::Position,
        at: NodeContext<G::Move>,
    ) -> bool {
        self.game.most_plies_left(position).is_none_or(|left| 2 * at.depth < left)
    }

    /// How much a static evaluation says.
    fn calm(&mut self, position: &G::Position, at: NodeContext<G::Move>) -> Calm {
        self.moves.clear();
        let state = self.states.at(at.ply);
        let may_decline = self.knowledge.noisy(self.game, position, state, &mut self.moves);
        match (self.moves.is_empty(), may_decline) {
            (true, _) => Calm::Quiet,
            (false, true) => Calm::LowerBound,
            (false, false) => Calm::Forced,
        }
    }
}

/// How much a static evaluation says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Calm {
    /// No noisy move changes it.
    Quiet,
    /// Noisy moves may make it better, and may be declined.
    LowerBound,
    /// Only noisy moves may be played.
    Forced,
}
