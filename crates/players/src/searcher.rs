//! Whatever looks for moves, with its types hidden.

use plywood_game::{Evaluator, Playable};
use plywood_search::{Engine, Limits, Mcts, Recorder, Report, Root};
use std::sync::atomic::AtomicBool;

/// Whatever searches a game.
pub trait Searcher<G: Playable>: Send {
    /// Searches until a limit is reached or `stop` is set. What is known on the
    /// way goes to `progress`.
    fn search(
        &mut self,
        root: &Root<'_, G::Position>,
        limits: &Limits,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move>;

    /// As [`Searcher::search`], recorded; none from a searcher that has no tree
    /// to record, which then has not searched.
    fn search_recorded(
        &mut self,
        root: &Root<'_, G::Position>,
        limits: &Limits,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Report<G::Move>),
        recorder: &mut Recorder<G::Move>,
    ) -> Option<Report<G::Move>> {
        let _ = (root, limits, stop, progress, recorder);
        None
    }
}

impl<G: Playable, E: Evaluator<G>> Searcher<G> for Engine<G, E> {
    fn search(
        &mut self,
        root: &Root<'_, G::Position>,
        limits: &Limits,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        Engine::search(self, root, limits, stop, progress)
    }

    fn search_recorded(
        &mut self,
        root: &Root<'_, G::Position>,
        limits: &Limits,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Report<G::Move>),
        recorder: &mut Recorder<G::Move>,
    ) -> Option<Report<G::Move>> {
        Some(self.search_observed(root, limits, stop, progress, recorder))
    }
}

impl<G: Playable, E: Evaluator<G>> Searcher<G> for Mcts<G, E> {
    fn search(
        &mut self,
        root: &Root<'_, G::Position>,
        limits: &Limits,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        Mcts::search(self, root, limits, stop, progress)
    }
}

/// A searcher that makes something else of the limits it is given: one that
/// leaves a part of its time unused, or looks to a depth of its own where
/// nobody names one.
pub struct Tempered<S> {
    searcher: S,
    temper: fn(Limits) -> Limits,
}

impl<S> Tempered<S> {
    /// `searcher` under what `temper` makes of its limits.
    pub fn new(searcher: S, temper: fn(Limits) -> Limits) -> Self {
        Self { searcher, temper }
    }
}

impl<G: Playable, S: Searcher<G>> Searcher<G> for Tempered<S> {
    fn search(
        &mut self,
        root: &Root<'_, G::Position>,
        limits: &Limits,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        self.searcher.search(root, &(self.temper)(*limits), stop, progress)
    }

    fn search_recorded(
        &mut self,
        root: &Root<'_, G::Position>,
        limits: &Limits,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Report<G::Move>),
        recorder: &mut Recorder<G::Move>,
    ) -> Option<Report<G::Move>> {
        self.searcher.search_recorded(root, &(self.temper)(*limits), stop, progress, recorder)
    }
}
