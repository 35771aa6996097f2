//! The rest of the game, solved by the game's own knowledge before anything is
//! searched: exact values where a search to a depth has estimates.
//!
//! It gets half of the nodes and of the time until it knows something. The knowledge
//! declines where that will probably not do; if it does not, the search has the other
//! half. What it knows first may be probable and no more, where it was measured how
//! probable: then it goes on with the rest, and what is certain or most probable at the end
//! is reported. With a limit of depth it is asked only about games that end within the depth,
//! if nobody passes.

use super::deepening::wanted;
use super::node::Search;
use crate::options::Technique;
use crate::{Line, Observer, Options, Report, Score, Value};
use plywood_game::{Knowledge, Limits, Rest, Side, Solution, Symmetry};
use std::time::{Duration, Instant};

/// The options of solving endgames.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndgameOptions {
    /// Solve the rest of the game where the knowledge can.
    pub on: bool,
    /// Take what is probable before it is certain: only where it was measured with this
    /// evaluator how probable it is.
    pub selective: bool,
}

impl Default for EndgameOptions {
    fn default() -> Self {
        Self { on: true, selective: false }
    }
}

impl Technique for EndgameOptions {
    /// Values are exact, but not those of plain minimax of a depth: moves that
    /// are no choice, such as passes, do not count as depth.
    fn is_exact(&self) -> bool {
        !self.on
    }
}

impl<G: Symmetry, K: Knowledge<G>, O: Observer<G::Move>> Search<'_, G, K, O> {
    /// The report of a game that is solved to its end, if the knowledge can. The
    /// nodes count either way. What is observed is searched, not solved.
    pub(super) fn solve_root(
        &mut self,
        position: &G::Position,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Option<Report<G::Move>> {
        // By a clock, the only move needs no value.
        let forced = self.budget.has_target() && self.game.count_moves(position) == 1;
        if !self.options.endgame.on || O::IS_PRESENT || forced {
            return None;
        }
        let limits = Limits { time: limits.target.or(limits.time), ..*limits };
        let ties = self.options.tie_seed.is_some();
        let selective = self.options.endgame.selective;
        let rest = Rest { lines: self.options.lines.max(1), ties, selective, limits };
        let outer = self.budget.reserve(u64::MAX, limits.time);
        let parts = (self.game, self.knowledge);
        let side = self.game.to_move(position);
        let options = self.options;
        let (before, clock) = (self.budget.elapsed(), Instant::now());
        let mut tell = |found: &Solution<G::Move>, nodes: u64| {
            let spent = (nodes, before + clock.elapsed());
            // What is certain is the answer.
            let probable = Some(found).filter(|found| found.confidence.is_some());
            if let Some(report) = probable.and_then(|found| report_of(found, options, side, spent))
            {
                progress(&report);
            }
        };
        let budget = &mut self.budget;
        let found = self.knowledge.solve(parts, position, &rest, budget, &mut tell);
        self.budget.release(outer);
        let spent = (self.budget.nodes(), self.budget.elapsed());
        let found = found?;
        let report = report_of(&found, self.options, side, spent)?;
        Some(Report { stopped_by: Some(found.stopped_by), ..report })
    }
}

/// What a solution is as a report, with these nodes and this time.
fn report_of<M: Copy>(
    found: &Solution<M>,
    options: &Options,
    side: Side,
    (nodes, elapsed): (u64, Duration),
) -> Option<Report<M>> {
    let lines = found.lines.iter().map(|(outcome, moves)| {
        let score = Score::of_outcome(*outcome, side, moves.len() as u32);
        let value = Value { score, exact: found.confidence.is_none() };
        Line { value, moves: moves.clone() }
    });
    let lines = wanted(lines.collect(), options, 0);
    let first = lines.first()?;
    Some(Report {
        value: first.value,
        depth: found.depth,
        confidence: found.confidence,
        nodes,
        researches: 0,
        elapsed,
        stopped_by: None,
        lines,
    })
}
