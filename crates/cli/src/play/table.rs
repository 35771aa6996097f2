//! The table at which the players sit: draws the board, asks whoever is to
//! move, and carries out what was typed.

use super::clocks::TableClocks;
use super::commands::{Command, HELP};
use super::hint::hint;
use super::input::{Input, Line};
use super::resume::{resume_command, table_options};
use crate::failure::Failure;
use crate::save::save;
use crate::source::read_text;
use crate::thinking::{brief, progress_bar};
use crate::{board, interrupt};
use plywood_game::Random;
use plywood_workbench::{
    Choice, ClockRules, EngineSpec, PlayerSpec, Record, Request, Session, Snapshot, StoppedBy,
    Workbench,
};
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

pub(super) struct Table<'w> {
    workbench: &'w Workbench,
    session: Box<dyn Session>,
    players: [PlayerSpec; 2],
    /// What was chosen for the players, to be said at the start.
    announcement: String,
    seats: [Seat; 2],
    clocks: TableClocks,
    /// Where this game is saved, as far as it was saved or loaded here.
    files: Vec<String>,
    input: Input,
    stop: Arc<AtomicBool>,
}

enum Seat {
    Human,
    Random(Random),
    Engine(EngineSpec),
}

/// Whether the game loop goes on.
#[derive(PartialEq, Eq)]
enum Next {
    Draw,
    Ask,
    Leave,
}

impl<'w> Table<'w> {
    pub(super) fn new(
        workbench: &'w Workbench,
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
        let seats = seeded.clone().map(|player| match player {
            // Admission refuses external engines.
            PlayerSpec::Human | PlayerSpec::External { .. } => Seat::Human,
            PlayerSpec::Random { seed } => Seat::Random(Random::new(seed.unwrap_or_default())),
            PlayerSpec::Engine(spec) => Seat::Engine(spec),
        });
        let stop = interrupt::stop_flag();
        let clocks = TableClocks::new(clock, &*session)?;
        let players = seeded;
        let files = Vec::new();
        Ok(Self { workbench, session, players, announcement, seats, clocks, files, input, stop })
    }

    pub(super) fn run(mut self) -> Result<(), Failure> {
        self.say(&format!("{}\n{}\n", self.session.game(), self.announcement))?;
        loop {
            let snapshot = self.session.snapshot();
            self.say(&format!("{}\n", board::draw(&snapshot)))?;
            if self.stop.load(Ordering::Relaxed) {
                return Err(self.interrupted());
            }
            self.clocks.run(&*self.session);
            let over = snapshot.ending.is_some();
            if over && !self.seats.iter().any(|seat| matches!(seat, Seat::Human)) {
                return Ok(());
            }
            match &mut self.seats[snapshot.to_move.index()] {
                Seat::Random(dice) if !over => {
                    let mv = self.session.play_random(dice)?;
                    self.clocks.moved(snapshot.to_move);
                    let side = snapshot.side_name(snapshot.to_move);
                    self.say(&format!("{side} plays {mv}\n\n"))?;
                }
                Seat::Engine(spec) if !over => {
                    let mut request = Request::of_player(spec);
                    request.limits = self.clocks.limit(snapshot.to_move, request.limits);
                    self.play_engine(&request, &snapshot)?;
                }
                _ => {
                    if !self.ask(&snapshot)? {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Lets an engine look for its move and plays it. Whoever interrupts it
    /// wants to leave, and finds the game as it was.
    fn play_engine(&mut self, request: &Request, snapshot: &Snapshot) -> Result<(), Failure> {
        let bar = progress_bar();
        let found = self.session.analyse(request, &self.stop, &mut |so_far| {
            bar.set_message(brief(so_far));
        });
        bar.finish_and_clear();
        let found = found?;
        if found.stopped_by == Some(StoppedBy::Interrupted) {
            return Err(self.interrupted());
        }
        if self.clocks.end_overtime(&mut *self.session)? {
            return Ok(());
        }
        let mv = self.session.play(&found.best)?;
        self.clocks.moved(snapshot.to_move);
        let side = snapshot.side_name(snapshot.to_move);
        let score = found.score.words();
        self.say(&format!("{side} plays {mv} ({score}, depth {})\n\n", found.depth))
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
                None => format!("{prompt}{}> ", self.clocks.words(snapshot.to_move)),
            };
            let typed = self.input.line(&prompt, self.clocks.until_down(), &self.stop);
            let typed = typed.map_err(|failure| self.unfinished(failure))?;
            if matches!(typed, Line::Interrupted) {
                return Err(self.interrupted());
            }
            if self.clocks.end_overtime(&mut *self.session)? {
                return Ok(true);
            }
            let line = match typed {
                Line::Text(line) => line,
                Line::TooLate | Line::Interrupted => continue,
                Line::End => {
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
            let side = self.session.to_move();
            self.session.play(line)?;
            self.clocks.moved(side);
            self.say("\n")?;
            return Ok(Next::Draw);
        };
        match command.map_err(Failure::Script)? {
            Command::Help => {
                let choices = self.session.choices();
                let example = choices.first().map(|mv| format!(" such as {}", mv.text));
                self.say(&format!("Type a move{}{HELP}", example.unwrap_or_default()))?;
            }
            Command::Board => return Ok(Next::Draw),
            Command::Moves => {
                let list = list_moves(&self.session.choices());
                self.say(&list)?;
            }
            Command::Hint => {
                let hint = hint(&*self.session, &self.stop)?;
                // Whoever interrupts a hint has seen enough of it, not of the game.
                self.stop.store(false, Ordering::Relaxed);
                self.say(&hint)?;
            }
            Command::Undo => return self.undo(),
            Command::Resign => {
                let side = self.session.snapshot().to_move;
                self.session.resign(side)?;
                return Ok(Next::Draw);
            }
            Command::Quit => {
                self.explain_how_to_go_on("this game");
                return Ok(Next::Leave);
            }
            Command::Save { name, replace } => {
                let own = self.files.contains(&name);
                save(&name, &self.session.record(), replace || own)?;
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
                self.clocks = TableClocks::new(self.clocks.rules(), &*session)?;
                self.session = session;
                self.files = vec![name];
                self.say(&format!("{}\n\n", self.session.game()))?;
                return Ok(Next::Draw);
            }
        }
        Ok(Next::Ask)
    }

    /// Takes back moves until a person has one taken back; none if there is no
    /// such move.
    fn undo(&mut self) -> Result<Next, Failure> {
        let before = self.session.record();
        while self.session.undo() {
            let side = self.session.snapshot().to_move;
            if matches!(self.seats[side.index()], Seat::Human) {
                self.clocks.set_back(&*self.session);
                return Ok(Next::Draw);
            }
        }
        self.session = self.workbench.resume(&before)?;
        Err(Failure::Script("there is no move to take back".to_owned()))
    }

    fn load(&self, name: &str) -> Result<Box<dyn Session>, Failure> {
        let text = read_text(name)?;
        let opened = text.parse().and_then(|record: Record| self.workbench.resume(&record));
        let session = opened.map_err(|error| Failure::in_file(Some(name), error))?;
        for player in &self.players {
            self.workbench.admit(&*session, player)?;
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
        let options = table_options(&self.players, self.clocks.rules());
        (!options.is_empty()).then(|| options.trim_start().to_owned())
    }

    /// How to go on with `what`, for whoever leaves it unfinished.
    fn how_to_go_on(&self, what: &str) -> Option<String> {
        let command = resume_command(&*self.session, &self.players, self.clocks.rules())?;
        let anew = if self.clocks.rules().is_some() { ", its clocks set anew" } else { "" };
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

    fn interrupted(&self) -> Failure {
        let nothing = match self.session.ending() {
            Some(_) => "the game was over",
            None => "no move was played",
        };
        let resume = self.how_to_go_on("this game").unwrap_or(nothing.to_owned());
        Failure::Interrupted { resume }
    }
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
