//! The events of the arena on the page: those of one store, whichever process plays them. Events
//! of a server are only shown: 'plywood arena run' begins them, and workers play.
//!
//! The page asks again and again. What is computed for one page is kept for all, and
//! an event is read again at the earliest after ten times as long as that took, so
//! that watching costs at most a tenth of a processor, here and on a server. Events that were started here
//! are played by [`play`] on threads of their own.

mod described;
mod documents;
mod pace;
mod play;
mod routes;
mod wish;

#[cfg(test)]
pub(crate) use documents::{
    Board, EventFault, EventFile, EventGame, Met, PairCounts, Range, Ranked, Ratio,
};
pub(crate) use documents::{Course, EventGames, EventLine, EventList, EventView};
pub(crate) use routes::routes;
#[cfg(test)]
pub(crate) use wish::Hoped;
pub(crate) use wish::NewEvent;

use crate::live_games::{Document, document};
use crate::refusal::Refusal;
use axum::http::StatusCode;
use play::Here;
use plywood_arena::{
    Export, Form, Place, Schedule, Standings, Store, StoreError, StoredEvent, StoredGame,
};
use plywood_workbench::{PlayerSpec, Protocol, Workbench};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;

/// The events of a store.
pub(crate) struct ArenaEvents {
    place: Option<Place>,
    /// The latest events that were asked for. Locked while the store is read, so
    /// that one reads at a time.
    seen: tokio::sync::Mutex<Vec<Arc<Seen>>>,
    /// The event that is played here.
    running: Mutex<Option<play::Running>>,
    /// A file of a large event takes memory and time.
    files: Semaphore,
    /// When the server could last not be reached, and why.
    away: Mutex<Option<(Instant, StoreError)>>,
}

/// An event as it was read.
pub(crate) struct Seen {
    stored: StoredEvent,
    schedule: Arc<Schedule>,
    /// Changes with everything that the page shows.
    revision: String,
    /// What the page shows.
    view: Document,
    /// When it was read, and how long that took.
    read: Instant,
    cost: Duration,
}

/// How many events are remembered.
const MOST_SEEN: usize = 8;

/// The events in the list, the newest.
const LONGEST_LIST: usize = 500;

/// An event is not read again before this has passed.
const REST: Duration = Duration::from_millis(300);

/// A server that could not be reached is not asked again before this has passed: who
/// waits for it holds up all others.
const AWAY: Duration = Duration::from_secs(2);

impl ArenaEvents {
    /// The events of this store; none where there is none.
    pub(crate) fn new(place: Option<Place>) -> Self {
        let (seen, running) = (tokio::sync::Mutex::default(), Mutex::default());
        Self { place, seen, running, files: Semaphore::new(1), away: Mutex::default() }
    }

    /// Whether the events are on a server, where workers play them.
    fn is_elsewhere(&self) -> bool {
        self.place.as_ref().is_some_and(Place::is_server)
    }

    /// Asks the store on a thread that may wait and compute; none if nothing was
    /// played yet.
    async fn ask<T: Send + 'static>(
        &self,
        work: impl AsyncFnOnce(&mut Store) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<Option<T>, Refusal> {
        let is_there = |place: &Place| place.file().is_none_or(Path::exists);
        let Some(place) = self.place.clone().filter(is_there) else { return Ok(None) };
        let away = || self.away.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((when, error)) = away().clone()
            && when.elapsed() < AWAY
        {
            return Err(error.into());
        }
        let asked = tokio::task::spawn_blocking(move || Store::ask(&place, work)?).await;
        let asked = asked.map_err(|error| Refusal::conflict(error.to_string()))?;
        if let Err(error @ StoreError::Unusable { passes: true, .. }) = &asked {
            *away() = Some((Instant::now(), error.clone()));
        }
        Ok(Some(asked?))
    }

    /// All events, the newest first.
    pub(crate) async fn list(&self) -> Result<EventList, Refusal> {
        let _one_at_a_time = self.seen.lock().await;
        let events = self.ask(async |store| {
            let events = store.events().await?;
            let shown: Vec<StoredEvent> = events.into_iter().take(LONGEST_LIST).collect();
            let numbers: Vec<i64> = shown.iter().map(|one| one.id).collect();
            Ok((store.played(&numbers).await?, shown))
        });
        let (played, events) = events.await?.unwrap_or_default();
        let elsewhere = self.is_elsewhere();
        let line = |one: &StoredEvent| {
            let (played, here) = (played.contains(&one.id), self.is_here(one.id));
            EventLine::new(one, Course { played, here, elsewhere })
        };
        let store = self.place.as_ref().map(Place::to_string);
        Ok(EventList { schema: 1, store, elsewhere, events: events.iter().map(line).collect() })
    }

    /// An event with its results, perhaps a moment old.
    pub(crate) async fn see(&self, name: &str) -> Result<Arc<Seen>, Refusal> {
        let mut seen = self.seen.lock().await;
        let place = seen.iter().position(|one| one.stored.event.name == name);
        let before = place.map(|place| seen.remove(place));
        if let Some(known) = before.as_ref().filter(|known| known.is_fresh()) {
            seen.push(Arc::clone(known));
            return Ok(Arc::clone(known));
        }
        let (wanted, here, began) = (name.to_owned(), self.here(), Instant::now());
        let read = async move |store: &mut Store| {
            let mut seen = Seen::read(store, &wanted, here, before).await?;
            // With the time that connecting took.
            seen.cost = seen.cost.max(began.elapsed());
            Ok(seen)
        };
        let now = Arc::new(self.ask(read).await?.ok_or_else(no_event)?);
        if seen.len() >= MOST_SEEN {
            seen.remove(0);
        }
        seen.push(Arc::clone(&now));
        Ok(now)
    }

    /// An event as it is kept.
    async fn stored(&self, name: &str) -> Result<StoredEvent, Refusal> {
        let name = name.to_owned();
        let stored = self.ask(async move |store| store.event(&name).await).await?;
        stored.ok_or_else(no_event)
    }

    /// A game of an event, with the event.
    async fn game(&self, name: &str, number: u32) -> Result<(StoredEvent, StoredGame), Refusal> {
        let name = name.to_owned();
        let found = self.ask(async move |store| {
            let stored = store.event(&name).await?;
            let games = store.games(stored.id, number, 1).await?;
            Ok((stored, games.into_iter().find(|game| game.number == number)))
        });
        let (stored, game) = found.await?.ok_or_else(no_event)?;
        let none = || Refusal::new(StatusCode::NOT_FOUND, "the event has no such finished game");
        Ok((stored, game.ok_or_else(none)?))
    }

    /// An event in a file, without the commands of engines.
    async fn file(
        &self,
        workbench: Arc<Workbench>,
        name: &str,
        form: Form,
    ) -> Result<Export, Refusal> {
        // The place is given back when the file is made, not when it is sent.
        let _place = self.files.acquire().await;
        let name = name.to_owned();
        let made = self.ask(async move |store| {
            let stored = public(store.event(&name).await?);
            store.export(&workbench, stored, form).await
        });
        made.await?.ok_or_else(no_event)
    }
}

impl Seen {
    async fn read(
        store: &mut Store,
        name: &str,
        here: Option<Here>,
        before: Option<Arc<Self>>,
    ) -> Result<Self, StoreError> {
        let began = Instant::now();
        let stored = public(store.event(name).await?);
        let here = here.filter(|here| here.id == stored.id).unwrap_or_default();
        let course = Course {
            played: store.played(&[stored.id]).await?.contains(&stored.id),
            here: here.goes_on,
            elsewhere: store.place().is_server(),
        };
        let revision = format!(
            "{}-{}-{}-{}-{}-{}",
            stored.id,
            stored.updated,
            stored.progress.finished,
            course.played,
            course.here,
            here.problem.is_some()
        );
        if let Some(same) = before.filter(|before| before.revision == revision) {
            // Without results that are new, nothing is computed.
            let (view, schedule) = (Arc::clone(&same.view), Arc::clone(&same.schedule));
            return Ok(Self {
                stored,
                schedule,
                revision,
                view,
                read: Instant::now(),
                cost: same.cost,
            });
        }
        let schedule = Arc::new(store.schedule(&stored).await?);
        let faults = store.faults(stored.id, documents::FAULTS).await?;
        let view = EventView {
            problem: here.problem,
            revision: revision.clone(),
            ..EventView::new(&stored, &Standings::new(&schedule), &faults, course)
        };
        let (view, read) = (document(&view), Instant::now());
        Ok(Self { stored, schedule, revision, view, read, cost: began.elapsed() })
    }

    fn is_fresh(&self) -> bool {
        self.read.elapsed() < REST.max(10 * self.cost)
    }
}

fn no_event() -> Refusal {
    Refusal::new(StatusCode::NOT_FOUND, "there is no such event here")
}

/// The event as visitors may see it: without the commands of external engines.
fn public(mut stored: StoredEvent) -> StoredEvent {
    for one in &mut stored.event.players {
        if let Ok(PlayerSpec::External(spec)) = one.player.parse() {
            let mut names = Protocol::NAMES.into_iter();
            let name = names.find(|(_, protocol)| *protocol == spec.protocol);
            one.player = format!("{} engine", name.map_or("external", |(name, _)| name));
        }
    }
    stored
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::NoEvent { .. } => no_event(),
            error => Refusal::conflict(error.to_string()),
        }
    }
}
