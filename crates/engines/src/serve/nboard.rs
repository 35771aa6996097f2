//! A player that speaks `NBoard`'s protocol.
//!
//! Whatever changes the position, and `ping`, ends a search, whose move is then
//! no longer given: it would belong to a position that is gone.

use super::{Desk, Meanwhile, Next, Speaker};
use crate::games::othello_move;
use plywood_players::{Decision, Failure};
use plywood_workbench::{Limits, Report, ScoreKind, ScoreReport, Start};
use std::io;

/// What of the dialogue is not in the game.
#[derive(Default)]
pub(super) struct Speaking {
    depth: Option<u32>,
    /// Whether the search is a hint, which gives no move.
    hint: bool,
}

impl Speaker for Speaking {
    fn meanwhile(&self, line: &str) -> Meanwhile {
        match line.split_whitespace().next() {
            Some("ping" | "set" | "move" | "go" | "hint" | "learn" | "analyze") => Meanwhile::Stop,
            Some("quit") => Meanwhile::Now,
            _ => Meanwhile::Later,
        }
    }

    fn hear(&mut self, desk: &mut Desk, line: &str) -> io::Result<Next> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "quit" => return Ok(Next::Quit),
            "nboard" => desk.say(&format!("set myname Plywood-{}", name(desk)))?,
            "ping" => desk.say(&format!("pong {rest}"))?,
            "set" => self.set(desk, rest)?,
            "move" => {
                let text = rest.split('/').next().unwrap_or(rest).trim();
                let played = desk.session.play(&othello_move(text));
                if let Err(error) = played {
                    desk.say(&format!("status Illegal move {text}: {error}"))?;
                }
            }
            "go" => self.think(desk, 1, false)?,
            "hint" => self.think(desk, rest.parse().unwrap_or(1), true)?,
            "learn" => {
                desk.say("status Learning is not needed")?;
                desk.say("learned")?;
            }
            _ => {}
        }
        Ok(Next::Listen)
    }

    fn thought(&mut self, desk: &mut Desk, report: &Report<String>) -> io::Result<()> {
        let found = desk.session.analysis("", report);
        for line in &found.lines {
            let depth = match (line.score.kind, found.exact) {
                (ScoreKind::Estimate, _) | (_, false) => found.depth.to_string(),
                _ => "100%".to_owned(),
            };
            let pv: String = line.pv.iter().map(|mv| spelt(mv)).collect();
            desk.say(&format!("search {pv} {} 0 {depth}", discs(&line.score)))?;
        }
        desk.say(&format!("nodestats {} {:.2}", found.nodes, found.elapsed_ms as f64 / 1e3))
    }

    fn moved(&mut self, desk: &mut Desk, chosen: Result<Decision, Failure>) -> io::Result<()> {
        let dropped = desk.stop.load(std::sync::atomic::Ordering::Relaxed);
        if dropped {
            return desk.say("status");
        }
        match chosen {
            Ok(decision) => {
                if let Some(report) = &decision.report {
                    self.thought(desk, report)?;
                }
                if !self.hint {
                    let found = decision.report.map(|report| desk.session.analysis("", &report));
                    let value = found.as_ref().map_or(String::new(), |found| discs(&found.score));
                    let ms = found.map_or(0, |found| found.elapsed_ms);
                    let seconds = ms as f64 / 1e3;
                    desk.say(&format!("=== {}/{value}/{seconds:.2}", spelt(&decision.mv)))?;
                }
                desk.say("status")
            }
            Err(failure) => desk.say(&format!("status {failure}")),
        }
    }
}

impl Speaking {
    fn set(&mut self, desk: &mut Desk, rest: &str) -> io::Result<()> {
        let (key, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        match key {
            "depth" => self.depth = value.trim().parse().ok().filter(|depth| *depth > 0),
            "game" => {
                let start = Start { file: Some(value.trim().to_owned()), ..Start::default() };
                desk.new_game();
                if let Err(error) = desk.set_up(&start) {
                    let error = super::ugi::one_line(&error.to_string());
                    desk.say(&format!("status The game cannot be read: {error}"))?;
                }
            }
            // Contempt and anything else change nothing here.
            _ => {}
        }
        Ok(())
    }

    fn think(&mut self, desk: &mut Desk, lines: usize, hint: bool) -> io::Result<()> {
        if desk.session.ending().is_some() {
            return desk.say("status The game is over");
        }
        desk.say("status Thinking")?;
        self.hint = hint;
        let own = desk.own_limits();
        let limits = match self.depth {
            Some(depth) => Limits { depth: Some(depth), ..Limits::default() },
            None => own,
        };
        desk.think(limits, None, lines);
        Ok(())
    }
}

/// The player's name as one word.
fn name(desk: &Desk) -> String {
    desk.spec.to_string().split_whitespace().collect::<Vec<_>>().join("-")
}

/// A move as `NBoard` spells it.
fn spelt(mv: &str) -> String {
    if mv == "pass" { "PA".to_owned() } else { mv.to_ascii_uppercase() }
}

/// A value in discs.
fn discs(score: &ScoreReport) -> String {
    let value = f64::from(score.value);
    match score.kind {
        ScoreKind::Estimate => format!("{:+.2}", value / 100.0),
        ScoreKind::Margin => format!("{value:+.2}"),
        ScoreKind::Win => "+64.00".to_owned(),
        ScoreKind::Loss => "-64.00".to_owned(),
        ScoreKind::Draw => "+0.00".to_owned(),
    }
}
