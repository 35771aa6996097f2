//! A node of the tree.

use super::best::Best;
use super::busy::Busy;
use super::lines::Lines;
use crate::limits::{Budget, Stopped};
use crate::ordering::{Experience, Graded, Situation, bring_forward};
use crate::path::Path;
use crate::table::Table;
use crate::{Ending, Fault, Observer, Options, Score, Step, Value, Window};
use plywood_game::{Candidates, Evaluator, Symmetry};

/// A search under way.
pub(super) struct Search<'a, G: Symmetry, E: Evaluator<G>, O> {
    pub(super) game: &'a G,
    pub(super) evaluator: &'a E,
    pub(super) candidates: &'a dyn Candidates<G>,
    pub(super) options: &'a Options,
    pub(super) table: Option<&'a Table>,
    /// What other threads are searching, if there are any.
    pub(super) busy: Option<&'a Busy>,
    pub(super) experience: &'a mut Experience<G::Move>,
    pub(super) observer: &'a mut O,
    pub(super) budget: Budget<'a>,
    pub(super) path: Path,
    pub(super) lines: Lines<G::Move>,
    /// The evaluator's running sums, one a ply.
    pub(super) sums: Vec<E::Accumulator>,
    /// Lists of moves that are not in use.
    pub(super) spare_lists: Vec<Vec<Graded<G::Move>>>,
    pub(super) moves: Vec<G::Move>,
    /// How often something was searched again because a window was too narrow.
    pub(super) researches: u64,
}

/// Where a node is.
#[derive(Clone, Copy)]
pub(super) struct Place<M> {
    /// How far below the root.
    pub(super) ply: usize,
    /// How many more moves to look.
    pub(super) depth: u32,
    /// How many moves beyond the horizon.
    pub(super) beyond: u32,
    /// The move that led here.
    pub(super) last: Option<M>,
}

impl<M: Copy> Place<M> {
    /// The root of a search of this depth.
    pub(super) fn root(depth: u32) -> Self {
        Self { ply: 0, depth, beyond: 0, last: None }
    }

    /// The place that a move leads to.
    #[inline]
    fn after(self, mv: M) -> Self {
        let beyond = self.beyond + u32::from(self.depth == 0);
        Self { ply: self.ply + 1, depth: self.depth.saturating_sub(1), beyond, last: Some(mv) }
    }
}

impl<G: Symmetry, E: Evaluator<G>, O: Observer<G::Move>> Search<'_, G, E, O> {
    /// The value of a position, for the side to move.
    ///
    /// A result inside the window is the value. A result at or below `alpha`
    /// is an upper bound of it, one at or above `beta` a lower bound.
    pub(super) fn node(
        &mut self,
        position: &mut G::Position,
        at: Place<G::Move>,
        window: Window,
    ) -> Result<Value, Stopped> {
        self.lines.clear(at.ply);
        // 1. The end of the game, or of what can come of it, or of the search.
        let end = self.end_of_game(position, at);
        if let Some((value, ending)) = end.or_else(|| self.cut_by_hopes(position, window)) {
            self.observer.end(ending);
            return Ok(value);
        }
        if at.depth == 0 {
            return self.horizon(position, at, window);
        }
        if let Some(value) = self.cut_by_branching(position, at) {
            self.observer.end(Ending::FewMoves);
            return Ok(value);
        }
        // 2. What is known already.
        let key = self.table_key(position);
        let known = self.table.and_then(|table| table.probe(key.0));
        if let Some(value) = known.and_then(|entry| self.cut_by_table(entry, at, window)) {
            self.observer.end(Ending::Table);
            return Ok(value);
        }
        // 3. The move that was best before; often it is enough.
        let mut best = Best::new(window);
        let remembered = known.and_then(|entry| self.remembered_move(position, entry, key.1));
        if let Some(mv) = remembered {
            self.try_move(position, at, mv, &mut best)?;
        }
        // 4. The other moves, most promising first.
        if !best.is_cut() {
            let mut moves = self.spare_lists.pop().unwrap_or_default();
            let tried = self.try_others(position, at, remembered, &mut moves, &mut best);
            self.spare_lists.push(moves);
            tried?;
        }
        // 5. What is to be remembered.
        self.store(key, position, at, &best);
        Ok(best.value())
    }

    fn try_others(
        &mut self,
        position: &mut G::Position,
        at: Place<G::Move>,
        tried: Option<G::Move>,
        moves: &mut Vec<Graded<G::Move>>,
        best: &mut Best<G::Move>,
    ) -> Result<(), Stopped> {
        best.all_exact &= self.list_moves(position, at, moves)?;
        let mut waiting = Vec::new();
        for next in 0..moves.len() {
            bring_forward(moves, next, at.depth);
            let mv = moves[next].mv;
            if Some(mv) == tried {
                continue;
            }
            if best.mv.is_some() && self.can_wait(position, at, mv) {
                waiting.push(mv);
                continue;
            }
            self.try_move(position, at, mv, best)?;
            if best.is_cut() {
                return Ok(());
            }
        }
        for mv in waiting {
            self.try_move(position, at, mv, best)?;
            if best.is_cut() {
                break;
            }
        }
        Ok(())
    }

    /// Searches a move and takes what it brings into account.
    fn try_move(
        &mut self,
        position: &mut G::Position,
        at: Place<G::Move>,
        mv: G::Move,
        best: &mut Best<G::Move>,
    ) -> Result<(), Stopped> {
        let value = self.search_move(position, at, mv, best.window(), best.mv.is_none())?;
        if best.take(mv, value) && best.score > best.outer.alpha {
            self.lines.extend(at.ply, mv);
            self.observer.leads();
        }
        if best.is_cut() {
            self.observer.cut(mv);
            self.experience.learn(mv, &self.situation(position, at), at.depth);
        }
        Ok(())
    }

    /// Plays a move, searches what it leads to, takes it back, and sees the
    /// value with the eyes of the side that moved. Nothing else in the engine
    /// does any of these.
    pub(super) fn child(
        &mut self,
        position: &mut G::Position,
        at: Place<G::Move>,
        mv: G::Move,
        window: Window,
    ) -> Result<Value, Stopped> {
        self.budget.pay_node()?;
        let window = if self.options.pruning { window } else { Window::FULL };
        let side = self.game.to_move(position);
        if self.game.can_repeat() && O::FAULT != Some(Fault::RepetitionMissed) {
            self.path.push(self.game, position);
        }
        let undo = self.game.play(position, mv);
        self.sums.truncate(at.ply + 1);
        let mut sums = self.sums[at.ply].clone();
        self.evaluator.update(self.game, &mut sums, mv, &undo, position);
        self.sums.push(sums);
        let same_side = self.game.to_move(position) == side;
        let below = at.after(mv);
        self.observer.enter(Step { mv, depth: below.depth, window, same_side });
        let value = match same_side {
            true => self.node(position, below, window),
            false => self.node(position, below, -window).map(|value| -value),
        };
        let forgotten = O::FAULT == Some(Fault::UndoForgotten) && self.budget.nodes() % 16 == 15;
        if !forgotten {
            self.game.undo(position, undo);
        }
        self.path.pop();
        let value = match O::FAULT {
            Some(Fault::SignKept) if !same_side => value.map(|value| -value),
            _ => value,
        };
        if let Ok(value) = value {
            self.observer.leave(value);
        }
        value
    }

    /// The value of a node where the game is over.
    fn end_of_game(&self, position: &G::Position, at: Place<G::Move>) -> Option<(Value, Ending)> {
        if let Some(outcome) = self.game.outcome(position) {
            let side = self.game.to_move(position);
            let value = Value::exact(Score::of_outcome(outcome, side, at.ply as u32));
            return Some((value, Ending::Over));
        }
        let repeated = self.game.can_repeat() && self.path.is_repeated(self.game.key(position));
        repeated.then_some((Value::exact(Score::DRAW), Ending::Repeated))
    }

    pub(super) fn situation(
        &self,
        position: &G::Position,
        at: Place<G::Move>,
    ) -> Situation<G::Move> {
        Situation { side: self.game.to_move(position), ply: at.ply, last: at.last }
    }
}
