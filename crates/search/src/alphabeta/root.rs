//! The root moves, each with its line; as many of the best as requested.

use super::node::{NodeContext, Search};
use crate::ordering::sort;
use crate::{Line, Observer, Score, Value, Window};
use plywood_game::{Knowledge, Stopped, Symmetry};
use std::collections::VecDeque;

/// The result of one pass over the root moves.
pub(super) struct Pass<M> {
    /// The moves searched to their end, best first; those beyond the requested
    /// number have only a bound for a value.
    pub(super) lines: Vec<Line<M>>,
    /// The moves not searched, because of a cut.
    pub(super) left: Vec<M>,
    /// The window it was searched with.
    pub(super) window: Window,
    /// Whether all moves were searched, or enough for a cut.
    pub(super) result: Result<(), Stopped>,
}

impl<M: Copy> Pass<M> {
    /// The value of the root by what was searched: the bound that the leader
    /// proves, or, if there is no cut, that all moves do together. `complete`
    /// tells whether the moves to be searched were all there are.
    pub(super) fn value(&self, complete: bool) -> Option<Value> {
        let best = self.lines.first()?.value;
        let all = complete && self.result.is_ok() && self.lines.iter().all(|l| l.value.exact);
        let one_is_enough = best.score.is_win() || best.score >= self.window.beta;
        Some(Value { score: best.score, exact: best.exact && (all || one_is_enough) })
    }

    /// The moves in the order for the next pass: the searched ones, best first,
    /// then the others.
    pub(super) fn reordered(&self) -> Vec<M> {
        let searched = self.lines.iter().map(|line| line.moves[0]);
        searched.chain(self.left.iter().copied()).collect()
    }
}

impl<G: Symmetry, K: Knowledge<G>, O: Observer<G::Move>> Search<'_, G, K, O> {
    /// Searches the moves of the root in this order.
    pub(super) fn pass(
        &mut self,
        position: &mut G::Position,
        depth: u32,
        moves: &[G::Move],
        window: Window,
    ) -> Pass<G::Move> {
        let at = NodeContext::root(depth);
        self.observer.begin_pass(depth, window);
        self.most_extended = 2 * depth as usize;
        self.note_estimate(position, at);
        let mut lines: Vec<Line<G::Move>> = Vec::with_capacity(moves.len());
        let mut waiting: VecDeque<(G::Move, bool)> = moves.iter().map(|&mv| (mv, true)).collect();
        while let Some((mv, deferrable)) = waiting.pop_front() {
            if deferrable && !lines.is_empty() && self.defers(position, at, mv) {
                waiting.push_back((mv, false));
                continue;
            }
            self.lines.clear(0);
            let line = match self.root_move(position, at, mv, window, &lines) {
                Ok(line) => line,
                Err(stopped) => {
                    return Pass { lines, left: Vec::new(), window, result: Err(stopped) };
                }
            };
            let value = line.value;
            // Behind all that are at least as good: of equals, the first leads.
            let rank = lines.partition_point(|line| line.value.score >= value.score);
            lines.insert(rank, line);
            if rank == 0 && value.score > window.alpha {
                self.observer.leads();
            }
            if value.score >= window.beta {
                self.observer.cut(mv);
                break;
            }
        }
        if let Some(best) = lines.first() {
            self.observer.end_pass(best.value);
        }
        let left = waiting.into_iter().map(|(mv, _)| mv).collect();
        Pass { lines, left, window, result: Ok(()) }
    }

    /// The value and the line of a root move. One that would lead must not lose to a
    /// forced win.
    fn root_move(
        &mut self,
        position: &mut G::Position,
        at: NodeContext<G::Move>,
        mv: G::Move,
        window: Window,
        lines: &[Line<G::Move>],
    ) -> Result<Line<G::Move>, Stopped> {
        if let Some((value, moves)) = self.known_loss(mv) {
            return Ok(Line { value, moves });
        }
        let alpha = window.alpha.max(self.worst_wanted(lines));
        let inner = Window { alpha, beta: window.beta };
        let is_first = lines.len() < self.options.lines.max(1);
        let place = (mv, self.place_at_root(lines));
        let value = self.search_move(position, at, place, inner, is_first)?;
        self.lines.extend(0, mv);
        if value.score > alpha
            && !value.exact
            && let Some((value, moves)) = self.loss_of_leader(position, mv)
        {
            return Ok(Line { value, moves });
        }
        Ok(Line { value, moves: self.lines.line(0).to_vec() })
    }

    /// The place of the next root move in the order, for its reduction; the
    /// first where several must be searched in full.
    fn place_at_root(&self, lines: &[Line<G::Move>]) -> usize {
        let one_line = self.options.lines <= 1 && self.options.tie_seed.is_none();
        if one_line { lines.len() } else { 0 }
    }

    /// The score that the next root move must beat.
    fn worst_wanted(&self, lines: &[Line<G::Move>]) -> Score {
        let wanted = self.options.lines.max(1);
        match lines.get(wanted - 1) {
            None => Score::WORST,
            // The seed chooses among equals: their values must be exact.
            Some(line) if self.options.tie_seed.is_some() => line.value.score.lowered(),
            Some(line) => line.value.score,
        }
    }

    /// The moves of the root as the engine would try them at any node, and
    /// whether they are all there are.
    pub(super) fn root_moves(&mut self, position: &mut G::Position) -> (Vec<G::Move>, bool) {
        let at = NodeContext::root(1);
        let mut graded = Vec::new();
        match self.list_moves(position, at, &mut graded) {
            Ok(complete) => {
                sort(&mut graded);
                (graded.into_iter().map(|graded| graded.mv).collect(), complete)
            }
            Err(_) => (self.game.legal_moves(position), true),
        }
    }
}
