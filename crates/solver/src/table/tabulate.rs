//! Games that can have a table, without their types.

use super::before::Before;
use super::build::{Build, BuildOptions, Building};
use super::check::{Sample, TableChecked, TableProblem, verify_table};
use super::delta::{DeltaNumbering, DeltaSweep};
use super::error::TableError;
use super::file::Header;
use super::indexed::Indexed;
use super::probe::Table;
use super::value::TableValue;
use plywood_game::{Game, Notation};
use plywood_games::delta::{Delta, DeltaMove};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// What a table says about a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    /// The value for the side to move.
    pub value: TableValue,
    /// The moves, each with its value for the side that makes it, the best
    /// first.
    pub moves: Vec<(String, TableValue)>,
    /// Positions looked at before the table was reached.
    pub positions: u64,
}

/// A game that can have a table: builds and verifies it.
pub trait TableWork: Send + Sync {
    /// The name of the table.
    fn name(&self) -> String;

    /// Builds the table, or goes on where an earlier build stopped.
    ///
    /// # Errors
    /// As [`Build::run`].
    fn build(
        &self,
        path: &Path,
        options: BuildOptions,
        stop: &AtomicBool,
        listener: &mut dyn FnMut(&Building),
    ) -> Result<Header, TableError>;

    /// Verifies a table with the game's judge.
    ///
    /// # Errors
    /// As [`verify_table`].
    fn verify(
        &self,
        path: &Path,
        sample: Sample,
        threads: usize,
        stop: &AtomicBool,
        listener: &(dyn Fn(f64) + Sync),
    ) -> Result<TableChecked, TableProblem>;

    /// The value of a position of the table, or of one from which play soon
    /// leads into it; none if that is too far, or it was told to stop.
    ///
    /// # Errors
    /// If the file cannot be read, is damaged or of another game, or if the text
    /// is no position.
    fn solve(
        &self,
        path: &Path,
        position: &str,
        stop: &AtomicBool,
    ) -> Result<Option<Solution>, TableProblem>;

    /// The position of a number, as text.
    fn position_text(&self, index: u64) -> Option<String>;
}

/// The moves of a position, each with its value for the side that makes it, the
/// best first.
pub type ValuedMoves<M> = Vec<(M, TableValue)>;

/// A table that is open, for a game whose types are known.
pub trait Known<G: Game>: Send + Sync {
    /// The moves of a position; none if the table does not hold it.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged.
    fn valued_moves(
        &self,
        position: &G::Position,
    ) -> Result<Option<ValuedMoves<G::Move>>, TableError>;
}

impl<I: Indexed> Known<I::Game> for Table<I> {
    fn valued_moves(
        &self,
        position: &<I::Game as Game>::Position,
    ) -> Result<Option<ValuedMoves<<I::Game as Game>::Move>>, TableError> {
        self.moves(position)
    }
}

/// A game whose table can be asked.
pub trait Tabulate<G: Game>: TableWork {
    /// Whether the table would hold this position.
    fn holds(&self, position: &G::Position) -> bool;

    /// Opens a table. It stays open as long as the program runs, because
    /// numbering the positions takes a moment.
    ///
    /// # Errors
    /// If the file cannot be read, is damaged or of another game.
    fn open(&self, path: &Path) -> Result<Arc<dyn Known<G>>, TableError>;
}

/// The lifting phase of a game of Delta.
#[derive(Debug, Clone, Copy)]
pub struct DeltaTables(pub Delta);

impl TableWork for DeltaTables {
    /// White's second turn makes no difference when all pieces are on the
    /// board, so both variants share a table.
    fn name(&self) -> String {
        Delta::standard().with_pieces(self.0.pieces()).unwrap_or(self.0).name()
    }

    fn build(
        &self,
        path: &Path,
        options: BuildOptions,
        stop: &AtomicBool,
        listener: &mut dyn FnMut(&Building),
    ) -> Result<Header, TableError> {
        let numbering = DeltaNumbering::new(self.0);
        let sweep = DeltaSweep::new(&numbering);
        Build { indexed: &numbering, sweep: &sweep, path, options }.run(stop, listener)
    }

    fn verify(
        &self,
        path: &Path,
        sample: Sample,
        threads: usize,
        stop: &AtomicBool,
        listener: &(dyn Fn(f64) + Sync),
    ) -> Result<TableChecked, TableProblem> {
        verify_table(path, &DeltaNumbering::new(self.0), sample, threads, stop, listener)
    }

    fn solve(
        &self,
        path: &Path,
        position: &str,
        stop: &AtomicBool,
    ) -> Result<Option<Solution>, TableProblem> {
        let numbering = DeltaNumbering::new(self.0);
        let position = self.0.parse_position(position)?;
        let mut before = Before::open(path, &numbering, stop)?;
        let (value, moves) = (before.value(&position), before.moves(&position));
        let text =
            |&(mv, value): &(DeltaMove, TableValue)| (self.0.move_text(&position, mv), value);
        Ok(value.zip(moves).map(|(value, moves)| Solution {
            value,
            moves: moves.iter().map(text).collect(),
            positions: before.positions() as u64,
        }))
    }

    fn position_text(&self, index: u64) -> Option<String> {
        Some(self.0.position_text(&DeltaNumbering::new(self.0).position(index)?))
    }
}

type OpenTables = HashMap<(PathBuf, Delta), Arc<Table<DeltaNumbering>>>;

impl Tabulate<Delta> for DeltaTables {
    fn holds(&self, position: &<Delta as Game>::Position) -> bool {
        self.0.is_lifting(position)
    }

    fn open(&self, path: &Path) -> Result<Arc<dyn Known<Delta>>, TableError> {
        static OPEN: LazyLock<Mutex<OpenTables>> = LazyLock::new(Mutex::default);
        let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (path.to_owned(), self.0);
        if let Some(table) = open.get(&key) {
            return Ok(table.clone());
        }
        let table = Arc::new(Table::open(path, DeltaNumbering::new(self.0))?);
        open.insert(key, table.clone());
        Ok(table)
    }
}
