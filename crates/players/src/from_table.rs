//! A player that knows: where an opening file or a table has the value of the
//! position, its answer is that; where a table is near, every line is followed
//! into it, and without one wins are looked for that need no table. Otherwise
//! another player searches, with the rest of the limits.

use crate::{Audience, Failure, Searcher, Task};
use plywood_game::{Budget, Limits, Outcome, Playable, Side};
use plywood_search::{Line, Report, Score, StoppedBy, Value};
use plywood_solver::table::{Foreseen, Known, Memory, TableError, TableValue, ValuedMoves};
use std::collections::HashSet;
use std::sync::Arc;

/// What a game has besides its search.
pub trait Certainties<G: Playable>: Send {
    /// The value of a position of the opening, and best play.
    fn opening(&self, position: &G::Position) -> Option<Foreseen<G::Move>>;

    /// The moves of such a position, if the values of all are known.
    fn opening_moves(&self, position: &G::Position) -> Option<ValuedMoves<G::Move>>;

    /// At most this many plies lead from a position into a table.
    fn plies_ahead(&self, position: &G::Position) -> u32;

    /// The table, if there is one.
    fn table(&self) -> Option<Arc<dyn Known<G>>>;

    /// The value of a position by a search for wins alone.
    fn foresee(
        &self,
        position: &G::Position,
        memory: &mut Memory,
        budget: &mut Budget<'_>,
    ) -> Option<Foreseen<G::Move>>;

    /// Hears that a table cannot be used.
    fn complain(&self, error: &TableError);
}

/// The longest line of a draw, which has no end of its own.
const DRAWN_LINE: usize = 10;

/// A position is looked at with the table in mind if it is at most this many plies
/// away: further ones are rarely decided in seconds.
const FARTHEST: u32 = 10;

/// The memory for positions before a table.
const MEGABYTES: usize = 64;

/// A look ahead gets 1/SHARE of the nodes and of the time, half of that without a
/// table.
const SHARE: u64 = 2;

/// The nodes of a look ahead where neither nodes nor time are limited.
const NODES: u64 = 1_000_000;

/// A searcher that asks an opening file and a table first.
pub struct FromTable<G: Playable> {
    game: G,
    certainties: Box<dyn Certainties<G>>,
    searcher: Box<dyn Searcher<G>>,
    memory: Option<Memory>,
}

/// What is known without a search: the value for the side to move, and best play.
struct Certain<M> {
    lines: Vec<(TableValue, Vec<M>)>,
    nodes: u64,
}

impl<M> Certain<M> {
    /// Whether every line is a draw.
    fn is_drawn(&self) -> bool {
        self.lines.iter().all(|(value, _)| *value == TableValue::Draw)
    }
}

impl<G: Playable> FromTable<G> {
    /// Asks `certainties`, and `searcher` where they have no answer.
    pub fn new(
        game: G,
        certainties: Box<dyn Certainties<G>>,
        searcher: Box<dyn Searcher<G>>,
    ) -> Self {
        Self { game, certainties, searcher, memory: None }
    }

    /// What the opening file says: of several lines all if it has every move, else
    /// the best.
    fn opening(&self, task: &Task<'_, G>) -> Option<Certain<G::Move>> {
        let root = task.root.position;
        if task.lines > 1
            && let Some(moves) = self.certainties.opening_moves(root)
        {
            let lines = moves.into_iter().take(task.lines).map(|(mv, value)| {
                let mut next = root.clone();
                self.game.play(&mut next, mv);
                let rest = self.certainties.opening(&next).map_or(Vec::new(), |next| next.line);
                (value, [vec![mv], rest].concat())
            });
            return Some(Certain { lines: lines.collect(), nodes: 0 });
        }
        let Foreseen { value, line } = self.certainties.opening(root)?;
        Some(Certain { lines: vec![(value, line)], nodes: 0 })
    }

    /// What a table says of a position that it holds.
    fn held(
        &self,
        table: &dyn Known<G>,
        task: &Task<'_, G>,
    ) -> Result<Option<Certain<G::Move>>, TableError> {
        let root = task.root.position;
        let Some(moves) = table.valued_moves(root)? else { return Ok(None) };
        let mut nodes = moves.len() as u64;
        let mut lines = Vec::new();
        for &(mv, value) in moves.iter().take(task.lines.max(1)) {
            lines.push((value, self.line(table, root, vec![mv], value, &mut nodes)?));
        }
        Ok((!lines.is_empty()).then_some(Certain { lines, nodes }))
    }

    /// What a look ahead into a table finds.
    fn ahead(
        &mut self,
        table: &dyn Known<G>,
        task: &Task<'_, G>,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Certain<G::Move>>, TableError> {
        let memory = self.memory.get_or_insert_with(|| Memory::new(MEGABYTES));
        let root = task.root.position;
        let mut lines = Vec::new();
        if task.lines <= 1 {
            let found = table.foresee(root, memory, budget)?;
            lines.extend(found.map(|Foreseen { value, line }| (value, line)));
        } else {
            for mv in self.game.legal_moves(root) {
                let mut next = root.clone();
                self.game.play(&mut next, mv);
                let Some(found) = table.foresee(&next, memory, budget)? else { return Ok(None) };
                let Some(value) = TableValue::of_successors([found.value]) else { return Ok(None) };
                lines.push((value, [vec![mv], found.line].concat()));
            }
            lines.sort_by_key(|(value, _)| -value.rank());
            lines.truncate(task.lines);
        }
        let mut nodes = budget.nodes();
        for (value, line) in &mut lines {
            *line = self.line(table, root, std::mem::take(line), *value, &mut nodes)?;
        }
        Ok((!lines.is_empty()).then_some(Certain { lines, nodes }))
    }

    /// Best play that begins with these moves: to the end, or some moves of a
    /// draw.
    fn line(
        &self,
        table: &dyn Known<G>,
        root: &G::Position,
        mut line: Vec<G::Move>,
        value: TableValue,
        nodes: &mut u64,
    ) -> Result<Vec<G::Move>, TableError> {
        let mut position = root.clone();
        for &mv in &line {
            self.game.play(&mut position, mv);
        }
        let length = value.plies().map_or(DRAWN_LINE, usize::from);
        while line.len() < length {
            let moves = table.valued_moves(&position)?.unwrap_or_default();
            *nodes += moves.len() as u64;
            let Some(&(best, _)) = moves.first() else { break };
            self.game.play(&mut position, best);
            line.push(best);
        }
        Ok(line)
    }

    /// What is known without a search.
    fn certain(
        &mut self,
        task: &Task<'_, G>,
        table: Option<&dyn Known<G>>,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Certain<G::Move>>, TableError> {
        if let Some(certain) = self.opening(task) {
            return Ok(Some(certain));
        }
        // A position that has occurred twice would be a draw the third time,
        // which neither a table nor a search for wins knows: it may be on the way
        // to any win. A draw stays one, since either side can go from draw to
        // draw. What has occurred once does not matter: no line to a win returns
        // to a position.
        let mut seen = HashSet::from([self.game.key(task.root.position)]);
        let repeated = !task.root.history.iter().all(|&key| seen.insert(key));
        match (self.certainties.plies_ahead(task.root.position), table) {
            (0, Some(table)) => {
                let held = self.held(table, task)?;
                Ok(held.filter(|certain| !repeated || certain.is_drawn()))
            }
            _ if repeated => Ok(None),
            // A search to a depth is asked for, and no other one.
            _ if task.limits.depth.is_some() => Ok(None),
            (ahead, Some(table)) if ahead <= FARTHEST => self.ahead(table, task, budget),
            _ => Ok(self.without(task, budget)),
        }
    }

    /// A win or a loss that needs no table.
    fn without(&mut self, task: &Task<'_, G>, budget: &mut Budget<'_>) -> Option<Certain<G::Move>> {
        let memory = self.memory.get_or_insert_with(|| Memory::new(MEGABYTES));
        let found = self.certainties.foresee(task.root.position, memory, budget)?;
        Some(Certain { lines: vec![(found.value, found.line)], nodes: budget.nodes() })
    }

    fn report(
        &self,
        certain: Certain<G::Move>,
        side: Side,
        budget: &Budget<'_>,
    ) -> Report<G::Move> {
        let Certain { lines, nodes } = certain;
        let line = |(value, moves): (TableValue, Vec<G::Move>)| {
            let outcome = match value {
                TableValue::Draw => Outcome::Draw,
                TableValue::Win(_) => Outcome::Win(side),
                TableValue::Loss(_) => Outcome::Win(side.other()),
            };
            let plies = u32::from(value.plies().unwrap_or(0));
            Line { value: Value::exact(Score::of_outcome(outcome, side, plies)), moves }
        };
        let lines: Vec<Line<G::Move>> = lines.into_iter().map(line).collect();
        Report {
            value: lines[0].value,
            depth: lines[0].moves.len() as u32,
            lines,
            nodes,
            confidence: None,
            researches: 0,
            elapsed: budget.elapsed(),
            stopped_by: Some(StoppedBy::Solved),
        }
    }
}

/// The share of the limits that may be spent without a search of the usual kind.
fn share(limits: &Limits, has_table: bool) -> Limits {
    let share = if has_table { SHARE } else { 2 * SHARE };
    let nodes = match (limits.nodes, limits.time) {
        (None, None) => Some(NODES),
        (nodes, _) => nodes.map(|nodes| nodes / share),
    };
    let time = limits.target.or(limits.time).map(|time| time / share as u32);
    Limits { nodes, time, ..Limits::default() }
}

/// The best lines of a search, after those that are known to be the best.
fn put_first<M: Copy + PartialEq>(known: Report<M>, found: &mut Report<M>, wanted: usize) {
    let is_new = |line: &Line<M>| {
        let mut firsts = known.lines.iter().map(|line| line.moves.first());
        firsts.all(|first| first != line.moves.first())
    };
    found.lines.retain(is_new);
    found.value = known.value;
    found.lines.splice(0..0, known.lines);
    found.lines.truncate(wanted);
}

impl<G: Playable> Searcher<G> for FromTable<G> {
    fn new_game(&mut self) {
        self.memory = None;
        self.searcher.new_game();
    }

    fn search(
        &mut self,
        task: &Task<'_, G>,
        audience: &mut Audience<'_, G::Move>,
    ) -> Result<Report<G::Move>, Failure> {
        if audience.is_recording() {
            return self.searcher.search(task, audience);
        }
        let table = self.certainties.table();
        let mut budget = Budget::new(&share(&task.limits, table.is_some()), task.stop);
        // A damaged table is as good as none.
        let certain = self.certain(task, table.as_deref(), &mut budget).unwrap_or_else(|error| {
            self.certainties.complain(&error);
            None
        });
        let side = self.game.to_move(task.root.position);
        let known = certain.map(|certain| self.report(certain, side, &budget));
        let moves = self.game.count_moves(task.root.position).max(1);
        let wanted = (task.lines as u64).clamp(1, moves) as usize;
        if let Some(report) = known.as_ref().filter(|report| report.lines.len() >= wanted) {
            return Ok(report.clone());
        }
        let Limits { nodes, time, target, .. } = task.limits;
        let nodes = nodes.map(|nodes| nodes.saturating_sub(budget.nodes()).max(1));
        let [time, target] =
            [time, target].map(|time| time.map(|time| time.saturating_sub(budget.elapsed())));
        let rest = Limits { nodes, time, target, ..task.limits };
        let mut report = self.searcher.search(&task.under(rest), audience)?;
        report.nodes += budget.nodes();
        if let Some(known) = known {
            put_first(known, &mut report, wanted);
        }
        Ok(report)
    }

    fn has_tree(&self) -> bool {
        self.searcher.has_tree()
    }

    fn plies_to_come(&self, position: &G::Position) -> Option<u32> {
        self.searcher.plies_to_come(position)
    }
}
