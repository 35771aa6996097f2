//! How learning went, as a picture: the loss, and the gain in Elo, by games.

use crate::plot::{self, Axis, Panel, Scale, Series};
use plywood_workbench::{LearnPoint, PhaseError, Predicts};

/// The loss on games that were not learned from, and the gain, as an SVG document.
#[must_use]
pub fn learning_curve(game: &str, predicts: Predicts, points: &[LearnPoint]) -> String {
    let axis = |name: &str, scale, ticks| Axis { name: name.to_owned(), scale, ticks };
    let across = || axis("games", Scale::Logarithmic, None);
    let series = |name: &str, value: &dyn Fn(&LearnPoint) -> Option<f64>| {
        let place = |point: &LearnPoint| Some((point.games as f64, value(point)?));
        vec![Series { name: name.to_owned(), points: points.iter().filter_map(place).collect() }]
    };
    let (unit, ticks) = match predicts {
        // The loss that knows nothing is the logarithm of 2.
        Predicts::Result => ("mean logarithmic loss", Some(tenths())),
        Predicts::Margin => ("points, root of the mean square", None),
    };
    plot::draw(&[
        Panel {
            title: format!("{game}: loss in predicting results of games not learned from"),
            across: across(),
            up: axis(unit, Scale::Linear, ticks),
            series: series("loss", &|point| Some(point.loss)),
        },
        Panel {
            title: format!("{game}: gain over the game's own evaluation at equal nodes"),
            across: across(),
            up: axis("Elo", Scale::Linear, None),
            series: series("gain", &|point| point.elo),
        },
    ])
}

/// The errors of a regression by phases, in games that were not learned from, as an SVG
/// document.
#[must_use]
pub fn regression_errors(game: &str, phases: &[PhaseError]) -> String {
    let axis = |name: &str| Axis { name: name.to_owned(), scale: Scale::Linear, ticks: None };
    let series = |name: &str, value: &dyn Fn(&PhaseError) -> f64| {
        let middle = |(first, last): (u16, u16)| f64::from(first + last) / 2.0;
        let place = |phase: &PhaseError| (middle(phase.filled), value(phase));
        Series { name: name.to_owned(), points: phases.iter().map(place).collect() }
    };
    plot::draw(&[Panel {
        title: format!("{game}: error of predicted margins in games not learned from"),
        across: axis("filled cells"),
        up: axis("points, mean of absolute errors"),
        series: vec![
            series("held out", &|phase| phase.error),
            series("learned from", &|phase| phase.error_learned),
            series("predicting 0", &|phase| phase.of_nothing),
        ],
    }])
}

fn tenths() -> Vec<f64> {
    (0..=8).map(|tenth| f64::from(tenth) / 10.0).collect()
}
