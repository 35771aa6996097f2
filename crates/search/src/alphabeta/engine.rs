//! What is kept from search to search, and iterative deepening.

use super::lines::Lines;
use super::node::Search;
use super::root::Iteration;
use crate::limits::{Budget, Stopped};
use crate::ordering::Experience;
use crate::path::Path;
use crate::{Limits, Line, Observer, Options, Report, Score, StoppedBy, Table, TableError, Value};
use plywood_game::{Candidates, Evaluator, ForcedWins, Random, Symmetry};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Where a search starts.
#[derive(Debug, Clone, Copy)]
pub struct Root<'a, P> {
    /// The position, which must not be the end of a game.
    pub position: &'a P,
    /// The keys of the positions that led to it, oldest first, its own not
    /// among them; empty in games that do not repeat.
    pub history: &'a [u64],
}

/// The alpha-beta engine for one game and one evaluator.
pub struct Engine<G: Symmetry, E> {
    game: G,
    evaluator: E,
    options: Options,
    candidates: Arc<dyn Candidates<G>>,
    forced_wins: Option<Arc<dyn ForcedWins<G>>>,
    table: Option<Arc<Table>>,
    experience: Experience<G::Move>,
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
    /// An evaluator that depends on the way to a position has no values to
    /// share between ways, so it gets no table.
    pub fn with_table(game: G, evaluator: E, options: Options, table: Option<Arc<Table>>) -> Self {
        let table = table.filter(|_| options.table && !evaluator.is_path_dependent());
        let candidates = Arc::new(());
        let experience = Experience::new();
        Self { game, evaluator, options, candidates, forced_wins: None, table, experience }
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
        self.experience = Experience::new();
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
        let mut search = Search {
            game: &self.game,
            evaluator: &self.evaluator,
            candidates: &*self.candidates,
            options: &self.options,
            table: self.table.as_deref(),
            experience: &mut self.experience,
            observer,
            budget: Budget::new(limits, stop),
            path: Path::new(root.history),
            lines: Lines::new(),
            sums: vec![self.evaluator.refresh(&self.game, root.position)],
            spare_lists: Vec::new(),
            moves: Vec::new(),
        };
        let forced_win = self
            .forced_wins
            .as_deref()
            .and_then(|forced_wins| search.ask_for_a_win(forced_wins, root.position, limits));
        if let Some(report) = forced_win {
            return report;
        }
        deepen(search, root.position, limits.depth.unwrap_or(DEEPEST).clamp(1, DEEPEST), progress)
    }
}

/// Searches deeper and deeper, each time with the moves in the order that the
/// last time found (Slate and Atkin, "Chess 4.5", 1977).
fn deepen<G: Symmetry, E: Evaluator<G>, O: Observer<G::Move>>(
    mut search: Search<'_, G, E, O>,
    root: &G::Position,
    deepest: u32,
    progress: &mut dyn FnMut(&Report<G::Move>),
) -> Report<G::Move> {
    let mut position = root.clone();
    let (mut moves, complete) = search.root_moves(&mut position);
    let mut report = first_report(&search, root, moves[0]);
    let first_depth = if search.options.deepening { 1 } else { deepest };
    let mut stopped_by = StoppedBy::Depth;
    for depth in first_depth..=deepest {
        let iteration = search.iterate(&mut position, depth, &moves);
        report.nodes = search.budget.nodes();
        report.elapsed = search.budget.elapsed();
        if let Err(Stopped(reason)) = iteration.result {
            take_what_is_proven(&mut report, iteration, moves[0]);
            stopped_by = reason;
            break;
        }
        moves = iteration.lines.iter().map(|line| line.moves[0]).collect();
        report.depth = depth;
        report.value = iteration.value(complete).unwrap_or(report.value);
        report.lines = wanted(iteration.lines, search.options, depth);
        if report.value.exact && report.lines.iter().all(|line| line.value.exact) {
            stopped_by = StoppedBy::Solved;
            break;
        }
        progress(&report);
    }
    report.stopped_by = Some(stopped_by);
    report
}

/// What is known before anything is searched: a legal move.
fn first_report<G: Symmetry, E: Evaluator<G>, O>(
    search: &Search<'_, G, E, O>,
    root: &G::Position,
    first: G::Move,
) -> Report<G::Move> {
    let opinion = search.evaluator.evaluate(search.game, root, None, &search.sums[0]);
    let value = Value::estimate(Score::estimate(opinion));
    let line = Line { value, moves: vec![first] };
    let (nodes, elapsed) = (0, search.budget.elapsed());
    Report { lines: vec![line], value, depth: 0, nodes, elapsed, stopped_by: None }
}

/// When the time runs out within a depth, a move that was found better than
/// the favourite of the last depth, which was searched first, is better.
fn take_what_is_proven<M: Copy + PartialEq>(
    report: &mut Report<M>,
    iteration: Iteration<M>,
    favourite: M,
) {
    let Some(value) = iteration.value(false) else { return };
    let searched_first = iteration.lines.iter().any(|line| line.moves[0] == favourite);
    let better = iteration.lines[0].moves[0] != favourite;
    if searched_first && (better || report.depth == 0) {
        report.value = value;
        let wanted = report.lines.len();
        let leader = iteration.lines[0].moves[0];
        report.lines.retain(|line| line.moves[0] != leader);
        report.lines.splice(..0, iteration.lines.into_iter().take(1));
        report.lines.truncate(wanted);
    }
}

/// The lines to report: the best, or as many as are wanted, and among equally
/// good ones the one that the seed chooses.
fn wanted<M: Copy>(mut lines: Vec<Line<M>>, options: &Options, depth: u32) -> Vec<Line<M>> {
    if let Some(seed) = options.tie_seed {
        let best = lines[0].value.score;
        let equals = lines.iter().take_while(|line| line.value.score == best).count();
        // The same choice for the same depth, whatever was searched before.
        let chosen = Random::new(seed ^ u64::from(depth) << 32).below(equals);
        lines[..=chosen].rotate_right(1);
    }
    lines.truncate(options.lines.max(1));
    lines
}
