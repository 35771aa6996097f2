//! A worker: takes games from a server's queue, plays them, and returns them.

use super::notice::Notice;
use super::shift::Shift;
use super::within;
use crate::runner::Runner;
use crate::store::{Place, Store, StoreError, runtime};
use plywood_engines::Engines;
use plywood_game::quoted;
use plywood_workbench::{Error, PlayerSpec, Workbench};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How a worker works.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Terms {
    /// How often it gives a sign of life.
    pub heartbeat: Duration,
    /// After how many missing signs its games are handed to others.
    pub missed: u32,
    /// How many games it takes at once.
    pub batch: usize,
    /// How many games it plays at once.
    pub concurrency: usize,
    /// Whether it ends when every event of the store is over.
    pub until_done: bool,
}

impl Default for Terms {
    fn default() -> Self {
        let heartbeat = Duration::from_secs(5);
        Self { heartbeat, missed: 3, batch: 1, concurrency: 1, until_done: false }
    }
}

impl Terms {
    /// How long a game is a worker's without a sign of life.
    pub(crate) fn lease(&self) -> Duration {
        self.heartbeat * self.missed
    }
}

/// What plays the games of a server's queue on this machine.
pub struct Worker<'w> {
    /// The games.
    pub workbench: &'w Workbench,
    /// The server.
    pub place: Place,
    /// Its name, which no other living worker has.
    pub name: String,
    /// The external engines of this machine, under the names of their players. No
    /// other command is ever run: what an event says about an engine is not used.
    pub engines: Vec<(String, PlayerSpec)>,
    /// Where players come from.
    pub players: Engines,
    /// How it works.
    pub terms: Terms,
}

/// What a worker has done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Played {
    /// Games that were returned in time.
    pub returned: u64,
    /// Games that came too late.
    pub late: u64,
}

/// How long to wait before connecting again.
pub(crate) const AWAY: Duration = Duration::from_millis(500);

impl<'w> Worker<'w> {
    /// Plays games until `stop` is set, or every event is over if the terms say so.
    /// Games that are not finished then are given back.
    ///
    /// # Errors
    /// If the store cannot be used at first, or another worker has this name.
    pub fn run(
        &self,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&Notice),
    ) -> Result<Played, StoreError> {
        let runtime = runtime(&self.place)?;
        let engines = self.engine_names();
        let entered = enter(&self.place, (&self.name, &engines), self.terms.lease(), stop);
        let store = runtime.block_on(entered)?;
        std::thread::scope(|scope| {
            let shift = Shift::begin(self, store, scope, tell);
            runtime.block_on(shift.work(stop))
        })
    }

    pub(super) fn engine_names(&self) -> Vec<String> {
        self.engines.iter().map(|(name, _)| name.clone()).collect()
    }

    /// What plays the games of an event; an error if this machine cannot.
    pub(super) fn runner(&self, event: &crate::Event) -> Result<Runner<'w>, Error> {
        let mut players = Vec::new();
        for contestant in &event.players {
            let own = self.engines.iter().find(|(name, _)| *name == contestant.name);
            players.push(match (contestant.player.parse()?, own) {
                (PlayerSpec::External(_), Some((_, own))) => own.clone(),
                (spec, _) => spec,
            });
        }
        let engines = self.players.clone();
        Ok(Runner::with_players(self.workbench, event, engines, 1, players))
    }
}

/// Connects and announces a worker with the names of its engines; for as long as a lease
/// lasts it is tried again, since the server may just be starting.
pub(crate) async fn enter(
    place: &Place,
    worker: (&str, &[String]),
    lease: Duration,
    stop: &AtomicBool,
) -> Result<Store, StoreError> {
    let patience = Instant::now() + lease;
    loop {
        match within(lease, place, join(place, worker, lease)).await {
            Err(StoreError::Unusable { passes: true, .. })
                if Instant::now() < patience && !stop.load(Ordering::Relaxed) =>
            {
                sleep(AWAY).await;
            }
            joined => return joined,
        }
    }
}

async fn join(
    place: &Place,
    (name, engines): (&str, &[String]),
    lease: Duration,
) -> Result<Store, StoreError> {
    let mut store = Store::open(place, false).await?;
    if store.join(name, engines, lease).await? {
        return Ok(store);
    }
    let problem = format!(
        "has a worker called {} that was alive less than {} s ago; choose another --name",
        quoted(name),
        lease.as_secs()
    );
    Err(StoreError::Unusable { place: place.clone(), problem, passes: false })
}
