//! A search of any kind, with its own types hidden.

use crate::{ClockState, Failure};
use plywood_game::{Game, Knowledge, Playable};
use plywood_search::{Engine, Limits, Mcts, Recorder, Report, Root};
use std::sync::atomic::AtomicBool;

/// What is to be searched, and for how long.
pub struct Task<'a, G: Game> {
    /// The position that the game began with.
    pub start: &'a G::Position,
    /// The moves played since.
    pub moves: &'a [G::Move],
    /// The position after them, and the keys of those before it.
    pub root: Root<'a, G::Position>,
    /// Limits of this search. The first one reached ends it.
    pub limits: Limits,
    /// The clocks, in a game that has them; the limits follow from them already.
    pub clocks: Option<ClockState>,
    /// How many of the best moves to report; 0 counts as 1.
    pub lines: usize,
    /// Ends the search when it is set.
    pub stop: &'a AtomicBool,
}

impl<'a, G: Game> Task<'a, G> {
    /// A search of a position without a past, for one move.
    pub fn new(position: &'a G::Position, limits: Limits, stop: &'a AtomicBool) -> Self {
        let root = Root { position, history: &[] };
        Self { start: position, moves: &[], root, limits, clocks: None, lines: 1, stop }
    }

    /// The same under other limits.
    #[must_use]
    pub fn under(&self, limits: Limits) -> Self {
        let &Self { start, moves, root, clocks, lines, stop, .. } = self;
        Self { start, moves, root, limits, clocks, lines, stop }
    }
}

/// Receives a report after each depth.
type Progress<'a, M> = dyn FnMut(&Report<M>) + 'a;

/// The listeners of a search; none by default.
pub struct Audience<'a, M> {
    progress: Option<&'a mut Progress<'a, M>>,
    recorder: Option<&'a mut Recorder<M>>,
}

impl<M> Default for Audience<'_, M> {
    fn default() -> Self {
        Self { progress: None, recorder: None }
    }
}

impl<'a, M> Audience<'a, M> {
    /// A listener for progress.
    #[must_use]
    pub fn told(progress: &'a mut dyn FnMut(&Report<M>)) -> Self {
        Self { progress: Some(progress), recorder: None }
    }

    /// The same, and a recorder of the tree.
    #[must_use]
    pub fn with(self, recorder: &'a mut Recorder<M>) -> Self {
        Self { recorder: Some(recorder), ..self }
    }

    /// Whether a tree is recorded.
    #[must_use]
    pub fn is_recording(&self) -> bool {
        self.recorder.is_some()
    }

    /// The progress listeners, and the recorder, if there is one.
    pub fn parts(&mut self) -> (impl FnMut(&Report<M>), Option<&mut Recorder<M>>) {
        let Self { progress, recorder } = self;
        let tell = move |report: &Report<M>| {
            if let Some(progress) = progress {
                progress(report);
            }
        };
        (tell, recorder.as_deref_mut())
    }
}

/// A search of a game. It lives for a game and may keep what it has learnt from
/// move to move.
pub trait Searcher<G: Playable>: Send {
    /// Clears all state: a new game begins.
    fn new_game(&mut self);

    /// Searches until a limit is reached or it is told to stop.
    ///
    /// # Errors
    /// If it cannot give a move.
    fn search(
        &mut self,
        task: &Task<'_, G>,
        audience: &mut Audience<'_, G::Move>,
    ) -> Result<Report<G::Move>, Failure>;

    /// Whether its searches have a tree that can be recorded.
    fn has_tree(&self) -> bool {
        true
    }

    /// About how many plies are to come that need thought, of both sides, if that is known.
    fn plies_to_come(&self, position: &G::Position) -> Option<u32> {
        let _ = position;
        None
    }
}

impl<G: Playable, K: Knowledge<G>> Searcher<G> for Engine<G, K> {
    fn new_game(&mut self) {
        self.clear();
    }

    fn plies_to_come(&self, position: &G::Position) -> Option<u32> {
        Engine::plies_to_come(self, position)
    }

    fn search(
        &mut self,
        task: &Task<'_, G>,
        audience: &mut Audience<'_, G::Move>,
    ) -> Result<Report<G::Move>, Failure> {
        let Task { root, limits, stop, .. } = task;
        self.set_lines(task.lines);
        let (mut tell, recorder) = audience.parts();
        Ok(match recorder {
            Some(recorder) => self.search_observed(root, limits, stop, &mut tell, recorder),
            None => self.search_observed(root, limits, stop, &mut tell, &mut ()),
        })
    }
}

impl<G: Playable, K: Knowledge<G>> Searcher<G> for Mcts<G, K> {
    /// Each search grows a new tree from the same seed: nothing is kept.
    fn new_game(&mut self) {}

    fn search(
        &mut self,
        task: &Task<'_, G>,
        audience: &mut Audience<'_, G::Move>,
    ) -> Result<Report<G::Move>, Failure> {
        self.set_lines(task.lines);
        // It has no iterations: it stops at the time it should take.
        let limits = Limits { time: task.limits.target.or(task.limits.time), ..task.limits };
        Ok(Mcts::search(self, &task.root, &limits, task.stop, &mut audience.parts().0))
    }

    fn has_tree(&self) -> bool {
        false
    }
}

/// A searcher that changes the limits it is given: one that leaves a part of
/// its time unused, or has a default depth.
pub struct WithLimits<S> {
    searcher: S,
    change: fn(Limits) -> Limits,
}

impl<S> WithLimits<S> {
    /// `searcher` under the limits that `change` returns.
    pub fn new(searcher: S, change: fn(Limits) -> Limits) -> Self {
        Self { searcher, change }
    }
}

impl<G: Playable, S: Searcher<G>> Searcher<G> for WithLimits<S> {
    fn new_game(&mut self) {
        self.searcher.new_game();
    }

    fn search(
        &mut self,
        task: &Task<'_, G>,
        audience: &mut Audience<'_, G::Move>,
    ) -> Result<Report<G::Move>, Failure> {
        self.searcher.search(&task.under((self.change)(task.limits)), audience)
    }

    fn has_tree(&self) -> bool {
        self.searcher.has_tree()
    }

    fn plies_to_come(&self, position: &G::Position) -> Option<u32> {
        self.searcher.plies_to_come(position)
    }
}
