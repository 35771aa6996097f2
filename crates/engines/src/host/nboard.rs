//! `NBoard`'s protocol, as its board speaks it.
//!
//! An engine that is asked to `go` gives its move and does not play it: every
//! move comes from here. Nothing is sent while it thinks, because some engines
//! stop at any input.

use super::{Ask, Language, Wire};
use crate::games::{othello_move, squares};
use plywood_game::Side;
use plywood_players::{Cause, Decision, Failure, Listener};
use plywood_search::{Line, Report, Score, StoppedBy, Value};
use plywood_workbench::Session;
use std::time::{Duration, Instant};

/// What the engine knows of its game.
#[derive(Default)]
pub(crate) struct Nboard {
    pings: u64,
    known: Option<(Option<String>, Vec<String>)>,
    depth: Option<u32>,
}

/// The version of the protocol, unless an option `nboard` says another.
const VERSION: &str = "2";

impl Language for Nboard {
    fn greet(&mut self, wire: &mut Wire<'_>) -> Result<(), Failure> {
        let mut options = wire.spec.options.iter();
        let version = options.find(|(name, _)| name == "nboard").map(|(_, value)| value.clone());
        wire.send(&format!("nboard {}", version.as_deref().unwrap_or(VERSION)))?;
        for (name, value) in &wire.spec.options.clone() {
            if name != "nboard" {
                wire.send(&format!("set {name} {value}"))?;
            }
        }
        self.ping(wire, wire.spec.start)
    }

    fn new_game(&mut self, _: &mut Wire<'_>, _: &dyn Session) -> Result<(), Failure> {
        self.known = None;
        Ok(())
    }

    fn choose(
        &mut self,
        wire: &mut Wire<'_>,
        ask: &Ask<'_>,
        mut listener: Option<&mut Listener<'_>>,
    ) -> Result<Decision, Failure> {
        self.tell_position(wire, ask)?;
        if ask.turn.limits.depth != self.depth {
            self.depth = ask.turn.limits.depth;
            wire.send(&format!("set depth {}", self.depth.unwrap_or(60)))?;
        }
        let left = ask.deadline.saturating_duration_since(Instant::now());
        self.ping(wire, wire.spec.ready.min(left))?;
        wire.send("go")?;
        let (mut waiting, mut report) = (ask.waiting(), None);
        loop {
            let line = wire.answer(ask, &mut waiting, None)?;
            if let Some(found) = searched(&line, ask.began) {
                if let Some(listener) = &mut listener {
                    listener(&found);
                }
                report = Some(found);
            }
            if let Some(answer) = line.strip_prefix("===") {
                let mut words = answer.split(['/', ' ']).filter(|word| !word.is_empty());
                let nothing = || Failure::new(Cause::Protocol, "=== without a move");
                let mv = othello_move(words.next().ok_or_else(nothing)?);
                return Ok(decision(mv, report, waiting.stopped));
            }
        }
    }
}

impl Nboard {
    /// Waits until everything before has been understood.
    fn ping(&mut self, wire: &mut Wire<'_>, time: Duration) -> Result<(), Failure> {
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        wire.send(&format!("ping {}", self.pings))?;
        wire.until(time, &pong, |line| {
            Ok((line.split_whitespace().eq(pong.split_whitespace())).then_some(()))
        })
    }

    fn tell_position(&mut self, wire: &mut Wire<'_>, ask: &Ask<'_>) -> Result<(), Failure> {
        let turn = ask.turn;
        let known = self.known.as_ref().filter(|(start, _)| *start == turn.start);
        match known.and_then(|(_, moves)| turn.moves.strip_prefix(moves.as_slice())) {
            Some(new) => {
                for mv in new {
                    wire.send(&format!("move {}//0", spelt(mv)))?;
                }
            }
            None => wire.send(&format!("set game {}", ggf(ask)))?,
        }
        self.known = Some((turn.start.clone(), turn.moves.clone()));
        Ok(())
    }
}

/// A move as GGF has it.
fn spelt(mv: &str) -> String {
    if mv == "pass" { "PA".to_owned() } else { mv.to_ascii_uppercase() }
}

/// The game so far.
fn ggf(ask: &Ask<'_>) -> String {
    const START: &str = "---------------------------OX------XO--------------------------- X";
    let start = ask.turn.start.as_deref().unwrap_or(START);
    let (board, side) = start.split_once(' ').unwrap_or((start, "X"));
    let board = board.replace('X', "*");
    let side = if side.trim() == "O" { "O" } else { "*" };
    let time = ask.turn.clocks.map_or(300, |clocks| clocks.own.as_secs());
    let (minutes, seconds) = (time / 60, time % 60);
    let moves = ask.turn.moves.iter().enumerate().map(|(ply, mv)| {
        let tag = match ask.session.to_move_at(ply) {
            Some(Side::Second) => 'W',
            _ => 'B',
        };
        format!("{tag}[{}//0]", spelt(mv))
    });
    let moves: String = moves.collect();
    format!(
        "(;GM[Othello]PC[Plywood]PB[black]PW[white]RE[?]TI[{minutes}:{seconds:02}]TY[8]\
         BO[8 {board} {side}]{moves};)"
    )
}

/// What a line `search PV eval 0 depth` or `book PV eval games depth` tells.
fn searched(line: &str, began: Instant) -> Option<Report<String>> {
    let mut words = line.split_whitespace();
    let kind = words.next().filter(|word| matches!(*word, "search" | "book"))?;
    let moves = squares(words.next()?);
    let eval: f64 = words.next()?.parse().ok()?;
    let depth = words.nth(1).unwrap_or_default();
    let exact = kind == "search" && depth.starts_with("100%");
    let score = Score::estimate((eval * 100.0).round() as i32);
    let value = if exact { Value::exact(score) } else { Value::estimate(score) };
    let digits: String = depth.chars().take_while(char::is_ascii_digit).collect();
    (!moves.is_empty()).then(|| Report {
        lines: vec![Line { value, moves }],
        value,
        depth: digits.parse().unwrap_or_default(),
        nodes: 0,
        confidence: None,
        researches: 0,
        elapsed: began.elapsed(),
        stopped_by: None,
    })
}

fn decision(mv: String, report: Option<Report<String>>, stopped: bool) -> Decision {
    let report = report.filter(|report| report.best().as_ref() == Some(&mv));
    let stopped_by = stopped.then_some(StoppedBy::Interrupted);
    let report = report.map(|report| Report { stopped_by, ..report });
    Decision { mv, report, worked: None }
}
