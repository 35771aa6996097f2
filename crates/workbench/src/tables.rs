//! Where tables are kept.
//!
//! A table is used by `best` if its file lies in the folder of tables under the
//! name of its game: the folder `tables` in Plywood's data folder, or the one
//! that the variable `PLYWOOD_TABLES` names.

use crate::analysis::in_moves;
use etcetera::base_strategy::{BaseStrategy, choose_native_strategy};
use plywood_game::{Budget, Playable};
use plywood_players::Certainties;
use plywood_solver::table::{
    Foreseen, Header, Known, Memory, TableError, TableWork, Tabulate, ValuedMoves, read_header,
};
use serde::Serialize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The folder of tables; none if there is no home to have it in.
#[must_use]
pub fn folder() -> Option<PathBuf> {
    match std::env::var_os("PLYWOOD_TABLES") {
        Some(folder) if !folder.is_empty() => Some(folder.into()),
        _ => Some(choose_native_strategy().ok()?.data_dir().join("plywood").join("tables")),
    }
}

/// Where the table of a game is looked for, such as `delta-pieces-4.table`.
///
/// ```
/// let place = plywood_workbench::tables::place_of("delta:pieces=4").expect("a home");
/// assert!(place.ends_with("delta-pieces-4.table"));
/// ```
#[must_use]
pub fn place_of(game: &str) -> Option<PathBuf> {
    let name = game.replace(|character: char| !character.is_ascii_alphanumeric(), "-");
    Some(folder()?.join(format!("{name}.table")))
}

/// The file of a game's table, if it is there.
#[must_use]
pub fn file_of(game: &str) -> Option<PathBuf> {
    place_of(game).filter(|path| path.is_file())
}

/// A table that is there.
#[derive(Debug)]
pub struct Found {
    /// The file.
    pub path: PathBuf,
    /// What it says about itself, or why it cannot be used.
    pub header: Result<Header, TableError>,
}

/// The table of a game, if it is there. The file must say that it is that game's.
#[must_use]
pub fn find(game: &str) -> Option<Found> {
    let path = file_of(game)?;
    let header = read_header(&path).and_then(|header| match header {
        Header { unfinished: Some(_), .. } => {
            let problem = "this is the checkpoint of an unfinished table".to_owned();
            Err(TableError::Damaged { path: path.clone(), problem })
        }
        header if header.game != game => {
            let (found, expected) = (header.game, game.to_owned());
            Err(TableError::OtherGame { path: path.clone(), found, expected })
        }
        header => Ok(header),
    });
    Some(Found { header, path })
}

/// What there is to say about a table.
#[derive(Debug, Clone, Serialize)]
pub struct TableSummary {
    /// The game.
    pub game: String,
    /// The file.
    pub file: String,
    /// Positions in all.
    pub positions: u64,
    /// Positions that the side to move wins.
    pub wins: u64,
    /// Positions that it loses.
    pub losses: u64,
    /// Positions that nobody wins.
    pub draws: u64,
    /// The distance of the longest win, in plies.
    pub longest: Option<u8>,
    /// The size of the file.
    pub bytes: u64,
    /// A position with the longest win.
    pub example: Option<String>,
}

impl TableSummary {
    /// Of a table with this header.
    #[must_use]
    pub fn new(file: &Path, header: &Header, work: &dyn TableWork) -> Self {
        let census = &header.census;
        Self {
            game: header.game.clone(),
            file: file.display().to_string(),
            positions: census.positions(),
            wins: census.wins(),
            losses: census.losses(),
            draws: census.draws(),
            longest: census.longest_plies(),
            bytes: file.metadata().map_or(0, |data| data.len()),
            example: census.longest.and_then(|index| work.position_text(index)),
        }
    }

    /// The same in lines.
    #[must_use]
    pub fn in_full(&self) -> String {
        let Self { game, file, positions, wins, losses, draws, bytes, .. } = self;
        let longest = match (self.longest, &self.example) {
            (Some(plies), Some(example)) => {
                format!("longest win in {}: {example}\n", in_moves(plies.into()))
            }
            _ => String::new(),
        };
        format!(
            "table of {game} in {file}, {bytes} bytes\n\
             {positions} positions for the side to move: {wins} won, {losses} lost, {draws} drawn\n\
             {longest}"
        )
    }
}

/// Hears of tables that cannot be used.
type Listener = fn(&TableError);

static LISTENER: OnceLock<Listener> = OnceLock::new();

/// Sets who hears, once for each problem, that a player could not use a table and
/// searches instead. The first call counts.
pub fn on_problem(listener: Listener) {
    LISTENER.get_or_init(|| listener);
}

/// The tables of a game for its players.
pub(crate) struct Tables<G>(pub(crate) Arc<dyn Tabulate<G>>);

impl<G: Playable> Certainties<G> for Tables<G> {
    fn opening(&self, position: &G::Position) -> Option<Foreseen<G::Move>> {
        self.0.opening(position)
    }

    fn opening_moves(&self, position: &G::Position) -> Option<ValuedMoves<G::Move>> {
        self.0.opening_moves(position)
    }

    fn plies_ahead(&self, position: &G::Position) -> u32 {
        self.0.plies_ahead(position)
    }

    fn table(&self) -> Option<Arc<dyn Known<G>>> {
        let path = file_of(&self.0.name())?;
        self.0.open(&path).inspect_err(|error| self.complain(error)).ok()
    }

    fn foresee(
        &self,
        position: &G::Position,
        memory: &mut Memory,
        budget: &mut Budget<'_>,
    ) -> Option<Foreseen<G::Move>> {
        self.0.foresee(position, memory, budget)
    }

    fn complain(&self, error: &TableError) {
        static TOLD: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
        let mut told = TOLD.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(listener) = LISTENER.get()
            && told.insert(error.to_string())
        {
            listener(error);
        }
    }
}
