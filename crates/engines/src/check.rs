//! Runs an engine through its protocol and the situations of a match, and tells
//! its author what is wrong.

use crate::Engines;
use crate::host::ExternalPlayer;
use plywood_game::Random;
use plywood_players::{Cause, ClockState, Decision, Failure, Player};
use plywood_workbench::{Error, ExternalSpec, Limits, PlayerSpec, Protocol, Session, Workbench};
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// One situation, and how the engine did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Check {
    /// The situation.
    pub name: &'static str,
    /// How it did.
    pub result: Checked,
    /// What was seen, or what was wrong and what to do.
    pub detail: String,
}

/// How an engine did in a situation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Checked {
    /// As it should.
    Passed,
    /// Not as it should.
    Failed,
    /// The protocol has no such situation, or the engine did not get so far.
    Skipped,
}

/// The time for a move, where the time is not what is tried.
const MOVE: Duration = Duration::from_millis(300);
/// How much longer a move may take.
const MARGIN: Duration = Duration::from_secs(1);

/// Checks an engine. `tell` hears of each situation when it has been tried; when
/// `stop` is set, no further one is.
///
/// # Errors
/// If it is no external engine, or cannot be started here.
pub fn check(
    workbench: &Workbench,
    session: &dyn Session,
    player: &PlayerSpec,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(&Check),
) -> Result<Vec<Check>, Error> {
    let PlayerSpec::External(spec) = player else {
        let problem = "only external engines are checked, such as ugi:COMMAND";
        return Err(Error::external(player, problem));
    };
    let engines = Engines::default();
    engines.admit(workbench, session, player)?;
    let mut checks = Vec::new();
    let mut trial = Trial { workbench, session, spec: spec.clone(), engines, player: None };
    for (name, attempt) in SITUATIONS {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let (result, detail) = match attempt(&mut trial) {
            Ok(Some(seen)) => (Checked::Passed, seen),
            Ok(None) => (Checked::Skipped, format!("{} has no such situation", spec.protocol)),
            Err(failure) => {
                trial.player = None;
                (Checked::Failed, advised(&failure))
            }
        };
        let check = Check { name, result, detail };
        tell(&check);
        // Without a greeting everything else would fail for the same reason.
        let hopeless = checks.is_empty() && result == Checked::Failed;
        checks.push(check);
        if hopeless {
            break;
        }
    }
    Ok(checks)
}

/// What was tried: what was seen, or none if the protocol has no such thing.
type Attempt = fn(&mut Trial<'_>) -> Result<Option<String>, Failure>;

const SITUATIONS: [(&str, Attempt); 11] = [
    ("greeting", |trial| trial.greeting()),
    ("first move", |trial| trial.first_move()),
    ("limit of time", |trial| trial.limited(Limits { time: Some(MOVE), ..Limits::default() })),
    ("limit of nodes", |trial| trial.limited(Limits { nodes: Some(1000), ..Limits::default() })),
    ("limit of depth", |trial| trial.limited(Limits { depth: Some(2), ..Limits::default() })),
    ("clock", |trial| trial.clock()),
    ("other positions", |trial| trial.positions()),
    ("stop", |trial| trial.stop()),
    ("game as first", |trial| trial.game(0)),
    ("game as second, same process", |trial| trial.game(1)),
    ("quit", |trial| trial.quit()),
];

struct Trial<'a> {
    workbench: &'a Workbench,
    session: &'a dyn Session,
    spec: ExternalSpec,
    engines: Engines,
    player: Option<ExternalPlayer>,
}

impl Trial<'_> {
    /// The engine in a new game.
    fn ready(&mut self) -> Result<&mut ExternalPlayer, Failure> {
        let player = match self.player.take() {
            Some(player) => player,
            None => self.made()?,
        };
        let player = self.player.insert(player);
        player.new_game()?;
        Ok(player)
    }

    fn made(&self) -> Result<ExternalPlayer, Failure> {
        let (engines, workbench) = (self.engines.clone(), self.workbench.clone());
        ExternalPlayer::new(engines, workbench, self.session, self.spec.clone())
            .map_err(|error| Failure::new(Cause::Protocol, error.to_string()))
    }

    /// The game as it begins.
    fn game_from_start(&self) -> Result<Box<dyn Session>, Failure> {
        let record = self.session.record();
        let opened = self.workbench.resume(&record);
        opened.map_err(|error| Failure::new(Cause::Protocol, error.to_string()))
    }

    /// Asks for a move in a game, checks its time and plays it.
    fn ask(
        player: &mut ExternalPlayer,
        session: &mut dyn Session,
        limits: Limits,
        clocks: Option<ClockState>,
    ) -> Result<String, Failure> {
        let turn = plywood_players::Turn { limits, clocks, ..session.turn() };
        let began = Instant::now();
        let Decision { mv, .. } = player.choose(&turn, &AtomicBool::new(false), None)?;
        let (used, most) = (began.elapsed(), limits.time.or(clocks.map(|clocks| clocks.own)));
        if let Some(most) = most.filter(|most| used > *most + MARGIN) {
            let detail = format!("{} ms used of {}", used.as_millis(), most.as_millis());
            return Err(Failure::new(Cause::Timeout, detail));
        }
        let legal = session.play(&mv);
        let legal = legal.map_err(|error| Failure::new(Cause::Illegal, error.to_string()))?;
        Ok(format!("{legal} after {} ms", used.as_millis()))
    }

    fn greeting(&mut self) -> Result<Option<String>, Failure> {
        let began = Instant::now();
        self.ready()?;
        Ok(Some(format!("ready after {} ms", began.elapsed().as_millis())))
    }

    fn first_move(&mut self) -> Result<Option<String>, Failure> {
        self.limited(Limits { time: Some(Duration::from_secs(1)), ..Limits::default() })
    }

    /// A move under these limits, in a new game.
    fn limited(&mut self, limits: Limits) -> Result<Option<String>, Failure> {
        let mut session = self.game_from_start()?;
        Self::ask(self.ready()?, &mut *session, limits, None).map(Some)
    }

    fn clock(&mut self) -> Result<Option<String>, Failure> {
        let own = Duration::from_secs(5);
        let clock = ClockState { own, other: own, increment: Duration::from_millis(100) };
        let mut session = self.game_from_start()?;
        Self::ask(self.ready()?, &mut *session, Limits::default(), Some(clock)).map(Some)
    }

    /// Positions after random moves, each in a jump from the one before.
    fn positions(&mut self) -> Result<Option<String>, Failure> {
        const POSITIONS: u64 = 5;
        let limits = Limits { time: Some(MOVE), ..Limits::default() };
        let mut tried = 0;
        for seed in 0..POSITIONS {
            let (mut session, mut dice) = (self.game_from_start()?, Random::new(seed));
            for _ in 0..=2 * seed {
                // The game may end before.
                let _ = session.play_random(&mut dice);
            }
            if session.ending().is_some() {
                continue;
            }
            let moves = session.turn().moves.join(" ");
            let place = |failure: Failure| {
                Failure::new(failure.cause, format!("{} (after {moves})", failure.detail))
            };
            Self::ask(self.ready()?, &mut *session, limits, None).map_err(place)?;
            tried += 1;
        }
        Ok(Some(format!("{tried} positions")))
    }

    /// A long search is stopped.
    fn stop(&mut self) -> Result<Option<String>, Failure> {
        if self.spec.protocol != Protocol::Ugi {
            return Ok(None);
        }
        let session = self.game_from_start()?;
        let limits = Limits { time: Some(Duration::from_secs(20)), ..Limits::default() };
        let turn = plywood_players::Turn { limits, ..session.turn() };
        let player = self.ready()?;
        let flag = Arc::new(AtomicBool::new(false));
        let later = Arc::clone(&flag);
        std::thread::spawn(move || {
            std::thread::sleep(MOVE);
            later.store(true, Ordering::Relaxed);
        });
        let began = Instant::now();
        player.choose(&turn, &flag, None)?;
        let used = began.elapsed();
        Ok(Some(match used < MOVE {
            true => "it moved before it was stopped".to_owned(),
            false => format!("a move {} ms after stop", (used - MOVE).as_millis()),
        }))
    }

    /// A whole game against random moves, with this seat.
    fn game(&mut self, seat: usize) -> Result<Option<String>, Failure> {
        let limits = Limits { time: Some(Duration::from_millis(100)), ..Limits::default() };
        let (mut session, mut dice) = (self.game_from_start()?, Random::new(7));
        let player = self.ready()?;
        let mut moves = 0;
        while session.ending().is_none() {
            if session.to_move().index() == seat {
                Self::ask(player, &mut *session, limits, None)?;
                moves += 1;
            } else {
                let played = session.play_random(&mut dice);
                played.map_err(|error| Failure::new(Cause::Protocol, error.to_string()))?;
            }
        }
        let outcome = session.ending().and_then(|ending| ending.outcome.winner());
        let result = match outcome {
            None => "drawn",
            Some(side) if side.index() == seat => "won",
            Some(_) => "lost",
        };
        Ok(Some(format!("{result} against random moves, {moves} of its own")))
    }

    fn quit(&mut self) -> Result<Option<String>, Failure> {
        self.ready()?;
        match self.player.take().is_some_and(|mut player| player.end()) {
            true => Ok(Some("it ended by itself".to_owned())),
            false => {
                let detail = "quit did not end it within 1 s; it had to be killed";
                Err(Failure::new(Cause::Protocol, detail))
            }
        }
    }
}

/// A failure with what its author may have forgotten.
fn advised(failure: &Failure) -> String {
    let hint = match failure.cause {
        Cause::Timeout => {
            "Is every line ended and flushed? A program that writes to a pipe keeps its output \
             until a buffer is full, unless it flushes."
        }
        Cause::Crash => "Start it by hand and type the same lines; --dialogue of match logs them.",
        Cause::Illegal => "'plywood show GAME --moves ..' draws the position.",
        Cause::Protocol => "docs/write-a-player.md has the lines that are expected.",
        Cause::Resource => "Its limits are the options memory and cpu.",
    };
    format!("{failure}. {hint}")
}
