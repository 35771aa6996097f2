//! The Go text protocol for Othello, as its controller speaks it.
//!
//! Every command is answered: `=` or `?`, text, and an empty line. Times are whole
//! seconds: a limit below one second is refused when the engine is admitted, others
//! are rounded down. The last second of a clock is told as one second, because some
//! engines take 0 for no limit.

use super::{Ask, Language, Waiting, Wire, whole_seconds};
use crate::games::othello_move;
use plywood_game::Side;
use plywood_players::{Cause, Decision, Failure, Listener};
use plywood_workbench::Session;
use std::time::{Duration, Instant};

/// What the engine knows of its game.
#[derive(Default)]
pub(crate) struct Gtp {
    /// The moves that the engine knows, its own with them.
    known: Vec<String>,
    /// The time that it was told.
    time: Option<String>,
}

/// An answer: what follows `=`, or what follows `?`.
pub(crate) type Answer = Result<String, String>;

impl Language for Gtp {
    fn greet(&mut self, wire: &mut Wire<'_>) -> Result<(), Failure> {
        let time = wire.spec.start;
        // An engine that does not know the question is still one.
        ask(wire, "protocol_version", time).map(drop)?;
        for (name, value) in &wire.spec.options.clone() {
            demand(wire, &format!("{name} {value}"))?;
        }
        Ok(())
    }

    fn new_game(&mut self, wire: &mut Wire<'_>, _: &dyn Session) -> Result<(), Failure> {
        (self.known, self.time) = (Vec::new(), None);
        wire.drain()?;
        let time = wire.spec.ready;
        // Engines of one size need not know boardsize.
        ask(wire, "boardsize 8", time).map(drop)?;
        demand(wire, "clear_board")
    }

    fn choose(
        &mut self,
        wire: &mut Wire<'_>,
        question: &Ask<'_>,
        _: Option<&mut Listener<'_>>,
    ) -> Result<Decision, Failure> {
        let turn = question.turn;
        if !turn.moves.starts_with(&self.known) {
            demand(wire, "clear_board")?;
            self.known.clear();
        }
        for ply in self.known.len()..turn.moves.len() {
            let side = question.session.to_move_at(ply).unwrap_or(Side::First);
            demand(wire, &format!("play {} {}", colour(side), turn.moves[ply]))?;
        }
        self.known.clone_from(&turn.moves);
        self.tell_time(wire, question)?;
        let side = colour(question.session.to_move());
        wire.send(&format!("genmove {side}"))?;
        let answer = answer(|waiting| wire.answer(question, waiting, None), question.waiting())?;
        let refused = |text| Failure::new(Cause::Protocol, format!("genmove refused: {text}"));
        let mv = othello_move(answer.map_err(refused)?.trim());
        match mv.as_str() {
            "" => Err(Failure::new(Cause::Protocol, "genmove answered without a move")),
            "resign" => Err(Failure::new(Cause::Protocol, "the engine resigned")),
            _ => {
                self.known.push(mv.clone());
                Ok(Decision::of_move(mv))
            }
        }
    }
}

impl Gtp {
    /// Tells how much time there is. Engines without time answer `?`.
    fn tell_time(&mut self, wire: &mut Wire<'_>, question: &Ask<'_>) -> Result<(), Failure> {
        let ready = wire.spec.ready;
        let (limits, clocks) = (question.turn.limits, question.turn.clocks);
        let settings = match (clocks, limits.time) {
            (Some(clocks), _) => Some(format!("time_settings {} 0 0", whole_seconds(clocks.own))),
            (None, Some(time)) => Some(format!("time_settings 0 {} 1", whole_seconds(time))),
            (None, None) => None,
        };
        let told = self.time.is_some() && clocks.is_some();
        if let Some(settings) = settings.filter(|new| !told && self.time.as_ref() != Some(new)) {
            ask(wire, &settings, ready).map(drop)?;
            self.time = Some(settings);
        }
        if let Some(clocks) = clocks {
            let side = question.session.to_move();
            let left = format!("time_left {} {} 0", colour(side), whole_seconds(clocks.own));
            ask(wire, &left, ready).map(drop)?;
        }
        Ok(())
    }
}

fn colour(side: Side) -> &'static str {
    match side {
        Side::First => "b",
        Side::Second => "w",
    }
}

/// Sends a command and waits for its answer.
pub(crate) fn ask(wire: &mut Wire<'_>, command: &str, time: Duration) -> Result<Answer, Failure> {
    wire.send(command)?;
    let deadline = Instant::now() + time;
    let word = command.split(' ').next().unwrap_or(command);
    answer(
        |_| {
            let line = wire.line(deadline)?.filter(|_| Instant::now() < deadline);
            line.ok_or_else(|| {
                let detail = format!("no answer to {word} within {} ms", time.as_millis());
                Failure::new(Cause::Timeout, detail)
            })
        },
        Waiting::until(deadline),
    )
}

/// As [`ask`]; a refusal is a failure.
fn demand(wire: &mut Wire<'_>, command: &str) -> Result<(), Failure> {
    let refused = |text| Failure::new(Cause::Protocol, format!("it refuses '{command}': {text}"));
    ask(wire, command, wire.spec.ready)?.map(drop).map_err(refused)
}

/// Reads an answer up to its empty line; what comes before it is skipped.
fn answer(
    mut line: impl FnMut(&mut Waiting) -> Result<String, Failure>,
    mut waiting: Waiting,
) -> Result<Answer, Failure> {
    let mut said: Option<Answer> = None;
    loop {
        let text = line(&mut waiting)?;
        said = match (said, text.chars().next()) {
            (None, Some('=')) => Some(Ok(after_id(&text).to_owned())),
            (None, Some('?')) => Some(Err(after_id(&text).to_owned())),
            (Some(said), None) => return Ok(said),
            (said, _) => said,
        };
    }
}

/// The text after `=` or `?` and an id.
fn after_id(text: &str) -> &str {
    text[1..].trim_start_matches(|c: char| c.is_ascii_digit()).trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_end_with_an_empty_line() {
        let read = |text: &str| {
            let mut lines = text.lines().map(str::to_owned);
            let waiting = Waiting::until(Instant::now());
            answer(|_| Ok(lines.next().expect("a line")), waiting).expect("an answer")
        };
        assert_eq!(read("banner\n\n= f5\n\n"), Ok("f5".to_owned()));
        assert_eq!(read("=12 pass\nmore\n\n"), Ok("pass".to_owned()));
        assert_eq!(read("? unknown command\n\n"), Err("unknown command".to_owned()));
    }
}
