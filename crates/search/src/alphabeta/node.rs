//! A node of the tree.

use super::lines::Lines;
use crate::limits::{Budget, Stopped};
use crate::ordering::{Experience, Situation};
use crate::path::Path;
use crate::table::{Entry, Table};
use crate::{Bound, Fault, Observer, Options, Score, Value, Window};
use plywood_game::{Candidates, Evaluator, Move, Symmetry};
use std::cmp::Reverse;

/// A search under way.
pub(crate) struct Search<'a, G: Symmetry, E: Evaluator<G>, O> {
    pub(crate) game: &'a G,
    pub(crate) evaluator: &'a E,
    pub(crate) candidates: &'a dyn Candidates<G>,
    pub(crate) options: &'a Options,
    pub(crate) table: Option<&'a Table>,
    pub(crate) experience: &'a mut Experience<G::Move>,
    pub(crate) observer: &'a mut O,
    pub(crate) budget: Budget<'a>,
    pub(crate) path: Path,
    pub(crate) lines: Lines<G::Move>,
    /// The evaluator's running sums, one a ply.
    pub(crate) sums: Vec<E::Accumulator>,
    /// Lists of moves that are not in use.
    pub(crate) spare_lists: Vec<Vec<Graded<G::Move>>>,
    pub(crate) moves: Vec<G::Move>,
}

/// A move and how early it should be tried.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Graded<M> {
    pub(crate) mv: M,
    /// Where it stands in the game's own order.
    number: u32,
    grade: i64,
}

/// Where a node is.
#[derive(Clone, Copy)]
pub(crate) struct Place<M> {
    /// How far below the root.
    pub(crate) ply: usize,
    /// How many more moves to look.
    pub(crate) depth: u32,
    /// The move that led here.
    pub(crate) last: Option<M>,
}

/// The best so far among the moves of a node.
pub(crate) struct Best<M> {
    pub(crate) score: Score,
    pub(crate) mv: Option<M>,
    /// Whether everything tried so far is certain.
    pub(crate) all_exact: bool,
    /// Whether the best itself is certain.
    best_exact: bool,
    window: Window,
}

impl<M: Copy> Best<M> {
    pub(crate) fn new(window: Window) -> Self {
        Self { score: Score::WORST, mv: None, all_exact: true, best_exact: true, window }
    }

    /// The window for the next move: what is found already need not be found
    /// again.
    #[inline]
    pub(crate) fn window(&self) -> Window {
        Window { alpha: self.window.alpha.max(self.score), beta: self.window.beta }
    }

    /// Considers the value of a move; true if it is the best so far.
    #[inline]
    fn take(&mut self, mv: M, value: Value) -> bool {
        self.all_exact &= value.exact;
        let better = value.score > self.score;
        if better {
            self.score = value.score;
            self.mv = Some(mv);
            self.best_exact = value.exact;
        }
        better
    }

    #[inline]
    fn is_cut(&self) -> bool {
        self.score >= self.window.beta
    }

    /// The value of the node. A cut, or a win in a number of moves, is certain
    /// if the one move that brings it is; anything else only if all moves are.
    fn value(&self) -> Value {
        let one_is_enough = self.is_cut() || self.score.is_win();
        let exact = if one_is_enough { self.best_exact } else { self.all_exact };
        Value { score: self.score, exact }
    }
}

impl<G: Symmetry, E: Evaluator<G>, O: Observer<G::Move>> Search<'_, G, E, O> {
    /// The value of a position, for the side to move.
    ///
    /// A result inside the window is the value. A result at or below `alpha`
    /// is an upper bound of it, one at or above `beta` a lower bound.
    pub(crate) fn node(
        &mut self,
        position: &mut G::Position,
        at: Place<G::Move>,
        window: Window,
    ) -> Result<Value, Stopped> {
        self.lines.clear(at.ply);
        // 1. The end of the game, or of what can come of it, or of the search.
        let end = self.end_of_game(position, at);
        if let Some(value) = end.or_else(|| self.cut_by_hopes(position, window)) {
            return Ok(value);
        }
        if at.depth == 0 {
            return Ok(self.opinion(position, at));
        }
        // 2. What is known already.
        let key = self.table_key(position);
        let known = self.table.and_then(|table| table.probe(key.0));
        if let Some(value) = known.and_then(|entry| self.cut_by_table(entry, at, window)) {
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
        self.store(key, position, at, window, &best);
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
        best.all_exact &= self.ordered_moves(position, at, moves)?;
        for graded in moves.iter().filter(|graded| Some(graded.mv) != tried) {
            self.try_move(position, at, graded.mv, best)?;
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
        let value = self.child(position, at, mv, best.window())?;
        if best.take(mv, value) && best.score > best.window.alpha {
            self.lines.extend(at.ply, mv);
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
    pub(crate) fn child(
        &mut self,
        position: &mut G::Position,
        at: Place<G::Move>,
        mv: G::Move,
        window: Window,
    ) -> Result<Value, Stopped> {
        self.budget.pay_node()?;
        self.observer.enter(mv, at.depth - 1, window);
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
        let below = Place { ply: at.ply + 1, depth: at.depth - 1, last: Some(mv) };
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
    fn end_of_game(&self, position: &G::Position, at: Place<G::Move>) -> Option<Value> {
        if let Some(outcome) = self.game.outcome(position) {
            let side = self.game.to_move(position);
            return Some(Value::exact(Score::of_outcome(outcome, side, at.ply as u32)));
        }
        let repeated = self.game.can_repeat() && self.path.is_repeated(self.game.key(position));
        repeated.then_some(Value::exact(Score::DRAW))
    }

    /// The evaluator's opinion of a node at the horizon.
    fn opinion(&self, position: &G::Position, at: Place<G::Move>) -> Value {
        if !self.options.estimates {
            return Value::estimate(Score::DRAW);
        }
        let opinion = self.evaluator.evaluate(self.game, position, at.last, &self.sums[at.ply]);
        Value::estimate(Score::estimate(opinion))
    }

    /// The value of a node whose game nobody can win any more, or whose value
    /// is outside the window because one side cannot.
    fn cut_by_hopes(&self, position: &G::Position, window: Window) -> Option<Value> {
        if !self.options.hopes || self.game.counts_points() {
            return None;
        }
        let side = self.game.to_move(position);
        let [ours, theirs] = [side, side.other()].map(|side| self.game.can_win(position, side));
        let at_most_a_draw = !ours && window.alpha >= Score::DRAW;
        let at_least_a_draw = !theirs && window.beta <= Score::DRAW;
        let dead = !ours && !theirs;
        (dead || at_most_a_draw || at_least_a_draw).then_some(Value::exact(Score::DRAW))
    }

    /// The key of a position in the table, and the symmetry that leads to it.
    fn table_key(&self, position: &G::Position) -> (u64, usize) {
        let recurs = self.game.can_repeat() && self.game.can_recur(position);
        if recurs {
            // The way here is not symmetrical, even if the position is.
            (self.game.key(position) ^ self.path.mark(true), 0)
        } else if self.options.symmetry {
            self.game.canonical_key(position)
        } else {
            (self.game.key(position), 0)
        }
    }

    /// The value of an entry that makes a search unnecessary: one that is deep
    /// enough and shows the true value to be outside the window. One that lies
    /// inside is searched all the same, because its line is wanted; such nodes
    /// are few.
    fn cut_by_table(&self, entry: Entry, at: Place<G::Move>, window: Window) -> Option<Value> {
        let deep_enough = match self.options.same_depth_only {
            true => entry.depth == at.depth,
            false => entry.depth >= at.depth || entry.value.exact,
        };
        let score = match O::FAULT {
            Some(Fault::DistanceFromRoot) => entry.value.score,
            _ => entry.value.score.seen_from_root(at.ply as u32),
        };
        let outside = match entry.bound {
            Bound::Lower => score >= window.beta,
            Bound::Upper => score <= window.alpha,
            Bound::Exact => window.bound(score) != Bound::Exact,
        };
        (deep_enough && outside).then_some(Value { score, ..entry.value })
    }

    fn store(
        &self,
        (key, symmetry): (u64, usize),
        position: &G::Position,
        at: Place<G::Move>,
        window: Window,
        best: &Best<G::Move>,
    ) {
        let Some(table) = self.table else { return };
        let value = best.value();
        let bound = match window.bound(value.score) {
            Bound::Upper if O::FAULT == Some(Fault::BoundMislabelled) => Bound::Exact,
            bound => bound,
        };
        // A move that is below alpha is no better than any other.
        let good = best.mv.filter(|_| bound != Bound::Upper);
        let image = |mv| self.game.transform_move(symmetry, position, mv).pack();
        let score = match O::FAULT {
            Some(Fault::DistanceFromRoot) => value.score,
            _ => value.score.seen_from_node(at.ply as u32),
        };
        let value = Value { score, ..value };
        table.store(key, &Entry { value, bound, depth: at.depth, best: good.map(image) });
    }

    /// The move that the table remembers, if it is one here: an entry may have
    /// been written for another position, by a collision of keys.
    fn remembered_move(
        &self,
        position: &G::Position,
        entry: Entry,
        symmetry: usize,
    ) -> Option<G::Move> {
        let bits = entry.best.filter(|_| self.options.table_move)?;
        if symmetry == 0 {
            return G::Move::unpack(bits).filter(|&mv| self.game.is_legal(position, mv));
        }
        let moves = self.game.legal_moves(position);
        moves
            .into_iter()
            .find(|&mv| self.game.transform_move(symmetry, position, mv).pack() == bits)
    }

    /// Fills `graded` with the moves, the most promising first, and tells
    /// whether they are all there are.
    pub(crate) fn ordered_moves(
        &mut self,
        position: &mut G::Position,
        at: Place<G::Move>,
        graded: &mut Vec<Graded<G::Move>>,
    ) -> Result<bool, Stopped> {
        self.moves.clear();
        self.game.moves(position, &mut self.moves);
        let all = self.moves.len();
        self.budget.pay_work(all)?;
        self.candidates.restrict(self.game, position, &mut self.moves);
        let complete = self.moves.len() == all;
        // What is left out loses at the next move but one: deep enough to see.
        if self.options.forced && at.depth >= 2 {
            self.game.keep_forced(position, &mut self.moves);
        }
        let situation = self.situation(position, at);
        graded.clear();
        graded.extend(self.moves.iter().zip(0..).map(|(&mv, number)| {
            let grade = self.experience.grade(self.options, mv, &situation);
            Graded { mv, number, grade }
        }));
        if self.options.evaluated_order {
            self.grade_by_evaluation(position, at, graded)?;
        }
        // Equal moves stay in the game's own order.
        graded.sort_unstable_by_key(|graded| (Reverse(graded.grade), graded.number));
        Ok(complete)
    }

    /// Adds to each grade how good the position after the move looks.
    fn grade_by_evaluation(
        &mut self,
        position: &mut G::Position,
        at: Place<G::Move>,
        graded: &mut [Graded<G::Move>],
    ) -> Result<(), Stopped> {
        let side = self.game.to_move(position);
        for Graded { mv, grade, .. } in graded {
            self.budget.pay_work(1)?;
            let undo = self.game.play(position, *mv);
            let score = match self.game.outcome(position) {
                Some(outcome) => Score::of_outcome(outcome, side, 1).raw(),
                None => {
                    let mut sums = self.sums[at.ply].clone();
                    self.evaluator.update(self.game, &mut sums, *mv, &undo, position);
                    let opinion = self.evaluator.evaluate(self.game, position, Some(*mv), &sums);
                    if self.game.to_move(position) == side { opinion } else { -opinion }
                }
            };
            self.game.undo(position, undo);
            *grade += i64::from(score) << 8;
        }
        Ok(())
    }

    fn situation(&self, position: &G::Position, at: Place<G::Move>) -> Situation<G::Move> {
        Situation { side: self.game.to_move(position), ply: at.ply, last: at.last }
    }
}
