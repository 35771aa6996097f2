//! Runs an engine through its protocol and the situations of a match, and tells
//! its author what is wrong.
//!
//! The situations here are those of every protocol; [`manners`] has those of one,
//! in the protocol's own words.

mod manners;

use crate::Engines;
use crate::host::{ExternalPlayer, counts_seconds};
use plywood_game::Random;
use plywood_players::{Cause, ClockState, Decision, Failure, Player};
use plywood_workbench::{
    Error, ExternalSpec, Limits, PlayerSpec, Protocol, Session, Start, Workbench,
};
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
    /// Not wrong, but worth knowing.
    Noted,
    /// The protocol has no such situation.
    Skipped,
}

/// The time for a move, where the time is not what is tried.
const MOVE: Duration = Duration::from_millis(300);
/// The longest time for a move under a limit of depth or nodes, which are small here.
const LONGEST: Duration = Duration::from_secs(10);
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
    stop: &Arc<AtomicBool>,
    tell: &mut dyn FnMut(&Check),
) -> Result<Vec<Check>, Error> {
    let PlayerSpec::External(spec) = player else {
        let problem = "only external engines are checked, such as ugi:COMMAND";
        return Err(Error::external(player, problem));
    };
    let engines = Engines::default().until(Arc::clone(stop));
    engines.admit(workbench, session, player)?;
    let mut checks = Vec::new();
    let mut spec = spec.clone();
    spec.wait = spec.wait.min(LONGEST);
    let mut trial = Trial { workbench, session, spec, engines, player: None };
    let own = manners::of(trial.spec.protocol).iter();
    for &(name, attempt) in BEGINNING.iter().chain(own).chain(&END) {
        let attempted = attempt(&mut trial);
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let (result, detail) = attempted.unwrap_or_else(|failure| {
            trial.player = None;
            (Checked::Failed, advised(&failure))
        });
        let check = Check { name, result, detail };
        tell(&check);
        // Without a greeting or a move everything else would fail for the same reason.
        let hopeless = checks.len() < 2 && result == Checked::Failed;
        checks.push(check);
        if hopeless {
            break;
        }
    }
    Ok(checks)
}

/// How the engine did, and what was seen.
type Seen = Result<(Checked, String), Failure>;

/// A situation.
type Attempt = fn(&mut Trial<'_>) -> Seen;

const BEGINNING: [(&str, Attempt); 10] = [
    ("greeting", |trial| trial.greeting()),
    ("first move", |trial| trial.first_move()),
    ("limit of time", |trial| trial.limit_of_time()),
    ("limit of nodes", |trial| trial.limit_of_nodes()),
    ("limit of depth", |trial| trial.limit_of_depth()),
    ("clock", |trial| trial.clock()),
    ("other positions", |trial| trial.positions()),
    ("game from a position", |trial| trial.set_up()),
    ("pass", |trial| trial.pass()),
    ("stop", |trial| trial.stop()),
];

const END: [(&str, Attempt); 4] = [
    ("game as first", |trial| trial.game(0)),
    ("game as second, same process", |trial| trial.game(1)),
    ("quit", |trial| trial.quit()),
    ("end of input", |trial| trial.end_of_input()),
];

fn passed(detail: impl Into<String>) -> Seen {
    Ok((Checked::Passed, detail.into()))
}

fn noted(detail: impl Into<String>) -> Seen {
    Ok((Checked::Noted, detail.into()))
}

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

    /// The game after random moves of this seed; it may have ended before.
    fn game_after(&self, moves: u64, seed: u64) -> Result<Box<dyn Session>, Failure> {
        let (mut session, mut dice) = (self.game_from_start()?, Random::new(seed));
        for _ in 0..moves {
            // The game may end before.
            let _ = session.play_random(&mut dice);
        }
        Ok(session)
    }

    /// Asks for a move in a game, checks its time and plays it.
    fn ask(
        player: &mut ExternalPlayer,
        session: &mut dyn Session,
        limits: Limits,
        clocks: Option<ClockState>,
    ) -> Result<String, Failure> {
        let turn = plywood_players::Turn { limits, clocks, ..session.turn() };
        let (began, stop) = (Instant::now(), player.stop_flag());
        let Decision { mv, .. } = player.choose(&turn, &stop, None)?;
        let (used, most) = (began.elapsed(), limits.time.or(clocks.map(|clocks| clocks.own)));
        if let Some(most) = most.filter(|most| used > *most + MARGIN) {
            let detail = format!("{} ms used of {}", used.as_millis(), most.as_millis());
            return Err(Failure::new(Cause::Timeout, detail));
        }
        let legal = session.play(&mv);
        let legal = legal.map_err(|error| Failure::new(Cause::Illegal, error.to_string()))?;
        Ok(format!("{legal} after {} ms", used.as_millis()))
    }

    /// Says that a situation does not exist here.
    fn skipped(&self) -> Seen {
        Ok((Checked::Skipped, format!("{} has no such situation", self.spec.protocol)))
    }

    fn speaks(&self, protocols: &[Protocol]) -> bool {
        protocols.contains(&self.spec.protocol)
    }

    /// Limits that the protocol can tell, where they are not what is tried.
    fn usual(&self, time: Duration) -> Limits {
        match self.spec.protocol {
            // An NBoard engine knows a depth and no time.
            Protocol::Nboard => {
                let time = Some(Duration::from_secs(10));
                Limits { depth: Some(2), time, ..Limits::default() }
            }
            protocol if counts_seconds(protocol) => {
                Limits { time: Some(Duration::from_secs(1)), ..Limits::default() }
            }
            _ => Limits { time: Some(time), ..Limits::default() },
        }
    }

    fn greeting(&mut self) -> Seen {
        let began = Instant::now();
        self.ready()?;
        passed(format!("ready after {} ms", began.elapsed().as_millis()))
    }

    fn first_move(&mut self) -> Seen {
        self.limited(self.usual(Duration::from_secs(1)))
    }

    fn limit_of_time(&mut self) -> Seen {
        match self.speaks(&[Protocol::Nboard]) {
            true => self.skipped(),
            false => self.limited(self.usual(MOVE)),
        }
    }

    fn limit_of_nodes(&mut self) -> Seen {
        match self.speaks(&[Protocol::Ugi]) {
            true => self.limited(Limits { nodes: Some(1000), ..Limits::default() }),
            false => self.skipped(),
        }
    }

    fn limit_of_depth(&mut self) -> Seen {
        match self.speaks(&[Protocol::Ugi, Protocol::Nboard]) {
            true => self.limited(Limits { depth: Some(2), ..Limits::default() }),
            false => self.skipped(),
        }
    }

    /// A move under these limits, in a new game.
    fn limited(&mut self, limits: Limits) -> Seen {
        let mut session = self.game_from_start()?;
        passed(Self::ask(self.ready()?, &mut *session, limits, None)?)
    }

    fn clock(&mut self) -> Seen {
        // Neither knows of clocks.
        if self.speaks(&[Protocol::Nboard, Protocol::Mnkgame]) {
            return self.skipped();
        }
        let own = Duration::from_secs(5);
        let clock = ClockState { own, other: own, increment: Duration::from_millis(100) };
        let mut session = self.game_from_start()?;
        passed(Self::ask(self.ready()?, &mut *session, Limits::default(), Some(clock))?)
    }

    /// Positions after random moves, each in a jump from the one before.
    fn positions(&mut self) -> Seen {
        const POSITIONS: u64 = 5;
        if self.spec.needs_the_empty_board() {
            return self.skipped();
        }
        let limits = self.usual(MOVE);
        let mut tried = 0;
        for seed in 0..POSITIONS {
            let mut session = self.game_after(2 * seed + 1, seed)?;
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
        passed(format!("{tried} positions"))
    }

    /// A game that begins from a position, its first move and a later one.
    fn set_up(&mut self) -> Seen {
        if self.speaks(&[Protocol::Gtp, Protocol::Mnkgame]) {
            return self.skipped();
        }
        let wrong = |error: Error| Failure::new(Cause::Protocol, error.to_string());
        let text = self.game_after(4, 1)?.snapshot().position;
        let name = self.session.game();
        let name = self.workbench.at_a_position(&name).map_err(wrong)?;
        let start = Start { position: Some(text.clone()), ..Start::default() };
        let mut session = self.workbench.open(name, &start, 0).map_err(wrong)?;
        if session.ending().is_some() {
            return Ok((Checked::Skipped, "the game was over by then".to_owned()));
        }
        // The process goes to a player of this other game.
        self.player = None;
        let (engines, workbench) = (self.engines.clone(), self.workbench.clone());
        let player = ExternalPlayer::new(engines, workbench, &*session, self.spec.clone());
        let mut player = player.map_err(wrong)?;
        let place = |failure: Failure| {
            Failure::new(failure.cause, format!("{} (from {text})", failure.detail))
        };
        player.new_game().map_err(place)?;
        let limits = self.usual(MOVE);
        let seen = Self::ask(&mut player, &mut *session, limits, None).map_err(place)?;
        // The game may end with the reply.
        let _ = session.play_random(&mut Random::new(2));
        if session.ending().is_none() {
            Self::ask(&mut player, &mut *session, limits, None).map_err(place)?;
        }
        passed(seen)
    }

    /// A position in which there is nothing but a pass.
    fn pass(&mut self) -> Seen {
        const GAMES: u64 = 1000;
        let forced = |session: &dyn Session| {
            let choices = session.choices();
            choices.len() == 1 && choices[0].text == "pass"
        };
        for seed in (0..GAMES).filter(|_| self.session.game() == "othello") {
            let (mut session, mut dice) = (self.game_from_start()?, Random::new(seed));
            while session.ending().is_none() && !forced(&*session) {
                // The loop asks whether it has ended.
                let _ = session.play_random(&mut dice);
            }
            if session.ending().is_none() {
                let limits = self.usual(MOVE);
                return passed(Self::ask(self.ready()?, &mut *session, limits, None)?);
            }
        }
        Ok((Checked::Skipped, "the game has no passes".to_owned()))
    }

    /// A long search is stopped.
    fn stop(&mut self) -> Seen {
        if !self.speaks(&[Protocol::Ugi]) {
            return self.skipped();
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
        match used < MOVE {
            true => passed("it moved before it was stopped"),
            false => passed(format!("a move {} ms after stop", (used - MOVE).as_millis())),
        }
    }

    /// A whole game against random moves, with this seat.
    fn game(&mut self, seat: usize) -> Seen {
        let limits = self.usual(Duration::from_millis(100));
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
        passed(format!("{result} against random moves, {moves} of its own"))
    }

    fn end_of_input(&mut self) -> Seen {
        let ended = self.ready()?.talk(|wire| Ok(wire.process.ends_without_input()))?;
        self.player = None;
        match ended {
            true => passed("it ended by itself"),
            false => noted(
                "it goes on when its input has ended, and is killed; a manager that does not \
                 would leave it running",
            ),
        }
    }

    fn quit(&mut self) -> Seen {
        self.ready()?;
        match self.player.take().is_some_and(|mut player| player.end()) {
            true => passed("it ended by itself"),
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
