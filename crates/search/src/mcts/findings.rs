//! The report: the moves in order, each with its line.

use super::bounds::Bounds;
use super::iteration::TreeSearch;
use super::tree::{ROOT, TreeNode};
use crate::{Line, Report, Score, StoppedBy, Value};
use plywood_game::{Game, Knowledge};
use std::cmp::Ordering;

/// What all rollouts won are worth, where points are not counted.
const ALL_WON: f64 = 1000.0;

impl Bounds {
    /// The score that can be called certain: the value if it is known, and
    /// otherwise a win or a loss whose length is not known yet, in as many
    /// moves as can be forced.
    fn certain(self) -> Option<Score> {
        if self.is_closed() || self.low.is_win() {
            Some(self.low)
        } else {
            Some(self.high).filter(|high| high.is_loss())
        }
    }
}

impl<M> TreeNode<M> {
    /// Lower confidence bound: the mean reward less 1/√visits (two standard
    /// deviations at worst), clamped to the proven bounds. An unvisited move is
    /// lower, a certain loss lowest.
    fn assurance(&self) -> f64 {
        if self.bounds.high.is_loss() {
            -2.0
        } else if self.visits == 0 {
            -1.0
        } else {
            self.bounds.clamp(self.mean() - 1.0 / f64::from(self.visits).sqrt())
        }
    }

    /// Orders moves, the better ones first.
    fn compare(&self, other: &Self) -> Ordering {
        let proven = |node: &Self| node.bounds.certain().unwrap_or(node.bounds.low);
        let (a, b) = (other, self);
        let by_proof = || proven(a).cmp(&proven(b)).then(a.visits.cmp(&b.visits));
        a.assurance().total_cmp(&b.assurance()).then_with(by_proof)
    }
}

impl<G: Game, K: Knowledge<G>> TreeSearch<'_, G, K> {
    /// The report of what is known now.
    pub(crate) fn report(&self, stopped_by: Option<StoppedBy>) -> Report<G::Move> {
        let children = self.tree.nodes[ROOT].children();
        let mut order: Vec<usize> = children.collect();
        order.sort_by(|&a, &b| self.tree.nodes[a].compare(&self.tree.nodes[b]));
        let tried = order.first().is_some_and(|&best| self.tree.nodes[best].visits > 0);
        order.truncate(self.options.lines.max(1));
        let lines: Vec<Line<G::Move>> = order
            .into_iter()
            .map(|node| Line { value: self.value_of_move(node), moves: self.line(node) })
            .collect();
        let best = lines.first().map_or(Value::estimate(Score::DRAW), |line| line.value);
        let value = match self.tree.nodes[ROOT].bounds.certain() {
            Some(score) => Value::exact(score),
            None => Value::estimate(best.score),
        };
        let depth = lines.first().filter(|_| tried).map_or(0, |line| line.moves.len() as u32);
        let (nodes, elapsed) = (self.budget.nodes(), self.budget.elapsed());
        Report { lines, value, depth, nodes, confidence: None, researches: 0, elapsed, stopped_by }
    }

    /// The value of a move of the root.
    fn value_of_move(&self, node: usize) -> Value {
        let found = &self.tree.nodes[node];
        if let Some(score) = found.bounds.certain() {
            return Value::exact(score);
        }
        let estimate = if self.game.counts_points() {
            let number = node - self.tree.nodes[ROOT].children().start;
            let sign = f64::from(self.game.to_move(self.root).sign());
            100.0 * sign * self.margins[number] / f64::from(found.visits.max(1))
        } else {
            ALL_WON * (2.0 * found.mean() - 1.0)
        };
        Value::estimate(Score::estimate(estimate.round() as i32))
    }

    /// A move of the root and the best play after it, as far as the tree knows.
    /// Where a value is certain, only moves follow that are known to keep it.
    fn line(&self, first: usize) -> Vec<G::Move> {
        let mut position = self.root.clone();
        let mut moves = Vec::new();
        let mut next = Some(first);
        while let Some(node) = next {
            let found = &self.tree.nodes[node];
            let mover = self.game.to_move(&position);
            self.game.play(&mut position, found.mv);
            moves.push(found.mv);
            let same_side = self.game.to_move(&position) == mover;
            let certain = found.bounds.of_position(same_side).certain();
            next = found
                .children()
                .min_by(|&a, &b| self.tree.nodes[a].compare(&self.tree.nodes[b]))
                .filter(|&best| self.tree.nodes[best].visits > 0)
                .filter(|&best| certain.is_none() || self.certain_at(best) == certain);
        }
        moves
    }

    fn certain_at(&self, node: usize) -> Option<Score> {
        self.tree.nodes[node].bounds.certain()
    }
}
