//! A player that speaks the Go text protocol about Othello.
//!
//! Commands are answered in their order: what comes while a move is being
//! generated waits. Only the end of the dialogue hurries the search.

use super::{Desk, Meanwhile, Next, Speaker};
use crate::games::othello_move;
use plywood_game::Side;
use plywood_players::{ClockState, Decision, Failure};
use plywood_workbench::{Limits, Report, Start};
use std::io;
use std::time::Duration;

const COMMANDS: [&str; 15] = [
    "boardsize",
    "clear_board",
    "genmove",
    "known_command",
    "komi",
    "list_commands",
    "name",
    "play",
    "protocol_version",
    "quit",
    "showboard",
    "time_left",
    "time_settings",
    "undo",
    "version",
];

/// What of the dialogue is not in the game.
#[derive(Default)]
pub(super) struct Speaking {
    /// The id of the `genmove` that is being answered.
    id: String,
    /// The time for each move, if moves are timed one by one.
    per_move: Option<Duration>,
    /// What is left on each clock.
    left: [Option<Duration>; 2],
}

impl Speaker for Speaking {
    fn meanwhile(&self, line: &str) -> Meanwhile {
        let word = line.trim_start_matches(|c: char| c.is_ascii_digit()).split_whitespace().next();
        if word == Some("quit") { Meanwhile::Stop } else { Meanwhile::Later }
    }

    fn hear(&mut self, desk: &mut Desk, line: &str) -> io::Result<Next> {
        let line = line.split('#').next().unwrap_or_default().trim();
        let command = line.trim_start_matches(|c: char| c.is_ascii_digit());
        let id = line[..line.len() - command.len()].to_owned();
        let words: Vec<&str> = command.split_whitespace().collect();
        let Some((word, rest)) = words.split_first() else { return Ok(Next::Listen) };
        if *word == "genmove" {
            match self.genmove(desk, rest) {
                Ok(Some(mv)) => desk.say(&format!("={id} {mv}\n"))?,
                Ok(None) => self.id = id,
                Err(problem) => desk.say(&format!("?{id} {problem}\n"))?,
            }
            return Ok(Next::Listen);
        }
        match self.obey(desk, word, rest) {
            Ok(answer) => desk.say(format!("={id} {answer}").trim_end())?,
            Err(problem) => desk.say(&format!("?{id} {problem}"))?,
        }
        desk.say("")?;
        Ok(if *word == "quit" { Next::Quit } else { Next::Listen })
    }

    fn thought(&mut self, _: &mut Desk, _: &Report<String>) -> io::Result<()> {
        Ok(())
    }

    fn moved(&mut self, desk: &mut Desk, chosen: Result<Decision, Failure>) -> io::Result<()> {
        let id = std::mem::take(&mut self.id);
        let played = match chosen {
            Ok(decision) => desk.session.play(&decision.mv).map_err(|error| error.to_string()),
            Err(failure) => Err(failure.to_string()),
        };
        match played {
            Ok(mv) => desk.say(&format!("={id} {mv}\n")),
            Err(problem) => desk.say(&format!("?{id} {}\n", super::ugi::one_line(&problem))),
        }
    }
}

impl Speaking {
    /// Carries out a command that needs no search.
    fn obey(&mut self, desk: &mut Desk, word: &str, rest: &[&str]) -> Result<String, String> {
        match (word, rest) {
            ("protocol_version", _) => Ok("2".to_owned()),
            ("name", _) => Ok(format!("Plywood {}", desk.spec)),
            ("version", _) => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            ("list_commands", _) => Ok(COMMANDS.join("\n")),
            ("known_command", [name, ..]) => Ok(COMMANDS.contains(name).to_string()),
            ("known_command", []) => Ok("false".to_owned()),
            ("quit" | "komi", _) => Ok(String::new()),
            ("boardsize", ["8"]) | ("clear_board", _) => {
                desk.new_game();
                desk.set_up(&Start::default()).map_err(|error| error.to_string())?;
                Ok(String::new())
            }
            ("boardsize", _) => Err("unacceptable size".to_owned()),
            ("play", [side, mv]) => {
                turn_to(desk, colour(side)?)?;
                let played = desk.session.play(&othello_move(mv));
                played.map(|_| String::new()).map_err(|_| "illegal move".to_owned())
            }
            ("undo", _) if desk.session.undo() => Ok(String::new()),
            ("undo", _) => Err("cannot undo".to_owned()),
            ("time_settings", [main, period, stones]) => self.time_settings(main, period, stones),
            ("time_left", [side, seconds, ..]) => {
                self.left[colour(side)?.index()] = Some(time(seconds)?);
                Ok(String::new())
            }
            ("showboard", _) => Ok(format!("\n{}", board(desk))),
            ("play" | "time_settings" | "time_left", _) => Err("syntax error".to_owned()),
            _ => Err("unknown command".to_owned()),
        }
    }

    fn time_settings(&mut self, main: &str, period: &str, stones: &str) -> Result<String, String> {
        let (main, period) = (time(main)?, time(period)?);
        let stones: u32 = stones.parse().map_err(|_| "syntax error".to_owned())?;
        self.left = if main.is_zero() { [None; 2] } else { [Some(main); 2] };
        // Byoyomi of nothing for stones stands for no limit at all.
        self.per_move = period.checked_div(stones).filter(|time| !time.is_zero());
        Ok(String::new())
    }

    /// Begins to think, or gives the only thing that can be said.
    fn genmove(&mut self, desk: &mut Desk, rest: &[&str]) -> Result<Option<String>, String> {
        let [side, ..] = rest else { return Err("syntax error".to_owned()) };
        let side = colour(side)?;
        if desk.session.ending().is_some() {
            return Ok(Some("pass".to_owned()));
        }
        turn_to(desk, side)?;
        let own = self.left[side.index()];
        let other = self.left[side.other().index()];
        let clocks = own.map(|own| ClockState {
            own: own.max(Duration::from_millis(1)),
            other: other.unwrap_or(own),
            increment: Duration::ZERO,
        });
        let limits = match (self.per_move, clocks) {
            (Some(time), None) => {
                // The controller's clock runs while the answer is on its way.
                let reserve = (time / 5).min(Duration::from_millis(50));
                Limits { time: Some(time - reserve), ..Limits::default() }
            }
            (_, Some(_)) => Limits::default(),
            (None, None) => desk.own_limits(),
        };
        desk.think(limits, clocks, 1);
        Ok(None)
    }
}

/// Lets the other side pass if it must, so that this side is to move.
fn turn_to(desk: &mut Desk, side: Side) -> Result<(), String> {
    if desk.session.to_move() != side && desk.session.ending().is_none() {
        let passed = desk.session.play("pass");
        passed.map_err(|_| "it is not that colour's turn".to_owned())?;
    }
    Ok(())
}

fn colour(text: &str) -> Result<Side, String> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Side::First),
        "w" | "white" => Ok(Side::Second),
        _ => Err("syntax error: expected b or w".to_owned()),
    }
}

fn time(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "syntax error".to_owned())?;
    Duration::try_from_secs_f64(seconds.max(0.0)).map_err(|_| "syntax error".to_owned())
}

/// The board, a row a line.
fn board(desk: &Desk) -> String {
    let position = desk.session.snapshot().position;
    let squares: Vec<char> = position.chars().take(64).collect();
    let rows = squares.chunks(8).enumerate();
    let rows = rows.map(|(row, squares)| format!("{} {}", row + 1, String::from_iter(squares)));
    format!("  abcdefgh\n{}\n{}", rows.collect::<Vec<_>>().join("\n"), &position[64..].trim())
}
