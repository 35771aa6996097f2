//! How learning went, as a picture: the loss, and the gain in Elo, by games.

use crate::plot::{self, Axis, Panel, Scale, Series};
use plywood_workbench::{LearnPoint, Predicts};

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

fn tenths() -> Vec<f64> {
    (0..=8).map(|tenth| f64::from(tenth) / 10.0).collect()
}
