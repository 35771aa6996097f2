//! A node of the tree.

use super::abdada::MovesUnderSearch;
use super::best::Best;
use super::lines::Lines;
use super::refutation::Refutations;
use super::states::States;
use crate::ordering::{Graded, HistoryTables, OrderingContext, SORTED_FROM, bring_forward};
use crate::path::Path;
use crate::table::Table;
use crate::{Ending, Entered, InjectedFault, Observer, Options, Score, Value, Window};
use plywood_game::{Budget, Knowledge, Step, Stopped, Symmetry};

/// A running search.
pub(super) struct Search<'a, G: Symmetry, K: Knowledge<G>, O> {
    pub(super) game: &'a G,
    pub(super) knowledge: &'a K,
    pub(super) options: &'a Options,
    pub(super) table: Option<&'a Table>,
    /// The moves that all threads are searching, if there are several.
    pub(super) under_search: Option<&'a MovesUnderSearch>,
    pub(super) history_tables: &'a mut HistoryTables<G::Move>,
    pub(super) observer: &'a mut O,
    pub(super) budget: Budget<'a>,
    pub(super) path: Path,
    pub(super) lines: Lines<G::Move>,
    pub(super) states: States<K::State>,
    /// Move lists free for reuse.
    pub(super) spare_lists: Vec<Vec<Graded<G::Move>>>,
    pub(super) moves: Vec<G::Move>,
    pub(super) scores: Vec<i32>,
    /// From this ply on nothing is extended: twice the depth of the iteration.
    pub(super) most_extended: usize,
    /// The static evaluations of the nodes on the path; none where the techniques that
    /// need them do not work.
    pub(super) estimates: Vec<Score>,
    /// Root moves that lose to a forced win.
    pub(super) refutations: Refutations<G::Move>,
    /// The number of re-searches after a window was too narrow.
    pub(super) researches: u64,
}

/// Where a node is, and how deep to search it.
#[derive(Clone, Copy)]
pub(super) struct NodeContext<M> {
    /// Plies below the root.
    pub(super) ply: usize,
    /// Remaining depth, in plies.
    pub(super) depth: u32,
    /// Plies beyond the horizon.
    pub(super) beyond: u32,
    /// The move that led here.
    pub(super) last: Option<M>,
}

impl<M: Copy> NodeContext<M> {
    /// The root of a search of this depth.
    pub(super) fn root(depth: u32) -> Self {
        Self { ply: 0, depth, beyond: 0, last: None }
    }

    /// The node that a move leads to, with this depth.
    #[inline]
    pub(super) fn after(self, mv: M, depth: u32) -> Self {
        let beyond = self.beyond + u32::from(self.depth == 0);
        Self { ply: self.ply + 1, depth, beyond, last: Some(mv) }
    }

    /// The node that a pass leads to, with this depth.
    pub(super) fn after_pass(self, depth: u32) -> Self {
        Self { ply: self.ply + 1, depth, beyond: 0, last: None }
    }
}

impl<G: Symmetry, K: Knowledge<G>, O: Observer<G::Move>> Search<'_, G, K, O> {
    /// The value of a position, for the side to move.
    ///
    /// A result inside the window is the value. A result at or below `alpha`
    /// is an upper bound of it, one at or above `beta` a lower bound.
    pub(super) fn node(
        &mut self,
        position: &mut G::Position,
        at: NodeContext<G::Move>,
        step: Step<'_, G>,
        window: Window,
    ) -> Result<Value, Stopped> {
        self.lines.clear(at.ply);
        // 1. The game is over, the value proven, or the horizon reached.
        if let Some((value, ending)) = self.end_of_game(position, at) {
            self.observer.end(ending);
            return Ok(value);
        }
        self.states.update((self.game, self.knowledge), at.ply, step, position);
        if let Some(value) = self.cut_by_proof(position, at, window) {
            self.observer.end(Ending::Hopeless);
            return Ok(value);
        }
        if let Some(value) = self.cut_by_certainty(position, at, window) {
            self.observer.end(Ending::Certain);
            return Ok(value);
        }
        if at.depth == 0 {
            return self.quiescence(position, at, window);
        }
        if let Some(value) = self.cut_by_branching(position, at) {
            self.observer.end(Ending::FewMoves);
            return Ok(value);
        }
        self.searched(position, at, window)
    }

    /// The value of a node that has to be searched, as [`Search::node`] gives it.
    /// Its state is up to date.
    pub(super) fn searched(
        &mut self,
        position: &mut G::Position,
        at: NodeContext<G::Move>,
        window: Window,
    ) -> Result<Value, Stopped> {
        // 2. Table probe.
        let key = self.table_key(position);
        let known = self.table.and_then(|table| table.probe(key.0));
        if let Some(value) = known.and_then(|entry| self.cut_by_table(entry, at, window)) {
            self.observer.end(Ending::Table);
            return Ok(value);
        }
        if let Some(value) = self.cut_by_child_entry(position, at, window)? {
            self.observer.end(Ending::Table);
            return Ok(value);
        }
        // 3. Selective techniques: an estimate ends it, or changes its depth.
        if let Some(value) = self.cut_selectively(position, at, window)? {
            return Ok(value);
        }
        let remembered = known.and_then(|entry| self.remembered_move(position, entry, key.1));
        let at = self.without_table_move(position, at, remembered);
        let at = self.extended(position, at);
        // 4. The table's move; often it causes a cut.
        let mut best = Best::new(window);
        if let Some(known) = known.zip(remembered) {
            let deeper = self.singular(position, at, known)?;
            self.try_move(position, deeper, known.1, 0, &mut best)?;
        }
        // 5. The other moves, most promising first.
        if !best.is_cut() {
            let mut moves = self.spare_lists.pop().unwrap_or_default();
            let tried = self.try_others(position, at, remembered, &mut moves, &mut best);
            self.spare_lists.push(moves);
            tried?;
        }
        // 6. Table store.
        self.store(key, position, at, &best);
        Ok(best.value())
    }

    pub(super) fn try_others(
        &mut self,
        position: &mut G::Position,
        at: NodeContext<G::Move>,
        tried: Option<G::Move>,
        moves: &mut Vec<Graded<G::Move>>,
        best: &mut Best<G::Move>,
    ) -> Result<(), Stopped> {
        best.all_exact &= self.list_moves(position, at, moves)?;
        let sorted = self.orders_by_evaluation(at) || at.depth >= SORTED_FROM;
        let most = self.most_moves(position, at, best.outer);
        let mut place = usize::from(tried.is_some());
        let mut deferred = Vec::new();
        for next in 0..moves.len() {
            bring_forward(moves, next, sorted);
            let mv = moves[next].mv;
            if Some(mv) == tried {
                continue;
            }
            if Self::leaves_out(best, place, most) {
                break;
            }
            place += 1;
            if best.mv.is_some() && self.defers(position, at, mv) {
                deferred.push((mv, place - 1));
                continue;
            }
            self.try_move(position, at, mv, place - 1, best)?;
            if best.is_cut() {
                return Ok(());
            }
        }
        for (mv, place) in deferred {
            self.try_move(position, at, mv, place, best)?;
            if best.is_cut() {
                break;
            }
        }
        Ok(())
    }

    /// Searches a move, which has this place in the order, and updates the best.
    fn try_move(
        &mut self,
        position: &mut G::Position,
        at: NodeContext<G::Move>,
        mv: G::Move,
        place: usize,
        best: &mut Best<G::Move>,
    ) -> Result<(), Stopped> {
        let is_first = best.mv.is_none();
        let value = self.search_move(position, at, (mv, place), best.window(), is_first)?;
        if best.take(mv, value) && best.score > best.outer.alpha {
            self.lines.extend(at.ply, mv);
            self.observer.leads();
        }
        if best.is_cut() {
            self.observer.cut(mv);
            let context = self.ordering_context(position, at);
            self.history_tables.learn(mv, &context, at.depth);
        }
        Ok(())
    }

    /// How deep to search after a move, with the knowledge's extension.
    #[inline]
    pub(super) fn depth_after(
        &self,
        position: &G::Position,
        at: NodeContext<G::Move>,
        mv: G::Move,
    ) -> u32 {
        let extension = self.knowledge.extend(self.game, position, self.states.at(at.ply), mv);
        let allowed = if at.ply < self.most_extended { extension } else { extension.min(0) };
        (at.depth - 1).saturating_add_signed(allowed)
    }

    /// Plays a move, searches the child to this depth, undoes the move, and
    /// gives the value as the side that moved sees it. Nothing else in the
    /// engine does this.
    pub(super) fn child(
        &mut self,
        position: &mut G::Position,
        at: NodeContext<G::Move>,
        mv: G::Move,
        depth: u32,
        window: Window,
    ) -> Result<Value, Stopped> {
        self.budget.pay_node()?;
        let window = if self.options.windows.pruning { window } else { Window::FULL };
        let side = self.game.to_move(position);
        if self.game.can_repeat() && O::FAULT != Some(InjectedFault::RepetitionMissed) {
            self.path.push(self.game, position);
        }
        let undo = self.game.play(position, mv);
        let same_side = self.game.to_move(position) == side;
        let (below, step) = (at.after(mv, depth), Step::Move(mv, &undo));
        self.observer.enter(Entered { mv, depth, window, same_side });
        let value = match same_side {
            true => self.node(position, below, step, window),
            false => self.node(position, below, step, -window).map(|value| -value),
        };
        let forgotten =
            O::FAULT == Some(InjectedFault::UndoForgotten) && self.budget.nodes() % 16 == 15;
        if !forgotten {
            self.game.undo(position, undo);
        }
        self.path.pop();
        let value = match O::FAULT {
            Some(InjectedFault::SignKept) if !same_side => value.map(|value| -value),
            _ => value,
        };
        if let Ok(value) = value {
            self.observer.leave(value);
        }
        value
    }

    /// The value of a node where the game is over.
    fn end_of_game(
        &self,
        position: &G::Position,
        at: NodeContext<G::Move>,
    ) -> Option<(Value, Ending)> {
        if let Some(outcome) = self.game.outcome(position) {
            let side = self.game.to_move(position);
            let value = Value::exact(Score::of_outcome(outcome, side, at.ply as u32));
            return Some((value, Ending::Over));
        }
        let repeated = self.game.can_repeat() && self.path.is_repeated(self.game.key(position));
        repeated.then_some((Value::exact(Score::DRAW), Ending::Repeated))
    }

    pub(super) fn ordering_context(
        &self,
        position: &G::Position,
        at: NodeContext<G::Move>,
    ) -> OrderingContext<G::Move> {
        OrderingContext { side: self.game.to_move(position), ply: at.ply, last: at.last }
    }
}
