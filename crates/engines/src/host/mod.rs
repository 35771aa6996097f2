//! An engine in another process as a [`Player`].
//!
//! A [`Language`] knows what is said in one protocol, through a [`Wire`];
//! [`ExternalPlayer`] knows when: it starts the process, follows the game, sets the
//! deadline, and ends the process when anything goes wrong.

mod gomocup;
pub(crate) mod gtp;
mod nboard;
mod player;
mod running;
mod ugi;
mod wire;

use crate::games;
use plywood_players::{Cause, Decision, Failure, Listener};
use plywood_workbench::{ExternalSpec, Protocol, Session};
use std::time::Duration;

pub(crate) use player::ExternalPlayer;
pub(crate) use running::Running;
pub(crate) use wire::{Ask, Waiting, Wire};

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

/// A time limit in whole milliseconds, at least one.
pub(crate) fn ms(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX).max(1)
}
