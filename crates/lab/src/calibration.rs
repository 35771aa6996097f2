//! How likely a win is, by the estimate: a logistic curve fitted to saved games.

use crate::plot::{self, Axis, Panel, Scale, Series};
use plywood_game::Outcome;
use plywood_workbench::{Error, Record, SCHEMA, Workbench};
use serde::Serialize;
use std::collections::HashSet;

/// A fitted curve, and how well it describes the games.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Calibration {
    /// Version of the document.
    pub schema: u32,
    /// The words that name the game.
    pub game: String,
    /// How many different games there were.
    pub games: usize,
    /// How many estimates they hold.
    pub estimates: usize,
    /// The side with the estimate `v` wins 1/(1 + exp(-v/scale)).
    pub scale: f64,
    /// The mean logarithmic loss of the curve; 0.693 knows nothing.
    pub loss: f64,
    /// The estimates in groups of equal size, from the least likely win.
    pub groups: Vec<Group>,
}

/// Estimates whose probabilities are next to each other.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Group {
    /// The mean probability by the curve.
    pub predicted: f64,
    /// The share that was won, draws counted as half.
    pub won: f64,
}

/// Larger values are wins that the evaluator has seen; they need no curve.
const LARGEST: i32 = 50_000;
const GROUPS: usize = 20;

impl Calibration {
    /// Fits the curve to the estimates in saved games, each different game
    /// counted once; none if there is no estimate.
    ///
    /// # Errors
    /// If the text is not one of saved games.
    pub fn of_games(workbench: &Workbench, text: &str) -> Result<Option<Self>, Error> {
        let (mut seen, mut found, mut game) = (HashSet::new(), Vec::new(), String::new());
        for saved in Record::split(text) {
            let record: Record = saved.parse()?;
            if seen.insert(record.moves.clone()) {
                game.clone_from(&record.game);
                found.extend(estimates(workbench, &record)?);
            }
        }
        if found.is_empty() {
            return Ok(None);
        }
        let scale = fitted(&found);
        found.sort_by_key(|(value, _)| *value);
        let groups = found.chunks(found.len().div_ceil(GROUPS)).map(|part| group(part, scale));
        Ok(Some(Self {
            schema: SCHEMA,
            game,
            games: seen.len(),
            estimates: found.len(),
            scale,
            loss: loss(&found, scale),
            groups: groups.collect(),
        }))
    }

    /// The share that was won against the probability, as a picture.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let tenths: Vec<f64> = (0..=10).map(|tenth| f64::from(tenth) * 10.0).collect();
        let axis = |name: &str| Axis {
            name: name.to_owned(),
            scale: Scale::Linear,
            ticks: Some(tenths.clone()),
        };
        let points = self.groups.iter().map(|group| (group.predicted * 100.0, group.won * 100.0));
        let games = Series { name: "games".to_owned(), points: points.collect() };
        let even = Series { name: "curve".to_owned(), points: vec![(0.0, 0.0), (100.0, 100.0)] };
        plot::draw(&[Panel {
            title: format!("{}: scale {:.0}, {} games", self.game, self.scale, self.games),
            across: axis("probability by the curve, %"),
            up: axis("won, %"),
            series: vec![games, even],
        }])
    }
}

/// The estimates of a game, each with what became of the side that made it: 1
/// for a win, 0 for a loss.
fn estimates(workbench: &Workbench, record: &Record) -> Result<Vec<(i32, f64)>, Error> {
    let session = workbench.resume(record)?;
    let Some(ending) = session.ending() else { return Ok(Vec::new()) };
    let note = record.notes.iter().find(|(key, _)| *key == "values");
    let values: Vec<&str> = note.map(|(_, text)| text.split(' ').collect()).unwrap_or_default();
    let first = session.ply().saturating_sub(values.len());
    let mut found = Vec::new();
    for (ply, value) in (first..).zip(values) {
        let value = value.parse().ok().filter(|value: &i32| value.abs() < LARGEST);
        let (Some(value), Some(side)) = (value, session.to_move_at(ply)) else { continue };
        let result = match ending.outcome {
            Outcome::Draw => 0.5,
            outcome => f64::from(outcome.value_for(side).signum() + 1) / 2.0,
        };
        found.push((value, result));
    }
    Ok(found)
}

fn probability(value: i32, scale: f64) -> f64 {
    (1.0 / (1.0 + (-f64::from(value) / scale).exp())).clamp(1e-6, 1.0 - 1e-6)
}

fn loss(found: &[(i32, f64)], scale: f64) -> f64 {
    let of_one = |&(value, result): &(i32, f64)| {
        let share = probability(value, scale);
        -(result * share.ln() + (1.0 - result) * (1.0 - share).ln())
    };
    found.iter().map(of_one).sum::<f64>() / found.len() as f64
}

/// The scale with the least loss: it has one minimum, which is enclosed by
/// thirds on a logarithmic axis.
fn fitted(found: &[(i32, f64)]) -> f64 {
    let (mut low, mut high) = (0.0f64, 16.0f64);
    while high - low > 1e-4 {
        let third = (high - low) / 3.0;
        match loss(found, (low + third).exp()) < loss(found, (high - third).exp()) {
            true => high -= third,
            false => low += third,
        }
    }
    f64::midpoint(low, high).exp()
}

fn group(part: &[(i32, f64)], scale: f64) -> Group {
    let mean = |all: f64| all / part.len() as f64;
    Group {
        predicted: mean(part.iter().map(|&(value, _)| probability(value, scale)).sum()),
        won: mean(part.iter().map(|&(_, result)| result).sum()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_of_a_curve_is_found_again() {
        let scale = 120.0;
        let found: Vec<(i32, f64)> =
            (-60..=60).map(|tenth| (tenth * 10, probability(tenth * 10, scale))).collect();
        assert!((fitted(&found) - scale).abs() < 0.1, "{}", fitted(&found));
    }
}
