//! A player that speaks UGI.

use super::{Desk, Meanwhile, Next, Speaker};
use plywood_game::Side;
use plywood_players::{ClockState, Decision, Failure};
use plywood_workbench::{FieldKind, Limits, PlayerSpec, Report, ScoreKind, Start};
use std::io;
use std::time::Duration;

/// What of the dialogue is not in the game.
#[derive(Default)]
pub(super) struct Speaking {
    /// The last position could not be read.
    lost: bool,
    /// A search without limits, whose move is not given before `stop`.
    infinite: bool,
    stopped: bool,
    /// The move of such a search that has ended by itself.
    held: Option<String>,
    lines: usize,
}

/// The most lines of play that are told.
const MOST_LINES: usize = 100;

impl Speaker for Speaking {
    fn meanwhile(&self, line: &str) -> Meanwhile {
        match line.split_whitespace().next() {
            Some("stop" | "isready" | "ugi" | "query" | "quit") => Meanwhile::Now,
            _ => Meanwhile::Later,
        }
    }

    fn hear(&mut self, desk: &mut Desk, line: &str) -> io::Result<Next> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "quit" => return Ok(Next::Quit),
            "ugi" => greet(desk)?,
            "isready" => desk.say("readyok")?,
            "setoption" => {
                if let Err(problem) = self.set_option(desk, rest) {
                    desk.say(&format!("info string {problem}"))?;
                }
            }
            "uginewgame" => desk.new_game(),
            "position" => {
                let set_up = desk.set_up(&read_position(rest));
                self.lost = set_up.is_err();
                if let Err(error) = set_up {
                    desk.say(&format!("info string {}", one_line(&error.to_string())))?;
                }
            }
            "go" => self.go(desk, rest)?,
            "stop" => self.stop(desk)?,
            "query" => desk.say(&format!("response {}", answer(desk, rest)))?,
            _ => {}
        }
        Ok(Next::Listen)
    }

    fn thought(&mut self, desk: &mut Desk, report: &Report<String>) -> io::Result<()> {
        for line in info(desk, report) {
            desk.say(&line)?;
        }
        Ok(())
    }

    fn moved(&mut self, desk: &mut Desk, chosen: Result<Decision, Failure>) -> io::Result<()> {
        let mv = match chosen {
            Ok(decision) => {
                if let Some(report) = &decision.report {
                    self.thought(desk, report)?;
                }
                decision.mv
            }
            Err(failure) => {
                desk.say(&format!("info string {}", one_line(&failure.to_string())))?;
                "(none)".to_owned()
            }
        };
        if self.infinite && !self.stopped {
            self.held = Some(mv);
            return Ok(());
        }
        desk.say(&format!("bestmove {mv}"))
    }
}

impl Speaking {
    fn set_option(&mut self, desk: &mut Desk, rest: &str) -> Result<(), String> {
        let rest = rest.strip_prefix("name ").unwrap_or(rest);
        let (name, value) = rest.split_once(" value ").unwrap_or((rest, ""));
        let (name, value) = (name.trim(), value.trim());
        match name.to_ascii_lowercase().as_str() {
            "game" => desk.change_game(value).map_err(|error| one_line(&error.to_string())),
            "multipv" => {
                let lines = value.parse().ok().filter(|lines| (1..=MOST_LINES).contains(lines));
                let wrong = || format!("multipv does not accept {value}: 1 to {MOST_LINES}");
                self.lines = lines.ok_or_else(wrong)?;
                Ok(())
            }
            key => {
                let value = match value {
                    "true" => "on",
                    "false" => "off",
                    value => value,
                };
                desk.change_option(key, value).map_err(|error| one_line(&error.to_string()))
            }
        }
    }

    fn go(&mut self, desk: &mut Desk, rest: &str) -> io::Result<()> {
        self.held = None;
        if self.lost || desk.session.ending().is_some() {
            return desk.say("bestmove (none)");
        }
        let wanted = Wanted::read(rest);
        let clocks = wanted.clocks(desk.session.to_move());
        let open = wanted.limits == Limits::default() && clocks.is_none();
        self.infinite = wanted.infinite;
        self.stopped = false;
        let limits = match open && !wanted.infinite {
            true => desk.own_limits(),
            false => wanted.limits,
        };
        desk.think(limits, clocks, self.lines);
        Ok(())
    }

    fn stop(&mut self, desk: &mut Desk) -> io::Result<()> {
        self.stopped = true;
        desk.stop();
        match self.held.take() {
            Some(mv) => desk.say(&format!("bestmove {mv}")),
            None => Ok(()),
        }
    }
}

fn greet(desk: &mut Desk) -> io::Result<()> {
    desk.say(&format!("id name Plywood {} ({})", env!("CARGO_PKG_VERSION"), desk.spec))?;
    desk.say("id author the authors of Plywood")?;
    desk.say(&format!("option name game type string default {}", desk.game))?;
    desk.say(&format!("option name multipv type spin default 1 min 1 max {MOST_LINES}"))?;
    if let PlayerSpec::Engine(engine) = &desk.spec {
        // Limits come with go.
        let left_out = [&["time", "nodes", "depth"][..], &desk.session.unsupported()].concat();
        let fields = engine.options();
        let fields = fields.iter().filter(|field| !left_out.contains(&field.name));
        let options: Vec<String> = fields
            .map(|field| {
                let kind = match &field.kind {
                    FieldKind::Choice { choices, .. } => {
                        let words = choices.iter().map(|choice| format!(" var {}", choice.value));
                        format!("combo default {}{}", field.default, words.collect::<String>())
                    }
                    FieldKind::Number { least, most, word: None, .. }
                        if !field.default.is_empty() =>
                    {
                        format!("spin default {} min {least} max {most}", field.default)
                    }
                    _ => format!("string default {}", field.default),
                };
                format!("option name {} type {kind}", field.name)
            })
            .collect();
        for option in options {
            desk.say(&option)?;
        }
    }
    desk.say("ugiok")
}

/// The start that follows `position`.
fn read_position(rest: &str) -> Start {
    let (place, moves) = match rest.strip_suffix(" moves").or(rest.strip_suffix(" moves ")) {
        Some(place) => (place, None),
        None => match rest.split_once(" moves ") {
            Some((place, moves)) => (place, Some(moves.trim().to_owned())),
            None => (rest, None),
        },
    };
    let position = place.trim().strip_prefix("fen ").map(|text| text.trim().to_owned());
    Start { position, moves, ..Start::default() }
}

/// What follows `go`.
#[derive(Default)]
struct Wanted {
    limits: Limits,
    infinite: bool,
    left: [Option<Duration>; 2],
    increments: [Duration; 2],
}

impl Wanted {
    fn read(text: &str) -> Self {
        let mut wanted = Self::default();
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            if word == "infinite" {
                wanted.infinite = true;
                continue;
            }
            let known = ["movetime", "nodes", "depth", "p1time", "p2time", "p1inc", "p2inc"];
            if !known.contains(&word) {
                continue;
            }
            // Some managers send what is left of a clock below zero.
            let number = words.next().and_then(|word| word.parse::<i64>().ok()).unwrap_or(1);
            let number = u64::try_from(number).unwrap_or(1).max(1);
            let time = Duration::from_millis(number);
            match word {
                "movetime" => wanted.limits.time = Some(time),
                "nodes" => wanted.limits.nodes = Some(number),
                "depth" => wanted.limits.depth = u32::try_from(number).ok(),
                "p1time" => wanted.left[0] = Some(time),
                "p2time" => wanted.left[1] = Some(time),
                "p1inc" => wanted.increments[0] = time,
                _ => wanted.increments[1] = time,
            }
        }
        wanted
    }

    fn clocks(&self, side: Side) -> Option<ClockState> {
        let (own, other) = (side.index(), side.other().index());
        let left = self.left[own]?;
        let other = self.left[other].unwrap_or(left);
        Some(ClockState { own: left, other, increment: self.increments[own] })
    }
}

/// What a search knows, a line for each of its best moves.
fn info(desk: &Desk, report: &Report<String>) -> Vec<String> {
    let analysis = desk.session.analysis("", report);
    let ms = analysis.elapsed_ms;
    let rate = report.nodes.saturating_mul(1000) / ms.max(1);
    let lines = analysis.lines.iter().enumerate().map(|(place, line)| {
        let value = line.score.value;
        let score = match (line.score.kind, line.score.plies) {
            (ScoreKind::Win, plies) => format!("win {}", plies.unwrap_or_default()),
            (ScoreKind::Loss, plies) => format!("loss {}", plies.unwrap_or_default()),
            (ScoreKind::Draw, _) => "draw".to_owned(),
            (ScoreKind::Margin, _) => format!("cp {}", value.saturating_mul(100)),
            (ScoreKind::Estimate, _) => format!("cp {value}"),
        };
        let (depth, nodes, pv) = (report.depth, report.nodes, line.pv.join(" "));
        let place = place + 1;
        format!(
            "info depth {depth} score {score} time {ms} nodes {nodes} nps {rate} multipv {place} \
             pv {pv}"
        )
    });
    lines.collect()
}

/// The answer to `query`.
fn answer(desk: &Desk, what: &str) -> &'static str {
    let truth = |holds: bool| if holds { "true" } else { "false" };
    let ending = desk.session.ending();
    match what {
        "p1turn" => truth(desk.session.to_move() == Side::First),
        "gameover" => truth(ending.is_some()),
        "result" => match ending.map(|ending| ending.outcome) {
            None => "none",
            Some(outcome) => match outcome.winner() {
                Some(Side::First) => "p1win",
                Some(Side::Second) => "p2win",
                None => "draw",
            },
        },
        _ => "none",
    }
}

/// A message as one line.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
