//! What the game's knowledge proves without a search.
//!
//! - At a node: known draws. Where a side cannot win any more, the other has at
//!   least a draw. Measured (`--bench techniques`): without them mnk:4,5,4 from
//!   two moves on takes 800 times as many nodes to solve; searches far from the
//!   end are the same.
//! - At a node: a win or loss that the knowledge's state tells without playing it out.
//! - At the root: a forced win, by a narrow search that follows threats alone,
//!   for at most 1/8 of the nodes and time. Measured (`--bench forced_wins`): of
//!   63 positions of Gomoku that are won by fours it finds all, in 1,618 nodes
//!   each on average; the wide search alone finds 8 in 400,000.
//! - At the root: a draw that needs no search, by pairs of cells for both sides.

use super::node::{NodeContext, Search};
use crate::options::Technique;
use crate::{Line, Observer, Report, Score, Value, Window};
use plywood_game::{
    Defence, Goal, Knowledge, Limits, Outcome, Proof, ProofBound, StoppedBy, Symmetry,
};

/// The options of what the knowledge proves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProofOptions {
    /// Search only forced moves, where the knowledge names them and the remaining
    /// depth is at least 2.
    pub forced_moves: bool,
    /// Cut nodes at which the knowledge proves a draw, or that one side cannot
    /// win. A search to a depth then finds certain values where plain minimax of
    /// that depth has estimates; to the end they are the same.
    pub known_draws: bool,
    /// Ask whether the other side has a forced win after the best move of the root.
    pub refutations: bool,
}

impl Default for ProofOptions {
    fn default() -> Self {
        Self { forced_moves: true, known_draws: true, refutations: true }
    }
}

impl Technique for ProofOptions {
    fn is_exact(&self) -> bool {
        !self.known_draws
    }
}

/// The most nodes of a proof at the root: about 0.1 s.
const MOST_NODES: u64 = 400_000;

/// A proof at the root gets 1/SHARE of the nodes and of the time.
const SHARE: u32 = 8;

impl<G: Symmetry, K: Knowledge<G>, O: Observer<G::Move>> Search<'_, G, K, O> {
    /// The value of a node that is proven to be a draw, or to lie outside the
    /// window because one side cannot win.
    #[inline]
    pub(super) fn cut_by_proof(
        &mut self,
        position: &G::Position,
        at: NodeContext<G::Move>,
        window: Window,
    ) -> Option<Value> {
        if !self.options.proofs.known_draws || self.game.counts_points() {
            return None;
        }
        let goal = if window.alpha >= Score::DRAW {
            Goal::NoWin
        } else if window.beta <= Score::DRAW {
            Goal::NoLoss
        } else {
            Goal::Draw
        };
        let state = self.states.at(at.ply);
        let proof = self.knowledge.prove(self.game, position, state, goal, &mut self.budget)?;
        let score = self.score_of(position, at, &proof);
        let is_enough = match proof.bound {
            ProofBound::AtLeast => score >= window.beta,
            ProofBound::AtMost => score <= window.alpha,
            ProofBound::Exact => true,
        };
        is_enough.then_some(Value::exact(score))
    }

    /// The value of a node where the knowledge's state tells how the game ends. Only
    /// in null windows: elsewhere the line to the end is wanted.
    #[inline]
    pub(super) fn cut_by_certainty(
        &self,
        position: &G::Position,
        at: NodeContext<G::Move>,
        window: Window,
    ) -> Option<Value> {
        if !self.options.proofs.forced_moves || !window.is_null() {
            return None;
        }
        let state = self.states.at(at.ply);
        let (outcome, plies) = self.knowledge.certain(self.game, position, state)?;
        let side = self.game.to_move(position);
        Some(Value::exact(Score::of_outcome(outcome, side, at.ply as u32 + plies)))
    }

    /// The report of a win that is proven at the root, if one is. The nodes
    /// count either way. One win does not answer a request for several lines,
    /// so then no proof is tried.
    pub(super) fn prove_root(
        &mut self,
        position: &G::Position,
        limits: &Limits,
    ) -> Option<Report<G::Move>> {
        if self.options.lines > 1 {
            return None;
        }
        let most_nodes = limits.nodes.map_or(MOST_NODES, |nodes| nodes / u64::from(SHARE));
        let time = limits.time.map(|time| time / SHARE);
        let outer = self.budget.reserve(most_nodes.min(MOST_NODES), time);
        let (state, budget) = (self.states.at(0), &mut self.budget);
        let proof = self.knowledge.prove(self.game, position, state, Goal::Win, budget);
        self.budget.release(outer);
        let proof = proof.filter(|proof| !proof.line.is_empty());
        let proof = proof.or_else(|| self.known_draw_at_root(position))?;
        let value = Value::exact(self.score_of(position, NodeContext::root(0), &proof));
        let (nodes, elapsed) = (self.budget.nodes(), self.budget.elapsed());
        let (depth, stopped_by) = (proof.line.len() as u32, Some(StoppedBy::Solved));
        let lines = vec![Line { value, moves: proof.line }];
        Some(Report {
            lines,
            value,
            depth,
            nodes,
            confidence: None,
            researches: 0,
            elapsed,
            stopped_by,
        })
    }

    /// A draw that the knowledge shows for both sides without a search, such as
    /// one by pairs of cells. Any move keeps it; the one after which the static
    /// evaluation is best sets the other side the most problems.
    fn known_draw_at_root(&self, position: &G::Position) -> Option<Proof<G::Move>> {
        if !self.options.proofs.known_draws || self.game.counts_points() {
            return None;
        }
        let defence = |side| self.knowledge.defence(self.game, position, self.states.at(0), side);
        let side = self.game.to_move(position);
        // Strategy stealing says nothing about the move.
        let holds = matches!(defence(side), Some(Defence::Pairs(_)));
        (holds && defence(side.other()).is_some()).then(|| {
            let line = self.best_looking(position).into_iter().collect();
            Proof { bound: ProofBound::Exact, outcome: Outcome::Draw, line }
        })
    }

    /// The move after which the static evaluation is best for the side that makes
    /// it; of equal ones the first.
    fn best_looking(&self, position: &G::Position) -> Option<G::Move> {
        let looks_to_the_other_side = |&mv: &G::Move| {
            let mut next = position.clone();
            self.game.play(&mut next, mv);
            let state = self.knowledge.refresh(self.game, &next);
            match self.game.outcome(&next) {
                Some(outcome) => outcome.value_for(self.game.to_move(&next)),
                None => self.knowledge.evaluate(self.game, &next, Some(mv), &state),
            }
        };
        self.game.legal_moves(position).into_iter().min_by_key(looks_to_the_other_side)
    }

    pub(super) fn score_of(
        &self,
        position: &G::Position,
        at: NodeContext<G::Move>,
        proof: &Proof<G::Move>,
    ) -> Score {
        let plies = (at.ply + proof.line.len()) as u32;
        Score::of_outcome(proof.outcome, self.game.to_move(position), plies)
    }
}
