//! Games that can have a table, without their types.

use super::before::{Before, Foreseen, Foresight};
use super::build::{Build, BuildOptions, Building};
use super::check::{Sample, TableChecked, TableProblem, verify_table};
use super::delta::{self, DeltaNumbering, DeltaSweep};
use super::error::TableError;
use super::file::Header;
use super::indexed::Indexed;
use super::memory::Memory;
use super::probe::Table;
use super::value::TableValue;
use plywood_game::{Budget, Evaluator, Game, Limits, Notation, Symmetry};
use plywood_games::delta::{Delta, DeltaMove, Potential};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// The memory of a search before a table, of which only what is used is taken.
const SOLVING_MEGABYTES: usize = 1024;

/// What a table says about a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    /// The value for the side to move.
    pub value: TableValue,
    /// A move that keeps it; none in a finished game.
    pub best: Option<String>,
    /// Moves played before the table was reached.
    pub nodes: u64,
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

    /// The value of a position of the table, or of one from which play leads into
    /// it; none if it was told to stop.
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

    /// The value of a position from which play leads into the table, and best
    /// play; none if the budget is spent before it is found.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged.
    fn foresee(
        &self,
        position: &G::Position,
        memory: &mut Memory,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Foreseen<G::Move>>, TableError>;
}

impl<I: Indexed> Known<I::Game> for Table<I>
where
    I::Game: Symmetry,
{
    fn valued_moves(
        &self,
        position: &<I::Game as Game>::Position,
    ) -> Result<Option<ValuedMoves<<I::Game as Game>::Move>>, TableError> {
        self.moves(position)
    }

    fn foresee(
        &self,
        position: &<I::Game as Game>::Position,
        memory: &mut Memory,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Foreseen<<I::Game as Game>::Move>>, TableError> {
        Before::new(self, memory, budget).found(position)
    }
}

/// A game whose table can be asked.
pub trait Tabulate<G: Game>: TableWork {
    /// At most this many plies lead from a position into the table; 0 from one
    /// that it holds.
    fn plies_ahead(&self, position: &G::Position) -> u32;

    /// Opens a table. It stays open as long as the program runs, because
    /// numbering the positions takes a moment.
    ///
    /// # Errors
    /// If the file cannot be read, is damaged or of another game.
    fn open(&self, path: &Path) -> Result<Arc<dyn Known<G>>, TableError>;

    /// The value of a position, and best play as far as it is known, that the
    /// program holds without a file.
    fn opening(&self, position: &G::Position) -> Option<Foreseen<G::Move>> {
        let _ = position;
        None
    }

    /// The moves of such a position, if the values of all are known.
    fn opening_moves(&self, position: &G::Position) -> Option<ValuedMoves<G::Move>> {
        let _ = position;
        None
    }

    /// As [`Known::foresee`], without a table: finds wins and losses only.
    fn foresee(
        &self,
        position: &G::Position,
        memory: &mut Memory,
        budget: &mut Budget<'_>,
    ) -> Option<Foreseen<G::Move>>;
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
        let position = self.0.parse_position(position)?;
        let table = Tabulate::open(self, path)?;
        let text = |mv| self.0.move_text(&position, mv);
        if let Some(&(best, value)) =
            table.valued_moves(&position)?.as_deref().and_then(<[_]>::first)
        {
            return Ok(Some(Solution { value, best: Some(text(best)), nodes: 0 }));
        }
        let mut budget = Budget::new(&Limits::default(), stop);
        let mut memory = Memory::new(SOLVING_MEGABYTES);
        let found = table.foresee(&position, &mut memory, &mut budget)?;
        Ok(found.map(|Foreseen { value, line }| Solution {
            value,
            best: line.first().map(|&mv| text(mv)),
            nodes: budget.nodes(),
        }))
    }

    fn position_text(&self, index: u64) -> Option<String> {
        Some(self.0.position_text(&DeltaNumbering::new(self.0).position(index)?))
    }
}

type OpenTables = HashMap<(PathBuf, Delta), Arc<Table<DeltaNumbering>>>;

impl Tabulate<Delta> for DeltaTables {
    fn plies_ahead(&self, position: &<Delta as Game>::Position) -> u32 {
        self.0.turns_before_lifting(position)
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

    fn opening(&self, position: &<Delta as Game>::Position) -> Option<Foreseen<DeltaMove>> {
        delta::opening(self.0, position)
    }

    fn opening_moves(
        &self,
        position: &<Delta as Game>::Position,
    ) -> Option<ValuedMoves<DeltaMove>> {
        delta::valued_moves(self.0, position)
    }

    fn foresee(
        &self,
        position: &<Delta as Game>::Position,
        memory: &mut Memory,
        budget: &mut Budget<'_>,
    ) -> Option<Foreseen<DeltaMove>> {
        Before::new(self, memory, budget).found(position).ok().flatten()
    }
}

/// Delta without a table.
impl Foresight for DeltaTables {
    type Game = Delta;

    fn game(&self) -> &Delta {
        &self.0
    }

    fn held(&self, _: &<Delta as Game>::Position) -> Result<Option<TableValue>, TableError> {
        Ok(None)
    }

    fn plies_ahead(&self, _: &<Delta as Game>::Position) -> Option<u8> {
        None
    }

    fn looks(&self, position: &<Delta as Game>::Position) -> i32 {
        Potential::default().evaluate(&self.0, position)
    }
}
