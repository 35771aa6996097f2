//! Runs an engine through its protocol and the situations of a match, and tells
//! its author what is wrong.
//!
//! [`situations`] are those of every protocol; [`manners`] has those of one, in the
//! protocol's own words.

mod manners;
mod situations;

use crate::Engines;
use crate::host::{ExternalPlayer, counts_seconds};
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
    for &(name, attempt) in situations::BEGINNING.iter().chain(own).chain(&situations::END) {
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
