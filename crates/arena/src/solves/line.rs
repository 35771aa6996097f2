//! A connection to the server that comes back.

use crate::store::{Place, Store, StoreError};
use crate::workers::{AWAY, Notice, within};
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;

/// Asks a store and waits for answers no longer than a limit. While the server is away,
/// the answer is none, and who asks goes on with something else.
pub(super) struct Line<'l> {
    pub(super) place: &'l Place,
    pub(super) runtime: Runtime,
    pub(super) limit: Duration,
    store: Option<Store>,
    /// When to connect again.
    retry: Instant,
    pub(super) tell: &'l mut dyn FnMut(&Notice),
}

impl<'l> Line<'l> {
    pub(super) fn new(
        place: &'l Place,
        runtime: Runtime,
        store: Store,
        limit: Duration,
        tell: &'l mut dyn FnMut(&Notice),
    ) -> Self {
        let store = Some(store);
        Self { place, runtime, limit, store, retry: Instant::now(), tell }
    }

    /// Asks the server; none while it is away.
    pub(super) fn ask<T>(
        &mut self,
        what: &str,
        ask: impl AsyncFnOnce(&mut sqlx::PgConnection) -> Result<T, sqlx::Error>,
    ) -> Result<Option<T>, StoreError> {
        self.with(async |store| {
            let answer = ask(store.needs_server()?).await;
            answer.map_err(|error| store.cannot(what, &error))
        })
    }

    /// Asks the store; none while the server is away.
    pub(super) fn with<T>(
        &mut self,
        ask: impl AsyncFnOnce(&mut Store) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        if self.store.is_none() && Instant::now() < self.retry {
            return Ok(None);
        }
        let (place, was_away, before) = (self.place, self.store.is_none(), self.store.take());
        let asked = self.runtime.block_on(within(self.limit, place, async {
            let mut store = match before {
                Some(store) => store,
                None => Store::open(place, false).await?,
            };
            let answer = ask(&mut store).await;
            Ok((store, answer))
        }));
        let answer = asked.and_then(|(store, answer)| {
            let is_gone = matches!(answer, Err(StoreError::Unusable { passes: true, .. }));
            self.store = Some(store).filter(|_| !is_gone);
            answer
        });
        match answer {
            Err(error @ StoreError::Unusable { passes: true, .. }) => {
                if !was_away {
                    (self.tell)(&Notice::Away(error.to_string()));
                }
                self.retry = Instant::now() + AWAY;
                Ok(None)
            }
            answer => {
                if was_away && self.store.is_some() {
                    (self.tell)(&Notice::Back);
                }
                answer.map(Some)
            }
        }
    }
}
