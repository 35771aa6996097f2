//! The tree of a search, as it was searched.
//!
//! A [`Recorder`] watches a search and keeps its last completed depth: every
//! visit of a node with the window it was entered with, the value it was left
//! with, and why it ended there. A move that a null window found better than
//! expected, or a root whose window was too narrow, is visited again, and so
//! recorded again.
//!
//! A tree has more nodes than can be kept. The recorder keeps whole levels, as
//! many as fit, and the principal variation to its end; below that it only
//! counts. When the levels are full the deepest is dropped, so every level that
//! is kept is complete.
//!
//! Measured (`--bench recording`, ten million nodes, 2,000 visits kept): recording
//! takes 1.7 % more instructions in Othello and 2.5 % in Delta, whose nodes are the
//! cheapest; in 200,000 nodes (`--bench instructions`), in which much is kept that
//! is dropped later, 1 to 4 %.

use crate::{Ending, Entered, Observer, Report, Value, Window};

/// A visit of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Visit<M> {
    /// The move that led here; none at the root.
    pub mv: Option<M>,
    /// Plies below the root.
    pub ply: u32,
    /// Remaining depth, in plies.
    pub depth: u32,
    /// The window, as the side that moved here sees it; at the root, the side
    /// to move.
    pub window: Window,
    /// Whether the side that moved here moves again.
    pub same_side: bool,
    /// Its value, as the side that moved here sees it; none if the search was
    /// stopped inside.
    pub value: Option<Value>,
    /// Why it was not searched, or not to its end; none if it was.
    pub ending: Option<Ending>,
    /// Whether its last move caused a cut.
    pub cut: bool,
    /// When it was visited: the root of the first pass is 0.
    pub order: u64,
    /// How many visits were made below it.
    pub below: u64,
}

/// The recording of one depth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recording<M> {
    /// The depth.
    pub depth: u32,
    /// The visits in the order in which they were made. A visit's parent is the
    /// last one before it that is a ply nearer to the root; a pass over the
    /// root's moves begins with a visit of ply 0.
    pub visits: Vec<Visit<M>>,
    /// Down to this ply all visits are there.
    pub whole_to: u32,
    /// The principal line, from the first move to the end, as it was visited
    /// with windows that had room for it.
    pub principal: Vec<Visit<M>>,
}

/// Watches a search and records its last completed depth.
///
/// ```
/// use plywood_game::{Game, ZeroEvaluator};
/// use plywood_games::mnk::{Mnk, Params};
/// use plywood_search::{Engine, Limits, Options, Recorder, Root};
/// let game = Mnk::<1>::new("3,3,3".parse::<Params>()?);
/// let mut engine = Engine::new(game.clone(), ZeroEvaluator, Options::default(), 1)?;
/// let root = Root { position: &game.initial(), history: &[] };
/// let limits = Limits { depth: Some(2), ..Limits::default() };
/// let mut recorder = Recorder::new(1000);
/// let report =
///     engine.search_observed(&root, &limits, &false.into(), &mut |_| {}, &mut recorder);
/// let recording = recorder.finish(&report).expect("a depth was completed");
/// assert_eq!(recording.depth, 2);
/// assert_eq!(recording.visits.iter().filter(|visit| visit.ply == 1).count(), 9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Recorder<M> {
    most: usize,
    /// The visits that are open, one a ply, and behind them some that were.
    open: Vec<Open<M>>,
    /// Where the search is, as far as it is watched.
    ply: usize,
    /// How many plies below that it is.
    unwatched: u32,
    /// Whether the visit that was left last was watched.
    left_watched: bool,
    /// How many visits were made in this depth.
    made: u64,
    /// What is recorded of this depth, and down to which ply.
    visits: Vec<Visit<M>>,
    whole_to: u32,
    principal: Vec<Visit<M>>,
    /// The depth before, once another has begun.
    completed: Option<Recording<M>>,
}

/// A visit that is not left yet, or was left last in its ply.
struct Open<M> {
    visit: Visit<M>,
    /// Where it is recorded, if its ply is.
    place: usize,
    /// The best play found below it.
    line: Vec<Visit<M>>,
}

impl<M: Copy> Recorder<M> {
    /// A recorder that keeps this many visits, and the principal line.
    #[must_use]
    pub fn new(most: usize) -> Self {
        Self {
            most,
            open: Vec::new(),
            ply: 0,
            unwatched: 0,
            left_watched: false,
            made: 0,
            visits: Vec::new(),
            whole_to: u32::MAX,
            principal: Vec::new(),
            completed: None,
        }
    }

    /// What was recorded of the search that ended with this report: its last
    /// completed depth or, if there is none, what there is of the first. None if
    /// nothing was searched, because the answer was found without.
    #[must_use]
    pub fn finish(mut self, report: &Report<M>) -> Option<Recording<M>> {
        let is_last = |recording: &Recording<M>| recording.depth == report.depth;
        let current = self.take_current();
        current.filter(|it| is_last(it) || self.completed.is_none()).or(self.completed)
    }

    /// Opens a visit of a node of the current ply.
    #[inline]
    fn open_visit(&mut self, mv: Option<M>, depth: u32, window: Window, same_side: bool) {
        if self.open.len() <= self.ply {
            self.open.push(Open::new(self.ply as u32));
        }
        let open = &mut self.open[self.ply];
        open.visit.mv = mv;
        open.visit.depth = depth;
        open.visit.window = window;
        open.visit.same_side = same_side;
        open.visit.ending = None;
        open.visit.cut = false;
        open.visit.order = self.made;
        open.line.clear();
        self.made += 1;
        if self.ply as u32 <= self.whole_to {
            self.record();
        }
    }

    /// Records the visit that was opened.
    fn record(&mut self) {
        let open = &mut self.open[self.ply];
        open.place = self.visits.len();
        self.visits.push(Visit { value: None, below: 0, ..open.visit });
        if self.visits.len() > self.most {
            self.give_up_levels();
        }
    }

    /// Drops the deepest levels until the rest fits. The root stays.
    fn give_up_levels(&mut self) {
        while self.visits.len() > self.most && self.whole_to > 0 {
            let deepest = self.visits.iter().map(|visit| visit.ply).max().unwrap_or(0);
            self.whole_to = deepest.saturating_sub(1);
            self.visits.retain(|visit| visit.ply <= self.whole_to);
        }
        // Visits are in order, so each open one is the last of its ply.
        for (place, visit) in self.visits.iter().enumerate() {
            self.open[visit.ply as usize].place = place;
        }
    }

    /// Leaves the visit of the current ply.
    #[inline]
    fn leave_visit(&mut self, value: Value) {
        let open = &mut self.open[self.ply];
        open.visit.value = Some(value);
        open.visit.below = self.made - open.visit.order - 1;
        if self.ply as u32 <= self.whole_to {
            self.visits[open.place] = open.visit;
        }
    }

    /// The visit that was left last begins the best line of the current one. One
    /// that is too good for its window is part of no principal line.
    fn extend_line(&mut self) {
        let (above, below) = self.open.split_at_mut(self.ply + 1);
        let (Some(parent), Some(child)) = (above.last_mut(), below.first()) else { return };
        if child.visit.value.is_some_and(|value| value.score < child.visit.window.beta) {
            parent.line.clear();
            parent.line.push(child.visit);
            parent.line.extend_from_slice(&child.line);
        }
    }

    /// What was recorded of the depth that is being searched.
    fn take_current(&mut self) -> Option<Recording<M>> {
        let visits = std::mem::take(&mut self.visits);
        let depth = visits.first()?.depth;
        let principal = std::mem::take(&mut self.principal);
        Some(Recording { depth, visits, whole_to: self.whole_to, principal })
    }
}

impl<M> Open<M> {
    fn new(ply: u32) -> Self {
        let visit = Visit {
            mv: None,
            ply,
            depth: 0,
            window: Window::FULL,
            same_side: true,
            value: None,
            ending: None,
            cut: false,
            order: 0,
            below: 0,
        };
        Self { visit, place: 0, line: Vec::new() }
    }
}

impl<M: Copy> Observer<M> for Recorder<M> {
    fn begin_pass(&mut self, depth: u32, window: Window) {
        if self.visits.first().is_none_or(|root| root.depth != depth) {
            self.completed = self.take_current();
            self.whole_to = u32::MAX;
            self.made = 0;
        }
        (self.ply, self.unwatched) = (0, 0);
        self.open_visit(None, depth, window, true);
    }

    fn end_pass(&mut self, value: Value) {
        self.leave_visit(value);
        if !self.open[0].line.is_empty() {
            self.principal.clone_from(&self.open[0].line);
        }
    }

    /// Most visits are too deep to be recorded, and no principal variation goes
    /// through a null window or below one: those are only counted.
    #[inline]
    fn enter(&mut self, node: Entered<M>) {
        let is_deep = self.ply as u32 >= self.whole_to;
        if self.unwatched > 0 || (is_deep && node.window.is_null()) {
            self.unwatched += 1;
            self.made += 1;
            return;
        }
        self.ply += 1;
        self.open_visit(Some(node.mv), node.depth, node.window, node.same_side);
    }

    #[inline]
    fn end(&mut self, ending: Ending) {
        if self.unwatched == 0 {
            self.open[self.ply].visit.ending = Some(ending);
        }
    }

    #[inline]
    fn leave(&mut self, value: Value) {
        self.left_watched = self.unwatched == 0;
        if self.unwatched > 0 {
            self.unwatched -= 1;
            return;
        }
        self.leave_visit(value);
        self.ply -= 1;
    }

    /// Nodes beside the tree are counted and not recorded.
    fn begin_aside(&mut self) {
        self.unwatched += 1;
    }

    fn end_aside(&mut self) {
        self.unwatched -= 1;
    }

    #[inline]
    fn leads(&mut self) {
        if self.left_watched && self.unwatched == 0 {
            self.extend_line();
        }
    }

    #[inline]
    fn cut(&mut self, _: M) {
        if self.unwatched == 0 {
            self.open[self.ply].visit.cut = true;
        }
    }
}
