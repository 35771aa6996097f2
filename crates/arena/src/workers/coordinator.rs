//! Runs an event whose games are played by workers: fills the queue stage by stage,
//! checks what comes back, counts and keeps it.

use super::notice::Notice;
use super::queue::{self, Unchecked, Waiting};
use super::within;
use crate::event::Event;
use crate::runner::{Finished, OnGame, RunError, Runner, count};
use crate::schedule::{Pairing, Schedule};
use crate::store::{EventRun, StoreError};
use plywood_workbench::PlayerSpec;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How many games are put into the queue at once.
const FILLED_AT_ONCE: usize = 5000;
/// How many results are checked and kept together.
const LARGEST_BATCH: i64 = 500;
/// How often results are looked for: at once after the last, then more rarely.
const PAUSES: [Duration; 2] = [Duration::from_millis(10), Duration::from_millis(200)];
/// How long to wait before connecting again.
const AWAY: Duration = Duration::from_millis(500);
/// How long the server may take for an answer.
const PATIENCE: Duration = Duration::from_secs(60);
/// How often it is looked whether games wait for an engine that nobody has.
const LOOK_ROUND: Duration = Duration::from_secs(10);

/// What a coordinator needs besides the store.
struct Chair<'a, 'b> {
    runner: &'a Runner<'b>,
    schedule: &'a mut Schedule,
    stop: &'a AtomicBool,
    on_game: &'a mut OnGame<'b>,
    tell: &'a mut dyn FnMut(&Notice),
    waiting: Option<Notice>,
    looked: Instant,
}

impl EventRun {
    /// Lets workers play what is left of the schedule until it is over or `stop` is
    /// set. While the server is away, it waits. The store must be on a server.
    ///
    /// # Errors
    /// If the store refuses results, or another process has taken the event over.
    pub fn coordinate(
        &mut self,
        runner: &Runner<'_>,
        schedule: &mut Schedule,
        stop: &AtomicBool,
        on_game: &mut OnGame<'_>,
        tell: &mut dyn FnMut(&Notice),
    ) -> Result<(), RunError> {
        let looked = Instant::now();
        let mut chair = Chair { runner, schedule, stop, on_game, tell, waiting: None, looked };
        loop {
            match self.preside(&mut chair) {
                Ok(()) => return Ok(()),
                Err(error @ StoreError::Unusable { passes: true, .. }) => {
                    (chair.tell)(&Notice::Away(error.to_string()));
                    match self.find_again(&mut chair) {
                        Ok(true) => (chair.tell)(&Notice::Back),
                        Ok(false) => return Ok(()),
                        Err(error) => return Err(RunError::Ledger(error.to_string())),
                    }
                }
                Err(error) => return Err(RunError::Ledger(error.to_string())),
            }
        }
    }

    /// Connects again; false if stopped before that.
    fn find_again(&mut self, chair: &mut Chair<'_, '_>) -> Result<bool, StoreError> {
        while !chair.stop.load(Ordering::Relaxed) {
            match self.reopen() {
                Ok(schedule) => {
                    *chair.schedule = schedule;
                    return Ok(true);
                }
                // The server may not have noticed yet that the old connection is gone.
                Err(StoreError::Unusable { passes: true, .. } | StoreError::Busy { .. }) => {
                    sleep(AWAY);
                }
                Err(error) => return Err(error),
            }
        }
        Ok(false)
    }

    fn preside(&mut self, chair: &mut Chair<'_, '_>) -> Result<(), StoreError> {
        let event = self.stored.id;
        self.on_queue("look after its queue", async |to| queue::repair(to, event).await)?;
        let mut pause = PAUSES[0];
        while !chair.schedule.is_over() && !chair.stop.load(Ordering::Relaxed) {
            self.fill(chair)?;
            let returned = self.on_queue("read results", async |to| {
                queue::unchecked(to, event, LARGEST_BATCH).await
            })?;
            if returned.is_empty() {
                self.look_round(chair)?;
                sleep(pause);
                pause = (2 * pause).min(PAUSES[1]);
                continue;
            }
            pause = PAUSES[0];
            self.count(chair, &returned)?;
        }
        if chair.schedule.is_over() {
            self.on_queue("clear its queue", async |to| queue::clear(to, event).await)?;
        }
        Ok(())
    }

    /// Puts the games of the schedule into the queue that are not there.
    fn fill(&mut self, chair: &mut Chair<'_, '_>) -> Result<(), StoreError> {
        let event = self.stored.id;
        while !chair.stop.load(Ordering::Relaxed) {
            let games = std::iter::from_fn(|| chair.schedule.take()).take(FILLED_AT_ONCE);
            let games: Vec<Waiting> = games.map(|game| waiting(chair.runner, &game)).collect();
            if games.is_empty() {
                break;
            }
            self.on_queue("fill its queue", async |to| queue::fill(to, event, &games).await)?;
        }
        Ok(())
    }

    /// Checks results, counts and keeps those that stand the check, and refuses the
    /// others.
    fn count(
        &mut self,
        chair: &mut Chair<'_, '_>,
        returned: &[Unchecked],
    ) -> Result<(), StoreError> {
        let (mut games, mut refused): (Vec<Finished>, Vec<(&Unchecked, String)>) =
            Default::default();
        for result in returned {
            let pairing = chair.schedule.games().get(result.number as usize);
            let checked = match pairing {
                Some(pairing) => chair.runner.check(pairing, &result.result, chair.stop),
                None => Err("the event has no such game".to_owned()),
            };
            match checked {
                Ok(Some(game)) => games.push(game),
                Ok(None) => return Ok(()),
                Err(reason) => refused.push((result, reason)),
            }
        }
        let progress = count(chair.schedule, &mut games);
        if !games.is_empty() {
            let place = self.store.place().clone();
            let kept = self.store.keep(&self.lease, &games, &progress);
            self.runtime.block_on(async { within(PATIENCE, &place, kept).await })?;
        }
        games.iter().for_each(|game| (chair.on_game)(chair.schedule, game));
        let event = self.stored.id;
        for (result, reason) in refused {
            let barred = self.on_queue("refuse a result", async |to| {
                queue::refuse(to, event, result, &reason).await
            })?;
            let (worker, game) = (result.worker.clone(), result.number + 1);
            (chair.tell)(&Notice::Refused { worker, game, reason, barred });
        }
        Ok(())
    }

    /// Says once when games wait for engines that no worker has.
    fn look_round(&mut self, chair: &mut Chair<'_, '_>) -> Result<(), StoreError> {
        if chair.looked.elapsed() < LOOK_ROUND {
            return Ok(());
        }
        chair.looked = Instant::now();
        let event = self.stored.id;
        let unserved =
            self.on_queue("look at its queue", async |to| queue::unserved(to, event).await)?;
        let notice = unserved.into_iter().min_by_key(Vec::len).map(Notice::Waiting);
        if notice != chair.waiting
            && let Some(notice) = &notice
        {
            (chair.tell)(notice);
        }
        chair.waiting = notice;
        Ok(())
    }

    /// Asks the queue on the server.
    fn on_queue<T>(
        &mut self,
        what: &str,
        ask: impl AsyncFnOnce(&mut sqlx::PgConnection) -> Result<T, sqlx::Error>,
    ) -> Result<T, StoreError> {
        let place = self.store.place().clone();
        let asked = async {
            let Some(server) = self.store.server() else {
                let problem = "is a file, and workers need a server".to_owned();
                return Err(StoreError::Unusable { place: place.clone(), problem, passes: false });
            };
            let answer = ask(server).await;
            answer.map_err(|error| self.store.cannot(what, &error))
        };
        self.runtime.block_on(async { within(PATIENCE, &place, asked).await })
    }
}

/// A game as it stands in the queue.
fn waiting(runner: &Runner<'_>, game: &Pairing) -> Waiting {
    Waiting {
        number: i64::from(game.number),
        pairing: serde_json::to_string(game).unwrap_or_default(),
        needs: needs(runner.event(), runner.players(), game),
    }
}

/// The names of the external engines of a game.
pub(super) fn needs(event: &Event, players: &[PlayerSpec], game: &Pairing) -> Vec<String> {
    let is_external = |player: &u32| matches!(players[*player as usize], PlayerSpec::External(_));
    let external = game.players.iter().filter(|player| is_external(player));
    let mut names: Vec<String> =
        external.map(|player| event.players[*player as usize].name.clone()).collect();
    names.sort();
    names.dedup();
    names
}
