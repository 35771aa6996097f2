//! What a fit found: a line for each pair of depths in each phase.

use super::{Fit, FittedLine, Searched, fitted_line};
use crate::plot::{self, Axis, Panel, Scale, Series};
use plywood_workbench::{PredictedPair, PredictionFile, SCHEMA};
use serde::Serialize;

/// What a fit found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FitReport {
    /// Version of the document.
    pub schema: u32,
    /// The words that name the game.
    pub game: String,
    /// The fingerprint of the evaluator.
    pub evaluator: String,
    /// The engine that searched.
    pub player: String,
    /// How many deviations a prediction must lie outside the window.
    pub threshold: f64,
    /// How many positions were searched.
    pub positions: usize,
    /// The pairs of depths in each phase.
    pub pairs: Vec<FittedPair>,
    /// Whether all positions were searched.
    pub complete: bool,
}

/// A pair of depths in a phase.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FittedPair {
    /// What a file has of it.
    #[serde(flatten)]
    pub pair: PredictedPair,
    /// The values of the shallow and the deep search of each position.
    #[serde(skip)]
    values: Vec<(f64, f64)>,
}

/// A phase with fewer positions says too little.
const FEWEST: usize = 30;

/// A picture shows at most this many points of a pair in a phase.
const MOST_POINTS: usize = 150;

impl FitReport {
    /// The report of a game with an evaluator of this fingerprint.
    pub(super) fn new(
        (game, evaluator): (String, String),
        fit: &Fit,
        searched: &[Searched],
        complete: bool,
    ) -> Self {
        let phases = phases(searched, fit.phases);
        let pairs = fit.pairs.0.iter().flat_map(|&depths| {
            phases.iter().filter_map(move |&left| FittedPair::of(depths, left, searched))
        });
        Self {
            schema: SCHEMA,
            game,
            evaluator,
            player: fit.engine.text.clone(),
            threshold: fit.threshold,
            positions: searched.len(),
            pairs: pairs.collect(),
            complete,
        }
    }

    /// The file that `multiprobcut=FILE` uses, measured by this command.
    #[must_use]
    pub fn to_file(&self, command: &str) -> PredictionFile {
        PredictionFile {
            version: PredictionFile::VERSION,
            game: self.game.clone(),
            evaluator: self.evaluator.clone(),
            command: command.to_owned(),
            threshold: self.threshold,
            pairs: self.pairs.iter().map(|fitted| fitted.pair.clone()).collect(),
        }
    }

    /// The points of each pair of depths with the line of each phase.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let (mut panels, mut clouds) = (Vec::new(), Vec::new());
        let depths = |fitted: &FittedPair| (fitted.pair.shallow, fitted.pair.deep);
        for phases in self.pairs.chunk_by(|one, other| depths(one) == depths(other)) {
            let (shallow, deep) = depths(&phases[0]);
            let axis = |depth: u32| Axis {
                name: format!("value of depth {depth}"),
                scale: Scale::Linear,
                ticks: None,
            };
            panels.push(Panel {
                title: format!("{}: depth {shallow} predicts depth {deep}", self.game),
                across: axis(shallow),
                up: axis(deep),
                series: phases.iter().map(FittedPair::line).collect(),
            });
            clouds.push(phases.iter().flat_map(FittedPair::shown).collect());
        }
        plot::draw_with_points(&panels, &clouds)
    }
}

impl FittedPair {
    fn of((shallow, deep): (u32, u32), left: [u32; 2], searched: &[Searched]) -> Option<Self> {
        let inside =
            |found: &&Searched| found.left.is_none_or(|plies| (left[0]..=left[1]).contains(&plies));
        let value = |found: &Searched, depth: u32| found.values[depth as usize];
        let both = |found: &Searched| Some((value(found, shallow)?, value(found, deep)?));
        let values: Vec<(f64, f64)> = searched.iter().filter(inside).filter_map(both).collect();
        let line = fitted_line(&values).filter(|line| line.slope >= 0.01)?;
        let FittedLine { slope, intercept, deviation, correlation } = line;
        let points = values.len();
        let pair = PredictedPair {
            shallow,
            deep,
            left,
            slope: rounded(slope),
            intercept: rounded(intercept),
            deviation: rounded(deviation),
            correlation: rounded(correlation),
            points,
        };
        (points >= FEWEST).then_some(Self { pair, values })
    }

    /// The points that a picture shows: evenly chosen ones, if there are many.
    fn shown(&self) -> impl Iterator<Item = (f64, f64)> {
        let step = self.values.len().div_ceil(MOST_POINTS);
        self.values.iter().copied().step_by(step)
    }

    /// The line from its first point to its last.
    fn line(&self) -> Series {
        let ends = [f64::min as fn(f64, f64) -> f64, f64::max].map(|choose| {
            let across = self.shown().map(|point| point.0).reduce(choose).unwrap_or_default();
            (across, self.pair.slope * across + self.pair.intercept)
        });
        let [least, most] = self.pair.left;
        let name = if most == u32::MAX {
            format!("{least}.. left")
        } else {
            format!("{least}..{most} left")
        };
        Series { name, points: ends.to_vec() }
    }
}

/// To three digits behind the point: more say nothing.
fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}

/// The phases, each with as many positions: from fewer plies left to more,
/// without gaps. A game that does not know its length has one.
fn phases(searched: &[Searched], wanted: usize) -> Vec<[u32; 2]> {
    let mut left: Vec<u32> = searched.iter().filter_map(|found| found.left).collect();
    left.sort_unstable();
    let mut starts = vec![0];
    if !left.is_empty() {
        starts.extend((1..wanted).map(|number| left[number * left.len() / wanted]));
        starts.dedup();
    }
    let ends = starts[1..].iter().map(|start| start - 1).chain([u32::MAX]);
    starts.iter().copied().zip(ends).map(|(start, end)| [start, end]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn searched(left: Option<u32>, values: [f64; 2]) -> Searched {
        Searched { left, values: vec![None, Some(values[0]), Some(values[1])] }
    }

    #[test]
    fn phases_have_no_gaps_and_as_many_positions() {
        let all: Vec<Searched> = (1..=100).map(|left| searched(Some(left), [0.0; 2])).collect();
        assert_eq!(phases(&all, 4), [[0, 25], [26, 50], [51, 75], [76, u32::MAX]]);
        let unknown = [searched(None, [0.0; 2])];
        assert_eq!(phases(&unknown, 4), [[0, u32::MAX]]);
        assert_eq!(phases(&[], 4), [[0, u32::MAX]]);
    }

    #[test]
    fn a_pair_is_fitted_to_the_positions_of_its_phase() {
        let value = |left: u32| f64::from(left % 50);
        let slope = |left: u32| if left < 50 { 2.0 } else { 0.5 };
        let all: Vec<Searched> = (0..100)
            .map(|left| searched(Some(left), [value(left), slope(left) * value(left)]))
            .collect();
        let fitted = |left| FittedPair::of((1, 2), left, &all).expect("50 positions").pair;
        assert_eq!(fitted([0, 49]).slope, 2.0);
        assert_eq!(fitted([50, 99]).slope, 0.5);
        assert_eq!(FittedPair::of((1, 2), [0, 20], &all), None, "too few");
    }
}
