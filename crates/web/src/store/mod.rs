//! Where games are kept: a database in a file, written after every change before the
//! change is answered.
//!
//! A store that cannot be used never stops a game: it goes on in memory, and
//! every state says what is wrong with which file. A file that is not a store
//! of ours, or of a later version, is left exactly as it is.

#[cfg(test)]
mod tests;

use sqlx::migrate::MigrateError;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection, Row as _, query, query_scalar};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::sync::Mutex;

/// A game as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) record: String,
    pub(crate) future: String,
    pub(crate) first: String,
    pub(crate) second: String,
    pub(crate) clock: Option<String>,
    pub(crate) paused: bool,
    pub(crate) created: i64,
    pub(crate) line: Summary,
}

/// What a list shows of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Summary {
    pub(crate) game: String,
    pub(crate) moves: i64,
    pub(crate) ending: Option<String>,
    pub(crate) updated: i64,
}

/// The store, or what is wrong with it.
pub(crate) struct Store {
    path: Option<PathBuf>,
    connection: Mutex<Option<SqliteConnection>>,
    problem: Option<String>,
}

/// Says that a database file is a store of Plywood's ("Plyw").
const APPLICATION: i64 = 0x506c_7977;

/// How long to wait for another program that holds the file.
const PATIENCE: Duration = Duration::from_millis(20);

/// The most games that a list shows.
pub(crate) const LONGEST_LIST: i64 = 500;

impl Store {
    /// A store that keeps nothing.
    pub(crate) fn none() -> Self {
        Self { path: None, connection: Mutex::new(None), problem: None }
    }

    /// Opens the store in a file, which is made if there is none.
    pub(crate) async fn open(path: &Path) -> Self {
        let (connection, problem) = match connect(path).await {
            Ok(connection) => (Some(connection), None),
            Err(problem) => {
                let file = path.display();
                (None, Some(format!("games are not being kept: the store {file} {problem}")))
            }
        };
        Self { path: Some(path.to_owned()), connection: Mutex::new(connection), problem }
    }

    /// Why nothing can be kept, if so.
    pub(crate) fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
    }

    /// The file.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Whether there is a store to write to.
    pub(crate) fn keeps(&self) -> bool {
        self.path.is_some() && self.problem.is_none()
    }

    /// Keeps a game, durably once this returns.
    pub(crate) async fn save(&self, row: &Row) -> Result<(), String> {
        let mut connection = self.connection.lock().await;
        let Some(connection) = connection.as_mut() else {
            return self.problem.clone().map_or(Ok(()), Err);
        };
        let saved = query(
            "INSERT INTO games (id, title, record, future, first, second, clock, paused, game, \
             moves, ending, created, updated) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) \
             ON CONFLICT (id) DO UPDATE SET title = excluded.title, record = excluded.record, \
             future = excluded.future, first = excluded.first, second = excluded.second, \
             clock = excluded.clock, paused = excluded.paused, game = excluded.game, \
             moves = excluded.moves, ending = excluded.ending, updated = excluded.updated",
        )
        .bind(&row.id)
        .bind(&row.title)
        .bind(&row.record)
        .bind(&row.future)
        .bind(&row.first)
        .bind(&row.second)
        .bind(&row.clock)
        .bind(row.paused)
        .bind(&row.line.game)
        .bind(row.line.moves)
        .bind(&row.line.ending)
        .bind(row.created)
        .bind(row.line.updated)
        .execute(connection)
        .await;
        saved.map(|_| ()).map_err(|error| self.cannot("keep this game", &error))
    }

    /// The game with this name, if it is kept.
    pub(crate) async fn load(&self, id: &str) -> Result<Option<Row>, String> {
        let mut connection = self.connection.lock().await;
        let Some(connection) = connection.as_mut() else { return Ok(None) };
        let found = query("SELECT * FROM games WHERE id = ?")
            .bind(id)
            .fetch_optional(connection)
            .await
            .and_then(|row| row.as_ref().map(read_row).transpose());
        found.map_err(|error| self.cannot("open this game", &error))
    }

    /// The games, the newest first.
    pub(crate) async fn list(&self) -> Result<Vec<Row>, String> {
        let mut connection = self.connection.lock().await;
        let Some(connection) = connection.as_mut() else { return Ok(Vec::new()) };
        let rows = query(
            "SELECT id, title, '' AS record, '' AS future, first, second, NULL AS clock, paused, \
             game, moves, ending, created, updated FROM games ORDER BY updated DESC LIMIT ?",
        )
        .bind(LONGEST_LIST)
        .fetch_all(connection)
        .await
        .and_then(|rows| rows.iter().map(read_row).collect());
        rows.map_err(|error| self.cannot("list the games", &error))
    }

    /// Forgets a game; false if there was none.
    pub(crate) async fn delete(&self, id: &str) -> Result<bool, String> {
        let mut connection = self.connection.lock().await;
        let Some(connection) = connection.as_mut() else { return Ok(false) };
        let deleted = query("DELETE FROM games WHERE id = ?").bind(id).execute(connection).await;
        deleted
            .map(|result| result.rows_affected() > 0)
            .map_err(|error| self.cannot("delete this game", &error))
    }

    /// Writes everything into the file itself and closes it.
    pub(crate) async fn close(&self) {
        if let Some(connection) = self.connection.lock().await.take() {
            // What is not written back now is read from the journal next time.
            let _ = connection.close().await;
        }
    }

    fn cannot(&self, what: &str, error: &sqlx::Error) -> String {
        let file = self.path.as_deref().unwrap_or(Path::new("")).display();
        format!("the store {file} cannot {what}: {}", reason(error))
    }
}

fn read_row(row: &sqlx::sqlite::SqliteRow) -> Result<Row, sqlx::Error> {
    Ok(Row {
        id: row.try_get("id")?,
        title: row.try_get("title")?,
        record: row.try_get("record")?,
        future: row.try_get("future")?,
        first: row.try_get("first")?,
        second: row.try_get("second")?,
        clock: row.try_get("clock")?,
        paused: row.try_get("paused")?,
        created: row.try_get("created")?,
        line: Summary {
            game: row.try_get("game")?,
            moves: row.try_get("moves")?,
            ending: row.try_get("ending")?,
            updated: row.try_get("updated")?,
        },
    })
}

/// `SQLITE_IOERR_SHMOPEN`, `SHMSIZE`, `SHMLOCK` and `SHMMAP`, without the low byte.
const SHARED_MEMORY: std::ops::RangeInclusive<u32> = 18..=21;

/// Opens the file and brings it up to date, touching nothing that is not ours.
/// An error ends the sentence "the store FILE ...".
async fn connect(path: &Path) -> Result<SqliteConnection, String> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        return Err(format!("cannot be made: there is no folder {}", folder.display()));
    }
    let options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .busy_timeout(PATIENCE)
        .disable_statement_logging();
    let cannot = |error: sqlx::Error| format!("cannot be used: {}", reason(&error));
    let mut connection = options.connect().await.map_err(cannot)?;
    let connected = &mut connection;
    // One program at a time: two would each overwrite the other's moves.
    query("PRAGMA locking_mode = EXCLUSIVE").execute(&mut *connected).await.map_err(cannot)?;
    let application: i64 =
        query_scalar("PRAGMA application_id").fetch_one(&mut *connected).await.map_err(cannot)?;
    let tables: i64 = query_scalar("SELECT count(*) FROM sqlite_schema")
        .fetch_one(&mut *connected)
        .await
        .map_err(cannot)?;
    match (application, tables) {
        (APPLICATION, _) => {}
        (0, 0) => {
            let mark = "PRAGMA application_id = 1349286263";
            query(mark).execute(&mut *connected).await.map_err(cannot)?;
        }
        _ => return Err("belongs to another program; choose another file".to_owned()),
    }
    for pragma in ["PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL"] {
        query(pragma).execute(&mut *connected).await.map_err(cannot)?;
    }
    match sqlx::migrate!().run(&mut *connected).await {
        Ok(()) => Ok(connection),
        Err(MigrateError::VersionMissing(_) | MigrateError::VersionTooNew(..)) => {
            Err("was written by a newer Plywood; use that one, or choose another file".to_owned())
        }
        Err(MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _)) => {
            Err(cannot(error))
        }
        Err(error) => Err(format!("cannot be brought up to date: {error}")),
    }
}

/// What the database says, with what to do where it is known.
fn reason(error: &sqlx::Error) -> String {
    let Some(database) = error.as_database_error() else { return error.to_string() };
    let code = database.code().and_then(|code| code.parse::<u32>().ok()).unwrap_or(0);
    // The low byte of an extended code is the primary one: www.sqlite.org/rescode.html
    match code & 0xff {
        5 | 6 => "another program, perhaps another plywood, is using it".to_owned(),
        8 => "it may not be written".to_owned(),
        // The index beside a WAL file cannot be opened, made or mapped: the folder
        // or its files belong to another user.
        10 if SHARED_MEMORY.contains(&(code >> 8)) => {
            "its files or its folder may not be written; do they belong to another user?".to_owned()
        }
        10 => format!("the disk does not answer ({})", database.message()),
        11 => "it is damaged; it was left as it is".to_owned(),
        13 => "the disk is full".to_owned(),
        14 => "it cannot be opened; is it a file that you may write?".to_owned(),
        26 => "it is not a store of games; it was left as it is".to_owned(),
        _ => database.message().to_owned(),
    }
}
