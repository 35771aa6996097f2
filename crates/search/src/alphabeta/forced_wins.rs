//! Asking for a forced win before the wide search.
//!
//! A narrow search that follows threats alone proves in microseconds what the
//! wide one would see only at the end of a long line. It gets a share of the
//! limits: where it finds nothing, most of them are left.
//!
//! Measured (`--bench forced_wins`): of 63 positions of Gomoku that are won by
//! fours it finds all, in 1,618 nodes each on average; the wide search alone
//! finds 8 in 400,000.

use super::node::Search;
use crate::{Limits, Line, Observer, Report, Score, StoppedBy, Value};
use plywood_game::{Effort, Evaluator, ForcedWins, Symmetry};

/// Never more nodes than this, however much is allowed: some 0.1 s.
const MOST_NODES: u64 = 400_000;

/// This part of the nodes and of the time, one in so many.
const SHARE: u32 = 8;

/// What is done between two looks at the clock, in the budget's unit, moves.
const WORK: usize = 32;

impl<G: Symmetry, E: Evaluator<G>, O: Observer<G::Move>> Search<'_, G, E, O> {
    /// The report of a win, if one is found. Its nodes count either way. Where
    /// several moves are wanted one win is no answer, so nobody is asked.
    pub(super) fn ask_for_a_win(
        &mut self,
        forced_wins: &dyn ForcedWins<G>,
        position: &G::Position,
        limits: &Limits,
    ) -> Option<Report<G::Move>> {
        if self.options.lines > 1 {
            return None;
        }
        let most_nodes = limits.nodes.map_or(MOST_NODES, |nodes| nodes / u64::from(SHARE));
        let time = limits.time.map(|time| time / SHARE);
        let budget = &mut self.budget;
        let mut stop =
            || budget.pay_work(WORK).is_err() || time.is_some_and(|time| budget.elapsed() >= time);
        let mut effort = Effort::new(most_nodes.min(MOST_NODES), &mut stop);
        let found = forced_wins.forced_win(self.game, position, &mut effort);
        let nodes = effort.nodes();
        budget.add_nodes(nodes);
        let moves = found?;
        let plies = moves.len() as u32;
        let value = Value::exact(Score::win_in(plies));
        Some(Report {
            lines: vec![Line { value, moves }],
            value,
            depth: plies,
            nodes: budget.nodes(),
            researches: 0,
            elapsed: budget.elapsed(),
            stopped_by: Some(StoppedBy::Solved),
        })
    }
}
