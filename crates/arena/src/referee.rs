//! One game between two players: turns, clocks, forfeits, and a record of
//! every move.
//!
//! The referee is the only code that applies a player's move and the only code
//! that starts and stops a clock. [`Referee::play_out`] plays a whole game, for
//! a match. The terminal and the page, where people play too and take moves
//! back, call the steps one by one.

use crate::adjudication::Grounds;
use crate::event::Adjudication;
use crate::summary::End;
use plywood_game::{Outcome, Side, TimeKind};
use plywood_players::{Cause, Decision, Failure, Listener, Player, Turn};
use plywood_workbench::{
    Clock, Ending, Error, Forfeit, Limits, Progress, Record, Report, ScoreReport, Session,
};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A game with its clocks and the record of its moves.
pub struct Referee {
    session: Box<dyn Session>,
    clock: Option<Clock>,
    /// The game so far, as players are told it.
    turn: Turn,
    /// One entry for each move of `turn.moves` that was played here.
    log: Vec<MoveRecord>,
    turn_began: Instant,
    /// How much longer than its time limit a player may take. Clocks have no
    /// such margin.
    pub time_margin: Duration,
    /// When [`Referee::play_out`] ends a game before the rules do.
    pub adjudication: Adjudication,
    /// The sides whose players' certain values are proofs.
    pub proves: [bool; 2],
    /// The result that was given before the rules gave one.
    adjudicated: Option<(Outcome, Grounds)>,
}

/// What is known about a move that was played.
#[derive(Debug, Clone, PartialEq)]
pub struct MoveRecord {
    /// The side that moved.
    pub side: Side,
    /// The move.
    pub mv: String,
    /// How long it took.
    pub time: Duration,
    /// The value for the side that moved, if its player searched.
    pub value: Option<ScoreReport>,
    /// Whether the player calls that value certain.
    pub exact: bool,
    /// The depth of that search.
    pub depth: Option<u32>,
    /// Its nodes.
    pub nodes: Option<u64>,
}

/// How a game ended that was played out.
#[derive(Debug, Clone, PartialEq)]
pub struct Played {
    /// Who won, and by how much.
    pub outcome: Outcome,
    /// What ended it.
    pub end: End,
    /// The side whose player failed, with the failure.
    pub failure: Option<(Side, Failure)>,
}

/// The usual margin: a busy machine may put a thread off that long.
pub(crate) const TIME_MARGIN: Duration = Duration::from_secs(1);

impl Referee {
    /// A referee for this game. `clock` is that of the game so far, if it is
    /// played with clocks.
    #[must_use]
    pub fn new(session: Box<dyn Session>, clock: Option<Clock>) -> Self {
        let turn = session.turn();
        let turn_began = Instant::now();
        Self {
            session,
            clock,
            turn,
            log: Vec::new(),
            turn_began,
            time_margin: TIME_MARGIN,
            adjudication: Adjudication::default(),
            proves: [true; 2],
            adjudicated: None,
        }
    }

    /// The game.
    #[must_use]
    pub fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// The clocks, if the game has any.
    #[must_use]
    pub fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// The moves played so far, since the game began.
    #[must_use]
    pub fn moves(&self) -> &[String] {
        &self.turn.moves
    }

    /// What is known about the moves that were played here.
    #[must_use]
    pub fn log(&self) -> &[MoveRecord] {
        &self.log
    }

    /// Lets the clock of the side to move run, or stops both clocks.
    pub fn run_clock(&mut self, running: bool) {
        let side = (running && self.session.ending().is_none()).then(|| self.session.to_move());
        if let Some(clock) = &mut self.clock {
            clock.run(side);
        }
    }

    /// What the player to move is asked, under these limits.
    #[must_use]
    pub fn turn(&self, limits: Limits) -> Turn {
        let clocks = self.clock.as_ref().map(|clock| clock.state(self.session.to_move()));
        Turn { limits, clocks, ..self.turn.clone() }
    }

    /// Asks a player for the move of the side to move; its clock runs. The move
    /// is not played yet.
    ///
    /// # Errors
    /// If the player fails, or takes longer than its time limit and the margin. A limit of
    /// processor time is compared with the processor time of its search.
    pub fn ask(
        &mut self,
        player: &mut dyn Player,
        limits: Limits,
        stop: &AtomicBool,
        listener: Option<&mut Progress<'_>>,
    ) -> Result<Decision, Failure> {
        let turn = self.turn(limits);
        self.turn_began = Instant::now();
        let session = &*self.session;
        let mut told = listener
            .map(|listener| move |report: &Report<String>| listener(&session.analysis("", report)));
        let told = told.as_mut().map(|told| told as &mut Listener<'_>);
        let decision = player.choose(&turn, stop, told)?;
        let worked = decision.worked.filter(|_| limits.time_kind == TimeKind::Processor);
        let (used, limit) = (worked.unwrap_or(self.turn_began.elapsed()), limits.time);
        match limit.filter(|limit| used > *limit + self.time_margin) {
            Some(limit) => {
                let detail = format!("{} ms used of {}", used.as_millis(), limit.as_millis());
                Err(Failure::new(Cause::Timeout, detail))
            }
            None => Ok(decision),
        }
    }

    /// Plays a move of the side to move and returns its usual spelling. The
    /// clocks change sides.
    ///
    /// # Errors
    /// If it is not a legal move, or the game is over.
    pub fn play(&mut self, decision: &Decision) -> Result<String, Error> {
        let side = self.session.to_move();
        let report = decision.report.as_ref();
        let value = report.map(|report| self.session.analysis("", report).score);
        let mv = self.session.play(&decision.mv)?;
        if let Some(clock) = &mut self.clock {
            clock.moved(side);
        }
        let time = self.turn_began.elapsed();
        let (depth, nodes) = report.map(|report| (report.depth, report.nodes)).unzip();
        let exact = report.is_some_and(|report| report.value.exact);
        self.log.push(MoveRecord { side, mv: mv.clone(), time, value, exact, depth, nodes });
        self.turn.moves.push(mv.clone());
        self.turn_began = Instant::now();
        Ok(mv)
    }

    /// Plays a move that a person chose.
    ///
    /// # Errors
    /// If it is not a legal move, or the game is over.
    pub fn play_text(&mut self, text: &str) -> Result<String, Error> {
        self.play(&Decision::of_move(text.to_owned()))
    }

    /// Ends the game by a loss that the rules do not know.
    ///
    /// # Errors
    /// If the game is over.
    pub fn forfeit(&mut self, forfeit: Forfeit) -> Result<(), Error> {
        self.session.forfeit(forfeit)?;
        if let Some(clock) = &mut self.clock {
            clock.end();
        }
        Ok(())
    }

    /// Ends the game if the running clock has run down; whether it has.
    pub fn end_overtime(&mut self) -> bool {
        let down = self.clock.as_ref().and_then(Clock::until_down);
        let Some((side, Duration::ZERO)) = down else { return false };
        self.forfeit(Forfeit::Overtime(side)).is_ok()
    }

    /// Takes back a forfeit, and every move after the first `ply`. The clocks
    /// show again what they showed then.
    pub fn take_back_to(&mut self, ply: usize) {
        if self.session.is_forfeited() {
            self.session.undo();
        }
        while self.session.ply() > ply && self.session.undo() {}
        let here = self.turn.moves.len() - self.log.len();
        self.turn.moves.truncate(ply);
        self.log.truncate(ply.saturating_sub(here));
        if let Some(clock) = &mut self.clock {
            clock.set_back(ply);
        }
    }

    /// Plays the game to its end; none if `stop` is set first. A failure of a
    /// player loses it the game and is returned with its side. `before_move` is
    /// called before each move, while no clock runs.
    ///
    /// # Errors
    /// If the game cannot be ended, which is a mistake of this program.
    pub fn play_out(
        &mut self,
        players: &mut [(Box<dyn Player>, Limits); 2],
        stop: &AtomicBool,
        before_move: &dyn Fn(),
    ) -> Result<Option<Played>, Error> {
        loop {
            if let Some(played) = self.ended() {
                return Ok(Some(played));
            }
            before_move();
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let side = self.session.to_move();
            let (player, limits) = &mut players[side.index()];
            self.run_clock(true);
            let asked = self.ask(&mut **player, *limits, stop, None);
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            if let Err(failure) = self.judge(asked)? {
                let forfeit = match failure.cause {
                    Cause::Timeout => Forfeit::Overtime(side),
                    cause => Forfeit::Failed(side, cause),
                };
                if self.session.ending().is_none() {
                    self.forfeit(forfeit)?;
                }
                let cause = End::of_failure(failure.cause);
                return Ok(self.session.ending().map(|ending| Played {
                    outcome: ending.outcome,
                    end: cause,
                    failure: Some((side, failure)),
                }));
            }
        }
    }

    /// The end of the game, if the rules or the adjudication know one.
    fn ended(&mut self) -> Option<Played> {
        if let Some(Ending { outcome, reason }) = self.session.ending() {
            return Some(Played { outcome, end: End::of_reason(reason), failure: None });
        }
        let ply = self.session.ply();
        self.adjudicated = self.adjudication.result(&self.log, ply, self.proves);
        let (outcome, grounds) = self.adjudicated?;
        Some(Played { outcome, end: End::of_grounds(grounds), failure: None })
    }

    /// Plays what a player decided, unless it failed, ran out of time or gave
    /// an illegal move.
    fn judge(&mut self, asked: Result<Decision, Failure>) -> Result<Result<(), Failure>, Error> {
        let decision = match asked {
            Ok(decision) => decision,
            Err(failure) => return Ok(Err(failure)),
        };
        if self.end_overtime() {
            return Ok(Err(Failure::new(Cause::Timeout, "the clock ran down")));
        }
        match self.play(&decision) {
            Ok(_) => Ok(Ok(())),
            Err(error) => error.illegal().map(Err),
        }
    }

    /// The game as it is saved, with the players' names and what is known about
    /// each move that was played here.
    #[must_use]
    pub fn record(&self, players: [&str; 2]) -> Record {
        let list = |of: &dyn Fn(&MoveRecord) -> String| {
            self.log.iter().map(of).collect::<Vec<_>>().join(" ")
        };
        let known = |text: Option<String>| text.unwrap_or("-".to_owned());
        let times = list(&|entry| entry.time.as_millis().to_string());
        let depths = list(&|entry| known(entry.depth.map(|depth| depth.to_string())));
        let values = list(&|entry| known(entry.value.as_ref().map(ScoreReport::compact)));
        let names = players.map(str::to_owned);
        let adjudicated = self.adjudicated.map(|(outcome, grounds)| {
            let winner = outcome.winner().map_or("draw", |side| ["first", "second"][side.index()]);
            format!("{winner} {}", grounds.name())
        });
        let notes = [times, depths, values, adjudicated.unwrap_or_default()];
        let notes = names.into_iter().chain(notes);
        let notes = plywood_workbench::NOTES.into_iter().zip(notes);
        Record {
            notes: notes.filter(|(_, text)| !text.is_empty()).collect(),
            ..self.session.record()
        }
    }
}
