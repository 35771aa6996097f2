//! UGI, the universal game interface, as its manager speaks it.
//!
//! Before each `go` the engine is asked whether it is ready, so that answers to
//! anything earlier, which come before its `readyok`, are not taken for a move.

use super::{Ask, Language, Wire, ms, whole_seconds};
use plywood_game::Side;
use plywood_players::{Cause, Decision, Failure, Listener};
use plywood_search::{Line, Report, Score, StoppedBy, Value};
use plywood_workbench::{Protocol, Request, Session};
use std::str::SplitWhitespace;
use std::time::{Duration, Instant};

/// The time for a move in the course's tournaments, told to Java players that
/// have none of their own.
const COURSE_TIME: Duration = Duration::from_secs(10);

/// What is known of an engine that speaks UGI.
#[derive(Default)]
pub(crate) struct Ugi {
    /// What it calls itself.
    pub(crate) name: Option<String>,
    /// The names of its options.
    pub(crate) options: Vec<String>,
}

impl Language for Ugi {
    fn greet(&mut self, wire: &mut Wire<'_>) -> Result<(), Failure> {
        wire.send("ugi")?;
        let time = wire.spec.start;
        wire.until(time, "ugiok", |line| {
            admitted(line)?;
            if let Some(name) = line.strip_prefix("id name ") {
                self.name = Some(name.trim().to_owned());
            }
            if let Some(option) = line.strip_prefix("option name ") {
                let name = option.split(" type ").next().unwrap_or(option);
                self.options.push(name.trim().to_owned());
            }
            Ok((line == "ugiok").then_some(()))
        })?;
        for (name, value) in &wire.spec.options.clone() {
            wire.send(&format!("setoption name {name} value {value}"))?;
        }
        Ok(())
    }

    fn new_game(&mut self, wire: &mut Wire<'_>, session: &dyn Session) -> Result<(), Failure> {
        let mut time_to_prepare = Duration::ZERO;
        wire.send(&format!("setoption name game value {}", session.game()))?;
        if wire.spec.protocol == Protocol::Mnkgame {
            let limits = Request::limits_of_player(wire.spec.limits);
            let time = limits.time.unwrap_or(COURSE_TIME);
            let seconds = whole_seconds(time);
            wire.send(&format!("setoption name timeout value {seconds}"))?;
            let side = match wire.side {
                Some(Side::First) => "first",
                Some(Side::Second) => "second",
                None => "auto",
            };
            wire.send(&format!("setoption name side value {side}"))?;
            // With both known, the bridge lets the player prepare itself before it
            // is ready, for as long as a move may take, and reports a late one.
            time_to_prepare = time + COURSE_TIME;
        }
        wire.send("uginewgame")?;
        wire.send("isready")?;
        ready(wire, wire.spec.ready.max(time_to_prepare))
    }

    fn choose(
        &mut self,
        wire: &mut Wire<'_>,
        ask: &Ask<'_>,
        listener: Option<&mut Listener<'_>>,
    ) -> Result<Decision, Failure> {
        wire.send(&position(ask))?;
        wire.send("isready")?;
        let left = ask.deadline.saturating_duration_since(Instant::now());
        ready(wire, wire.spec.ready.min(left))?;
        wire.send(&go(ask))?;
        let mut search = Search { report: None, told: listener, began: Instant::now() };
        let mut waiting = ask.waiting();
        loop {
            let line = wire.answer(ask, &mut waiting, Some("stop"))?;
            admitted(&line)?;
            if let Some(mv) = search.heard(&line)? {
                return Ok(search.decision(mv, waiting.stopped));
            }
        }
    }
}

/// Waits for `readyok`.
fn ready(wire: &mut Wire<'_>, time: Duration) -> Result<(), Failure> {
    wire.until(time, "readyok", |line| {
        admitted(line)?;
        Ok((line == "readyok").then_some(()))
    })
}

/// A fault that the engine itself reports, as the Java bridge does.
fn admitted(line: &str) -> Result<(), Failure> {
    let Some(rest) = line.strip_prefix("info string fault ") else { return Ok(()) };
    let (word, detail) = rest.split_once(' ').unwrap_or((rest, "no details"));
    let cause = Cause::ALL.into_iter().find(|cause| cause.name() == word);
    cause.map_or(Ok(()), |cause| Err(Failure::new(cause, detail)))
}

fn position(ask: &Ask<'_>) -> String {
    let mut line = match &ask.turn.start {
        Some(text) => format!("position fen {text}"),
        None => "position startpos".to_owned(),
    };
    if !ask.turn.moves.is_empty() {
        line.push_str(" moves ");
        line.push_str(&ask.turn.moves.join(" "));
    }
    line
}

fn go(ask: &Ask<'_>) -> String {
    let mut line = "go".to_owned();
    if let Some(clocks) = ask.turn.clocks {
        let [first, second] = match ask.session.to_move() {
            Side::First => [clocks.own, clocks.other],
            Side::Second => [clocks.other, clocks.own],
        };
        line.push_str(&format!(" p1time {} p2time {}", ms(first), ms(second)));
        if !clocks.increment.is_zero() {
            let increment = ms(clocks.increment);
            line.push_str(&format!(" p1inc {increment} p2inc {increment}"));
        }
    }
    let limits = ask.turn.limits;
    let time = limits.time.map(|time| format!(" movetime {}", ms(time)));
    let depth = limits.depth.map(|depth| format!(" depth {depth}"));
    let nodes = limits.nodes.map(|nodes| format!(" nodes {nodes}"));
    line.extend([time, depth, nodes].into_iter().flatten());
    if line == "go" { "go infinite".to_owned() } else { line }
}

/// What the engine has said since `go`.
struct Search<'a, 'l> {
    report: Option<Report<String>>,
    told: Option<&'a mut Listener<'l>>,
    began: Instant,
}

impl Search<'_, '_> {
    /// The move, if this line gives it.
    fn heard(&mut self, line: &str) -> Result<Option<String>, Failure> {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("bestmove") => match words.next() {
                None => Err(Failure::new(Cause::Protocol, "bestmove without a move")),
                Some(word @ ("(none)" | "none" | "0000")) => {
                    Err(Failure::new(Cause::Protocol, format!("bestmove {word} in an open game")))
                }
                Some(mv) => Ok(Some(mv.to_owned())),
            },
            Some("info") => {
                self.info(words);
                Ok(None)
            }
            _ => Ok(None),
        }
    }

    /// Takes an `info` line into the report.
    fn info(&mut self, words: SplitWhitespace<'_>) {
        let Some(info) = Info::read(words) else { return };
        let line = Line { value: info.value, moves: info.pv };
        let report = self.report.get_or_insert_with(|| Report {
            lines: Vec::new(),
            value: info.value,
            depth: 0,
            nodes: 0,
            confidence: None,
            researches: 0,
            elapsed: Duration::ZERO,
            stopped_by: None,
        });
        let place = info.place.min(report.lines.len());
        match report.lines.get_mut(place) {
            Some(old) => *old = line,
            None => report.lines.push(line),
        }
        if place == 0 {
            report.value = info.value;
        }
        report.depth = info.depth.unwrap_or(report.depth);
        report.nodes = info.nodes.unwrap_or(report.nodes);
        report.elapsed = self.began.elapsed();
        if let Some(listener) = &mut self.told {
            listener(report);
        }
    }

    /// The decision for `mv`. What the engine said of another move is not told
    /// of this one.
    fn decision(self, mv: String, stopped: bool) -> Decision {
        let fits = |report: &Report<String>| report.best().as_ref() == Some(&mv);
        let report = self.report.filter(fits).map(|report| Report {
            elapsed: self.began.elapsed(),
            stopped_by: stopped.then_some(StoppedBy::Interrupted),
            ..report
        });
        Decision { mv, report, worked: None }
    }
}

/// An `info` line that has a value and a line of play.
struct Info {
    value: Value,
    pv: Vec<String>,
    place: usize,
    depth: Option<u32>,
    nodes: Option<u64>,
}

/// The most lines of play that are kept; more would be a flood.
const MOST_LINES: usize = 16;

impl Info {
    fn read(mut words: SplitWhitespace<'_>) -> Option<Self> {
        let (mut value, mut depth, mut nodes, mut place) = (None, None, None, 0);
        while let Some(word) = words.next() {
            match word {
                "depth" => depth = words.next().and_then(|word| word.parse().ok()),
                "nodes" => nodes = words.next().and_then(|word| word.parse().ok()),
                "multipv" => place = words.next()?.parse::<usize>().ok()?.checked_sub(1)?,
                "score" => value = score(&mut words),
                "string" => return None,
                "pv" => {
                    let pv: Vec<String> = words.by_ref().map(str::to_owned).collect();
                    let enough = !pv.is_empty() && place < MOST_LINES;
                    return value.filter(|_| enough).map(|value| Self {
                        value,
                        pv,
                        place,
                        depth,
                        nodes,
                    });
                }
                _ => {}
            }
        }
        None
    }
}

/// The score that these words begin with.
fn score(words: &mut SplitWhitespace<'_>) -> Option<Value> {
    let kind = words.next()?;
    if kind == "draw" {
        return Some(Value::exact(Score::DRAW));
    }
    let number: i32 = words.next()?.parse().ok()?;
    let plies = u32::try_from(number).ok().filter(|plies| *plies < 1_000_000);
    match kind {
        "cp" => Some(Value::estimate(Score::estimate(number))),
        "win" => plies.map(|plies| Value::exact(Score::win_in(plies))),
        "loss" => plies.map(|plies| Value::exact(Score::loss_in(plies))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn info_is_read_in_any_order_and_rubbish_is_skipped() {
        let read = |line: &str| Info::read(line.split_whitespace());
        let info = read("depth 3 nodes 70 score cp -12 time 5 pv a1 b2").expect("a line");
        assert_eq!((info.depth, info.nodes, info.pv.len()), (Some(3), Some(70), 2));
        assert_eq!(info.value, Value::estimate(Score::estimate(-12)));
        let info = read("score win 3 nodes x pv a1").expect("a line");
        assert_eq!((info.value, info.nodes), (Value::exact(Score::win_in(3)), None));
        for line in ["depth 3", "score cp pv a1", "multipv 0 score draw pv a1", "score draw pv"] {
            assert!(read(line).is_none(), "{line}");
        }
    }

    #[test]
    fn a_fault_that_is_admitted_has_its_cause() {
        let failure = admitted("info string fault resource no heap").expect_err("a fault");
        assert_eq!(failure, Failure::new(Cause::Resource, "no heap"));
        assert!(admitted("info string fault lines are rare").is_ok());
    }
}
