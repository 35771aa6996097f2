//! The values of the best moves, on request.

use crate::failure::Failure;
use crate::thinking::{brief, progress_bar};
use plywood_workbench::{Analysis, Certainty, Error, Request, Session, StoppedBy};
use std::sync::atomic::AtomicBool;

/// Who is asked, and how many moves are named.
const ADVISER: &str = "best[time=1s]";
const MOVES: usize = 3;

/// Searches a position with the best player and prints the result.
pub(super) fn hint(session: &dyn Session, stop: &AtomicBool) -> Result<String, Failure> {
    if session.ending().is_some() {
        return Err(Error::GameOver.into());
    }
    let mut request = Request::of_player(&ADVISER.parse()?);
    request.lines = MOVES;
    let bar = progress_bar();
    let mut show = |so_far: &Analysis| bar.set_message(brief(so_far));
    let found = session.analyse(&request, stop, Some(&mut show));
    bar.finish_and_clear();
    Ok(in_words(&found?))
}

fn in_words(analysis: &Analysis) -> String {
    let width = analysis.lines.iter().map(|line| line.mv.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for line in &analysis.lines {
        let then = match line.pv.get(1..) {
            Some(rest) if !rest.is_empty() => format!(", then {}", rest.join(" ")),
            _ => String::new(),
        };
        text.push_str(&format!("{:width$}  {}{then}\n", line.mv, line.score.words()));
    }
    let certainty = match analysis.stopped_by {
        _ if analysis.exact => analysis.certainty().word(),
        Some(StoppedBy::Interrupted) => "as far as it was let",
        _ => "as far as a second shows",
    };
    if let Some(value) = analysis.settled() {
        let value = value.words();
        text.push_str(&format!("(the position: {value}, {}; the moves: ", Certainty::Exact.word()));
        text.push_str(&format!("{certainty})\n"));
    } else {
        text.push_str(&format!("({certainty})\n"));
    }
    text
}
