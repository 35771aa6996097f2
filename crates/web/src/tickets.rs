//! The searches of the page: how many may run at once, how much memory each may have, and how
//! one is told to hurry or to give up.

use crate::identity::Client;
use crate::memory;
use plywood_game::counted;
use plywood_workbench::{DEFAULT_MEGABYTES, EngineSpec, Method, PlayerSpec};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

/// A search for the next move of a game, running or waiting to run.
pub(crate) struct Ticket {
    pub(crate) began: Instant,
    /// Whether it still waits for a processor.
    pub(crate) waiting: AtomicBool,
    /// Ends the search with the best move so far.
    pub(crate) stop: AtomicBool,
    /// Ends the waiting.
    hurried: Notify,
    /// Whether its page has asked for a search in another game.
    displaced: AtomicBool,
}

/// All searches of the server.
pub(crate) struct Tickets {
    /// A place a processor.
    places: Arc<Semaphore>,
    most: usize,
    megabytes: usize,
    claims: Mutex<HashMap<Client, Claim>>,
}

/// The game in which a page has searches.
struct Claim {
    game: String,
    search: Weak<Ticket>,
}

/// Processors to search on, until it is dropped.
pub(crate) type Processors = OwnedSemaphorePermit;

/// How many claims are remembered before old ones are dropped.
const MOST_CLAIMS: usize = 1000;

impl Ticket {
    fn new() -> Self {
        Self {
            began: Instant::now(),
            waiting: AtomicBool::new(false),
            stop: AtomicBool::new(false),
            hurried: Notify::new(),
            displaced: AtomicBool::new(false),
        }
    }

    /// Makes the search come to its end now.
    pub(crate) fn hurry(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.hurried.notify_one();
    }

    /// Waits, unless the search is hurried.
    pub(crate) async fn pace(&self, time: Duration) {
        let _ = tokio::time::timeout(time, self.hurried.notified()).await;
    }

    /// Whether its page has asked for a search in another game.
    pub(crate) fn is_displaced(&self) -> bool {
        self.displaced.load(Ordering::Relaxed)
    }
}

impl Tickets {
    /// As many searches as the machine has processors, which share half of its
    /// free memory.
    pub(crate) fn bounded_by_the_machine() -> Self {
        let places = std::thread::available_parallelism().map_or(1, usize::from);
        // Beside those that search, twice as many players keep their tables.
        let megabytes = memory::free_megabytes() / 2 / (3 * places);
        Self {
            places: Arc::new(Semaphore::new(places)),
            most: places,
            megabytes: megabytes.max(1),
            claims: Mutex::new(HashMap::new()),
        }
    }

    /// How many searches may run at once.
    pub(crate) fn places(&self) -> usize {
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

    fn processors(&self, player: &PlayerSpec) -> u32 {
        match player {
            PlayerSpec::Engine(engine) => threads(engine).clamp(1, self.most) as u32,
            _ => 0,
        }
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

    /// A processor for each of the engine's threads, if that many are free at
    /// once.
    pub(crate) fn free_place(&self, player: &PlayerSpec) -> Option<Processors> {
        Arc::clone(&self.places).try_acquire_many_owned(self.processors(player)).ok()
    }

    /// Waits for processors; none if the search is hurried first, which then
    /// needs none.
    pub(crate) async fn place(&self, search: &Ticket, player: &PlayerSpec) -> Option<Processors> {
        let processors = self.processors(player);
        tokio::select! {
            permit = Arc::clone(&self.places).acquire_many_owned(processors) => permit.ok(),
            () = search.hurried.notified() => None,
        }
    }
}

/// How many threads an engine uses.
fn threads(engine: &EngineSpec) -> usize {
    match &engine.method {
        Method::AlphaBeta(options) => options.threads,
        Method::Mcts(_) | Method::Named(_) => 1,
    }
}
