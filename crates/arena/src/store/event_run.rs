//! An event of a store that is being played: by one process at a time.

use super::{Lease, Store, StoreError, StoredEvent};
use crate::event::Event;
use crate::runner::{Finished, Ledger};
use crate::schedule::{Progress, Schedule};
use plywood_game::quoted;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};

/// An event of a store, open for playing. It keeps what a
/// [`Runner`](crate::Runner) plays.
///
/// The system's lock on a file beside the store tells a second process to stay
/// away, and ends with this process however that ends. Should two run all the same,
/// as on a network disk without locks, the newer lease wins.
pub struct EventRun {
    runtime: Runtime,
    store: Store,
    stored: StoredEvent,
    lease: Lease,
    lock: (PathBuf, File),
}

impl EventRun {
    /// Begins an event or goes on with it; with its schedule.
    ///
    /// # Errors
    /// If the store cannot be used, the event was begun with another definition, or
    /// another process plays it.
    pub fn open(path: &Path, event: &Event) -> Result<(Self, Schedule), StoreError> {
        let runtime = runtime(path)?;
        let mut store = runtime.block_on(Store::open(path, true))?;
        let stored = runtime.block_on(store.begin(event))?;
        let lock = lock(path, &stored)?;
        let lease = runtime.block_on(store.lease(stored.id))?;
        // Read again under the lock: the other process may just have ended.
        let stored = runtime.block_on(store.event(&event.name))?;
        let schedule = runtime.block_on(store.schedule(&stored))?;
        Ok((Self { runtime, store, stored, lease, lock }, schedule))
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
        // Another process may have made it anew meanwhile; the lease protects it.
        let _ = std::fs::remove_file(&self.lock.0);
    }
}

impl Ledger for EventRun {
    fn keep(&mut self, games: &[Finished], progress: &Progress) -> Result<(), String> {
        let kept = self.runtime.block_on(self.store.keep(&self.lease, games, progress));
        kept.map_err(|error| error.to_string())
    }
}

impl Store {
    /// Whether a process, this one or another, plays an event now.
    #[must_use]
    pub fn is_played(&self, event: i64) -> bool {
        let Ok(file) = File::open(lock_file(self.path(), event)) else { return false };
        matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock))
    }

    /// Opens a store for a program without a runtime of its own, asks it, and closes
    /// it.
    ///
    /// # Errors
    /// If the file cannot be used.
    pub fn ask<T>(path: &Path, ask: impl AsyncFnOnce(&mut Store) -> T) -> Result<T, StoreError> {
        let runtime = runtime(path)?;
        runtime.block_on(async {
            let mut store = Store::open(path, false).await?;
            let answer = ask(&mut store).await;
            store.close().await;
            Ok(answer)
        })
    }
}

fn runtime(path: &Path) -> Result<Runtime, StoreError> {
    Builder::new_current_thread().enable_time().build().map_err(|error| StoreError::File {
        path: path.to_owned(),
        problem: format!("cannot be used: {error}"),
    })
}

/// The file beside a store whose lock says that an event is being played.
fn lock_file(path: &Path, event: i64) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!("-event-{event}.lock"));
    PathBuf::from(name)
}

/// How often a lock is tried for, and the pause between: one that only looks
/// whether an event is being played holds it for an instant.
const TRIES: usize = 10;
const PAUSE: Duration = Duration::from_millis(20);

/// The lock of an event, which ends with this process.
fn lock(path: &Path, stored: &StoredEvent) -> Result<(PathBuf, File), StoreError> {
    let name = lock_file(path, stored.id);
    let cannot = |problem: String| StoreError::File { path: path.to_owned(), problem };
    let file = File::options().create(true).append(true).open(&name);
    let file = file.map_err(|error| {
        cannot(format!("cannot be used: {} cannot be written: {error}", name.display()))
    })?;
    for _ in 0..TRIES {
        match file.try_lock() {
            Ok(()) => return Ok((name, file)),
            Err(TryLockError::WouldBlock) => std::thread::sleep(PAUSE),
            Err(TryLockError::Error(error)) => {
                return Err(cannot(format!("cannot be locked: {error}")));
            }
        }
    }
    Err(StoreError::Busy { path: path.to_owned(), name: quoted(&stored.event.name) })
}
