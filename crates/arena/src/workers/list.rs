//! Workers as the store knows them.

use super::queue::Held;
use crate::event::Event;
use crate::store::{Store, StoreError};
use plywood_game::quoted;
use serde::Serialize;
use sqlx::postgres::PgConnection;
use sqlx::{query, query_as, query_scalar};
use std::time::Duration;

/// A worker as it is kept.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StoredWorker {
    /// Its name.
    pub name: String,
    /// The names of its external engines.
    pub engines: Vec<String>,
    /// Seconds since its last sign of life; none after its farewell.
    pub seen_s: Option<f64>,
    /// How many games it is playing.
    pub playing: i64,
    /// How many of its games count.
    pub counted: i64,
    /// How many results came too late.
    pub late: i64,
    /// How many results were refused.
    pub refused: i64,
    /// Whether it gets no games.
    pub excluded: bool,
    /// Why its last result was refused.
    pub reason: Option<String>,
}

type Row = (String, Vec<String>, Option<f64>, i64, i64, i64, i64, bool, Option<String>);

impl Store {
    /// The workers that have ever asked for games, in the order of their names.
    ///
    /// # Errors
    /// If the store is a file, or cannot be read.
    pub async fn workers(&mut self) -> Result<Vec<StoredWorker>, StoreError> {
        let select = "SELECT name, engines, extract(epoch FROM now() - seen)::float8, \
                      (SELECT count(*) FROM queue WHERE worker = name AND state = 1), \
                      (SELECT count(*) FROM queue WHERE worker = name AND state = 3), \
                      late, refused, barred, \
                      (SELECT reason FROM refusals WHERE worker = name \
                      ORDER BY refused DESC LIMIT 1) FROM workers ORDER BY name";
        let server = self.needs_server()?;
        let rows: Result<Vec<Row>, _> = query_as(select).fetch_all(server).await;
        let rows = rows.map_err(|error| self.cannot("list its workers", &error))?;
        let worker = |row: Row| {
            let (name, engines, seen_s, playing, counted, late, refused, excluded, reason) = row;
            StoredWorker {
                name,
                engines,
                seen_s,
                playing,
                counted,
                late,
                refused,
                excluded,
                reason,
            }
        };
        Ok(rows.into_iter().map(worker).collect())
    }

    /// Excludes a worker, whose games others then get, or lets it in again.
    ///
    /// # Errors
    /// If there is no such worker, the store is a file, or it cannot be written.
    pub async fn exclude(&mut self, name: &str, excluded: bool) -> Result<(), StoreError> {
        let update = "WITH open AS (UPDATE queue SET until = '-infinity' \
                      WHERE worker = $1 AND state = 1 AND $2) \
                      UPDATE workers SET barred = $2, refused = CASE WHEN $2 THEN refused \
                      ELSE 0 END WHERE name = $1";
        let server = self.needs_server()?;
        let updated = query(update).bind(name).bind(excluded).execute(server).await;
        let updated = updated.map_err(|error| self.cannot("change a worker", &error))?;
        match updated.rows_affected() {
            0 => {
                let problem = format!("has no worker called {}", quoted(name));
                Err(StoreError::Unusable { place: self.place().clone(), problem, passes: false })
            }
            _ => Ok(()),
        }
    }

    pub(crate) fn needs_server(&mut self) -> Result<&mut PgConnection, StoreError> {
        let place = self.place().clone();
        let problem = "is a file, and workers need a server: postgres://USER@HOST/DATABASE";
        let file = StoreError::Unusable { place, problem: problem.to_owned(), passes: false };
        self.server().ok_or(file)
    }

    /// Announces a worker; false if one of this name is alive.
    pub(super) async fn join(
        &mut self,
        name: &str,
        engines: &[String],
        lease: Duration,
    ) -> Result<bool, StoreError> {
        let insert = "INSERT INTO workers (name, engines, seen) VALUES ($1, $2, now()) \
                      ON CONFLICT (name) DO UPDATE SET engines = EXCLUDED.engines, seen = now() \
                      WHERE workers.seen IS NULL \
                      OR workers.seen < now() - $3 * interval '1 millisecond'";
        let insert = query(insert).bind(name).bind(engines).bind(lease.as_millis() as i64);
        let joined = insert.execute(self.needs_server()?).await;
        let joined = joined.map_err(|error| self.cannot("announce a worker", &error))?;
        Ok(joined.rows_affected() > 0)
    }

    /// A worker's farewell.
    pub(crate) async fn leave(&mut self, name: &str) -> Result<(), StoreError> {
        let update = query("UPDATE workers SET seen = NULL WHERE name = $1").bind(name);
        let left = update.execute(self.needs_server()?).await;
        left.map(drop).map_err(|error| self.cannot("take leave of a worker", &error))
    }

    /// Whether a worker is excluded.
    pub(crate) async fn is_excluded(&mut self, name: &str) -> Result<bool, StoreError> {
        let select = "SELECT EXISTS (SELECT FROM workers WHERE name = $1 AND barred)";
        let found = query_scalar(select).bind(name).fetch_one(self.needs_server()?).await;
        found.map_err(|error| self.cannot("find a worker", &error))
    }

    /// Counts a late result.
    pub(crate) async fn count_late(&mut self, name: &str) -> Result<(), StoreError> {
        let update = query("UPDATE workers SET late = late + 1 WHERE name = $1").bind(name);
        let counted = update.execute(self.needs_server()?).await;
        counted.map(drop).map_err(|error| self.cannot("count a late result", &error))
    }

    /// The event of a game that was taken; none if this program does not understand it.
    pub(super) async fn event_of(&mut self, held: &Held) -> Result<Option<Event>, StoreError> {
        let select = query_scalar("SELECT definition FROM events WHERE id = $1").bind(held.event);
        let found: Result<String, _> = select.fetch_one(self.needs_server()?).await;
        let found = found.map_err(|error| self.cannot("read an event", &error))?;
        Ok(serde_json::from_str(&found).ok())
    }

    /// Whether an event is not over.
    pub(super) async fn has_open_events(&mut self) -> Result<bool, StoreError> {
        let select = "SELECT EXISTS (SELECT FROM events \
                      WHERE (progress::json ->> 'over')::boolean IS NOT TRUE)";
        let found = query_scalar(select).fetch_one(self.needs_server()?).await;
        found.map_err(|error| self.cannot("read its events", &error))
    }
}
