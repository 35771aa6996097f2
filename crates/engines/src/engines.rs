//! Makes players, and keeps the processes of engines between games.

use crate::dialogue::Dialogue;
use crate::host::{self, ExternalPlayer, Running};
use crate::process::{Launch, Process, is_set};
use plywood_game::Side;
use plywood_players::{Decision, Failure, Listener, Player, Turn};
use plywood_workbench::{Error, ExternalSpec, PlayerSpec, Protocol, Restart, Session, Workbench};
use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Where players come from. An engine's process that has ended a game without a
/// fault waits here for the next game; all end with the last clone.
#[derive(Clone, Default)]
pub struct Engines {
    shared: Arc<Shared>,
    /// The side that players made here will have, if it is known.
    pub(crate) side: Option<Side>,
    /// Set when nobody waits for an engine any more.
    pub(crate) stop: Option<Arc<AtomicBool>>,
    /// Whether the engines' programs are on other machines.
    elsewhere: bool,
}

#[derive(Default)]
struct Shared {
    dialogue: Option<Arc<Dialogue>>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Processes without a game, with the specification they were started for.
    idle: Vec<(String, Running)>,
    /// Engines that are not started again, with their first failure.
    out: HashMap<String, Failure>,
}

impl Engines {
    /// Engines whose dialogues are logged.
    #[must_use]
    pub fn logged(dialogue: Dialogue) -> Self {
        let shared = Shared { dialogue: Some(Arc::new(dialogue)), state: Mutex::default() };
        Self { shared: Arc::new(shared), ..Self::default() }
    }

    /// The same, until this flag is set: then an engine that is just being started,
    /// or is not ready yet, is ended instead of waited for.
    #[must_use]
    pub fn until(self, stop: Arc<AtomicBool>) -> Self {
        Self { stop: Some(stop), ..self }
    }

    /// The same, where players are admitted here and play on other machines: whether
    /// their programs are on this one does not matter.
    #[must_use]
    pub fn elsewhere(self) -> Self {
        Self { elsewhere: true, ..self }
    }

    /// The same, for players of this side: some prepare themselves for it before
    /// the clocks run.
    #[must_use]
    pub fn of(&self, side: Side) -> Self {
        Self { side: Some(side), ..self.clone() }
    }

    /// Whether a player can enter this session. Nothing is started.
    ///
    /// # Errors
    /// If not: why, and what to do.
    pub fn admit(
        &self,
        workbench: &Workbench,
        session: &dyn Session,
        player: &PlayerSpec,
    ) -> Result<(), Error> {
        let PlayerSpec::External(spec) = player else { return workbench.admit(session, player) };
        let wrong = |problem: String| Error::external(player, problem);
        host::language(spec, session).map_err(wrong)?;
        if spec.needs_the_empty_board() && (session.ply() > 0 || session.turn().start.is_some()) {
            return Err(wrong(format!("{EMPTY_BOARD}; let it begin there")));
        }
        if self.elsewhere { Ok(()) } else { Self::startable(player) }
    }

    /// Whether a player that begins each game after an opening can play.
    ///
    /// # Errors
    /// If not: why.
    pub fn admit_to_openings(player: &PlayerSpec) -> Result<(), Error> {
        match player {
            PlayerSpec::External(spec) if spec.needs_the_empty_board() => {
                let problem = format!("{EMPTY_BOARD}; begin the games there (--opening-moves 0)");
                Err(Error::external(player, problem))
            }
            _ => Ok(()),
        }
    }

    /// Whether the program of an external engine is there and may be run, and can be
    /// told its limits. Nothing of it is started.
    ///
    /// # Errors
    /// If not: why, and what to do.
    pub fn startable(player: &PlayerSpec) -> Result<(), Error> {
        let PlayerSpec::External(spec) = player else { return Ok(()) };
        launch(spec).map(drop).map_err(|problem| Error::external(player, problem))
    }

    /// A player of this session's game, which lives for one game. An external
    /// engine is started, or taken from an earlier game, when the game begins.
    ///
    /// # Errors
    /// If it is a person, or cannot play this game as it is written.
    pub fn player(
        &self,
        workbench: &Workbench,
        session: &dyn Session,
        player: &PlayerSpec,
    ) -> Result<Box<dyn Player>, Error> {
        let PlayerSpec::External(spec) = player else { return session.player(player) };
        let wrong = |problem| Error::external(player, problem);
        host::language(spec, session).map_err(wrong)?;
        Self::startable(player)?;
        Ok(Box::new(ExternalPlayer::new(self.clone(), workbench.clone(), session, spec.clone())?))
    }

    /// As [`Engines::player`], with its game begun. A failure to begin shows when
    /// its first move is asked for: then it loses the game.
    ///
    /// # Errors
    /// As there.
    pub fn seated(
        &self,
        workbench: &Workbench,
        session: &dyn Session,
        spec: &PlayerSpec,
    ) -> Result<Box<dyn Player>, Error> {
        let mut player = self.player(workbench, session, spec)?;
        Ok(match player.new_game() {
            Ok(()) => player,
            Err(failure) => Box::new(Unable(failure)),
        })
    }

    /// A process for a new game: one that waits here, or a new one.
    pub(crate) fn running(
        &self,
        spec: &ExternalSpec,
        session: &dyn Session,
    ) -> Result<Running, Failure> {
        if let Some(failure) = self.state().out.get(&spec.text) {
            let detail = format!("not started again after its first fault: {}", failure.detail);
            return Err(Failure::new(failure.cause, detail));
        }
        if let Some(running) = self.idle(spec) {
            return Ok(running);
        }
        if is_set(self.stop.as_deref()) {
            return Err(host::interrupted());
        }
        let wrong = |problem: String| Failure::new(plywood_players::Cause::Resource, problem);
        let language = host::language(spec, session).map_err(wrong)?;
        let launch = launch(spec).map_err(wrong)?;
        let voice = self.shared.dialogue.as_ref().map(|dialogue| dialogue.voice(&spec.text));
        let process = Process::start(spec, launch, voice)?;
        Running::greeted(process, language, spec, self.stop.as_deref())
    }

    fn idle(&self, spec: &ExternalSpec) -> Option<Running> {
        let mut state = self.state();
        let place = state.idle.iter().position(|(text, _)| *text == spec.text)?;
        Some(state.idle.swap_remove(place).1)
    }

    /// Keeps a process for the next game, if its specification says so.
    pub(crate) fn keep(&self, spec: &ExternalSpec, running: Running) {
        if spec.restart != Restart::EachGame {
            self.state().idle.push((spec.text.clone(), running));
        }
    }

    /// Notes a failure of an engine.
    pub(crate) fn failed(&self, spec: &ExternalSpec, failure: &Failure) {
        if spec.restart == Restart::Never {
            let mut state = self.state();
            state.out.entry(spec.text.clone()).or_insert_with(|| failure.clone());
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.shared.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Each may take a second to say farewell, so they do so at the same time.
impl Drop for State {
    fn drop(&mut self) {
        let idle = std::mem::take(&mut self.idle);
        std::thread::scope(|scope| {
            for (_, running) in idle {
                // Without a thread it is dropped here.
                let _ = std::thread::Builder::new().spawn_scoped(scope, move || drop(running));
            }
        });
    }
}

/// Why some players refuse an opening.
const EMPTY_BOARD: &str = "players of the course keep a board of their own from the last move \
    alone, so they know only games from the empty board";

impl fmt::Debug for Engines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engines").field("idle", &self.state().idle.len()).finish()
    }
}

/// A player that could not begin its game.
struct Unable(Failure);

impl Player for Unable {
    fn new_game(&mut self) -> Result<(), Failure> {
        Err(self.0.clone())
    }

    fn choose(
        &mut self,
        _: &Turn,
        _: &AtomicBool,
        _: Option<&mut Listener<'_>>,
    ) -> Result<Decision, Failure> {
        Err(self.0.clone())
    }
}

/// The command of an engine, in words, if it can be given.
fn launch(spec: &ExternalSpec) -> Result<Launch, String> {
    host::tellable(spec)?;
    let words = match spec.protocol {
        Protocol::Mnkgame => crate::java::command(spec)?,
        _ => shlex::split(&spec.command).ok_or("the command has an unclosed quote")?,
    };
    Launch::new(spec, words)
}
