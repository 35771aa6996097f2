//! The value of a position from which play leads into a table.
//!
//! Every line is followed until it ends or reaches the table. Positions that
//! are images of each other are looked at once. That is for games that reach
//! their table after some millions of positions.

use super::error::TableError;
use super::indexed::Indexed;
use super::probe::open_finished;
use super::sweep::Values;
use super::value::TableValue;
use plywood_game::{Game, Outcome, Symmetry};
use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

type Position<I> = <<I as Indexed>::Game as Game>::Position;
type Move<I> = <<I as Indexed>::Game as Game>::Move;

/// The most positions that are looked at before the table is reached.
const MOST_POSITIONS: usize = 60_000_000;

/// Looks for values before a table, which it holds in memory.
pub(super) struct Before<'a, I> {
    indexed: &'a I,
    values: Values,
    found: HashMap<u64, TableValue>,
    stop: &'a AtomicBool,
}

impl<'a, I: Indexed> Before<'a, I>
where
    I::Game: Symmetry,
{
    pub(super) fn open(
        path: &Path,
        indexed: &'a I,
        stop: &'a AtomicBool,
    ) -> Result<Self, TableError> {
        let values = open_finished(path, indexed)?.values()?;
        Ok(Self { indexed, values, found: HashMap::new(), stop })
    }

    /// Positions looked at before the table was reached.
    pub(super) fn positions(&self) -> usize {
        self.found.len()
    }

    /// The moves of a position with their values for the side that makes them,
    /// the best first; none if there is too much before the table, or it was
    /// told to stop.
    pub(super) fn moves(&mut self, position: &Position<I>) -> Option<Vec<(Move<I>, TableValue)>> {
        let game = self.indexed.game();
        let mut moves = Vec::new();
        for mv in game.legal_moves(position) {
            let mut next = position.clone();
            game.play(&mut next, mv);
            moves.push((mv, TableValue::of_successors([self.value(&next)?])?));
        }
        moves.sort_by_key(|&(_, value)| -value.rank());
        Some(moves)
    }

    /// The value of a position for the side to move.
    pub(super) fn value(&mut self, position: &Position<I>) -> Option<TableValue> {
        if let Some(index) = self.indexed.index(position) {
            return TableValue::from_byte(self.values.get(index));
        }
        let game = self.indexed.game();
        if let Some(outcome) = game.outcome(position) {
            return Some(match outcome {
                Outcome::Win(side) if side == game.to_move(position) => TableValue::Win(0),
                Outcome::Win(_) => TableValue::Loss(0),
                Outcome::Draw | Outcome::Margin(_) => TableValue::Draw,
            });
        }
        let key = game.canonical_key(position).0;
        if let Some(&value) = self.found.get(&key) {
            return Some(value);
        }
        if self.found.len() == MOST_POSITIONS || self.stop.load(Relaxed) {
            return None;
        }
        let mut successors = Vec::new();
        for mv in game.legal_moves(position) {
            let mut next = position.clone();
            game.play(&mut next, mv);
            let value = self.value(&next)?;
            successors.push(value);
            if value == TableValue::Loss(0) {
                break;
            }
        }
        let value = TableValue::of_successors(successors)?;
        self.found.insert(key, value);
        Some(value)
    }
}
