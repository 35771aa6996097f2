//! The situations of every protocol: limits, clocks, positions, whole games and the
//! end of a process.

use super::{Attempt, Checked, MOVE, Seen, Trial, noted, passed};
use crate::host::ExternalPlayer;
use plywood_game::Random;
use plywood_players::{Cause, ClockState, Failure, Player};
use plywood_workbench::{Error, Limits, Protocol, Session, Start};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What is tried first: the later situations need an engine that moves.
pub(super) const BEGINNING: [(&str, Attempt); 10] = [
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

/// What is tried last, because it ends the process.
pub(super) const END: [(&str, Attempt); 4] = [
    ("game as first", |trial| trial.game(0)),
    ("game as second, same process", |trial| trial.game(1)),
    ("quit", |trial| trial.quit()),
    ("end of input", |trial| trial.end_of_input()),
];

impl Trial<'_> {
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
    pub(super) fn limited(&mut self, limits: Limits) -> Seen {
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
