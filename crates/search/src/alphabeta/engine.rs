//! What is kept from search to search.

use super::busy::Busy;
use super::threads::Common;
use crate::limits::Allowance;
use crate::ordering::Experience;
use crate::{Limits, Observer, Options, Report, Table, TableError};
use plywood_game::{Candidates, Evaluator, ForcedWins, Symmetry};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Where a search starts.
#[derive(Debug)]
pub struct Root<'a, P> {
    /// The position, which must not be the end of a game.
    pub position: &'a P,
    /// The keys of the positions that led to it, oldest first, its own not
    /// among them; empty in games that do not repeat.
    pub history: &'a [u64],
}

impl<P> Clone for Root<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Root<'_, P> {}

/// The alpha-beta engine for one game and one evaluator.
pub struct Engine<G: Symmetry, E> {
    game: G,
    evaluator: E,
    options: Options,
    candidates: Arc<dyn Candidates<G>>,
    forced_wins: Option<Arc<dyn ForcedWins<G>>>,
    table: Option<Arc<Table>>,
    /// One for each thread.
    experiences: Vec<Experience<G::Move>>,
}

/// The deepest search, whatever the limits say.
const DEEPEST: u32 = 1000;

impl<G: Symmetry, E: Evaluator<G>> Engine<G, E> {
    /// An engine with a table of this many megabytes, if its options want one.
    ///
    /// # Errors
    /// If there is not so much memory.
    pub fn new(
        game: G,
        evaluator: E,
        options: Options,
        megabytes: usize,
    ) -> Result<Self, TableError> {
        let table = options.table.then(|| Table::new(megabytes).map(Arc::new)).transpose()?;
        Ok(Self::with_table(game, evaluator, options, table))
    }

    /// An engine with this table, which others may share.
    ///
    /// An evaluator may look at the last move all the same: only values of
    /// positions that were searched are kept, and below those the last moves
    /// are always the same, whatever the way there.
    pub fn with_table(game: G, evaluator: E, options: Options, table: Option<Arc<Table>>) -> Self {
        let table = table.filter(|_| options.table);
        let candidates = Arc::new(());
        let experiences = vec![Experience::new()];
        Self { game, evaluator, options, candidates, forced_wins: None, table, experiences }
    }

    /// The engine with its look restricted to some moves.
    #[must_use]
    pub fn restricted(mut self, candidates: Arc<dyn Candidates<G>>) -> Self {
        self.candidates = candidates;
        self
    }

    /// The engine with a narrow search that is asked for a win before it
    /// searches wide.
    #[must_use]
    pub fn with_forced_wins(mut self, forced_wins: Arc<dyn ForcedWins<G>>) -> Self {
        self.forced_wins = Some(forced_wins);
        self
    }

    /// Forgets everything learnt in earlier searches but what is in the table.
    pub fn forget(&mut self) {
        self.experiences.clear();
    }

    /// Searches until a limit is reached or `stop` is set. After every
    /// completed depth `progress` hears what is known by then.
    ///
    /// # Panics
    /// If the game is over at the root: there is no move to choose.
    pub fn search(
        &mut self,
        root: &Root<'_, G::Position>,
        limits: &Limits,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        self.search_observed(root, limits, stop, progress, &mut ())
    }

    /// As [`Engine::search`], watched.
    ///
    /// # Panics
    /// If the game is over at the root: there is no move to choose.
    pub fn search_observed<O: Observer<G::Move>>(
        &mut self,
        root: &Root<'_, G::Position>,
        limits: &Limits,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Report<G::Move>),
        observer: &mut O,
    ) -> Report<G::Move> {
        assert!(self.game.outcome(root.position).is_none(), "the game goes on at the root");
        if let Some(table) = &self.table {
            table.grow_old();
        }
        let threads = self.options.threads.max(1);
        self.experiences.resize_with(threads, Experience::new);
        let allowance = Allowance::new(limits, stop, threads);
        let busy = (threads > 1).then(Busy::new);
        let common = Common {
            game: &self.game,
            evaluator: &self.evaluator,
            candidates: &*self.candidates,
            options: &self.options,
            table: self.table.as_deref(),
            busy: busy.as_ref(),
            forced_wins: self.forced_wins.as_deref(),
            root: *root,
            limits: *limits,
            allowance: &allowance,
            depths: self.depths(root.position, limits),
        };
        common.search(&mut self.experiences, progress, observer)
    }

    /// The first depth to be searched, and the last.
    fn depths(&self, root: &G::Position, limits: &Limits) -> (u32, u32) {
        let limit = limits.depth.unwrap_or(DEEPEST).clamp(1, DEEPEST);
        let last = match &self.options.schedule {
            Some(schedule) => schedule.depth(self.game.count_moves(root)).min(limit),
            None => limit,
        };
        let has_last = limits.depth.is_some() || self.options.schedule.is_some();
        (if self.options.deepening || !has_last { 1 } else { last }, last)
    }
}
