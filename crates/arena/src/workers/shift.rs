//! A worker at work.
//!
//! Games are played on threads of their own. The thread that runs the worker talks to
//! the server: it takes games, gives signs of life, and returns what is finished. If
//! the server is away, games go on, and what they give is returned when it is back.

use super::coordinator::needs;
use super::notice::Notice;
use super::queue::{self, Held};
use super::worker::{AWAY, Played, Worker};
use super::{Returned, within};
use crate::runner::{Finished, Runner};
use crate::schedule::Pairing;
use crate::store::{Store, StoreError};
use plywood_game::quoted;
use plywood_workbench::Error;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Scope;
use std::time::Duration;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{Instant, timeout};

/// How often the request to stop is looked at.
const GLANCE: Duration = Duration::from_millis(50);
/// How often games are looked for, if there are none: soon, then more rarely.
const PAUSES: [Duration; 2] = [Duration::from_millis(50), Duration::from_secs(1)];
/// A game on its way to a thread.
struct Task<'w> {
    held: Held,
    pairing: Pairing,
    runner: Arc<Runner<'w>>,
    stop: Arc<AtomicBool>,
}

/// What a thread has made of a game.
type Done = (Held, Result<Option<Finished>, Error>);

/// The state of a worker that works.
pub(super) struct Shift<'s, 'w> {
    worker: &'s Worker<'w>,
    store: Option<Store>,
    tasks: Sender<Task<'w>>,
    done: UnboundedReceiver<Done>,
    /// Games that are being played, with what stops each.
    playing: HashMap<Held, Arc<AtomicBool>>,
    /// Results that the server has not got yet.
    finished: Vec<Done>,
    /// The events that were met; none if this worker cannot play one.
    runners: HashMap<i64, Option<Arc<Runner<'w>>>>,
    played: Played,
    next_beat: Instant,
    next_look: Instant,
    pause: Duration,
    is_excluded: bool,
    tell: &'s mut dyn FnMut(&Notice),
}

/// Plays one game after another.
fn play(queue: &Mutex<Receiver<Task<'_>>>, done: &UnboundedSender<Done>) {
    loop {
        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(task) = next else { return };
        let played = task.runner.play(&task.pairing, &task.stop);
        if done.send((task.held, played)).is_err() {
            return;
        }
    }
}

impl<'s, 'w> Shift<'s, 'w> {
    /// Starts the threads that play.
    pub(super) fn begin<'scope>(
        worker: &'s Worker<'w>,
        store: Store,
        scope: &'scope Scope<'scope, '_>,
        tell: &'s mut dyn FnMut(&Notice),
    ) -> Self
    where
        'w: 'scope,
    {
        let (tasks, queue) = channel();
        let (sender, done) = unbounded_channel();
        let queue = Arc::new(Mutex::new(queue));
        for _ in 0..worker.terms.concurrency {
            let (queue, sender) = (Arc::clone(&queue), sender.clone());
            scope.spawn(move || play(&queue, &sender));
        }
        Self {
            worker,
            store: Some(store),
            tasks,
            done,
            playing: HashMap::new(),
            finished: Vec::new(),
            runners: HashMap::new(),
            played: Played::default(),
            next_beat: Instant::now() + worker.terms.heartbeat,
            next_look: Instant::now(),
            pause: PAUSES[0],
            is_excluded: false,
            tell,
        }
    }

    /// Works until `stop` is set, or nothing is left to play.
    pub(super) async fn work(mut self, stop: &AtomicBool) -> Result<Played, StoreError> {
        loop {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            match self.round().await {
                Ok(true) => break,
                Ok(false) => {}
                Err(error @ StoreError::Unusable { passes: true, .. }) => {
                    if self.store.take().is_some() {
                        (self.tell)(&Notice::Away(error.to_string()));
                    }
                    self.next_look = Instant::now() + AWAY;
                }
                Err(error) => {
                    self.playing.values().for_each(|stop| stop.store(true, Ordering::Relaxed));
                    return Err(error);
                }
            }
            let wake = self.next_beat.min(self.next_look).min(Instant::now() + GLANCE);
            let wait = wake.saturating_duration_since(Instant::now());
            if let Ok(Some(done)) = timeout(wait, self.done.recv()).await {
                self.finished.push(done);
            }
        }
        self.end().await;
        Ok(self.played)
    }

    /// Everything that there is to say to the server now; true if nothing is left to
    /// play.
    async fn round(&mut self) -> Result<bool, StoreError> {
        while let Ok(done) = self.done.try_recv() {
            self.finished.push(done);
        }
        let now = Instant::now();
        if self.store.is_none() {
            if now < self.next_look {
                return Ok(false);
            }
            self.store = Some(Store::open(&self.worker.place, false).await?);
            self.next_beat = now;
            (self.tell)(&Notice::Back);
        }
        self.settle_all().await?;
        if now >= self.next_beat {
            self.beat().await?;
            self.next_beat = now + self.worker.terms.heartbeat;
        }
        if self.playing.len() < self.worker.terms.concurrency && now >= self.next_look {
            return self.take().await;
        }
        Ok(false)
    }

    /// Returns what is finished.
    async fn settle_all(&mut self) -> Result<(), StoreError> {
        while let Some(done) = self.finished.pop() {
            // A game whose lease is lost was counted as late already.
            if self.playing.contains_key(&done.0) {
                if let Err(error) = self.settle(&done).await {
                    self.finished.push(done);
                    return Err(error);
                }
                self.playing.remove(&done.0);
                self.next_look = Instant::now();
            }
        }
        Ok(())
    }

    /// Returns a game, or gives it back.
    async fn settle(&mut self, (held, played): &Done) -> Result<(), StoreError> {
        let name = self.worker.name.clone();
        match played {
            Ok(Some(game)) => {
                let text = serde_json::to_string(&Returned::of(game)).unwrap_or_default();
                let in_time =
                    self.ask("return a game", async |to| queue::give(to, &name, held, &text).await);
                match in_time.await? {
                    true => self.played.returned += 1,
                    false => self.too_late(held).await?,
                }
                Ok(())
            }
            Ok(None) => self.release(held).await,
            Err(error) => {
                self.leave_event(held.event, error.to_string());
                self.release(held).await
            }
        }
    }

    async fn too_late(&mut self, held: &Held) -> Result<(), StoreError> {
        if let Some(store) = &mut self.store {
            let counted = store.count_late(&self.worker.name);
            within(self.worker.terms.lease(), &self.worker.place, counted).await?;
        }
        self.played.late += 1;
        let runner = self.runners.get(&held.event).and_then(Option::as_ref);
        let event = runner.map_or(String::new(), |runner| quoted(&runner.event().name));
        (self.tell)(&Notice::Late { event, game: held.number + 1, lease: held.lease });
        Ok(())
    }

    /// Gives a sign of life, and stops games that were handed to others.
    async fn beat(&mut self) -> Result<(), StoreError> {
        let (name, lease) = (self.worker.name.clone(), self.worker.terms.lease());
        let games: Vec<Held> = self.playing.keys().copied().collect();
        let alive =
            self.ask("give a sign of life", async |to| queue::beat(to, &name, lease, &games).await);
        let alive: HashSet<Held> = alive.await?.into_iter().collect();
        for held in games.iter().filter(|held| !alive.contains(held)) {
            if let Some(stop) = self.playing.remove(held) {
                stop.store(true, Ordering::Relaxed);
                self.too_late(held).await?;
            }
        }
        let Some(store) = &mut self.store else { return Ok(()) };
        let is_excluded = within(lease, &self.worker.place, store.is_excluded(&name)).await?;
        if is_excluded && !self.is_excluded {
            (self.tell)(&Notice::Barred);
        }
        self.is_excluded = is_excluded;
        Ok(())
    }

    /// Takes games; true if there are none and never will be.
    async fn take(&mut self) -> Result<bool, StoreError> {
        let (name, engines) = (self.worker.name.clone(), self.worker.engine_names());
        let terms = self.worker.terms;
        let left = self.runners.iter().filter(|(_, runner)| runner.is_none());
        let left: Vec<i64> = left.map(|(event, _)| *event).collect();
        let taken = self.ask("take a game", async |to| {
            queue::take(to, (&name, &engines), terms.lease(), &left, terms.batch).await
        });
        let taken = taken.await?;
        if taken.is_empty() {
            self.next_look = Instant::now() + self.pause;
            self.pause = (2 * self.pause).min(PAUSES[1]);
            let is_idle = terms.until_done && self.playing.is_empty();
            return match &mut self.store {
                Some(store) if is_idle => {
                    let open = store.has_open_events();
                    within(terms.lease(), &self.worker.place, open).await.map(|open| !open)
                }
                _ => Ok(false),
            };
        }
        self.pause = PAUSES[0];
        for (held, pairing) in taken {
            self.hand_over(held, &pairing).await?;
        }
        Ok(false)
    }

    /// Sends a game to a thread, or gives it back.
    async fn hand_over(&mut self, held: Held, pairing: &str) -> Result<(), StoreError> {
        let Some(runner) = self.runner(&held).await? else { return self.release(&held).await };
        let pairing: Option<Pairing> = serde_json::from_str(pairing).ok();
        let Some(pairing) = pairing.filter(|pairing| self.may_play(&runner, pairing)) else {
            let problem = "it asks for a game that does not fit it, or for an engine that was not \
                           announced";
            self.leave_event(held.event, problem.to_owned());
            return self.release(&held).await;
        };
        let stop = Arc::new(AtomicBool::new(false));
        self.playing.insert(held, Arc::clone(&stop));
        // The threads live as long as this does.
        let _ = self.tasks.send(Task { held, pairing, runner, stop });
        Ok(())
    }

    /// Whether a game is one of its event and needs only engines of this machine: a
    /// command that stands in a database is never run.
    fn may_play(&self, runner: &Runner<'_>, pairing: &Pairing) -> bool {
        let event = runner.event();
        let fits = pairing.players.iter().all(|player| (*player as usize) < event.players.len())
            && (pairing.configuration as usize) < event.configurations.len();
        let own = &self.worker.engines;
        fits && needs(event, runner.players(), pairing)
            .iter()
            .all(|need| own.iter().any(|(name, _)| name == need))
    }

    /// What plays the games of an event; none if this worker cannot.
    async fn runner(&mut self, held: &Held) -> Result<Option<Arc<Runner<'w>>>, StoreError> {
        if let Some(known) = self.runners.get(&held.event) {
            return Ok(known.clone());
        }
        let event = match &mut self.store {
            Some(store) => {
                let limit = self.worker.terms.lease();
                within(limit, &self.worker.place, store.event_of(held)).await?
            }
            None => None,
        };
        let runner = match event.as_ref().map(|event| self.worker.runner(event)) {
            Some(Ok(runner)) => Some(Arc::new(runner)),
            Some(Err(error)) => {
                let event = event.map_or(String::new(), |event| quoted(&event.name));
                (self.tell)(&Notice::Unplayable { event, problem: error.to_string() });
                None
            }
            None => None,
        };
        self.runners.insert(held.event, runner.clone());
        Ok(runner)
    }

    /// Takes no more games of an event.
    fn leave_event(&mut self, event: i64, problem: String) {
        if let Some(Some(runner)) = self.runners.insert(event, None) {
            let event = quoted(&runner.event().name);
            (self.tell)(&Notice::Unplayable { event, problem });
        }
    }

    async fn release(&mut self, held: &Held) -> Result<(), StoreError> {
        let name = self.worker.name.clone();
        self.ask("give a game back", async |to| queue::release(to, &name, held).await).await
    }

    /// Stops the games, and gives them back if the server is there.
    async fn end(&mut self) {
        self.playing.values().for_each(|stop| stop.store(true, Ordering::Relaxed));
        // What cannot be given back now is handed to others when its lease runs out.
        if self.settle_all().await.is_err() {
            return;
        }
        for held in self.playing.keys().copied().collect::<Vec<_>>() {
            if self.release(&held).await.is_err() {
                return;
            }
        }
        if let Some(mut store) = self.store.take() {
            let left = store.leave(&self.worker.name);
            let _ = within(self.worker.terms.lease(), &self.worker.place, left).await;
            store.close().await;
        }
    }

    /// Asks the queue on the server, no longer than a lease.
    async fn ask<T>(
        &mut self,
        what: &str,
        ask: impl AsyncFnOnce(&mut sqlx::PgConnection) -> Result<T, sqlx::Error>,
    ) -> Result<T, StoreError> {
        let (place, limit) = (&self.worker.place, self.worker.terms.lease());
        let away = || StoreError::Unusable {
            place: place.clone(),
            problem: "is not connected".to_owned(),
            passes: true,
        };
        let store = self.store.as_mut().ok_or_else(away)?;
        let asked = async {
            let Some(server) = store.server() else { return Err(away()) };
            let answer = ask(server).await;
            answer.map_err(|error| store.cannot(what, &error))
        };
        within(limit, place, asked).await
    }
}
