//! The pictures of a report, as SVG inside the page.

use crate::standings::{Sequential, Standings};
use crate::statistics::Estimate;
use plywood_lab::plot::{Axis, Panel, Scale, Series, draw};

const WIDTH: f64 = 220.0;
const HEIGHT: f64 = 16.0;

/// An interval on a scale from `-widest` to `widest`, with a line at 0.
pub(super) fn interval(estimate: &Estimate, widest: f64) -> String {
    let place = |elo: f64| (WIDTH / 2.0) * (1.0 + elo / widest).clamp(0.0, 2.0);
    let [low, mid, high] = [estimate.low, estimate.mid, estimate.high].map(place);
    let (middle, line) = (HEIGHT / 2.0, WIDTH / 2.0);
    format!(
        "<svg class=\"bar\" width=\"{WIDTH}\" height=\"{HEIGHT}\" role=\"img\" \
         aria-label=\"{:.0} to {:.0} Elo\"><line x1=\"{line}\" y1=\"0\" x2=\"{line}\" \
         y2=\"{HEIGHT}\"/><line class=\"interval\" x1=\"{low:.1}\" y1=\"{middle}\" x2=\"{high:.1}\" \
         y2=\"{middle}\"/><circle cx=\"{mid:.1}\" cy=\"{middle}\" r=\"4\"/></svg>",
        estimate.low, estimate.high
    )
}

/// The log-likelihood ratio of a sequential test after each number of pairs, between
/// its bounds.
pub(super) fn ratio(standings: &Standings, test: &Sequential) -> String {
    let last = test.history.last().map_or(1.0, |(pairs, _)| (*pairs as f64).max(1.0));
    let level = |name: &str, height: f64| Series {
        name: name.to_owned(),
        points: vec![(0.0, height), (last, height)],
    };
    let axis = |name: &str| Axis { name: name.to_owned(), scale: Scale::Linear, ticks: None };
    let points = test.history.iter().map(|&(pairs, ratio)| (pairs as f64, ratio)).collect();
    draw(&[Panel {
        title: standings.event.clone(),
        across: axis("pairs of games"),
        up: axis("log-likelihood ratio"),
        series: vec![
            Series { name: "ratio".to_owned(), points },
            level("accepted", test.upper),
            level("rejected", test.lower),
        ],
    }])
}
