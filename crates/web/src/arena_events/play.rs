//! Plays an event for the page: the same code as `plywood arena run`, at the pace
//! that the other work of the server leaves, one event at a time. It ends with the
//! server; what is finished is kept.

use super::ArenaEvents;
use super::pace::SharedPace;
use crate::live_games::LiveGames;
use crate::refusal::Refusal;
use plywood_arena::{Event, EventRun, Place, Runner, StoreError};
use plywood_engines::Engines;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use tokio::sync::oneshot;

/// An event that is played here, or was last.
pub(crate) struct Running {
    /// Its number in the store; none until it is open.
    id: Option<i64>,
    name: String,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
    /// Why it ended before its end.
    problem: Option<String>,
}

/// What the page is told of it.
#[derive(Default)]
pub(super) struct Here {
    /// Its number in the store.
    pub(super) id: i64,
    pub(super) goes_on: bool,
    pub(super) problem: Option<String>,
}

impl Running {
    fn goes_on(&self) -> bool {
        self.thread.as_ref().is_some_and(|thread| !thread.is_finished())
    }
}

impl ArenaEvents {
    /// Plays an event on a thread of its own; returns once it has begun.
    pub(super) async fn play(live: &Arc<LiveGames>, event: Event) -> Result<(), Refusal> {
        if live.arena.is_elsewhere() {
            let what = "events on a server are begun by 'plywood arena run' and played by workers";
            return Err(Refusal::conflict(what).expected("an event in a file"));
        }
        let place = live.arena.place.clone();
        let place = place.ok_or_else(|| Refusal::conflict("there is no place to keep events"))?;
        let stop = Arc::new(AtomicBool::new(false));
        let (opened, begun) = oneshot::channel();
        {
            let mut running = live.arena.running();
            if let Some(other) = running.as_ref().filter(|running| running.goes_on()) {
                let what = format!("the event {} is being played; stop it first", other.name);
                return Err(Refusal::conflict(what));
            }
            let name = event.name.clone();
            let (here, flag) = (Arc::clone(live), Arc::clone(&stop));
            let work = move || {
                let problem = play(&here, &place, &event, &flag, opened).err();
                if let Some(running) = here.arena.running().as_mut() {
                    running.problem = problem;
                }
            };
            let thread = std::thread::Builder::new().name("event".to_owned()).spawn(work);
            let thread = thread.map_err(|error| Refusal::conflict(error.to_string()))?;
            *running = Some(Running { id: None, name, stop, thread: Some(thread), problem: None });
        }
        let stopped = |_| Refusal::conflict("the event could not begin");
        Ok(begun.await.map_err(stopped)??)
    }

    /// Stops the event of this name, if it is played here.
    pub(super) fn stop(&self, name: &str) -> Result<(), Refusal> {
        let running = self.running();
        let here = running.as_ref().filter(|running| running.name == name && running.goes_on());
        let elsewhere = || Refusal::conflict("this event is not played by this server");
        here.ok_or_else(elsewhere)?.stop.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// Stops what is played and waits for its end.
    pub(crate) async fn close(&self) {
        let thread = self.running().as_mut().and_then(|running| {
            running.stop.store(true, Ordering::Relaxed);
            running.thread.take()
        });
        if let Some(thread) = thread {
            // What it does not finish in time is played again later.
            let _ = tokio::task::spawn_blocking(move || thread.join()).await;
        }
    }

    /// Whether this server plays the event.
    pub(super) fn is_here(&self, id: i64) -> bool {
        self.here().is_some_and(|here| here.id == id && here.goes_on)
    }

    /// The event that is played here, or was last.
    pub(super) fn here(&self) -> Option<Here> {
        let running = self.running();
        let running = running.as_ref()?;
        let (goes_on, problem) = (running.goes_on(), running.problem.clone());
        Some(Here { id: running.id?, goes_on, problem })
    }

    fn running(&self) -> MutexGuard<'_, Option<Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Tells whether the event could be opened.
type Opened = oneshot::Sender<Result<(), StoreError>>;

/// Plays what is left of an event; an error in words.
fn play(
    live: &LiveGames,
    place: &Place,
    event: &Event,
    stop: &AtomicBool,
    opened: Opened,
) -> Result<(), String> {
    let (mut run, mut schedule) = match EventRun::open(place, event) {
        Ok(open) => open,
        Err(error) => {
            let problem = error.to_string();
            // Who asked may have gone.
            let _ = opened.send(Err(error));
            return Err(problem);
        }
    };
    if let Some(running) = live.arena.running().as_mut() {
        running.id = Some(run.stored().id);
    }
    let _ = opened.send(Ok(()));
    let players = event.players.iter().filter_map(|one| one.player.parse().ok()).collect();
    let pace = SharedPace::new(Arc::clone(&live.searches), players);
    // The pace says how many of these games go on at a time.
    let games = live.searches.processors();
    let runner = Runner::new(&live.workbench, event, Engines::default(), games);
    let runner = runner.map_err(|error| error.to_string());
    let played = runner.and_then(|runner| {
        let runner = runner.at_pace(&pace);
        runner.run(&mut schedule, &mut run, stop, &mut |_, _| {}).map_err(|error| error.to_string())
    });
    run.close();
    played
}
