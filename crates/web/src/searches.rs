//! The searches of the page: how much of the machine each may have, when it may
//! begin, and how it is told to hurry or to make room. Which of them may run is
//! decided by [`Schedule`]; here they wait and are woken.

use crate::identity::Client;
use crate::memory;
use crate::schedule::{Changes, Id, Kind, Schedule, Wish};
use plywood_game::counted;
use plywood_workbench::{DEFAULT_MEGABYTES, EngineSpec, Limits, Method, PlayerSpec};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};
use tokio::sync::{oneshot, watch};

/// A search for the next move of a game, running or waiting to run.
pub(crate) struct Ticket {
    pub(crate) began: Instant,
    /// Whether it still waits for a processor.
    pub(crate) waiting: AtomicBool,
    /// Ends the search with the best move so far.
    pub(crate) stop: AtomicBool,
    /// Whether it was told to hurry. A value that stays: those who begin to wait
    /// later know it too.
    hurried: watch::Sender<bool>,
    /// Whether its page has asked for a search in another game.
    displaced: AtomicBool,
}

/// All searches of the server.
pub(crate) struct Searches {
    room: Mutex<Room>,
    most: usize,
    megabytes: usize,
    claims: Mutex<HashMap<Client, Claim>>,
}

/// The schedule, and those whom it concerns.
struct Room {
    schedule: Schedule,
    holders: HashMap<Id, Holder>,
}

struct Holder {
    granted: Option<oneshot::Sender<()>>,
    /// Set when the search must make room.
    interrupt: Arc<AtomicBool>,
}

/// The game in which a page has searches.
struct Claim {
    game: String,
    search: Weak<Ticket>,
}

/// A place in the queue, and then processors to search on, until it is dropped.
pub(crate) struct Place {
    searches: Arc<Searches>,
    id: Id,
    granted: oneshot::Receiver<()>,
    /// Whether it has its processors.
    has: bool,
    /// Set when the search must make room. The searching thread may set it too.
    pub(crate) interrupt: Arc<AtomicBool>,
}

/// How many claims are remembered before old ones are dropped.
const MOST_CLAIMS: usize = 1000;

/// The most pages whose analyses keep a player.
pub(crate) const MOST_ANALYSES: usize = 8;

/// Within these limits a search is short.
const SHORT_TIME: Duration = Duration::from_secs(10);
const SHORT_NODES: u64 = 10_000_000;
const SHORT_DEPTH: u32 = 6;

impl Ticket {
    fn new() -> Self {
        Self {
            began: Instant::now(),
            waiting: AtomicBool::new(false),
            stop: AtomicBool::new(false),
            hurried: watch::Sender::new(false),
            displaced: AtomicBool::new(false),
        }
    }

    /// Makes the search come to its end now.
    pub(crate) fn hurry(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.hurried.send_replace(true);
    }

    /// Waits until it is told to hurry, which may have been before.
    pub(crate) async fn hurried(&self) {
        // The sender lives as long as the ticket.
        let _ = self.hurried.subscribe().wait_for(|hurried| *hurried).await;
    }

    /// Waits, unless the search is hurried.
    pub(crate) async fn pace(&self, time: Duration) {
        let _ = tokio::time::timeout(time, self.hurried()).await;
    }

    /// Whether its page has asked for a search in another game.
    pub(crate) fn is_displaced(&self) -> bool {
        self.displaced.load(Ordering::Relaxed)
    }
}

impl Searches {
    /// As many searches as the machine has processors, which share half of its
    /// free memory.
    pub(crate) fn bounded_by_the_machine() -> Self {
        let places = std::thread::available_parallelism().map_or(1, usize::from);
        // Beside those that search, twice as many players keep their tables, and
        // those of analyses.
        let megabytes = memory::free_megabytes() / 2 / (3 * places + MOST_ANALYSES);
        let room = Room { schedule: Schedule::new(places), holders: HashMap::new() };
        Self {
            room: Mutex::new(room),
            most: places,
            megabytes: megabytes.max(1),
            claims: Mutex::new(HashMap::new()),
        }
    }

    /// How many processors there are.
    pub(crate) fn processors(&self) -> usize {
        self.most
    }

    /// An error in words if a player wants more than it can have.
    pub(crate) fn check(&self, player: &PlayerSpec) -> Result<(), String> {
        // A default is never refused: it is reduced to fit.
        let most = self.megabytes.max(DEFAULT_MEGABYTES);
        match player {
            PlayerSpec::Engine(spec) if spec.megabytes > most => Err(format!(
                "a table of {} MB is too large for this machine; a player may have {}",
                spec.megabytes,
                counted(most, "megabyte"),
            )),
            _ => Ok(()),
        }
    }

    /// The player with no more memory and threads than it can have.
    pub(crate) fn fitted(&self, player: &PlayerSpec) -> PlayerSpec {
        let PlayerSpec::Engine(engine) = player else { return player.clone() };
        let mut fitted = engine.clone();
        // An engine that has no such option is within its limits.
        if engine.megabytes > self.megabytes {
            let _ = fitted.change("table", &self.megabytes.to_string());
        }
        if threads(engine) > self.most {
            let _ = fitted.change("threads", &self.most.to_string());
        }
        PlayerSpec::Engine(fitted)
    }

    /// A page asks for searches in this game from now on: any that it has
    /// elsewhere comes to its end.
    pub(crate) fn claim(&self, client: &Client, game: &str) {
        let mut claims = self.claims.lock().unwrap_or_else(PoisonError::into_inner);
        if claims.len() > MOST_CLAIMS {
            claims.retain(|_, claim| claim.search.strong_count() > 0);
        }
        let claim = Claim { game: game.to_owned(), search: Weak::new() };
        let before = claims.insert(client.clone(), claim);
        let search = before.filter(|claim| claim.game != game).and_then(|c| c.search.upgrade());
        if let Some(search) = search {
            search.displaced.store(true, Ordering::Relaxed);
            search.hurry();
        }
    }

    /// A new search in this game; none if the page that asked for it has since
    /// asked for searches in another.
    pub(crate) fn begin(&self, client: Option<&Client>, game: &str) -> Option<Arc<Ticket>> {
        let search = Arc::new(Ticket::new());
        let Some(client) = client else { return Some(search) };
        let mut claims = self.claims.lock().unwrap_or_else(PoisonError::into_inner);
        match claims.get_mut(client) {
            Some(claim) if claim.game != game => return None,
            Some(claim) => claim.search = Arc::downgrade(&search),
            None => {}
        }
        Some(search)
    }

    /// A place in the queue for a player; none for one that does not search.
    pub(crate) fn queue(
        self: &Arc<Self>,
        player: &PlayerSpec,
        page: String,
        kind: Kind,
    ) -> Option<Place> {
        let PlayerSpec::Engine(engine) = player else { return None };
        Some(self.place(Wish { kind, page, threads: threads(engine) }))
    }

    /// A place in the queue for a game of an event between these players.
    pub(crate) fn queue_game(self: &Arc<Self>, players: &[PlayerSpec]) -> Place {
        let threads = players.iter().map(|player| match player {
            PlayerSpec::Engine(engine) => threads(engine),
            _ => 1,
        });
        let threads = threads.max().unwrap_or(1);
        self.place(Wish { kind: Kind::Event, page: String::new(), threads })
    }

    fn place(self: &Arc<Self>, wish: Wish) -> Place {
        let (sender, granted) = oneshot::channel();
        let interrupt = Arc::new(AtomicBool::new(false));
        let holder = Holder { granted: Some(sender), interrupt: Arc::clone(&interrupt) };
        let mut room = self.room();
        let (id, changes) = room.schedule.request(wish, Instant::now());
        room.holders.insert(id, holder);
        room.tell(&changes);
        Place { searches: Arc::clone(self), id, granted, has: false, interrupt }
    }

    /// Time has passed.
    pub(crate) fn tick(&self) {
        let mut room = self.room();
        if room.schedule.is_crowded() {
            let changes = room.schedule.tick(Instant::now());
            room.tell(&changes);
        }
    }

    /// How many searches run or wait.
    #[cfg(test)]
    pub(crate) fn count(&self) -> usize {
        self.room().holders.len()
    }

    fn room(&self) -> MutexGuard<'_, Room> {
        self.room.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Room {
    /// Wakes and interrupts those whom a change concerns.
    fn tell(&mut self, changes: &Changes) {
        for id in &changes.granted {
            let sender = self.holders.get_mut(id).and_then(|holder| holder.granted.take());
            if let Some(sender) = sender {
                // A search that no longer waits gives its place back when it is
                // dropped.
                let _ = sender.send(());
            }
        }
        for holder in changes.interrupted.iter().filter_map(|id| self.holders.get(id)) {
            holder.interrupt.store(true, Ordering::Relaxed);
        }
    }
}

impl Place {
    /// Whether it has its processors already.
    pub(crate) fn is_granted(&mut self) -> bool {
        self.has |= self.granted.try_recv().is_ok();
        self.has
    }

    /// Waits for the processors.
    pub(crate) async fn granted(&mut self) {
        if !self.is_granted() {
            // The sender is dropped only after the place.
            let _ = (&mut self.granted).await;
            self.has = true;
        }
    }

    /// Makes room, and waits for the next turn.
    pub(crate) async fn next_turn(&mut self) {
        let (sender, granted) = oneshot::channel();
        (self.granted, self.has) = (granted, false);
        {
            let mut room = self.searches.room();
            self.interrupt.store(false, Ordering::Relaxed);
            if let Some(holder) = room.holders.get_mut(&self.id) {
                holder.granted = Some(sender);
            }
            let changes = room.schedule.wait_again(self.id, Instant::now());
            room.tell(&changes);
        }
        self.granted().await;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut room = self.searches.room();
        let changes = room.schedule.release(self.id, Instant::now());
        room.holders.remove(&self.id);
        room.tell(&changes);
    }
}

/// What a search within these limits is to the others; `clock` is what its side
/// has left, if it has a clock.
pub(crate) fn kind(limits: &Limits, clock: Option<Duration>) -> Kind {
    let short = limits.time.is_some_and(|time| time <= SHORT_TIME)
        || limits.nodes.is_some_and(|nodes| nodes <= SHORT_NODES)
        || limits.depth.is_some_and(|depth| depth <= SHORT_DEPTH)
        // A player spends a small part of its time on a move.
        || clock.is_some_and(|left| left <= 20 * SHORT_TIME);
    if short { Kind::Short } else { Kind::Long }
}

/// How many threads an engine uses.
fn threads(engine: &EngineSpec) -> usize {
    match &engine.method {
        Method::AlphaBeta(options) => options.threads,
        Method::Mcts(_) | Method::Named(_) => 1,
    }
}
