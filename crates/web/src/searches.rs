//! The searches of the page: how much of the machine each may have, when it may
//! begin, and how it is told to hurry. Whose turn it is, the [`Queue`] knows.

use crate::identity::Client;
use crate::memory;
use crate::queue::Queue;
use crate::schedule::{Kind, Wish};
use plywood_game::counted;
use plywood_workbench::{DEFAULT_MEGABYTES, EngineSpec, Limits, Method, PlayerSpec};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};
use tokio::sync::watch;

pub(crate) use crate::queue::Place;

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
    queue: Arc<Queue>,
    most: usize,
    megabytes: usize,
    claims: Mutex<HashMap<Client, Claim>>,
}

/// The game in which a page has searches.
struct Claim {
    game: String,
    search: Weak<Ticket>,
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
        Self {
            queue: Arc::new(Queue::new(places)),
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
    pub(crate) fn queue(&self, player: &PlayerSpec, page: String, kind: Kind) -> Option<Place> {
        let PlayerSpec::Engine(engine) = player else { return None };
        Some(self.queue.place(Wish { kind, page, threads: threads(engine) }))
    }

    /// A place in the queue for a game of an event between these players.
    pub(crate) fn queue_game(&self, players: &[PlayerSpec]) -> Place {
        let threads = players.iter().map(|player| match player {
            PlayerSpec::Engine(engine) => threads(engine),
            _ => 1,
        });
        let threads = threads.max().unwrap_or(1);
        self.queue.place(Wish { kind: Kind::Event, page: String::new(), threads })
    }

    /// Time has passed.
    pub(crate) fn tick(&self) {
        self.queue.tick(Instant::now());
    }

    /// How many searches run or wait.
    #[cfg(test)]
    pub(crate) fn count(&self) -> usize {
        self.queue.count()
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
