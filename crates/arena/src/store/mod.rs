//! Where events are kept: definitions, results and games, in one file.
//!
//! A finished game and how far its event is are written in one transaction, so that
//! an event that was killed goes on with nothing lost and nothing counted twice.
//! Who adds results holds a [`Lease`]; a result under an older one is refused. The
//! statements are written so that `PostgreSQL` understands them too.

mod database;
mod error;
mod event_run;

pub use database::{Database, reason};
pub use error::StoreError;
pub use event_run::EventRun;

use crate::event::Event;
use crate::runner::Finished;
use crate::schedule::{Progress, Schedule};
use crate::summary::Summary;
use plywood_game::quoted;
use serde::Serialize;
use sqlx::sqlite::{SqliteConnection, SqliteRow};
use sqlx::{Connection, Row as _, query, query_scalar};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A file of events.
pub struct Store {
    path: PathBuf,
    connection: SqliteConnection,
}

/// An event as it is kept.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredEvent {
    /// Its number in the store.
    pub id: i64,
    /// Its definition.
    pub event: Event,
    /// How far it is.
    pub progress: Progress,
    /// When it was begun, in milliseconds since 1970.
    pub created: i64,
    /// When the last game was added.
    pub updated: i64,
}

/// The right to add results to an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lease {
    event: i64,
    number: i64,
}

/// A game as it is kept.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StoredGame {
    /// Its number in the event, from 0.
    pub number: u32,
    /// The game in the saved form.
    pub record: String,
}

/// How a player failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StoredFault {
    /// The number of the game, from 0.
    pub number: u32,
    /// The number of the player in the event, from 0.
    pub player: usize,
    /// What happened, in words.
    pub detail: String,
}

/// Says that a database file is a store of events ("Plye").
const APPLICATION: i32 = 0x506c_7965;

/// How long to wait for another process that writes.
const PATIENCE: Duration = Duration::from_secs(10);

static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!();

impl Store {
    /// Opens a store; it is made if there is none and `create` says so.
    ///
    /// # Errors
    /// If the file cannot be used.
    pub async fn open(path: &Path, create: bool) -> Result<Self, StoreError> {
        let database = Database {
            path,
            application: APPLICATION,
            migrator: &MIGRATOR,
            create,
            alone: false,
            patience: PATIENCE,
        };
        let connection = database.open().await;
        let connection =
            connection.map_err(|problem| StoreError::File { path: path.to_owned(), problem })?;
        Ok(Self { path: path.to_owned(), connection })
    }

    /// Where events are kept if nothing else is said: `arena.sqlite` in the folder
    /// that the platform has for data. None without a home folder.
    #[must_use]
    pub fn usual_path() -> Option<PathBuf> {
        Database::usual_file("arena.sqlite")
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The events, the newest first.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn events(&mut self) -> Result<Vec<StoredEvent>, StoreError> {
        let select = "SELECT id, definition, progress, created, updated FROM events \
                      ORDER BY updated DESC, id DESC";
        let rows = query(select).fetch_all(&mut self.connection).await;
        let rows = rows.map_err(|error| self.cannot("list its events", &error))?;
        rows.iter().map(|row| self.read_event(row)).collect()
    }

    /// The event of this name.
    ///
    /// # Errors
    /// If there is none, or the store cannot be read.
    pub async fn event(&mut self, name: &str) -> Result<StoredEvent, StoreError> {
        if let Some(found) = self.find(name).await? {
            return Ok(found);
        }
        let names: Vec<String> =
            self.events().await?.into_iter().map(|stored| stored.event.name).collect();
        let near = plywood_workbench::nearest(name, names.iter().map(String::as_str));
        let hint = near.map_or(String::new(), |name| format!(" (did you mean {name}?)"));
        Err(StoreError::NoEvent { path: self.path.clone(), name: quoted(name), hint })
    }

    async fn find(&mut self, name: &str) -> Result<Option<StoredEvent>, StoreError> {
        let select =
            "SELECT id, definition, progress, created, updated FROM events WHERE name = $1";
        let row = query(select).bind(name).fetch_optional(&mut self.connection).await;
        let row = row.map_err(|error| self.cannot("find an event", &error))?;
        row.map(|row| self.read_event(&row)).transpose()
    }

    /// The event of this name with this definition, which is begun if there is
    /// none.
    ///
    /// # Errors
    /// If there is one with another definition, or the store cannot be written.
    pub async fn begin(&mut self, event: &Event) -> Result<StoredEvent, StoreError> {
        let progress = Schedule::new(event).progress();
        let insert = "INSERT INTO events (name, definition, progress, lease, created, updated) \
                      VALUES ($1, $2, $3, 0, $4, $4) ON CONFLICT (name) DO NOTHING";
        let inserted = query(insert)
            .bind(&event.name)
            .bind(in_json(event))
            .bind(in_json(&progress))
            .bind(now())
            .execute(&mut self.connection)
            .await;
        inserted.map_err(|error| self.cannot("begin an event", &error))?;
        let stored = self.event(&event.name).await?;
        match difference(&stored.event, event) {
            None => Ok(stored),
            Some(difference) => Err(StoreError::OtherDefinition {
                path: self.path.clone(),
                name: quoted(&event.name),
                difference,
            }),
        }
    }

    /// The finished games of an event.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn results(&mut self, event: i64) -> Result<Vec<Summary>, StoreError> {
        // One row for all games: reading 100,000 rows one by one takes longer than
        // all the rest.
        let select = "SELECT '[' || coalesce(group_concat(summary, ','), '') || ']' \
                      FROM results WHERE event = $1";
        let text: Result<String, _> =
            query_scalar(select).bind(event).fetch_one(&mut self.connection).await;
        let text = text.map_err(|error| self.cannot("read its results", &error))?;
        serde_json::from_str(&text).map_err(|error| self.damaged(&error))
    }

    /// The schedule of an event, with its results.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn schedule(&mut self, stored: &StoredEvent) -> Result<Schedule, StoreError> {
        let results = self.results(stored.id).await?;
        Ok(Schedule::resumed(&stored.event, results, Some(&stored.progress)))
    }

    /// Takes the right to add results; every earlier lease ends.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub async fn lease(&mut self, event: i64) -> Result<Lease, StoreError> {
        let update = "UPDATE events SET lease = lease + 1 WHERE id = $1 RETURNING lease";
        let number = query_scalar(update).bind(event).fetch_one(&mut self.connection).await;
        let number = number.map_err(|error| self.cannot("take a lease", &error))?;
        Ok(Lease { event, number })
    }

    /// Adds finished games and how far the event is, in one transaction.
    ///
    /// # Errors
    /// If the lease is not the newest, a game is there already, or the store cannot
    /// be written; then nothing was added.
    pub async fn keep(
        &mut self,
        lease: &Lease,
        games: &[Finished],
        progress: &Progress,
    ) -> Result<(), StoreError> {
        match self.try_keep(lease, games, progress).await {
            Ok(true) => Ok(()),
            Ok(false) => Err(StoreError::Late),
            Err(error) => Err(self.cannot("keep a game", &error)),
        }
    }

    /// False if the lease is not the newest.
    async fn try_keep(
        &mut self,
        lease: &Lease,
        games: &[Finished],
        progress: &Progress,
    ) -> Result<bool, sqlx::Error> {
        // Writing first: a transaction that reads first may fail when it then writes.
        let mut transaction = self.connection.begin_with("BEGIN IMMEDIATE").await?;
        let update = "UPDATE events SET progress = $1, updated = $2 WHERE id = $3 AND lease = $4";
        let updated = query(update)
            .bind(in_json(progress))
            .bind(now())
            .bind(lease.event)
            .bind(lease.number)
            .execute(&mut *transaction)
            .await?;
        if updated.rows_affected() == 0 {
            return Ok(false);
        }
        for game in games {
            let number = i64::from(game.summary.pairing.number);
            let fault = game.failed.as_ref().map(|(_, failure)| failure.to_string());
            let insert =
                "INSERT INTO results (event, number, summary, fault) VALUES ($1, $2, $3, $4)";
            query(insert)
                .bind(lease.event)
                .bind(number)
                .bind(in_json(&game.summary))
                .bind(fault)
                .execute(&mut *transaction)
                .await?;
            query("INSERT INTO records (event, number, record) VALUES ($1, $2, $3)")
                .bind(lease.event)
                .bind(number)
                .bind(game.record.to_string())
                .execute(&mut *transaction)
                .await?;
        }
        transaction.commit().await?;
        Ok(true)
    }

    /// At most `count` games of an event, from this number on, in order.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn games(
        &mut self,
        event: i64,
        from: u32,
        count: u32,
    ) -> Result<Vec<StoredGame>, StoreError> {
        let select = "SELECT number, record FROM records WHERE event = $1 AND number >= $2 \
                      ORDER BY number LIMIT $3";
        let rows = query(select)
            .bind(event)
            .bind(i64::from(from))
            .bind(i64::from(count))
            .fetch_all(&mut self.connection)
            .await;
        let game = |row: &SqliteRow| -> Result<StoredGame, sqlx::Error> {
            Ok(StoredGame { number: row.try_get("number")?, record: row.try_get("record")? })
        };
        let games = rows.and_then(|rows| rows.iter().map(game).collect());
        games.map_err(|error| self.cannot("read its games", &error))
    }

    /// The first faults of an event, in the order of the games.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn faults(&mut self, event: i64, most: u32) -> Result<Vec<StoredFault>, StoreError> {
        let select = "SELECT number, summary, fault FROM results WHERE event = $1 AND fault IS NOT \
                      NULL ORDER BY number LIMIT $2";
        let rows =
            query(select).bind(event).bind(i64::from(most)).fetch_all(&mut self.connection).await;
        let rows = rows.map_err(|error| self.cannot("read its faults", &error))?;
        rows.iter().map(|row| self.read_fault(row)).collect()
    }

    fn read_fault(&self, row: &SqliteRow) -> Result<StoredFault, StoreError> {
        let read = || -> Result<(u32, String, String), sqlx::Error> {
            Ok((row.try_get("number")?, row.try_get("summary")?, row.try_get("fault")?))
        };
        let (number, summary, detail) =
            read().map_err(|error| self.cannot("read its faults", &error))?;
        let summary: Summary =
            serde_json::from_str(&summary).map_err(|error| self.damaged(&error))?;
        // Who fails loses.
        let side = summary.outcome.winner().map_or(0, |winner| winner.other().index());
        let player = summary.pairing.players[side] as usize;
        Ok(StoredFault { number, player, detail })
    }

    /// Writes everything into the file itself and closes it.
    pub async fn close(self) {
        // What is not written back now is read from the journal next time.
        let _ = self.connection.close().await;
    }

    fn read_event(&self, row: &SqliteRow) -> Result<StoredEvent, StoreError> {
        let text = |column| row.try_get::<String, _>(column);
        let number = |column| row.try_get::<i64, _>(column);
        let read = || -> Result<_, sqlx::Error> {
            let texts = (text("definition")?, text("progress")?);
            Ok((number("id")?, texts, number("created")?, number("updated")?))
        };
        let (id, (definition, progress), created, updated) =
            read().map_err(|error| self.cannot("read an event", &error))?;
        let event = serde_json::from_str(&definition).map_err(|error| self.damaged(&error))?;
        let progress = serde_json::from_str(&progress).map_err(|error| self.damaged(&error))?;
        Ok(StoredEvent { id, event, progress, created, updated })
    }

    fn cannot(&self, what: &str, error: &sqlx::Error) -> StoreError {
        let problem = format!("cannot {what}: {}", reason(error));
        StoreError::File { path: self.path.clone(), problem }
    }

    fn damaged(&self, error: &serde_json::Error) -> StoreError {
        let problem = format!("has a text that this Plywood does not understand: {error}");
        StoreError::File { path: self.path.clone(), problem }
    }
}

fn in_json(value: &impl Serialize) -> String {
    // Numbers, texts and lists always have a JSON form.
    serde_json::to_string(value).unwrap_or_default()
}

/// Milliseconds since 1970.
fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_millis() as i64
}

/// In what two definitions differ.
fn difference(one: &Event, other: &Event) -> Option<String> {
    if one == other {
        return None;
    }
    let parts = |event: &Event| match serde_json::to_value(event) {
        Ok(serde_json::Value::Object(parts)) => parts,
        _ => serde_json::Map::new(),
    };
    let (one, other) = (parts(one), parts(other));
    let keys: Vec<String> = one
        .iter()
        .filter(|(key, value)| other.get(*key) != Some(value))
        .map(|(key, _)| key.replace('_', " "))
        .collect();
    Some(keys.join(", "))
}
