//! The rest of the game, solved by the game's own knowledge before anything is
//! searched: exact values where a search to a depth has estimates.
//!
//! It gets half of the nodes and of the time. The knowledge declines where that
//! will probably not do; if it does not, the search has the other half. With a
//! limit of depth it is asked only about games that end within the depth, if
//! nobody passes.

use super::deepening::wanted;
use super::node::Search;
use crate::options::Technique;
use crate::{Line, Observer, Report, Score, Value};
use plywood_game::{Knowledge, Limits, Rest, StoppedBy, Symmetry};

/// The options of solving endgames.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndgameOptions {
    /// Solve the rest of the game where the knowledge can.
    pub on: bool,
}

impl Default for EndgameOptions {
    fn default() -> Self {
        Self { on: true }
    }
}

impl Technique for EndgameOptions {
    /// Values are exact, but not those of plain minimax of a depth: moves that
    /// are no choice, such as passes, do not count as depth.
    fn is_exact(&self) -> bool {
        !self.on
    }
}

/// An endgame gets 1/SHARE of the nodes and of the time.
const SHARE: u32 = 2;

impl<G: Symmetry, K: Knowledge<G>, O: Observer<G::Move>> Search<'_, G, K, O> {
    /// The report of a game that is solved to its end, if the knowledge can. The
    /// nodes count either way. What is observed is searched, not solved.
    pub(super) fn solve_root(
        &mut self,
        position: &G::Position,
        limits: &Limits,
    ) -> Option<Report<G::Move>> {
        // By a clock, the only move needs no value.
        let forced = self.budget.has_target() && self.game.count_moves(position) == 1;
        if !self.options.endgame.on || O::IS_PRESENT || forced {
            return None;
        }
        let share = Limits {
            nodes: limits.nodes.map(|nodes| nodes / u64::from(SHARE)),
            time: limits.target.or(limits.time).map(|time| time / SHARE),
            ..*limits
        };
        let ties = self.options.tie_seed.is_some();
        let rest = Rest { lines: self.options.lines.max(1), ties, limits: share };
        let outer = self.budget.reserve(share.nodes.unwrap_or(u64::MAX), share.time);
        let (state, budget) = (self.states.at(0), &mut self.budget);
        let solved = self.knowledge.solve(self.game, position, state, &rest, budget);
        self.budget.release(outer);
        let side = self.game.to_move(position);
        let lines = solved?.into_iter().map(|proof| {
            let score = Score::of_outcome(proof.outcome, side, proof.line.len() as u32);
            Line { value: Value::exact(score), moves: proof.line }
        });
        let lines = wanted(lines.collect(), self.options, 0);
        let first = lines.first()?;
        Some(Report {
            value: first.value,
            depth: first.moves.len() as u32,
            nodes: self.budget.nodes(),
            confidence: None,
            researches: 0,
            elapsed: self.budget.elapsed(),
            stopped_by: Some(StoppedBy::Solved),
            lines,
        })
    }
}
