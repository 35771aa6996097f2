//! How games of an event share the machine with games and analyses on the page.

use crate::searches::{Place, Searches};
use plywood_arena::Pace;
use plywood_workbench::PlayerSpec;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Gives each game a place among the searches, and takes it back between moves when
/// others wait.
pub(super) struct SharedPace {
    searches: Arc<Searches>,
    players: Vec<PlayerSpec>,
    places: Mutex<HashMap<u32, Place>>,
}

/// How often a game that waits looks whether it may go on.
const GLANCE: Duration = Duration::from_millis(10);

impl SharedPace {
    pub(super) fn new(searches: Arc<Searches>, players: Vec<PlayerSpec>) -> Self {
        Self { searches, players, places: Mutex::default() }
    }

    fn take(&self, game: u32) -> Option<Place> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner).remove(&game)
    }
}

impl Pace for SharedPace {
    fn before_move(&self, game: u32, stop: &AtomicBool) {
        // A place that others need is given back here, and asked for again.
        let kept = self.take(game).filter(|place| !place.interrupt.load(Ordering::Relaxed));
        let mut place = kept.unwrap_or_else(|| self.searches.queue_game(&self.players));
        while !place.is_granted() && !stop.load(Ordering::Relaxed) {
            std::thread::sleep(GLANCE);
        }
        self.places.lock().unwrap_or_else(PoisonError::into_inner).insert(game, place);
    }

    fn after_game(&self, game: u32) {
        self.take(game);
    }
}
