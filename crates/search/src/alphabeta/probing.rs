//! Table probe and store.
//!
//! Positions that are mirror images or rotations of one another may share an
//! entry; then moves are transformed on store and probe.
//!
//! Measured (`--bench techniques`): without the table 25 % (Azulejos) to 109 %
//! (Othello) more nodes; with a table whose moves are not tried first, 3 to 65 %
//! more. Symmetry leaves 47 % of the nodes near the start of (m,n,k) and 38 % of
//! Delta's, and changes nothing once the board is uneven.

use super::best::Best;
use super::node::{NodeContext, Search};
use crate::options::Technique;
use crate::table::Entry;
use crate::{Bound, InjectedFault, Observer, Value, Window};
use plywood_game::{Knowledge, Move, Symmetry};

/// The options of the transposition table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableOptions {
    /// Use one.
    pub on: bool,
    /// Treat mirror images and rotations of a position as the same one, where the
    /// game has symmetries.
    pub symmetry: bool,
    /// Take an entry only if its depth equals the remaining depth. In play deeper
    /// ones are taken too, which makes results better but no longer those of a
    /// search of one depth.
    pub same_depth_only: bool,
    /// Keep the table and the history tables from one search to the next. Without,
    /// every search starts with empty ones.
    ///
    /// Measured (`cargo xtask measure table`, 400 games a game at 10,000 nodes a
    /// move): kept against cleared scored 53.1 % (49.1 to 57.1) in Othello, 50.7 %
    /// (49.3 to 52.2) in Gomoku, 50.2 % (49.4 to 51.1) in mnk:7,7,4, 49.8 % (48.9 to
    /// 50.6) in Delta and 49.6 % (48.8 to 50.5) in Azulejos. No game loses by more
    /// than its error, so it is kept in all of them.
    pub keep: bool,
}

impl Default for TableOptions {
    fn default() -> Self {
        Self { on: true, symmetry: false, same_depth_only: false, keep: true }
    }
}

impl Technique for TableOptions {
    fn is_exact(&self) -> bool {
        !self.on || self.same_depth_only
    }
}

impl<G: Symmetry, K: Knowledge<G>, O: Observer<G::Move>> Search<'_, G, K, O> {
    /// The key of a position in the table, and the symmetry that leads to it.
    #[inline]
    pub(super) fn table_key(&self, position: &G::Position) -> (u64, usize) {
        let recurs = self.game.can_repeat() && self.game.can_recur(position);
        if recurs {
            // The path is not symmetrical, even if the position is.
            (self.game.key(position) ^ self.path.mark(true), 0)
        } else if self.options.table.symmetry {
            self.game.canonical_key(position)
        } else {
            (self.game.key(position), 0)
        }
    }

    /// A table cutoff: the value of an entry that is deep enough and proves the
    /// true value outside the window. A value inside is searched all the same,
    /// for its principal variation; such nodes are few.
    #[inline]
    pub(super) fn cut_by_table(
        &self,
        entry: Entry,
        at: NodeContext<G::Move>,
        window: Window,
    ) -> Option<Value> {
        let deep_enough = match self.options.table.same_depth_only {
            true => entry.depth == at.depth,
            false => entry.depth >= at.depth || entry.value.exact,
        };
        let score = match O::FAULT {
            Some(InjectedFault::DistanceFromRoot) => entry.value.score,
            _ => entry.value.score.seen_from_root(at.ply as u32),
        };
        let outside = match entry.bound {
            Bound::Lower => score >= window.beta,
            Bound::Upper => score <= window.alpha,
            Bound::Exact => window.bound(score) != Bound::Exact,
        };
        (deep_enough && outside).then_some(Value { score, ..entry.value })
    }

    #[inline]
    pub(super) fn store(
        &self,
        (key, symmetry): (u64, usize),
        position: &G::Position,
        at: NodeContext<G::Move>,
        best: &Best<G::Move>,
    ) {
        let Some(table) = self.table else { return };
        let value = best.value();
        let bound = match best.outer.bound(value.score) {
            Bound::Upper if O::FAULT == Some(InjectedFault::BoundMislabelled) => Bound::Exact,
            bound => bound,
        };
        // After a fail low no move is known to be best.
        let good = best.mv.filter(|_| bound != Bound::Upper);
        let image = |mv| self.game.transform_move(symmetry, position, mv).pack();
        let score = match O::FAULT {
            Some(InjectedFault::DistanceFromRoot) => value.score,
            _ => value.score.seen_from_node(at.ply as u32),
        };
        let value = Value { score, ..value };
        table.store(key, &Entry { value, bound, depth: at.depth, best: good.map(image) });
    }

    /// The table move, if it is to be tried first.
    #[inline]
    pub(super) fn remembered_move(
        &self,
        position: &G::Position,
        entry: Entry,
        symmetry: usize,
    ) -> Option<G::Move> {
        let bits = entry.best.filter(|_| self.options.ordering.table_move)?;
        self.move_of_entry(position, bits, symmetry)
    }

    /// The move of an entry, if it is one here: the entry may have been written
    /// for another position, by a collision of keys.
    fn move_of_entry(&self, position: &G::Position, bits: u32, symmetry: usize) -> Option<G::Move> {
        if symmetry == 0 {
            return G::Move::unpack(bits).filter(|&mv| self.game.is_legal(position, mv));
        }
        let moves = self.game.legal_moves(position);
        moves
            .into_iter()
            .find(|&mv| self.game.transform_move(symmetry, position, mv).pack() == bits)
    }

    /// Extends a line by the table's best moves, as far as entries go.
    pub(super) fn follow_table(&mut self, root: &G::Position, line: &mut Vec<G::Move>, depth: u32) {
        let mut position = root.clone();
        let mut walked = Vec::new();
        while walked.len() < depth as usize {
            let known = || {
                let (key, symmetry) = self.table_key(&position);
                let bits = self.table?.probe(key)?.best?;
                self.move_of_entry(&position, bits, symmetry)
            };
            let given = line.get(walked.len()).copied();
            let Some(mv) = given.or_else(known) else { break };
            if self.game.can_repeat() {
                self.path.push(self.game, &position);
            }
            self.game.play(&mut position, mv);
            walked.push(mv);
            let repeated =
                self.game.can_repeat() && self.path.is_repeated(self.game.key(&position));
            if repeated || self.game.outcome(&position).is_some() {
                break;
            }
        }
        walked.iter().for_each(|_| self.path.pop());
        *line = walked;
    }
}
