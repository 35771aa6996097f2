//! The root: every move with its line, as many of the best as are wanted.

use super::node::{Place, Search};
use crate::limits::Stopped;
use crate::{Line, Observer, Score, Value, Window};
use plywood_game::{Evaluator, Symmetry};

/// What one iteration found out about the moves of the root.
pub(crate) struct Iteration<M> {
    /// The moves searched to their end, best first; those that are not among
    /// the wanted ones have only a bound for a value.
    pub(crate) lines: Vec<Line<M>>,
    /// Whether all moves were searched.
    pub(crate) result: Result<(), Stopped>,
}

impl<M: Copy> Iteration<M> {
    /// The value of the root by what was searched. `complete` tells whether
    /// the moves to be searched were all there are.
    pub(crate) fn value(&self, complete: bool) -> Option<Value> {
        let best = self.lines.first()?.value;
        let all = complete && self.result.is_ok() && self.lines.iter().all(|l| l.value.exact);
        Some(Value { score: best.score, exact: best.exact && (all || best.score.is_win()) })
    }
}

impl<G: Symmetry, E: Evaluator<G>, O: Observer<G::Move>> Search<'_, G, E, O> {
    /// Searches the moves of the root in this order.
    pub(crate) fn iterate(
        &mut self,
        position: &mut G::Position,
        depth: u32,
        moves: &[G::Move],
    ) -> Iteration<G::Move> {
        let at = Place { ply: 0, depth, last: None };
        let mut lines: Vec<Line<G::Move>> = Vec::with_capacity(moves.len());
        for &mv in moves {
            self.lines.clear(0);
            let window = Window { alpha: self.worst_wanted(&lines), beta: Score::BEST };
            let value = match self.child(position, at, mv, window) {
                Ok(value) => value,
                Err(stopped) => return Iteration { lines, result: Err(stopped) },
            };
            self.lines.extend(0, mv);
            // Behind all that are at least as good: of equals, the first leads.
            let rank = lines.partition_point(|line| line.value.score >= value.score);
            lines.insert(rank, Line { value, moves: self.lines.line(0).to_vec() });
        }
        Iteration { lines, result: Ok(()) }
    }

    /// A move must beat this to matter.
    fn worst_wanted(&self, lines: &[Line<G::Move>]) -> Score {
        let wanted = self.options.lines.max(1);
        match lines.get(wanted - 1) {
            None => Score::WORST,
            // To choose among equals, one has to know them.
            Some(line) if self.options.tie_seed.is_some() => line.value.score.lowered(),
            Some(line) => line.value.score,
        }
    }

    /// The moves of the root as the engine would try them at any node, and
    /// whether they are all there are.
    pub(crate) fn root_moves(&mut self, position: &mut G::Position) -> (Vec<G::Move>, bool) {
        let at = Place { ply: 0, depth: 1, last: None };
        let mut graded = Vec::new();
        match self.ordered_moves(position, at, &mut graded) {
            Ok(complete) => (graded.into_iter().map(|graded| graded.mv).collect(), complete),
            Err(_) => (self.game.legal_moves(position), true),
        }
    }
}
