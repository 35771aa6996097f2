//! How likely a win is, by the estimate: a logistic curve fitted to saved games.
//!
//! The scale is fitted to all games. How well a curve predicts is measured on
//! games that it has not seen: each half of the games is predicted by the curve
//! of the other half. The estimates of a game depend on each other, so games are
//! divided, never estimates; the standard error is a jackknife over groups of
//! games (Efron and Stein, The jackknife estimate of variance, 1981).

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
    /// The 95 % interval of the scale.
    pub interval: [f64; 2],
    /// The scale of each half of the games alone.
    pub halves: [f64; 2],
    /// The mean logarithmic loss on games that a curve was not fitted to; 0.693
    /// knows nothing.
    pub loss: f64,
    /// The same estimates in groups of equal size, from the least likely win.
    pub groups: Vec<Group>,
}

/// Estimates whose probabilities are next to each other.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Group {
    /// The mean probability by the curve of the other half.
    pub predicted: f64,
    /// The share that was won, draws counted as half.
    pub won: f64,
}

/// Larger values are wins that the evaluator has seen; they need no curve.
const LARGEST: i32 = 50_000;
const GROUPS: usize = 20;

/// How many groups of games the jackknife leaves out in turn.
const LEFT_OUT: usize = 20;

/// The fewest games: two in each group that is left out.
pub const FEWEST_GAMES: usize = 2 * LEFT_OUT;

/// An estimate, and what became of the side that made it: 1 for a win, 0 for a
/// loss.
type Estimate = (i32, f64);

impl Calibration {
    /// Fits the curve to the estimates in saved games, each different game
    /// counted once; none if fewer than [`FEWEST_GAMES`] hold an estimate.
    ///
    /// # Errors
    /// If the text is not one of saved games.
    pub fn of_games(workbench: &Workbench, text: &str) -> Result<Option<Self>, Error> {
        let (mut seen, mut games, mut game) = (HashSet::new(), Vec::new(), String::new());
        for saved in Record::split(text) {
            let record: Record = saved.parse()?;
            if seen.insert(record.moves.clone()) {
                game.clone_from(&record.game);
                games.push(estimates(workbench, &record)?);
            }
        }
        games.retain(|found| !found.is_empty());
        Ok((games.len() >= FEWEST_GAMES).then(|| Self::fitted_to(game, &games)))
    }

    fn fitted_to(game: String, games: &[Vec<Estimate>]) -> Self {
        let scale = fitted(&those(games, |_| true));
        let halves = [0, 1].map(|half| fitted(&those(games, |number| number % 2 == half)));
        let predict = |number: usize| {
            let other_half = halves[1 - number % 2];
            games[number].iter().map(move |&(value, won)| (probability(value, other_half), won))
        };
        let mut unseen: Vec<(f64, f64)> = (0..games.len()).flat_map(predict).collect();
        unseen.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        let groups = unseen.chunks(unseen.len().div_ceil(GROUPS)).map(Group::of);
        Self {
            schema: SCHEMA,
            game,
            games: games.len(),
            estimates: unseen.len(),
            scale,
            interval: interval(games, scale),
            halves,
            loss: mean_loss(unseen.iter().copied()),
            groups: groups.collect(),
        }
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
            title: format!(
                "{}: {} games, each by the curve of the other half",
                self.game, self.games
            ),
            across: axis("probability by the curve, %"),
            up: axis("won, %"),
            series: vec![games, even],
        }])
    }
}

/// The estimates of a game.
fn estimates(workbench: &Workbench, record: &Record) -> Result<Vec<Estimate>, Error> {
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

/// The mean logarithmic loss of probabilities, each with what was won.
fn mean_loss(predictions: impl ExactSizeIterator<Item = (f64, f64)>) -> f64 {
    let number = predictions.len() as f64;
    let of_one = |(share, won): (f64, f64)| -(won * share.ln() + (1.0 - won) * (1.0 - share).ln());
    predictions.map(of_one).sum::<f64>() / number
}

fn loss(found: &[Estimate], scale: f64) -> f64 {
    mean_loss(found.iter().map(|&(value, won)| (probability(value, scale), won)))
}

/// The estimates of the games whose numbers are wanted.
fn those(games: &[Vec<Estimate>], wanted: impl Fn(usize) -> bool) -> Vec<Estimate> {
    let numbered = games.iter().enumerate().filter(|(number, _)| wanted(*number));
    numbered.flat_map(|(_, found)| found.iter().copied()).collect()
}

/// The 95 % interval of a scale. Its logarithm is fitted again without each of
/// [`LEFT_OUT`] groups of games in turn.
fn interval(games: &[Vec<Estimate>], scale: f64) -> [f64; 2] {
    let without = |group| fitted(&those(games, |number| number % LEFT_OUT != group)).ln();
    let refitted: Vec<f64> = (0..LEFT_OUT).map(without).collect();
    let number = LEFT_OUT as f64;
    let mean = refitted.iter().sum::<f64>() / number;
    let squares: f64 = refitted.iter().map(|scale| (scale - mean).powi(2)).sum();
    let error = ((number - 1.0) / number * squares).sqrt();
    [-1.96, 1.96].map(|deviations| scale * (deviations * error).exp())
}

/// The scale with the least loss: it has one minimum, which is enclosed by
/// thirds on a logarithmic axis.
fn fitted(found: &[Estimate]) -> f64 {
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

impl Group {
    /// Of predictions with what was won.
    fn of(part: &[(f64, f64)]) -> Self {
        let mean = |all: f64| all / part.len() as f64;
        Self {
            predicted: mean(part.iter().map(|(share, _)| share).sum()),
            won: mean(part.iter().map(|(_, won)| won).sum()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_game::Random;

    #[test]
    fn the_scale_of_a_curve_is_found_again() {
        let scale = 120.0;
        let found: Vec<Estimate> =
            (-60..=60).map(|tenth| (tenth * 10, probability(tenth * 10, scale))).collect();
        assert!((fitted(&found) - scale).abs() < 0.1, "{}", fitted(&found));
    }

    /// Games of ten estimates each, of which one side wins as often as a curve of
    /// this scale says.
    fn games(scale: f64, number: usize, seed: u64) -> Vec<Vec<Estimate>> {
        let mut dice = Random::new(seed);
        let mut game = || {
            let value = dice.below(601) as i32 - 300;
            let thousandths = (1000.0 * probability(value, scale)) as usize;
            let won = f64::from(u8::from(dice.below(1000) < thousandths));
            vec![(value, won); 10]
        };
        (0..number).map(|_| game()).collect()
    }

    #[test]
    fn the_interval_holds_the_true_scale_nineteen_times_in_twenty() {
        let holds = |seed: &u64| {
            let [low, high] = interval_of(&games(100.0, 400, *seed));
            low < 100.0 && 100.0 < high
        };
        let held = (0..100).filter(holds).count();
        assert!((88..=99).contains(&held), "{held} of 100");
    }

    fn interval_of(games: &[Vec<Estimate>]) -> [f64; 2] {
        Calibration::fitted_to(String::new(), games).interval
    }

    #[test]
    fn a_curve_is_judged_by_games_that_it_was_not_fitted_to() {
        // The halves contradict each other: one always wins with a good estimate,
        // the other always loses with it.
        let game = |number: usize| vec![(100, f64::from(u8::from(number.is_multiple_of(2)))); 10];
        let games: Vec<Vec<Estimate>> = (0..FEWEST_GAMES).map(game).collect();
        let found = Calibration::fitted_to(String::new(), &games);
        assert!(found.loss > 1.0, "the mean of both halves would be 0.693: {}", found.loss);
        assert!(found.halves[0] < 20.0 && found.halves[1] > 1e6, "{:?}", found.halves);
    }
}
