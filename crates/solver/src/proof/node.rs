//! A node: what its moves lead to, and which of them is searched next.

use super::children::{Child, Summary, sum_up};
use super::numbers::Numbers;
use super::search::{Listener, Place, ProofSearch};
use plywood_game::{Budget, Goal, Knowledge, Proof, ProofBound, Step, Stopped, Symmetry};

/// The nodes that a proof of a forced win may play at an inner node.
const THREAT_NODES: u64 = 300;

impl<G: Symmetry, K: Knowledge<G>> ProofSearch<'_, G, K> {
    /// Searches an unfinished node until its numbers reach the limit.
    pub(super) fn node(
        &mut self,
        position: &mut G::Position,
        place: Place,
        limit: Numbers,
        budget: &mut Budget<'_>,
        listener: &mut Listener<'_>,
    ) -> Result<Numbers, Stopped> {
        let (game, start) = (self.game, budget.nodes());
        let is_claimant = self.is_claimant(position);
        if let Some(is_true) = self.proven_by_knowledge(position, place, budget) {
            let numbers = Numbers::decided(is_true);
            self.store(position, place, numbers, 1);
            return Ok(numbers);
        }
        let mut children = self.children(position, place, budget)?;
        let found = loop {
            let own_limit = limit.for_mover(is_claimant);
            let Summary { numbers, best, limit } = sum_up(&children, own_limit);
            let seen = numbers.for_mover(is_claimant);
            self.tell(place, seen, budget, listener);
            if place.ply == 0 {
                self.best_at_root = Some(children[best].mv);
            }
            if numbers.reaches(own_limit) {
                break seen;
            }
            let mv = children[best].mv;
            self.path.push(game, position);
            let undo = game.play(position, mv);
            self.enter(position, place.next(), Step::Move(mv, &undo));
            let limit = limit.for_mover(is_claimant);
            let child = self.node(position, place.next(), limit, budget, listener);
            game.undo(position, undo);
            self.path.pop();
            children[best].numbers = child?.for_mover(is_claimant);
        };
        self.store(position, place, found, budget.nodes() - start);
        Ok(found)
    }

    /// Brings the state of the knowledge up to date with a move to `place`.
    pub(super) fn enter(&mut self, position: &G::Position, place: Place, step: Step<'_, G>) {
        if self.states.len() <= place.ply {
            let copy = self.states[place.ply - 1].clone();
            self.states.push(copy);
        }
        let (before, after) = self.states.split_at_mut(place.ply);
        let (before, slot) = (&before[place.ply - 1], &mut after[0]);
        self.knowledge.update(self.game, before, step, position, slot);
    }

    /// Every move that has to be looked at, with what is known about it.
    pub(super) fn children(
        &mut self,
        position: &mut G::Position,
        place: Place,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Child<G::Move>>, Stopped> {
        let game = self.game;
        let mut moves = game.legal_moves(position);
        let forced = place.left.is_none_or(|left| left >= 2) && !game.counts_points();
        let state = &self.states[place.ply];
        if !self.knowledge.candidates(game, position, state, forced, &mut moves) {
            moves = game.legal_moves(position);
        }
        if place.left.is_none() && !game.counts_points() {
            self.knowledge.answers(game, position, &self.states[place.ply], budget, &mut moves);
        }
        let is_claimant = self.is_claimant(position);
        let mut children = Vec::with_capacity(moves.len());
        self.path.push(game, position);
        for mv in moves {
            budget.pay_node()?;
            let undo = game.play(position, mv);
            let (numbers, order) = self.first_look(position, place.next(), mv, &undo);
            game.undo(position, undo);
            let numbers = numbers.for_mover(is_claimant);
            let is_good = numbers.proof == 0;
            children.push(Child { mv, numbers, order });
            if is_good {
                break;
            }
        }
        self.path.pop();
        children.sort_by_key(|child| std::cmp::Reverse(child.order));
        Ok(children)
    }

    /// The numbers of a position, and how good it looks to the side that has
    /// moved there.
    fn first_look(
        &mut self,
        position: &G::Position,
        place: Place,
        mv: G::Move,
        undo: &G::Undo,
    ) -> (Numbers, i32) {
        let game = self.game;
        if let Some(outcome) = game.outcome(position) {
            return (Numbers::decided(self.claim.is_met_by(outcome)), 0);
        }
        if place.left == Some(0) {
            return (Numbers::DISPROVEN, 0);
        }
        let repeats = place.left.is_none() && game.can_recur(position);
        if repeats && self.path.is_repeated(game.key(position)) {
            return (Numbers::DISPROVEN, 0);
        }
        self.enter(position, place, Step::Move(mv, undo));
        let state = &self.states[place.ply];
        let order = self.knowledge.evaluate(game, position, Some(mv), state).saturating_neg();
        let numbers = self.probe(position, place).unwrap_or_else(|| {
            let moves = game.count_moves(position).clamp(1, 1 << 16) as u32;
            Numbers { proof: 1, disproof: moves }.for_mover(self.is_claimant(position))
        });
        (numbers, order)
    }

    /// Whether the game's knowledge decides the claim.
    pub(super) fn proven_by_knowledge(
        &mut self,
        position: &G::Position,
        place: Place,
        budget: &mut Budget<'_>,
    ) -> Option<bool> {
        if self.game.counts_points() || place.left.is_some() || self.expands_root && place.ply == 0
        {
            return None;
        }
        let (game, state) = (self.game, &self.states[place.ply]);
        let defender = self.claim.side.other();
        if self.knowledge.defence(game, position, state, defender).is_some() {
            return Some(false);
        }
        let wins = forced_win(game, self.knowledge, position, state, budget).is_some();
        wins.then(|| self.is_claimant(position))
    }
}

/// A win of the side to move that the game's knowledge sees.
pub(super) fn forced_win<G: Symmetry, K: Knowledge<G>>(
    game: &G,
    knowledge: &K,
    position: &G::Position,
    state: &K::State,
    budget: &mut Budget<'_>,
) -> Option<Proof<G::Move>> {
    let outer = budget.reserve(THREAT_NODES, None);
    let proof = knowledge.prove(game, position, state, Goal::Win, budget);
    budget.release(outer);
    let side = game.to_move(position);
    proof.filter(|proof| proof.bound != ProofBound::AtMost && proof.outcome.value_for(side) > 0)
}
