//! The table at which the players sit: draws the board, asks whoever is to
//! move, and carries out what was typed.

use super::commands::{Command, HELP};
use super::input::{Input, Line};
use crate::failure::Failure;
use crate::source::{read_text, seed_of_the_moment, write_text};
use crate::{board, interrupt};
use plywood_game::Random;
use plywood_workbench::{Choice, Player, Record, Session, Snapshot, Workbench};
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

pub(super) struct Table<'w> {
    workbench: &'w Workbench,
    session: Box<dyn Session>,
    players: [Player; 2],
    seats: [Seat; 2],
    input: Input,
    stop: Arc<AtomicBool>,
}

enum Seat {
    Human,
    Random(Random),
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
        players: [Player; 2],
        input: Input,
    ) -> Self {
        let seats = players.map(|player| match player {
            Player::Human => Seat::Human,
            Player::Random { seed } => {
                Seat::Random(Random::new(seed.unwrap_or_else(seed_of_the_moment)))
            }
        });
        Self { workbench, session, players, seats, input, stop: interrupt::stop_flag() }
    }

    pub(super) fn run(mut self) -> Result<(), Failure> {
        self.say(&format!("{}\n\n", self.session.game()))?;
        loop {
            let snapshot = self.session.snapshot();
            self.say(&format!("{}\n", board::draw(&snapshot)))?;
            if self.stop.load(Ordering::Relaxed) {
                return Err(self.interrupted());
            }
            let over = snapshot.ending.is_some();
            if over && !self.seats.iter().any(|seat| matches!(seat, Seat::Human)) {
                return Ok(());
            }
            match &mut self.seats[snapshot.to_move.index()] {
                Seat::Random(dice) if !over => {
                    let mv = self.session.play_random(dice)?;
                    let side = snapshot.side_name(snapshot.to_move);
                    self.say(&format!("{side} plays {mv}\n\n"))?;
                }
                _ => {
                    if !self.ask(&snapshot)? {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Asks until the board changes or is to be drawn again; false to leave.
    fn ask(&mut self, snapshot: &Snapshot) -> Result<bool, Failure> {
        let prompt = match snapshot.ending {
            Some(_) => "game over> ".to_owned(),
            None => format!("{}> ", snapshot.side_name(snapshot.to_move)),
        };
        loop {
            let line = match self.input.line(&prompt)? {
                Line::Text(line) => line,
                Line::Interrupted => return Err(self.interrupted()),
                Line::End => {
                    self.explain_how_to_go_on();
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
                Err(failure) => return Err(failure),
            }
        }
    }

    fn obey(&mut self, line: &str) -> Result<Next, Failure> {
        if line.is_empty() {
            return Ok(Next::Ask);
        }
        let Some(command) = Command::parse(line) else {
            self.session.play(line)?;
            self.say("\n")?;
            return Ok(Next::Draw);
        };
        match command.map_err(Failure::Script)? {
            Command::Help => self.say(HELP)?,
            Command::Board => return Ok(Next::Draw),
            Command::Moves => {
                let list = list_moves(&self.session.choices());
                self.say(&list)?;
            }
            Command::Undo => return self.undo(),
            Command::Resign => {
                let side = self.session.snapshot().to_move;
                self.session.resign(side)?;
                return Ok(Next::Draw);
            }
            Command::Quit => {
                self.explain_how_to_go_on();
                return Ok(Next::Leave);
            }
            Command::Save(name) => self.save(&name)?,
            Command::Load(name) => {
                let record: Record = read_text(&name)?.parse()?;
                self.session = self.workbench.resume(&record)?;
                self.say(&format!("{}\n\n", self.session.game()))?;
                return Ok(Next::Draw);
            }
        }
        Ok(Next::Ask)
    }

    /// Takes back moves until a person is to move again.
    fn undo(&mut self) -> Result<Next, Failure> {
        if !self.session.undo() {
            return Err(Failure::Script("there is no move to take back".to_owned()));
        }
        let is_persons_turn = |table: &Self| {
            let side = table.session.snapshot().to_move;
            matches!(table.seats[side.index()], Seat::Human)
        };
        while !is_persons_turn(self) && self.session.undo() {}
        Ok(Next::Draw)
    }

    /// Saves the game; a file that is not a saved game is left alone.
    fn save(&self, name: &str) -> Result<(), Failure> {
        let path = Path::new(name);
        match std::fs::symlink_metadata(path) {
            Ok(_) if !read_text(name).is_ok_and(|text| Record::is_record(&text)) => {
                let problem = "exists and is not a saved game; choose another name";
                return Err(Failure::file(path, problem));
            }
            Err(error) if error.kind() != ErrorKind::NotFound => {
                return Err(Failure::file(path, format!("cannot be written: {error}")));
            }
            _ => {}
        }
        write_text(path, &self.session.record().to_string())?;
        self.say(&format!("saved in {name}\n"))
    }

    fn say(&self, text: &str) -> Result<(), Failure> {
        let mut out = anstream::stdout().lock();
        out.write_all(text.as_bytes())?;
        out.flush()?;
        Ok(())
    }

    /// The command that opens this game again, for whoever leaves it unfinished.
    fn resume_command(&self) -> Option<String> {
        let record = self.session.record();
        let unfinished = self.session.snapshot().ending.is_none() && !record.moves.is_empty();
        unfinished.then(|| {
            let mut command = format!("plywood play {}", record.game);
            for (option, player) in ["first", "second"].into_iter().zip(self.players) {
                if player != Player::Human {
                    command.push_str(&format!(" --{option} {player}"));
                }
            }
            if let Some(position) = record.position {
                command.push_str(&format!(" --position '{position}'"));
            }
            format!("{command} --moves '{}'", record.moves)
        })
    }

    fn explain_how_to_go_on(&self) {
        if let Some(command) = self.resume_command() {
            anstream::eprintln!("to go on with this game: {command}");
        }
    }

    fn interrupted(&self) -> Failure {
        let resume = match self.resume_command() {
            Some(command) => format!("to go on with this game: {command}"),
            None => "nothing is lost".to_owned(),
        };
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
