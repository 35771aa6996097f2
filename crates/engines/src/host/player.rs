//! A player behind a process: when it is started, what it is told of the game, how
//! long it may take, and when it is ended.

use super::{Ask, Running, Wire};
use crate::engines::Engines;
use plywood_players::{Cause, Decision, Failure, Listener, Player, Turn};
use plywood_workbench::{Error, ExternalSpec, Record, Session, Workbench};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// How much later than its time limit an answer is waited for. The referee, who
/// judges it, allows a little less.
const GRACE: Duration = Duration::from_millis(1100);
/// The same for a clock, which has no margin.
const CLOCK_GRACE: Duration = Duration::from_millis(100);

/// An engine in another process. It lives for a game; its process may live for
/// several.
pub(crate) struct ExternalPlayer {
    engines: Engines,
    workbench: Workbench,
    spec: ExternalSpec,
    /// The game from its start as a record without moves.
    game: Record,
    /// The game as far as it was followed, and its moves.
    session: Box<dyn Session>,
    moves: Vec<String>,
    running: Option<Running>,
}

impl ExternalPlayer {
    /// A player of the game of this session.
    pub(crate) fn new(
        engines: Engines,
        workbench: Workbench,
        session: &dyn Session,
        spec: ExternalSpec,
    ) -> Result<Self, Error> {
        let record = session.record();
        let game = Record { moves: String::new(), forfeit: None, notes: Vec::new(), ..record };
        let session = workbench.resume(&game)?;
        Ok(Self { engines, workbench, spec, game, session, moves: Vec::new(), running: None })
    }

    /// Goes to the position of a turn.
    fn follow(&mut self, turn: &Turn) -> Result<(), Error> {
        if turn.start != self.game.position || !turn.moves.starts_with(&self.moves) {
            self.game.position.clone_from(&turn.start);
            self.session = self.workbench.resume(&self.game)?;
            self.moves.clear();
        }
        for text in &turn.moves[self.moves.len()..] {
            self.session.play(text)?;
            self.moves.push(text.clone());
        }
        Ok(())
    }

    /// How long an answer is waited for.
    fn patience(&self, turn: &Turn) -> Duration {
        let clock = turn.clocks.map(|clocks| clocks.own + CLOCK_GRACE);
        let limit = turn.limits.time.map(|time| time + GRACE);
        clock.into_iter().chain(limit).min().unwrap_or(self.spec.wait)
    }

    /// Keeps a failure in mind for the next game.
    fn noted<T>(&self, said: Result<T, Failure>) -> Result<T, Failure> {
        if let Err(failure) = &said {
            self.engines.failed(&self.spec, failure);
        }
        said
    }
}

impl Player for ExternalPlayer {
    fn new_game(&mut self) -> Result<(), Failure> {
        let begun = self.begin();
        self.noted(begun)
    }

    fn choose(
        &mut self,
        turn: &Turn,
        stop: &AtomicBool,
        listener: Option<&mut Listener<'_>>,
    ) -> Result<Decision, Failure> {
        let began = Instant::now();
        if self.running.is_none() {
            self.new_game()?;
        }
        let not_followed = |error: Error| Failure::new(Cause::Protocol, error.to_string());
        self.follow(turn).map_err(not_followed)?;
        let deadline = began + self.patience(turn);
        let ask = Ask { session: &*self.session, turn, stop, began, deadline };
        let Some(running) = &mut self.running else {
            return Err(Failure::new(Cause::Crash, "it has ended"));
        };
        let flag = self.engines.stop.as_deref();
        let chosen =
            running.talk(&self.spec, flag, |language, wire| language.choose(wire, &ask, listener));
        if chosen.is_err() {
            self.running = None;
        }
        self.noted(chosen)
    }
}

impl ExternalPlayer {
    fn begin(&mut self) -> Result<(), Failure> {
        let kept = self.running.take().filter(|running| running.process.is_some());
        let mut running = match kept {
            Some(running) => running,
            None => self.engines.running(&self.spec, &*self.session)?,
        };
        running.side = self.engines.side;
        let flag = self.engines.stop.as_deref();
        running.talk(&self.spec, flag, |language, wire| language.new_game(wire, &*self.session))?;
        self.running = Some(running);
        Ok(())
    }
}

impl ExternalPlayer {
    /// Says something of one's own to the engine, in a game that was begun.
    pub(crate) fn talk<T>(
        &mut self,
        words: impl FnOnce(&mut Wire<'_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let Some(running) = &mut self.running else {
            return Err(Failure::new(Cause::Crash, "it has ended"));
        };
        running.talk(&self.spec, self.engines.stop.as_deref(), |_, wire| words(wire))
    }

    /// The flag that is set when nobody waits any more.
    pub(crate) fn stop_flag(&self) -> Arc<AtomicBool> {
        self.engines.stop.clone().unwrap_or_default()
    }

    /// Ends the process; whether it ended when it was asked to.
    pub(crate) fn end(&mut self) -> bool {
        self.running.take().is_some_and(|mut running| running.end())
    }
}

impl Drop for ExternalPlayer {
    fn drop(&mut self) {
        if let Some(running) = self.running.take().filter(|running| running.process.is_some()) {
            self.engines.keep(&self.spec, running);
        }
    }
}
