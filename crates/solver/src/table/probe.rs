//! Values from a file.

use super::error::TableError;
use super::file::{Header, OpenFile};
use super::indexed::Indexed;
use super::tabulate::ValuedMoves;
use super::value::TableValue;
use plywood_game::Game;
use std::collections::{HashMap, VecDeque};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// Bytes of blocks that are kept unpacked.
const KEPT: usize = 32 << 20;

type Position<I> = <<I as Indexed>::Game as Game>::Position;
type Move<I> = <<I as Indexed>::Game as Game>::Move;

/// A table that answers from its file: a block is read and unpacked when one of
/// its values is asked for, and kept for a while.
pub struct Table<I> {
    indexed: I,
    file: OpenFile,
    kept: Mutex<Kept>,
}

/// Blocks that were used, by their numbers, and the order in which they came.
#[derive(Default)]
struct Kept {
    blocks: HashMap<usize, Arc<[u8]>>,
    order: VecDeque<usize>,
}

impl Kept {
    fn add(&mut self, number: usize, block: Arc<[u8]>) {
        let most = (KEPT / block.len().max(1)).max(1);
        if self.blocks.insert(number, block).is_none() {
            self.order.push_back(number);
        }
        while self.order.len() > most {
            let oldest = self.order.pop_front();
            oldest.map(|number| self.blocks.remove(&number));
        }
    }
}

impl<I: Indexed> Table<I> {
    /// Opens the table of a game.
    ///
    /// # Errors
    /// If the file cannot be read, is damaged, unfinished, or of another game.
    pub fn open(path: &Path, indexed: I) -> Result<Self, TableError> {
        let file = open_finished(path, &indexed)?;
        Ok(Self { indexed, file, kept: Mutex::default() })
    }

    /// What the table says about itself.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.file.header
    }

    /// The numbers of its positions.
    #[must_use]
    pub fn indexed(&self) -> &I {
        &self.indexed
    }

    /// The value of a position; none if the table does not hold it.
    ///
    /// # Errors
    /// If its block cannot be read or is damaged.
    pub fn value(&self, position: &Position<I>) -> Result<Option<TableValue>, TableError> {
        self.indexed.index(position).map_or(Ok(None), |index| self.at(index))
    }

    /// The value of a number; none if it is that of no position.
    ///
    /// # Errors
    /// If its block cannot be read or is damaged.
    pub fn at(&self, index: u64) -> Result<Option<TableValue>, TableError> {
        let len = self.file.header.block_len;
        if index >= self.file.header.count {
            return Ok(None);
        }
        let block = self.block((index / len) as usize)?;
        Ok(TableValue::from_byte(block[(index % len) as usize]))
    }

    /// The moves of a position with the values of what they lead to, seen from
    /// the side that makes them, the best first; none if the table does not
    /// hold the position.
    ///
    /// # Errors
    /// If a block cannot be read or is damaged.
    pub fn moves(
        &self,
        position: &Position<I>,
    ) -> Result<Option<ValuedMoves<Move<I>>>, TableError> {
        if self.indexed.index(position).is_none() {
            return Ok(None);
        }
        let game = self.indexed.game();
        let mut moves = Vec::new();
        for mv in game.legal_moves(position) {
            let mut next = position.clone();
            game.play(&mut next, mv);
            let Some(value) = self.value(&next)? else { return Ok(None) };
            let Some(value) = TableValue::of_successors([value]) else { return Ok(None) };
            moves.push((mv, value));
        }
        moves.sort_by_key(|&(_, value)| -value.rank());
        Ok(Some(moves))
    }

    fn block(&self, number: usize) -> Result<Arc<[u8]>, TableError> {
        let lock = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(block) = lock().blocks.get(&number) {
            return Ok(block.clone());
        }
        let block: Arc<[u8]> = self.file.block(number)?.into();
        lock().add(number, block.clone());
        Ok(block)
    }
}

/// Opens a file that must hold the finished table of this game.
pub(super) fn open_finished<I: Indexed>(path: &Path, indexed: &I) -> Result<OpenFile, TableError> {
    let file = open_of_game(path, indexed)?;
    match file.header.unfinished {
        None => Ok(file),
        Some(_) => Err(TableError::damaged(path, "this is the checkpoint of an unfinished table")),
    }
}

/// Opens a file that must belong to this game.
pub(super) fn open_of_game<I: Indexed>(path: &Path, indexed: &I) -> Result<OpenFile, TableError> {
    let file = OpenFile::open(path)?;
    let Header { game, count, block_len, .. } = &file.header;
    if *game != indexed.name() {
        let (found, expected) = (game.clone(), indexed.name());
        return Err(TableError::OtherGame { path: path.to_owned(), found, expected });
    }
    if (*count, *block_len) != (indexed.count(), indexed.block_len() as u64) {
        return Err(TableError::damaged(path, "it has not as many positions as the game"));
    }
    Ok(file)
}
