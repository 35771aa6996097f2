//! A game in the terminal: draws the board, asks the side to move, and carries
//! out the commands typed.

use super::commands::{Command, HELP};
use super::hint::hint;
use super::input::{Input, Typed};
use super::resume::{resume_command, table_options};
use crate::board;
use crate::failure::Failure;
use crate::save::save;
use crate::source::read_text;
use crate::thinking::{brief, progress_bar};
use plywood_arena::Referee;
use plywood_engines::Engines;
use plywood_game::Side;
use plywood_workbench::{
    Analysis, Choice, Clock, ClockRules, Error, Forfeit, Limits, PlayerSpec, Record, Session,
    Snapshot, StoppedBy, Workbench,
};
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Where games and players come from.
pub(super) struct House<'w> {
    pub(super) workbench: &'w Workbench,
    pub(super) engines: Engines,
    /// Set by Ctrl-C.
    pub(super) stop: Arc<AtomicBool>,
}

pub(super) struct TerminalGame<'w> {
    house: House<'w>,
    referee: Referee,
    clock: Option<ClockRules>,
    players: [PlayerSpec; 2],
    /// What was chosen for the players, to be said at the start.
    announcement: String,
    /// The players that are not people, each with its limits.
    seats: [Option<Seat>; 2],
    /// Where this game is saved, as far as it was saved or loaded here.
    files: Vec<String>,
    input: Input,
}

struct Seat {
    player: Box<dyn plywood_players::Player>,
    limits: Limits,
}

/// Whether the game loop goes on.
#[derive(PartialEq, Eq)]
enum Next {
    Draw,
    Ask,
    Leave,
}

impl<'w> TerminalGame<'w> {
    pub(super) fn new(
        house: House<'w>,
        session: Box<dyn Session>,
        players: &[PlayerSpec; 2],
        clock: Option<ClockRules>,
        input: Input,
    ) -> Result<Self, Failure> {
        let seeded = players.clone().map(PlayerSpec::seeded);
        let announcement = ["first", "second"]
            .into_iter()
            .zip(players.iter().zip(&seeded))
            .filter(|(_, (given, seeded))| given != seeded)
            .map(|(side, (_, seeded))| format!("{side} plays {seeded}\n"))
            .collect();
        let seats = house.seats(&*session, &seeded, clock)?;
        let referee = refereed(session, clock)?;
        let (players, files) = (seeded, Vec::new());
        Ok(Self { house, referee, clock, players, announcement, seats, files, input })
    }

    pub(super) fn run(mut self) -> Result<(), Failure> {
        self.say(&format!("{}\n{}\n", self.referee.session().game(), self.announcement))?;
        loop {
            let snapshot = self.referee.session().snapshot();
            self.say(&format!("{}\n", board::draw(&snapshot)))?;
            if self.house.is_stopped() {
                return Err(self.interrupted());
            }
            // The first move is not timed: the clocks begin with it.
            self.referee.run_clock(self.referee.session().ply() > 0);
            let over = snapshot.ending.is_some();
            if over && self.seats.iter().all(Option::is_some) {
                return Ok(());
            }
            let is_person = self.seats[snapshot.to_move.index()].is_none();
            if !over && !is_person {
                self.play_engine(&snapshot)?;
            } else if !self.ask(&snapshot)? {
                return Ok(());
            }
        }
    }

    /// Lets the player to move choose its move, and plays it. When it is
    /// interrupted, the game stays as it was.
    fn play_engine(&mut self, snapshot: &Snapshot) -> Result<(), Failure> {
        let side = snapshot.to_move;
        let Some(Seat { player, limits }) = &mut self.seats[side.index()] else { return Ok(()) };
        let bar = progress_bar();
        let mut show = |so_far: &Analysis| bar.set_message(brief(so_far));
        let chosen = self.referee.ask(&mut **player, *limits, &self.house.stop, Some(&mut show));
        bar.finish_and_clear();
        // What an engine does after Ctrl-C is not held against it.
        if chosen.is_err() && self.house.is_stopped() {
            return Err(self.interrupted());
        }
        let chosen = chosen.map_err(|failure| self.failed(side, &failure))?;
        let stopped_by = chosen.report.as_ref().and_then(|report| report.stopped_by);
        if stopped_by == Some(StoppedBy::Interrupted) {
            return Err(self.interrupted());
        }
        if self.referee.end_overtime() {
            return Ok(());
        }
        let named = self.players[side.index()].to_string();
        let words = chosen.report.as_ref().map(|report| {
            let analysis = self.referee.session().analysis(&named, report);
            format!(" ({}, depth {})", analysis.score.text, analysis.depth_words())
        });
        let mv = self.referee.play(&chosen).map_err(|error| match error.illegal() {
            Ok(failure) => self.failed(side, &failure),
            Err(error) => error.into(),
        })?;
        let name = snapshot.side_name(side);
        self.say(&format!("{name} plays {mv}{}\n\n", words.unwrap_or_default()))
    }

    /// What is left of a side's time, for a prompt.
    fn time_left(&self, side: Side) -> String {
        let Some(clock) = self.referee.clock() else { return String::new() };
        let seconds = clock.left(side).as_secs();
        format!(" {}:{:02}", seconds / 60, seconds % 60)
    }

    /// Asks until the board changes or is to be drawn again; false to leave.
    fn ask(&mut self, snapshot: &Snapshot) -> Result<bool, Failure> {
        let prompt = match snapshot.ending {
            Some(_) => "game over> ".to_owned(),
            None => snapshot.side_name(snapshot.to_move).to_owned(),
        };
        loop {
            let prompt = match snapshot.ending {
                Some(_) => prompt.clone(),
                None => format!("{prompt}{}> ", self.time_left(snapshot.to_move)),
            };
            let until_down = self.referee.clock().and_then(Clock::until_down).map(|(_, left)| left);
            let typed = self.input.line(&prompt, until_down, &self.house.stop);
            let typed = typed.map_err(|failure| self.unfinished(failure))?;
            if matches!(typed, Typed::Interrupted) {
                return Err(self.interrupted());
            }
            if self.referee.end_overtime() {
                return Ok(true);
            }
            let line = match typed {
                Typed::Text(line) => line,
                Typed::TooLate | Typed::Interrupted => continue,
                Typed::End => {
                    self.explain_how_to_go_on("this game");
                    return Ok(false);
                }
            };
            match self.obey(line.trim()) {
                Ok(Next::Draw) => return Ok(true),
                Ok(Next::Ask) => {}
                Ok(Next::Leave) => return Ok(false),
                Err(Failure::Output(error)) => return Err(Failure::Output(error)),
                Err(failure) if self.input.is_person() => {
                    anstream::eprintln!("{failure}\n('moves' lists the moves, 'help' the rest)");
                }
                Err(failure) => return Err(self.unfinished(failure)),
            }
        }
    }

    fn obey(&mut self, line: &str) -> Result<Next, Failure> {
        if line.is_empty() {
            return Ok(Next::Ask);
        }
        let Some(command) = Command::parse(line) else {
            self.referee.play_text(line)?;
            self.say("\n")?;
            return Ok(Next::Draw);
        };
        match command.map_err(Failure::Script)? {
            Command::Help => {
                let choices = self.referee.session().choices();
                let example = choices.first().map(|mv| format!(" such as {}", mv.text));
                self.say(&format!("Type a move{}{HELP}", example.unwrap_or_default()))?;
            }
            Command::Board => return Ok(Next::Draw),
            Command::Moves => {
                let list = list_moves(&self.referee.session().choices());
                self.say(&list)?;
            }
            Command::Hint => {
                let hint = hint(self.referee.session(), &self.house.stop)?;
                // Ctrl-C during a hint ends the hint, not the game.
                self.house.stop.store(false, Ordering::Relaxed);
                self.say(&hint)?;
            }
            Command::Undo => return self.undo(),
            Command::Resign => {
                let side = self.referee.session().to_move();
                self.referee.forfeit(Forfeit::Resigned(side))?;
                return Ok(Next::Draw);
            }
            Command::Quit => {
                self.explain_how_to_go_on("this game");
                return Ok(Next::Leave);
            }
            Command::Save { name, replace } => {
                let own = self.files.contains(&name);
                save(&name, &self.referee.session().record(), replace || own)?;
                self.say(&format!("saved in {name}\n"))?;
                if let Some(players) = self.players_to_name() {
                    self.say(&format!(
                        "it holds the moves; to go on, name the players: {players}\n"
                    ))?;
                }
                self.files.push(name);
            }
            Command::Load(name) => {
                let session = self.load(&name)?;
                self.explain_how_to_go_on("the game that you leave");
                self.seats = self.house.seats(&*session, &self.players, self.clock)?;
                self.referee = refereed(session, self.clock)?;
                self.files = vec![name];
                self.say(&format!("{}\n\n", self.referee.session().game()))?;
                return Ok(Next::Draw);
            }
        }
        Ok(Next::Ask)
    }

    /// Takes back moves until a person has one taken back; none if there is no
    /// such move.
    fn undo(&mut self) -> Result<Next, Failure> {
        let session = self.referee.session();
        let is_person = |ply: &usize| {
            let side = session.to_move_at(*ply);
            side.is_some_and(|side| self.seats[side.index()].is_none())
        };
        // A forfeit is taken back alone if a person is to move.
        let last = if session.is_forfeited() { session.ply() + 1 } else { session.ply() };
        let nothing = || Failure::Script("there is no move to take back".to_owned());
        let ply = (0..last).rev().find(is_person).ok_or_else(nothing)?;
        self.referee.take_back_to(ply);
        Ok(Next::Draw)
    }

    fn load(&self, name: &str) -> Result<Box<dyn Session>, Failure> {
        let text = read_text(name)?;
        let opened = text.parse().and_then(|record: Record| self.house.workbench.resume(&record));
        let session = opened.map_err(|error| Failure::in_file(Some(name), error))?;
        for player in &self.players {
            self.house.engines.admit(self.house.workbench, &*session, player)?;
        }
        Ok(session)
    }

    fn say(&self, text: &str) -> Result<(), Failure> {
        let mut out = anstream::stdout().lock();
        out.write_all(text.as_bytes())?;
        out.flush()?;
        Ok(())
    }

    /// The options that name those who play, if not only people do, and the
    /// clocks, if there are any.
    fn players_to_name(&self) -> Option<String> {
        let options = table_options(&self.players, self.clock);
        (!options.is_empty()).then(|| options.trim_start().to_owned())
    }

    /// How to continue with `what`, printed when it is left unfinished.
    fn how_to_go_on(&self, what: &str) -> Option<String> {
        let command = resume_command(self.referee.session(), &self.players, self.clock)?;
        let anew = if self.clock.is_some() { ", its clocks set anew" } else { "" };
        Some(format!("to go on with {what}{anew}: {command}"))
    }

    fn explain_how_to_go_on(&self, what: &str) {
        if let Some(resume) = self.how_to_go_on(what) {
            anstream::eprintln!("{resume}");
        }
    }

    fn unfinished(&self, failure: Failure) -> Failure {
        match self.how_to_go_on("this game") {
            Some(resume) => Failure::Unfinished { failure: Box::new(failure), resume },
            None => failure,
        }
    }

    /// The end of a game whose player fails: who it was, why, and how to go on.
    fn failed(&self, side: Side, failure: &plywood_players::Failure) -> Failure {
        self.unfinished(blamed(&self.players[side.index()], failure))
    }

    fn interrupted(&self) -> Failure {
        let nothing = match self.referee.session().ending() {
            Some(_) => "the game was over",
            None => "no move was played",
        };
        let resume = self.how_to_go_on("this game").unwrap_or(nothing.to_owned());
        Failure::Interrupted { resume }
    }
}

impl House<'_> {
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The players that are not people, ready for a new game.
    fn seats(
        &self,
        session: &dyn Session,
        players: &[PlayerSpec; 2],
        clock: Option<ClockRules>,
    ) -> Result<[Option<Seat>; 2], Failure> {
        let seat = |player: &PlayerSpec, side: Side| -> Result<Option<Seat>, Failure> {
            if *player == PlayerSpec::Human {
                return Ok(None);
            }
            player.check_time(clock.is_some())?;
            let limits = player.limits(clock.is_some());
            let mut seated = self.engines.of(side).player(self.workbench, session, player)?;
            seated.new_game().map_err(|failure| match self.is_stopped() {
                true => Failure::Interrupted { resume: "no move was played".to_owned() },
                false => blamed(player, &failure),
            })?;
            Ok(Some(Seat { player: seated, limits }))
        };
        Ok([seat(&players[0], Side::First)?, seat(&players[1], Side::Second)?])
    }
}

/// The failure of a player, with its name.
fn blamed(player: &PlayerSpec, failure: &plywood_players::Failure) -> Failure {
    Failure::Script(format!("{player} failed: {failure}"))
}

fn refereed(session: Box<dyn Session>, clock: Option<ClockRules>) -> Result<Referee, Error> {
    let clock = clock.map(|rules| Clock::new(rules, session.ply())).transpose()?;
    Ok(Referee::new(session, clock))
}

/// The moves with what each would do, as many a line as fit.
fn list_moves(choices: &[Choice]) -> String {
    const LINE: usize = 76;
    let mut text = String::new();
    let mut used = 0;
    for choice in choices {
        let word = match &choice.preview.label {
            Some(label) if *label != choice.text => format!("{} ({label})", choice.text),
            _ => choice.text.clone(),
        };
        if used > 0 && used + 2 + word.chars().count() > LINE {
            text.push('\n');
            used = 0;
        } else if used > 0 {
            text.push_str("  ");
            used += 2;
        }
        used += word.chars().count();
        text.push_str(&word);
    }
    text.push('\n');
    text
}
