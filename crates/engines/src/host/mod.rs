//! An engine in another process as a [`Player`].
//!
//! A [`Language`] knows what is said in one protocol; [`ExternalPlayer`] knows
//! when: it starts the process, follows the game, sets the deadline, and ends
//! the process when anything goes wrong.

mod gomocup;
pub(crate) mod gtp;
mod nboard;
mod ugi;

use crate::engines::Engines;
use crate::games;
use crate::process::{Heard, Process};
use plywood_game::Side;
use plywood_players::{Cause, Decision, Failure, Listener, Player, Turn};
use plywood_workbench::{Error, ExternalSpec, Protocol, Record, Session, Workbench};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// What is said in a protocol.
pub(crate) trait Language: Send {
    /// The first words after the start.
    fn greet(&mut self, wire: &mut Wire<'_>) -> Result<(), Failure>;

    /// A new game begins.
    fn new_game(&mut self, wire: &mut Wire<'_>, session: &dyn Session) -> Result<(), Failure>;

    /// Asks for a move.
    fn choose(
        &mut self,
        wire: &mut Wire<'_>,
        ask: &Ask<'_>,
        listener: Option<&mut Listener<'_>>,
    ) -> Result<Decision, Failure>;

    /// What ends the engine.
    fn farewell(&self) -> &'static str {
        "quit"
    }
}

/// The language of an engine, for this game.
///
/// # Errors
/// In words, if the protocol is not for this game.
pub(crate) fn language(
    spec: &ExternalSpec,
    session: &dyn Session,
) -> Result<Box<dyn Language>, String> {
    games::fits(spec.protocol, &session.game())?;
    Ok(match spec.protocol {
        Protocol::Ugi | Protocol::Mnkgame => Box::new(ugi::Ugi::default()),
        Protocol::Gomocup => Box::new(gomocup::Gomocup::default()),
        Protocol::Nboard => Box::new(nboard::Nboard::default()),
        Protocol::Gtp if session.turn().start.is_some() => {
            let problem = "GTP cannot set up a position; give the moves that lead to it (--moves)";
            return Err(problem.to_owned());
        }
        Protocol::Gtp => Box::new(gtp::Gtp::default()),
    })
}

/// Whether the engine's limits can be told in its protocol.
///
/// # Errors
/// In words, if not.
pub(crate) fn tellable(spec: &ExternalSpec) -> Result<(), String> {
    let time = spec.limits.time.filter(|time| *time < Duration::from_secs(1));
    if let Some(time) = time.filter(|_| counts_seconds(spec.protocol)) {
        let (name, ms) = (spec.protocol, time.as_millis());
        return Err(format!(
            "{name} counts whole seconds and cannot be told {ms} ms; give it at least 1 s a \
             move, as in {name}[time=1s]:"
        ));
    }
    Ok(())
}

/// Whether a protocol tells times in whole seconds.
pub(crate) fn counts_seconds(protocol: Protocol) -> bool {
    matches!(protocol, Protocol::Gtp | Protocol::Mnkgame)
}

/// A time in whole seconds, at least one: an engine that was told more than it has
/// would lose by it.
pub(crate) fn whole_seconds(time: Duration) -> u64 {
    time.as_secs().max(1)
}

/// The failure of an engine that was ended because nobody waits for it any more.
pub(crate) fn interrupted() -> Failure {
    Failure::new(Cause::Resource, "interrupted")
}

/// A question for a move.
pub(crate) struct Ask<'a> {
    /// The game up to here.
    pub(crate) session: &'a dyn Session,
    pub(crate) turn: &'a Turn,
    /// Set when the best move so far is wanted.
    pub(crate) stop: &'a AtomicBool,
    pub(crate) began: Instant,
    /// When waiting for the answer ends.
    pub(crate) deadline: Instant,
}

impl Ask<'_> {
    /// The wait for the answer begins.
    pub(crate) fn waiting(&self) -> Waiting {
        Waiting::until(self.deadline)
    }

    /// The failure of an engine that has not answered.
    fn late(&self, wire: &Wire<'_>, last: Option<&str>) -> Failure {
        let waited = self.began.elapsed().as_millis();
        let mut detail = match (self.turn.limits.time, &self.turn.clocks) {
            (Some(time), _) => format!("no move after {waited} ms of {}", time.as_millis()),
            (None, Some(clocks)) => {
                format!("no move after {waited} ms with {} on its clock", clocks.own.as_millis())
            }
            (None, None) => format!("no move after {waited} ms"),
        };
        detail.push_str(&wire.last_words(last));
        Failure::new(Cause::Timeout, detail)
    }
}

/// How soon after it is stopped an engine must give its move.
const AFTER_STOP: Duration = Duration::from_secs(1);

/// How long an answer is still waited for.
pub(crate) struct Waiting {
    deadline: Instant,
    pub(crate) stopped: bool,
    /// The last line that came.
    last: Option<String>,
}

impl Waiting {
    /// Waiting until then.
    pub(crate) fn until(deadline: Instant) -> Self {
        Self { deadline, stopped: false, last: None }
    }
}

/// The line to a process.
pub(crate) struct Wire<'a> {
    pub(crate) process: &'a mut Process,
    pub(crate) spec: &'a ExternalSpec,
    /// The side that the engine will have in its game, if it is known.
    pub(crate) side: Option<Side>,
    /// Set when nobody waits any more.
    pub(crate) stop: Option<&'a AtomicBool>,
}

impl Wire<'_> {
    /// Sends a line.
    pub(crate) fn send(&mut self, line: &str) -> Result<(), Failure> {
        self.process.send(line)
    }

    /// The next line until `deadline`; none if there is none.
    pub(crate) fn line(&mut self, deadline: Instant) -> Result<Option<String>, Failure> {
        match self.process.hear(deadline, self.stop)? {
            Heard::Line(line) => Ok(Some(line)),
            Heard::Stop => Err(interrupted()),
            _ => Ok(None),
        }
    }

    /// Forgets what the engine has said and nobody has asked for. One that talks
    /// without end is not heard out.
    pub(crate) fn drain(&mut self) -> Result<(), Failure> {
        let enough = Instant::now() + Duration::from_millis(50);
        while self.line(Instant::now())?.is_some() && Instant::now() < enough {}
        Ok(())
    }

    /// The next line after a question for a move. When `ask` is stopped, `stop`
    /// is sent, if there is such a word, and the answer must come soon.
    pub(crate) fn answer(
        &mut self,
        ask: &Ask<'_>,
        waiting: &mut Waiting,
        stop: Option<&str>,
    ) -> Result<String, Failure> {
        loop {
            let flag = (!waiting.stopped).then_some(ask.stop);
            match self.process.hear(waiting.deadline, flag)? {
                Heard::Line(line) if Instant::now() < waiting.deadline => {
                    waiting.last = Some(line.clone());
                    return Ok(line);
                }
                Heard::Stop => {
                    stop.map_or(Ok(()), |word| self.send(word))?;
                    waiting.stopped = true;
                    waiting.deadline = waiting.deadline.min(Instant::now() + AFTER_STOP);
                }
                _ => return Err(ask.late(self, waiting.last.as_deref())),
            }
        }
    }

    /// Waits until a line makes `found` return something. A line in time that is
    /// not wanted is skipped.
    ///
    /// # Errors
    /// If none comes within `time`: a failure that says what was `awaited`.
    pub(crate) fn until<T>(
        &mut self,
        time: Duration,
        awaited: &str,
        mut found: impl FnMut(&str) -> Result<Option<T>, Failure>,
    ) -> Result<T, Failure> {
        let deadline = Instant::now() + time;
        let mut last = None;
        while let Some(line) = self.line(deadline)? {
            if let Some(found) = found(&line)? {
                return Ok(found);
            }
            last = Some(line);
            // An engine may say other things faster than they are read.
            if Instant::now() >= deadline {
                break;
            }
        }
        let waited = format!("no {awaited} within {} ms", time.as_millis());
        let detail = format!("{waited}{}", self.last_words(last.as_deref()));
        Err(Failure::new(Cause::Timeout, detail))
    }

    /// What an engine said last that was not the answer.
    fn last_words(&self, last: Option<&str>) -> String {
        match (self.process.unfinished(), last) {
            (Some(text), _) => format!("; an unfinished line: '{text}'"),
            (None, Some(line)) => {
                format!("; its last line: '{}'", crate::process::shortened(line))
            }
            (None, None) => String::new(),
        }
    }
}

/// A process that has greeted, with its language.
pub(crate) struct Running {
    process: Option<Process>,
    language: Box<dyn Language>,
    side: Option<Side>,
}

impl Running {
    /// Waits for the greeting.
    pub(crate) fn greeted(
        mut process: Process,
        mut language: Box<dyn Language>,
        spec: &ExternalSpec,
        stop: Option<&AtomicBool>,
    ) -> Result<Self, Failure> {
        language.greet(&mut Wire { process: &mut process, spec, side: None, stop })?;
        Ok(Self { process: Some(process), language, side: None })
    }

    /// Lets the language speak with the process. After a failure the process is
    /// ended.
    fn talk<T>(
        &mut self,
        spec: &ExternalSpec,
        stop: Option<&AtomicBool>,
        words: impl FnOnce(&mut dyn Language, &mut Wire<'_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let Some(process) = &mut self.process else {
            return Err(Failure::new(Cause::Crash, "it has ended"));
        };
        process.pause(false);
        let said = words(&mut *self.language, &mut Wire { process, spec, side: self.side, stop });
        match &said {
            Ok(_) if spec.pause => process.pause(true),
            Ok(_) => {}
            Err(_) => self.process = None,
        }
        said
    }
}

impl Running {
    /// Ends the process; whether it ended when it was asked to.
    pub(crate) fn end(&mut self) -> bool {
        self.process.take().is_some_and(|process| process.end(self.language.farewell()))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end();
    }
}

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

/// A time limit in whole milliseconds, at least one.
pub(crate) fn ms(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX).max(1)
}
