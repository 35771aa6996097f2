//! The state kept from search to search.

use super::abdada::MovesUnderSearch;
use super::threads::Shared;
use crate::ordering::HistoryTables;
use crate::{Observer, Options, Report, Table, TableError};
use plywood_game::{Budget, Knowledge, Limits, Symmetry};
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

/// The alpha-beta engine for one game and its knowledge.
pub struct Engine<G: Symmetry, K> {
    game: G,
    knowledge: K,
    options: Options,
    table: Option<Arc<Table>>,
    /// One for each thread.
    history_tables: Vec<HistoryTables<G::Move>>,
}

/// The maximum depth, in plies.
const DEEPEST: u32 = 1000;

impl<G: Symmetry, K: Knowledge<G>> Engine<G, K> {
    /// An engine with a table of this many megabytes, if its options want one.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(
        game: G,
        knowledge: K,
        options: Options,
        megabytes: usize,
    ) -> Result<Self, TableError> {
        let table = options.table.on.then(|| Table::new(megabytes).map(Arc::new)).transpose()?;
        Ok(Self::with_table(game, knowledge, options, table))
    }

    /// An engine with this table, which others may share.
    ///
    /// Path-dependent knowledge may have a table too: only values of searched
    /// positions are stored, and below those the last moves are the same on
    /// every path.
    pub fn with_table(game: G, knowledge: K, options: Options, table: Option<Arc<Table>>) -> Self {
        let table = table.filter(|_| options.table.on);
        Self { game, knowledge, options, table, history_tables: Vec::new() }
    }

    /// Clears the history tables and the transposition table. A table that
    /// other engines share is kept.
    pub fn clear(&mut self) {
        self.history_tables.clear();
        if let Some(table) = self.table.as_mut().and_then(Arc::get_mut) {
            table.clear();
        }
    }

    /// About how many plies are to come that need thought, of both sides, if that is known.
    pub fn plies_to_come(&self, position: &G::Position) -> Option<u32> {
        self.knowledge.plies_to_come(&self.game, position)
    }

    /// How many of the best moves the next search reports.
    pub fn set_lines(&mut self, lines: usize) {
        self.options.lines = lines;
    }

    /// Searches until a limit is reached or `stop` is set. `progress` gets a
    /// report after every completed depth.
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

    /// As [`Engine::search`], with an observer of every node.
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
        if !self.options.table.keep {
            self.clear();
        }
        if let Some(table) = &self.table {
            table.new_generation();
        }
        let threads = self.options.threads.max(1);
        self.history_tables.resize_with(threads, HistoryTables::new);
        let under_search = (threads > 1).then(MovesUnderSearch::new);
        let shared = Shared {
            game: &self.game,
            knowledge: &self.knowledge,
            options: &self.options,
            table: self.table.as_deref(),
            under_search: under_search.as_ref(),
            root: *root,
            depths: self.depths(root.position, limits),
        };
        let budget = Budget::for_threads(limits, stop, threads);
        let Some((first, others)) = self.history_tables.split_first_mut() else {
            unreachable!("there is one thread at least")
        };
        let helpers = others.iter_mut().map(|tables| (tables, budget.of_helper())).collect();
        let mut search = shared.begin(first, budget, observer);
        if let Some(report) = search.prove_root(root.position, limits) {
            return report;
        }
        if let Some(report) = search.solve_root(root.position, limits, progress) {
            return report;
        }
        shared.search(search, helpers, progress)
    }

    /// The first depth to be searched, and the last.
    fn depths(&self, root: &G::Position, limits: &Limits) -> (u32, u32) {
        let limit = limits.depth.unwrap_or(DEEPEST).clamp(1, DEEPEST);
        let last = match &self.options.deepening.schedule {
            Some(schedule) => schedule.depth(self.game.count_moves(root)).min(limit),
            None => limit,
        };
        let has_last = limits.depth.is_some() || self.options.deepening.schedule.is_some();
        (if self.options.deepening.on || !has_last { 1 } else { last }, last)
    }
}
