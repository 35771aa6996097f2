//! Where tables are kept.
//!
//! A table is used by `best` if its file lies in the folder of tables under the
//! name of its game: the folder `tables` in Plywood's data folder, or the one
//! that the variable `PLYWOOD_TABLES` names.

use etcetera::base_strategy::{BaseStrategy, choose_native_strategy};
use plywood_solver::table::{Header, TableError, read_header};
use std::path::PathBuf;

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
    /// Its size in bytes.
    pub bytes: u64,
    /// What it says about itself, or why it cannot be used.
    pub header: Result<Header, TableError>,
}

/// The table of a game, if it is there.
#[must_use]
pub fn find(game: &str) -> Option<Found> {
    let path = file_of(game)?;
    let bytes = path.metadata().map_or(0, |data| data.len());
    Some(Found { header: read_header(&path), bytes, path })
}
