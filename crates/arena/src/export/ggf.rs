//! Othello games as GGF.

use plywood_game::{Game, Notation, Side};
use plywood_games::othello::{Othello, ggf::Record as Ggf};
use plywood_workbench::{Record, Workbench};

/// A saved game as GGF, on one line; none if it is not a game of Othello.
#[must_use]
pub fn ggf(workbench: &Workbench, record: &Record) -> Option<String> {
    if record.game != "othello" {
        return None;
    }
    let session = workbench.resume(record).ok()?;
    let start = match &record.position {
        Some(text) => Othello.parse_position(text).ok()?,
        None => Othello.initial(),
    };
    let plies = Othello.parse_moves(&start, &record.moves).ok()?;
    let mut game = Ggf::new(start);
    game.place = Some("Plywood".to_owned());
    game.black = Some(record.note("first").unwrap_or_default().to_owned());
    game.white = Some(record.note("second").unwrap_or_default().to_owned());
    let opening = session.snapshot().opening;
    game.comment = opening.map(|name| format!("opening: {name}"));
    game.result = session.ending().map(|ending| {
        let lost_otherwise = record.forfeit.map_or("", |forfeit| match forfeit {
            plywood_workbench::Forfeit::Overtime(_) => ":t",
            _ => ":r",
        });
        let discs = match ending.outcome.margin() {
            Some(_) => ending.outcome.value_for(Side::First),
            None => 64 * ending.outcome.value_for(Side::First),
        };
        format!("{discs:+}.00{lost_otherwise}")
    });
    let seconds = |word: &str| word.parse::<f64>().ok().map(|ms| ms / 1000.0);
    let times = record.note_by_move("times", plies.len());
    let values = record.note_by_move("values", plies.len());
    for ((ply, time), value) in plies.into_iter().zip(times).zip(values) {
        game.play(ply, value.and_then(discs), time.and_then(seconds)).ok()?;
    }
    Some(game.to_string())
}

/// A value in discs: estimates are hundredths, margins whole.
fn discs(word: &str) -> Option<f64> {
    match word.strip_prefix("margin:") {
        Some(margin) => margin.parse().ok(),
        None => word.parse::<f64>().ok().map(|hundredths| hundredths / 100.0),
    }
}
