//! An event of a store that is being played: by one process at a time.

use super::{Lease, Place, Store, StoreError, StoredEvent};
use crate::event::Event;
use crate::runner::{Finished, Ledger};
use crate::schedule::{Progress, Schedule};
use plywood_game::quoted;
use sqlx::query_scalar;
use std::collections::HashSet;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};

/// An event of a store, open for playing. It keeps what a
/// [`Runner`](crate::Runner) plays.
///
/// A lock tells a second process to stay away, and ends with this process however that
/// ends: the system's lock on a file beside the store, or the server's. Should two run
/// all the same, as on a network disk without locks, the newer lease wins.
pub struct EventRun {
    pub(crate) runtime: Runtime,
    pub(crate) store: Store,
    pub(crate) stored: StoredEvent,
    pub(crate) lease: Lease,
    /// The file that is locked, if the store is a file.
    lock: Option<(PathBuf, File)>,
}

impl EventRun {
    /// Begins an event or goes on with it; with its schedule.
    ///
    /// # Errors
    /// If the store cannot be used, the event was begun with another definition, or
    /// another process plays it.
    pub fn open(place: impl Into<Place>, event: &Event) -> Result<(Self, Schedule), StoreError> {
        let place = place.into();
        let runtime = runtime(&place)?;
        let (store, stored, lease, lock, schedule) = runtime.block_on(async {
            let mut store = Store::open(&place, true).await?;
            let stored = store.begin(event).await?;
            let lock = lock(&mut store, &stored).await?;
            let lease = store.lease(stored.id).await?;
            // Read again under the lock: the other process may just have ended.
            let stored = store.event(&event.name).await?;
            let schedule = store.schedule(&stored).await?;
            Ok::<_, StoreError>((store, stored, lease, lock, schedule))
        })?;
        Ok((Self { runtime, store, stored, lease, lock }, schedule))
    }

    /// Connects to the store again and takes up the event where it is; with its
    /// schedule.
    ///
    /// # Errors
    /// If the store cannot be used, or another process has taken the event over.
    pub(crate) fn reopen(&mut self) -> Result<Schedule, StoreError> {
        let place = self.store.place().clone();
        self.runtime.block_on(async {
            let mut store = Store::open(&place, false).await?;
            if !store.is_newest(&self.lease).await? {
                return Err(StoreError::Late);
            }
            lock(&mut store, &self.stored).await?;
            self.stored = store.event(&self.stored.event.name).await?;
            let schedule = store.schedule(&self.stored).await?;
            self.store = store;
            Ok(schedule)
        })
    }

    /// The event as it was when it was opened.
    #[must_use]
    pub fn stored(&self) -> &StoredEvent {
        &self.stored
    }

    /// Asks the store, from a thread that may wait.
    pub fn with<T>(&mut self, ask: impl AsyncFnOnce(&mut Store) -> T) -> T {
        self.runtime.block_on(ask(&mut self.store))
    }

    /// Closes the store.
    pub fn close(self) {
        self.runtime.block_on(self.store.close());
        if let Some((name, _)) = &self.lock {
            // Another process may have made it anew meanwhile; the lease protects it.
            let _ = std::fs::remove_file(name);
        }
    }
}

impl Ledger for EventRun {
    fn keep(&mut self, games: &[Finished], progress: &Progress) -> Result<(), String> {
        let kept = self.runtime.block_on(self.store.keep(&self.lease, games, progress));
        kept.map_err(|error| error.to_string())
    }
}

impl Store {
    /// Those of these events that a process, this one or another, plays now; on a
    /// server, those that one runs for workers.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn played(&mut self, events: &[i64]) -> Result<HashSet<i64>, StoreError> {
        if let Some(path) = self.place().file() {
            let is_locked = |event: &i64| {
                let file = File::open(lock_name(path, *event));
                file.is_ok_and(|file| {
                    matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock))
                })
            };
            return Ok(events.iter().copied().filter(is_locked).collect());
        }
        let Some(server) = self.server() else { return Ok(HashSet::new()) };
        // Locks with two keys have 2 in the last column: PostgreSQL's manual, pg_locks.
        let select = "SELECT objid::bigint FROM pg_locks \
                      JOIN pg_database ON pg_database.oid = pg_locks.database \
                      WHERE locktype = 'advisory' AND granted AND datname = current_database() \
                      AND classid::bigint = $1 AND objsubid = 2";
        let locked = query_scalar(select).bind(i64::from(super::APPLICATION)).fetch_all(server);
        let locked: Result<Vec<i64>, _> = locked.await;
        let locked = locked.map_err(|error| self.cannot("read its locks", &error))?;
        Ok(locked.into_iter().filter(|event| events.contains(event)).collect())
    }

    /// Opens a store for a program without a runtime of its own, asks it, and closes
    /// it.
    ///
    /// # Errors
    /// If the file cannot be used.
    pub fn ask<T>(
        place: impl Into<Place>,
        ask: impl AsyncFnOnce(&mut Store) -> T,
    ) -> Result<T, StoreError> {
        let place = place.into();
        runtime(&place)?.block_on(async {
            let mut store = Store::open(&place, false).await?;
            let answer = ask(&mut store).await;
            store.close().await;
            Ok(answer)
        })
    }
}

/// A runtime for the thread that asks a store.
pub(crate) fn runtime(place: &Place) -> Result<Runtime, StoreError> {
    let runtime = Builder::new_current_thread().enable_all().build();
    runtime.map_err(|error| unusable(place, format!("cannot be used: {error}")))
}

fn unusable(place: &Place, problem: String) -> StoreError {
    StoreError::Unusable { place: place.clone(), problem, passes: false }
}

/// The lock of an event, which ends with this process or its connection.
async fn lock(
    store: &mut Store,
    stored: &StoredEvent,
) -> Result<Option<(PathBuf, File)>, StoreError> {
    let place = store.place().clone();
    let busy = || StoreError::Busy { place: place.clone(), name: quoted(&stored.event.name) };
    if let Some(path) = place.file() {
        return lock_file(path, stored.id).and_then(|locked| locked.map(Some).ok_or_else(busy));
    }
    let Some(server) = store.server() else { return Ok(None) };
    let ask = query_scalar("SELECT pg_try_advisory_lock($1, $2)");
    let locked = ask.bind(super::APPLICATION).bind(stored.id as i32).fetch_one(server).await;
    match locked.map_err(|error| store.cannot("lock an event", &error))? {
        true => Ok(None),
        false => Err(busy()),
    }
}

/// The file beside a store whose lock says that an event is being played.
fn lock_name(path: &Path, event: i64) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!("-event-{event}.lock"));
    PathBuf::from(name)
}

/// How often a lock is tried for, and the pause between: one that only looks
/// whether an event is being played holds it for an instant.
const TRIES: usize = 10;
const PAUSE: Duration = Duration::from_millis(20);

/// None if another process has it.
fn lock_file(path: &Path, event: i64) -> Result<Option<(PathBuf, File)>, StoreError> {
    let name = lock_name(path, event);
    let file = File::options().create(true).append(true).open(&name);
    let file = file.map_err(|error| {
        let problem = format!("cannot be used: {} cannot be written: {error}", name.display());
        unusable(&path.into(), problem)
    })?;
    for _ in 0..TRIES {
        match file.try_lock() {
            Ok(()) => return Ok(Some((name, file))),
            Err(TryLockError::WouldBlock) => std::thread::sleep(PAUSE),
            Err(TryLockError::Error(error)) => {
                return Err(unusable(&path.into(), format!("cannot be locked: {error}")));
            }
        }
    }
    Ok(None)
}
