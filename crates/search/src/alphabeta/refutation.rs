//! Root moves that lose to a forced win.
//!
//! A threat search is narrow and sees far; the wide search sees everything and not
//! far. So the move that is about to lead is handed to the knowledge with the other
//! side to move: if it proves a win there (`Goal::Win`), the root move is lost, with
//! that line, and the next best leads. In 14 of 14 lost games of Gomoku such a proof
//! was there 2 to 14 plies before the wide search saw the loss.
//!
//! Only leaders are asked about, once more when the search has become twice as
//! large, each time for at most half as many nodes as the search has spent.

use super::node::{NodeContext, Search};
use crate::{Observer, Score, Value};
use plywood_game::{Goal, Knowledge, ProofBound, Symmetry};

/// The most nodes of one proof: some 25 ms in Gomoku.
const MOST_NODES: u64 = 100_000;

/// The fewest: continuous fours rarely need more.
const LEAST_NODES: u64 = 500;

/// A proof gets 1/SHARE of the nodes that the search has spent.
const SHARE: u64 = 2;

/// What proofs have told about root moves.
pub(super) struct Refutations<M>(Vec<Refutation<M>>);

struct Refutation<M> {
    mv: M,
    /// The nodes of the last proof.
    nodes: u64,
    /// The line by which the move loses, if it does.
    lost: Option<(Score, Vec<M>)>,
}

impl<M: Copy + PartialEq> Refutations<M> {
    pub(super) fn new() -> Self {
        Self(Vec::new())
    }

    fn of(&mut self, mv: M) -> &mut Refutation<M> {
        let place = self.0.iter().position(|known| known.mv == mv).unwrap_or(self.0.len());
        if place == self.0.len() {
            self.0.push(Refutation { mv, nodes: 0, lost: None });
        }
        &mut self.0[place]
    }
}

impl<G: Symmetry, K: Knowledge<G>, O: Observer<G::Move>> Search<'_, G, K, O> {
    /// The value and the line of a root move that is known to lose.
    pub(super) fn known_loss(&mut self, mv: G::Move) -> Option<(Value, Vec<G::Move>)> {
        let (score, line) = self.refutations.of(mv).lost.clone()?;
        Some((Value::exact(score), line))
    }

    /// The same for a move that is about to lead, after a proof if it is time for one.
    pub(super) fn loss_of_leader(
        &mut self,
        position: &mut G::Position,
        mv: G::Move,
    ) -> Option<(Value, Vec<G::Move>)> {
        let wanted = self.options.proofs.refutations && self.options.lines <= 1;
        let nodes = (self.budget.nodes() / SHARE).clamp(LEAST_NODES, MOST_NODES);
        let known = self.refutations.of(mv);
        if !wanted || nodes < 2 * known.nodes {
            return None;
        }
        known.nodes = nodes;
        let lost = self.proven_loss(position, mv, nodes);
        self.refutations.of(mv).lost = lost;
        self.known_loss(mv)
    }

    fn proven_loss(
        &mut self,
        position: &mut G::Position,
        mv: G::Move,
        nodes: u64,
    ) -> Option<(Score, Vec<G::Move>)> {
        let side = self.game.to_move(position);
        let undo = self.game.play(position, mv);
        let goes_on = self.game.outcome(position).is_none();
        let found = (goes_on && self.game.to_move(position) != side).then(|| {
            let state = self.knowledge.refresh(self.game, position);
            let outer = self.budget.reserve(nodes, None);
            let budget = &mut self.budget;
            let proof = self.knowledge.prove(self.game, position, &state, Goal::Win, budget);
            self.budget.release(outer);
            proof
        });
        let proof = found.flatten().filter(|proof| {
            let wins = proof.outcome.winner() == Some(self.game.to_move(position));
            wins && proof.bound != ProofBound::AtMost && !proof.line.is_empty()
        });
        let lost = proof.map(|proof| {
            let score = -self.score_of(position, NodeContext::root(0).after(mv, 0), &proof);
            (score, std::iter::once(mv).chain(proof.line).collect())
        });
        self.game.undo(position, undo);
        lost
    }
}
