//! Where games are kept: a database in a file, written after every change before the
//! change is answered.
//!
//! A store that cannot be used never stops a game: it goes on in memory, and
//! every state says what is wrong with which file. A file that is not a store
//! of ours, or of a later version, is left exactly as it is.

#[cfg(test)]
mod tests;

use plywood_arena::{Database, reason};
use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection, Row as _, query};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::sync::Mutex;

/// A game as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) record: String,
    /// Moves taken back, of a game that was kept before there were trees.
    pub(crate) future: String,
    /// The tree of moves as JSON; empty in a game that was kept before.
    pub(crate) tree: String,
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
const APPLICATION: i32 = 0x506c_7977;

static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!();

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
            "INSERT INTO games (id, title, record, future, tree, first, second, clock, paused, \
             game, moves, ending, created, updated) \
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) \
             ON CONFLICT (id) DO UPDATE SET title = excluded.title, record = excluded.record, \
             future = excluded.future, tree = excluded.tree, first = excluded.first, \
             second = excluded.second, clock = excluded.clock, paused = excluded.paused, game = excluded.game, \
             moves = excluded.moves, ending = excluded.ending, updated = excluded.updated",
        )
        .bind(&row.id)
        .bind(&row.title)
        .bind(&row.record)
        .bind(&row.future)
        .bind(&row.tree)
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
            "SELECT id, title, '' AS record, '' AS future, '' AS tree, first, second, NULL AS clock, paused, \
             game, moves, ending, created, updated FROM games \
             ORDER BY updated DESC, created DESC, rowid DESC LIMIT ?",
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
        tree: row.try_get("tree")?,
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

/// Opens the file, alone: two programs would each overwrite the other's moves.
async fn connect(path: &Path) -> Result<SqliteConnection, String> {
    let database = Database {
        path,
        application: APPLICATION,
        migrator: &MIGRATOR,
        create: true,
        alone: true,
        patience: PATIENCE,
    };
    database.open().await
}
