//! Aspiration search: deepening with a narrow window around the last depth's
//! value.

use super::drawn_opening::DrawnOpening;
use super::{REPORT, deepening, mobility_and_gaps, seed};
use crate::{BuildOptions, Field, FieldKind, NamedPlayer};
use plywood_games::delta::{Delta, MobilityAndGaps};
use plywood_search::{Engine, RootWindows};

/// Half of the window's width, as the report chose it.
const REACH: Field = Field::new(
    "delta",
    "How far the window reaches on either side",
    "The aspiration window is the last depth's value plus and minus this.",
    "20",
    FieldKind::number(10, 30),
);

pub(super) fn player() -> NamedPlayer<Delta> {
    let about = "iterative deepening with a narrow window around the last depth's value";
    NamedPlayer::new("delta-aspiration", about, |&game: &Delta, build| {
        let root_windows = RootWindows::Aspiration { delta: reach(build) };
        let options = deepening(build).with(|options| options.windows.root = root_windows);
        let engine = Engine::new(game, MobilityAndGaps, options, build.megabytes)?;
        Ok(Box::new(DrawnOpening::new(game, engine, seed(build))))
    })
    .from_source(REPORT)
    .exact_under(mobility_and_gaps)
    .with(REACH)
}

fn reach(build: &BuildOptions) -> i32 {
    // The option accepts numbers alone.
    build.get(REACH.name).parse().unwrap_or_default()
}
