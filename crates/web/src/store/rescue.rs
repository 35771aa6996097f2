//! What is done with a damaged store: every game that can be read is copied into a new
//! one, which takes its name. The damaged file keeps its content under another name.
//!
//! At every moment the damaged file and its journal exist under one of the two names,
//! and the new store takes the name in one step.

use super::file::{APPLICATION, MIGRATOR, StoreFile, beside, lock, reader};
use super::row::{COLUMNS, Row, bound, read_row, selection};
use super::{Store, driver, name};
use futures_util::TryStreamExt;
use plywood_arena::Database;
use plywood_game::counted;
use sqlx::sqlite::SqliteConnection;
use sqlx::{AssertSqlSafe, Connection, query, query_scalar};
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::time::timeout;

/// What became of a damaged store.
struct Rescued {
    kept: usize,
    lost: usize,
    damaged: PathBuf,
}

/// Ways through all games. Each may end at a page that cannot be read, in another place.
const WALKS: [&str; 6] = [
    "SELECT rowid FROM games NOT INDEXED ORDER BY rowid",
    "SELECT rowid FROM games NOT INDEXED ORDER BY rowid DESC",
    "SELECT rowid FROM games INDEXED BY games_by_time ORDER BY updated DESC",
    "SELECT rowid FROM games INDEXED BY games_by_time ORDER BY updated",
    "SELECT rowid FROM games INDEXED BY sqlite_autoindex_games_1 ORDER BY id",
    "SELECT rowid FROM games INDEXED BY sqlite_autoindex_games_1 ORDER BY id DESC",
];

impl Store {
    /// Puts a new store in the place of one that is damaged, and opens it.
    pub(crate) async fn rescue(&self) {
        let Some(path) = self.path.as_deref() else { return };
        {
            let mut words = self.words();
            words.problem = Some(format!(
                "games are not being kept: the store {} is damaged; what can be read is being copied",
                path.display()
            ));
        }
        let file = self.open.lock().await.take();
        let rescued = replace(path, file).await;
        let (notice, problem) = match rescued {
            Ok(Rescued { kept, lost, damaged }) => {
                let found = match lost {
                    0 => String::new(),
                    lost => format!(", {} could not be read", counted(lost, "game")),
                };
                let text = format!(
                    "the store {} was damaged: {} copied into a new store{found}; the damaged \
                     file is {}",
                    name(path),
                    if kept == 1 { "1 game was".to_owned() } else { format!("{kept} games were") },
                    name(&damaged),
                );
                tracing::warn!("{text}");
                (Some(text), None)
            }
            Err(error) => {
                tracing::error!("the damaged store {} stays: {error}", path.display());
                let text = format!("is damaged and cannot be replaced: {error}");
                let text = format!("games are not being kept: the store {} {text}", path.display());
                (None, Some(text))
            }
        };
        let replaced = notice.is_some();
        {
            let mut words = self.words();
            // A damaged store that could not be replaced is not opened.
            words.suspect = !replaced;
            words.notice = notice.or(words.notice.take());
            words.problem = problem.or(words.problem.take());
        }
        if replaced {
            self.open_again().await;
        }
    }
}

/// How long an answer of the driver is waited for. On damaged files its thread has been
/// seen to end without one.
const PATIENCE: Duration = Duration::from_secs(5);

/// Puts a new store in the place of a damaged one.
async fn replace(path: &Path, file: Option<StoreFile>) -> Result<Rescued, sqlx::Error> {
    let fresh = beside(path, "-new");
    for ending in ["", "-wal", "-shm"] {
        remove(&beside(&fresh, ending))?;
    }
    let mut from = reader(path).await?;
    // It has the file open once it has read something.
    let _ = timeout(PATIENCE, query("SELECT count(*) FROM games").execute(&mut from)).await;
    let _lock = match file {
        Some(file) => file.abandon().await,
        None => lock(path).map_err(io::Error::other)?,
    };
    let (kept, lost) = copy(&mut from, &fresh).await?;
    let damaged = spare_name(path);
    for ending in ["", "-wal"] {
        let old = beside(path, ending);
        if old.exists() {
            std::fs::hard_link(&old, beside(&damaged, ending))
                .or_else(|_| std::fs::copy(&old, beside(&damaged, ending)).map(|_| ()))?;
        }
    }
    // The new store must not find the journal of the old one.
    driver::close(from).await;
    remove(&beside(path, "-wal"))?;
    remove(&beside(path, "-shm"))?;
    std::fs::rename(&fresh, path)?;
    Ok(Rescued { kept, lost, damaged })
}

/// Copies every game that can be read, and gives how many there were and how many could
/// not be.
async fn copy(from: &mut SqliteConnection, to: &Path) -> Result<(usize, usize), sqlx::Error> {
    super::file::private(to)?;
    let database = Database {
        path: to,
        application: APPLICATION,
        migrator: &MIGRATOR,
        create: true,
        patience: Duration::from_secs(1),
    };
    let mut to = database.open().await.map_err(io::Error::other)?;
    let known = known(from).await;
    // Where there is none, no game can be read.
    let selection = timeout(PATIENCE, selection(from)).await;
    let selection = selection.map(Result::unwrap_or_default).unwrap_or_default();
    let one = format!("{selection} WHERE kept.number = ?");
    let (mut kept, mut lost) = (0, 0);
    let values = vec!["?"; COLUMNS.split(", ").count()].join(", ");
    let insert = format!("INSERT OR IGNORE INTO games ({COLUMNS}) VALUES ({values})");
    for batch in known.into_iter().collect::<Vec<i64>>().chunks(500) {
        let mut transaction = to.begin().await?;
        for &rowid in batch {
            match read(from, &one, rowid).await {
                Ok(None) => {}
                Ok(Some(row)) => {
                    let insert = query(AssertSqlSafe(insert.clone()));
                    bound(insert, &row).execute(&mut *transaction).await?;
                    kept += 1;
                }
                Err(_) => lost += 1,
            }
        }
        transaction.commit().await?;
    }
    to.close().await?;
    Ok((kept, lost))
}

/// Every game by itself, with its number, where not all can be read together.
pub(super) async fn one_by_one(
    from: &mut SqliteConnection,
) -> Vec<(i64, Result<Row, sqlx::Error>)> {
    let known = known(from).await;
    let selection = timeout(PATIENCE, selection(from)).await;
    let selection = selection.map(Result::unwrap_or_default).unwrap_or_default();
    let one = format!("{selection} WHERE kept.number = ?");
    let mut games = Vec::new();
    for number in known {
        let game = read(from, &one, number).await.transpose();
        games.extend(game.map(|game| (number, game)));
    }
    games
}

/// The numbers of all rows that can be heard of.
async fn known(from: &mut SqliteConnection) -> BTreeSet<i64> {
    let mut known = BTreeSet::new();
    for walk in WALKS {
        let mut rowids = query_scalar::<_, i64>(walk).fetch(&mut *from);
        while let Ok(Ok(Some(rowid))) = timeout(PATIENCE, rowids.try_next()).await {
            known.insert(rowid);
        }
    }
    known
}

async fn read(
    from: &mut SqliteConnection,
    one: &str,
    rowid: i64,
) -> Result<Option<Row>, sqlx::Error> {
    let row = query(AssertSqlSafe(one.to_owned())).bind(rowid);
    let found = timeout(PATIENCE, row.fetch_optional(from)).await;
    found.unwrap_or(Err(sqlx::Error::WorkerCrashed))?.as_ref().map(read_row).transpose()
}

/// A name beside the store that is not taken.
fn spare_name(path: &Path) -> PathBuf {
    let names = (1..).map(|number| beside(path, &format!("-damaged-{number}")));
    names.into_iter().find(|name| !name.exists()).unwrap_or_else(|| beside(path, "-damaged"))
}

fn remove(path: &Path) -> io::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
