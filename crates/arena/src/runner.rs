//! Plays the games of a schedule, several at once.
//!
//! Threads take games from the schedule. The thread that runs the event receives
//! what they finish, lets the [`Ledger`] keep it and the schedule count it. All
//! results that have arrived meanwhile are kept together, so that a store needs one
//! transaction for many short games.

use crate::Referee;
use crate::event::{Configuration, Event};
use crate::pair_opening::{OpeningBook, pair_seed};
use crate::schedule::{Pairing, Progress, Schedule};
use crate::summary::{Effort, Summary};
use plywood_engines::Engines;
use plywood_game::{Side, mix};
use plywood_players::{Cause, Failure, Player};
use plywood_workbench::{Clock, Error, Limits, PlayerSpec, Record, Session, Workbench};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::time::Duration;

/// A game that has been played to its end.
#[derive(Debug, Clone)]
pub struct Finished {
    /// What tables need of it.
    pub summary: Summary,
    /// The game, with the players' names and what is known about each move.
    pub record: Record,
    /// What it began with, as text.
    pub opening: String,
    /// The player that failed, by its number in the event, and how.
    pub failed: Option<(usize, Failure)>,
}

/// Where finished games are kept.
pub trait Ledger {
    /// Keeps these games and how far the event is, all or nothing, durably once
    /// this returns.
    ///
    /// # Errors
    /// If they cannot be kept: why.
    fn keep(&mut self, games: &[Finished], progress: &Progress) -> Result<(), String>;
}

/// Keeps nothing.
impl Ledger for () {
    fn keep(&mut self, _: &[Finished], _: &Progress) -> Result<(), String> {
        Ok(())
    }
}

/// Says when games may go on, where an event shares the machine with other work.
pub trait Pace: Sync {
    /// Called before each move of a game of this number, while no clock runs. It may
    /// wait, but not after `stop` is set.
    fn before_move(&self, game: u32, stop: &AtomicBool);

    /// The game is over or was stopped.
    fn after_game(&self, game: u32);
}

/// Never waits.
impl Pace for () {
    fn before_move(&self, _: u32, _: &AtomicBool) {}
    fn after_game(&self, _: u32) {}
}

/// Why an event could not go on.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum RunError {
    /// A game cannot be played as the event asks for it.
    #[error(transparent)]
    Game(#[from] Error),
    /// The results cannot be kept.
    #[error("{0}")]
    Ledger(String),
}

/// Called after each game that was counted.
pub type OnGame<'a> = dyn FnMut(&Schedule, &Finished) + 'a;

/// Plays the games of an event.
pub struct Runner<'a> {
    workbench: &'a Workbench,
    event: Event,
    engines: Engines,
    concurrency: usize,
    players: Vec<PlayerSpec>,
    books: Vec<OpeningBook>,
    pace: &'a dyn Pace,
    /// Openings that were drawn; several games begin with the same.
    openings: Mutex<HashMap<(u32, u32), Drawn>>,
}

/// How often the request to stop is looked at.
const GLANCE: Duration = Duration::from_millis(20);

/// The most games that are kept together.
const LARGEST_BATCH: usize = 500;

/// What the threads share.
struct Table<'a> {
    schedule: Mutex<&'a mut Schedule>,
    changed: Condvar,
    /// Set when nothing more is to be played.
    halt: AtomicBool,
}

impl<'a> Table<'a> {
    fn schedule(&self) -> MutexGuard<'_, &'a mut Schedule> {
        self.schedule.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn halt(&self) {
        self.halt.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    fn is_halted(&self) -> bool {
        self.halt.load(Ordering::Relaxed)
    }

    /// The next game; waits while the next stage is not known.
    fn next(&self) -> Option<Pairing> {
        let mut schedule = self.schedule();
        loop {
            if self.is_halted() || schedule.is_over() {
                return None;
            }
            if let Some(pairing) = schedule.take() {
                return Some(pairing);
            }
            let waited = self.changed.wait_timeout(schedule, GLANCE);
            schedule = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

/// An opening, once it is drawn.
type Drawn = Arc<Mutex<Option<Record>>>;

/// A player with its limits.
type Seat = (Box<dyn Player>, Limits);

/// What a thread has done: a game, nothing because it was stopped, or why not.
type Done = Result<Option<Finished>, Error>;

impl<'a> Runner<'a> {
    /// A runner of this event.
    ///
    /// # Errors
    /// If a player cannot be read.
    pub fn new(
        workbench: &'a Workbench,
        event: &Event,
        engines: Engines,
        concurrency: usize,
    ) -> Result<Self, Error> {
        let players = event.players.iter().map(|one| one.player.parse());
        let players = players.collect::<Result<_, _>>()?;
        Ok(Self::with_players(workbench, event, engines, concurrency, players))
    }

    /// As [`Runner::new`], with players that are known already.
    pub(crate) fn with_players(
        workbench: &'a Workbench,
        event: &Event,
        engines: Engines,
        concurrency: usize,
        players: Vec<PlayerSpec>,
    ) -> Self {
        let books = event.configurations.iter().enumerate();
        let books = books.map(|(index, one)| OpeningBook::new(one, event.seed, index)).collect();
        let (event, openings) = (event.clone(), Mutex::default());
        Self { workbench, event, engines, concurrency, players, books, pace: &(), openings }
    }

    /// The same at this pace.
    #[must_use]
    pub fn at_pace(self, pace: &'a dyn Pace) -> Self {
        Self { pace, ..self }
    }

    /// The event.
    pub(crate) fn event(&self) -> &Event {
        &self.event
    }

    /// The games.
    pub(crate) fn workbench(&self) -> &'a Workbench {
        self.workbench
    }

    /// The players, by their numbers in the event.
    pub(crate) fn players(&self) -> &[PlayerSpec] {
        &self.players
    }

    /// Plays what is left of the schedule until it is over or `stop` is set. A
    /// player that fails loses that game, and the event goes on.
    ///
    /// # Errors
    /// If a game cannot be played as the event asks for it, or results cannot be
    /// kept.
    pub fn run(
        &self,
        schedule: &mut Schedule,
        ledger: &mut dyn Ledger,
        stop: &AtomicBool,
        on_game: &mut OnGame<'_>,
    ) -> Result<(), RunError> {
        let most = schedule.games().len().max(1);
        let table = Table {
            schedule: Mutex::new(schedule),
            changed: Condvar::new(),
            halt: AtomicBool::new(false),
        };
        std::thread::scope(|scope| {
            let (sender, results) = mpsc::channel();
            for number in 0..self.concurrency.clamp(1, most) {
                let (sender, table) = (sender.clone(), &table);
                let work = move || self.work(table, &sender);
                if let Err(error) = Builder::new().spawn_scoped(scope, work) {
                    if number == 0 {
                        let problem = format!("no thread to play in: {error}");
                        return Err(Error::from(Failure::new(Cause::Resource, problem)).into());
                    }
                    break;
                }
            }
            drop(sender);
            let done = collect(&table, &results, ledger, stop, on_game);
            table.halt();
            done
        })
    }

    /// Plays one game after another.
    fn work(&self, table: &Table<'_>, results: &Sender<Done>) {
        while let Some(pairing) = table.next() {
            let played = self.play(&pairing, &table.halt);
            self.pace.after_game(pairing.number);
            let ended = !matches!(played, Ok(Some(_)));
            if results.send(played).is_err() || ended {
                return;
            }
        }
    }

    /// Plays a game; none if stopped.
    ///
    /// # Errors
    /// If it cannot be played as the event asks for it.
    pub fn play(&self, pairing: &Pairing, stop: &AtomicBool) -> Result<Option<Finished>, Error> {
        let configuration = &self.event.configurations[pairing.configuration as usize];
        // Drawing an opening and starting a player are work too.
        self.pace.before_move(pairing.number, stop);
        let Some(opening) = self.opening(pairing, stop)? else { return Ok(None) };
        let session = self.workbench.resume(&opening)?;
        let [first, second] =
            Side::BOTH.map(|side| self.seat(configuration, &*session, pairing, side));
        let ((first, is_own), (second, is_own_too)) = (first?, second?);
        let clock =
            configuration.clock.map(|rules| Clock::new(rules, session.ply())).transpose()?;
        let mut referee = Referee::new(session, clock);
        referee.time_margin = Duration::from_millis(self.event.time_margin_ms);
        referee.adjudication = self.event.adjudication;
        referee.proves = [is_own, is_own_too];
        let before_move = || self.pace.before_move(pairing.number, stop);
        let played = referee.play_out(&mut [first, second], stop, &before_move)?;
        let Some(played) = played else { return Ok(None) };
        let names = pairing.players.map(|player| &*self.event.players[player as usize].name);
        let failed =
            played.failure.map(|(side, failure)| (pairing.players[side.index()] as usize, failure));
        Ok(Some(Finished {
            summary: Summary {
                pairing: *pairing,
                outcome: played.outcome,
                end: played.end,
                plies: referee.session().ply() as u32,
                sides: Side::BOTH.map(|side| Effort::of(side, referee.log())),
            },
            record: referee.record(names),
            opening: opening.to_string(),
            failed,
        }))
    }

    /// What a game begins with; none if stopped.
    pub(crate) fn opening(
        &self,
        pairing: &Pairing,
        stop: &AtomicBool,
    ) -> Result<Option<Record>, Error> {
        let key = (pairing.configuration, pairing.opening);
        let mut openings = self.openings.lock().unwrap_or_else(PoisonError::into_inner);
        let place = Arc::clone(openings.entry(key).or_default());
        drop(openings);
        // Who comes second waits for the first, instead of searching for the same.
        let mut known = place.lock().unwrap_or_else(PoisonError::into_inner);
        if known.is_none() {
            let book = &self.books[pairing.configuration as usize];
            *known = book.opening(self.workbench, pairing.opening as usize, stop)?;
        }
        Ok(known.clone())
    }

    /// The player of a side with its limits, and whether its proofs count.
    fn seat(
        &self,
        configuration: &Configuration,
        session: &dyn Session,
        pairing: &Pairing,
        side: Side,
    ) -> Result<(Seat, bool), Error> {
        let index = pairing.players[side.index()] as usize;
        let spec = match &self.players[index] {
            // Without its own seed it plays differently in every game.
            PlayerSpec::Random { seed: None } => {
                let number = u64::from(pairing.number) + 1;
                let seed = mix(index as u64 ^ mix(pair_seed(self.event.seed, 0) ^ mix(number)));
                PlayerSpec::Random { seed: Some(seed) }
            }
            other => other.clone().under(&configuration.limits()),
        };
        let player = self.engines.of(side).seated(self.workbench, session, &spec)?;
        let is_own = !matches!(spec, PlayerSpec::External(_));
        Ok(((player, spec.limits(configuration.clock.is_some())), is_own))
    }
}

/// Counts games, takes away those that do not count, and says how far the event is.
pub(crate) fn count(schedule: &mut Schedule, games: &mut Vec<Finished>) -> Progress {
    games.retain(|game| schedule.record(game.summary.clone()));
    schedule.progress()
}

/// Keeps and counts what the threads finish, until they have ended or `stop` is
/// set.
fn collect(
    table: &Table<'_>,
    results: &Receiver<Done>,
    ledger: &mut dyn Ledger,
    stop: &AtomicBool,
    on_game: &mut OnGame<'_>,
) -> Result<(), RunError> {
    loop {
        let first = match results.recv_timeout(GLANCE) {
            Ok(first) => first,
            Err(RecvTimeoutError::Timeout) => {
                if stop.load(Ordering::Relaxed) {
                    table.halt();
                }
                continue;
            }
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        };
        let mut games = Vec::new();
        for done in std::iter::once(first).chain(results.try_iter()).take(LARGEST_BATCH) {
            games.extend(done?);
        }
        let progress = count(&mut table.schedule(), &mut games);
        table.changed.notify_all();
        if !games.is_empty() {
            ledger.keep(&games, &progress).map_err(RunError::Ledger)?;
        }
        let schedule = table.schedule();
        games.iter().for_each(|game| on_game(&schedule, game));
        drop(schedule);
        if progress.over || stop.load(Ordering::Relaxed) {
            table.halt();
        }
    }
}
