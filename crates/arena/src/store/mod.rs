//! Where events are kept: definitions, results and games, in one file or in a
//! database of a `PostgreSQL` server.
//!
//! A finished game and how far its event is are written in one transaction, so that
//! an event that was killed goes on with nothing lost and nothing counted twice.
//! Who adds results holds a [`Lease`]; a result under an older one is refused. Every
//! statement is written once, in words that both databases understand, and run by the
//! driver of the one that the store is in (`on!`).

mod copy;
mod database;
mod error;
mod event_run;
mod keep;
mod place;
mod server;

pub use database::{Database, reason};
pub use error::StoreError;
pub use event_run::EventRun;
pub(crate) use event_run::runtime;
pub use place::{Address, Place};
use server::passes;

use crate::event::Event;
use crate::runner::Finished;
use crate::schedule::{Progress, Schedule};
use crate::summary::Summary;
use plywood_game::quoted;
use serde::Serialize;
use sqlx::postgres::PgConnection;
use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection as _, query, query_as, query_scalar};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A file of events, or a database of a server.
pub struct Store {
    place: Place,
    connection: Connection,
}

/// A connection to one of the two kinds of databases.
enum Connection {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

/// Compiles an expression for both kinds of connections: the source has one form of
/// every statement. What it gives has the same type for both, such as a tuple.
macro_rules! on {
    ($connection:expr, $name:ident => $ask:expr) => {
        match $connection {
            Connection::Sqlite($name) => $ask,
            Connection::Postgres($name) => $ask,
        }
    };
}
use on;

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
    /// If it cannot be used.
    pub async fn open(place: impl Into<Place>, create: bool) -> Result<Self, StoreError> {
        let place = place.into();
        let connection = match &place {
            Place::File(path) => file(path, create).await.map(Connection::Sqlite),
            Place::Server(address) => server::open(address, create).await.map(Connection::Postgres),
        };
        match connection {
            Ok(connection) => Ok(Self { place, connection }),
            Err(server::Refused { problem, passes }) => {
                Err(StoreError::Unusable { place, problem, passes })
            }
        }
    }

    /// Where events are kept if nothing else is said: `arena.sqlite` in the folder
    /// that the platform has for data. None without a home folder.
    #[must_use]
    pub fn usual_path() -> Option<PathBuf> {
        Database::usual_file("arena.sqlite")
    }

    /// Where it is.
    #[must_use]
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// The connection, if it is on a server.
    pub(crate) fn server(&mut self) -> Option<&mut PgConnection> {
        match &mut self.connection {
            Connection::Postgres(connection) => Some(connection),
            Connection::Sqlite(_) => None,
        }
    }

    /// The events, the newest first.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn events(&mut self) -> Result<Vec<StoredEvent>, StoreError> {
        let select = "SELECT id, definition, progress, created, updated FROM events \
                      ORDER BY updated DESC, id DESC";
        let rows: Result<Vec<EventRow>, _> =
            on!(&mut self.connection, to => query_as(select).fetch_all(to).await);
        let rows = rows.map_err(|error| self.cannot("list its events", &error))?;
        rows.into_iter().map(|row| self.read_event(row)).collect()
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
        Err(StoreError::NoEvent { place: self.place.clone(), name: quoted(name), hint })
    }

    async fn find(&mut self, name: &str) -> Result<Option<StoredEvent>, StoreError> {
        let select =
            "SELECT id, definition, progress, created, updated FROM events WHERE name = $1";
        let row: Result<Option<EventRow>, _> =
            on!(&mut self.connection, to => query_as(select).bind(name).fetch_optional(to).await);
        let row = row.map_err(|error| self.cannot("find an event", &error))?;
        row.map(|row| self.read_event(row)).transpose()
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
        let (definition, progress) = (in_json(event), in_json(&progress));
        let inserted = on!(&mut self.connection, to => query(insert)
            .bind(&event.name)
            .bind(definition)
            .bind(progress)
            .bind(now())
            .execute(to)
            .await
            .map(|_| ()));
        inserted.map_err(|error| self.cannot("begin an event", &error))?;
        let stored = self.event(&event.name).await?;
        match difference(&stored.event, event) {
            None => Ok(stored),
            Some(difference) => Err(StoreError::OtherDefinition {
                place: self.place.clone(),
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
        let select = "SELECT '[' || coalesce(string_agg(summary, ','), '') || ']' \
                      FROM results WHERE event = $1";
        let text: Result<String, _> =
            on!(&mut self.connection, to => query_scalar(select).bind(event).fetch_one(to).await);
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
        let number =
            on!(&mut self.connection, to => query_scalar(update).bind(event).fetch_one(to).await);
        let number = number.map_err(|error| self.cannot("take a lease", &error))?;
        Ok(Lease { event, number })
    }

    /// Whether nobody has taken the right to add results since.
    pub(crate) async fn is_newest(&mut self, lease: &Lease) -> Result<bool, StoreError> {
        let select = "SELECT lease FROM events WHERE id = $1";
        let number: Result<i64, _> = on!(&mut self.connection, to => query_scalar(select)
            .bind(lease.event)
            .fetch_one(to)
            .await);
        let number = number.map_err(|error| self.cannot("read a lease", &error))?;
        Ok(number == lease.number)
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
        let rows: Vec<keep::Row> = games.iter().map(keep::Row::of).collect();
        self.keep_rows(lease, &rows, &in_json(progress)).await
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
        let rows: Result<Vec<(i64, String)>, _> = on!(&mut self.connection, to => query_as(select)
            .bind(event)
            .bind(i64::from(from))
            .bind(i64::from(count))
            .fetch_all(to)
            .await);
        let rows = rows.map_err(|error| self.cannot("read its games", &error))?;
        let game = |(number, record): (i64, _)| StoredGame { number: number as u32, record };
        Ok(rows.into_iter().map(game).collect())
    }

    /// The first faults of an event, in the order of the games.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn faults(&mut self, event: i64, most: u32) -> Result<Vec<StoredFault>, StoreError> {
        let select = "SELECT number, summary, fault FROM results WHERE event = $1 AND fault IS NOT \
                      NULL ORDER BY number LIMIT $2";
        let rows: Result<Vec<(i64, String, String)>, _> = on!(&mut self.connection, to =>
            query_as(select).bind(event).bind(i64::from(most)).fetch_all(to).await);
        let rows = rows.map_err(|error| self.cannot("read its faults", &error))?;
        rows.into_iter().map(|row| self.read_fault(row)).collect()
    }

    fn read_fault(
        &self,
        (number, summary, detail): (i64, String, String),
    ) -> Result<StoredFault, StoreError> {
        let summary: Summary =
            serde_json::from_str(&summary).map_err(|error| self.damaged(&error))?;
        // Who fails loses.
        let side = summary.outcome.winner().map_or(0, |winner| winner.other().index());
        let player = summary.pairing.players[side] as usize;
        Ok(StoredFault { number: number as u32, player, detail })
    }

    /// Writes everything into the file itself and closes it.
    pub async fn close(self) {
        // What is not written back now is read from the journal next time.
        let _ = on!(self.connection, to => to.close().await);
    }

    fn read_event(&self, row: EventRow) -> Result<StoredEvent, StoreError> {
        let (id, definition, progress, created, updated) = row;
        let event = serde_json::from_str(&definition).map_err(|error| self.damaged(&error))?;
        let progress = serde_json::from_str(&progress).map_err(|error| self.damaged(&error))?;
        Ok(StoredEvent { id, event, progress, created, updated })
    }

    /// A failure to do this.
    pub(crate) fn cannot(&self, what: &str, error: &sqlx::Error) -> StoreError {
        let (reason, passes) = match self.connection {
            Connection::Sqlite(_) => (reason(error), false),
            Connection::Postgres(_) => (server::reason(error), passes(error)),
        };
        let problem = format!("cannot {what}: {reason}");
        StoreError::Unusable { place: self.place.clone(), problem, passes }
    }

    fn damaged(&self, error: &serde_json::Error) -> StoreError {
        let problem = format!("has a text that this Plywood does not understand: {error}");
        StoreError::Unusable { place: self.place.clone(), problem, passes: false }
    }
}

/// An event as it is selected: its number, definition, progress, when it was begun and
/// when it was changed.
type EventRow = (i64, String, String, i64, i64);

async fn file(path: &Path, create: bool) -> Result<SqliteConnection, server::Refused> {
    let database = Database {
        path,
        application: APPLICATION,
        migrator: &MIGRATOR,
        create,
        patience: PATIENCE,
    };
    database.open().await.map_err(|problem| server::Refused { problem, passes: false })
}

pub(crate) fn in_json(value: &impl Serialize) -> String {
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
