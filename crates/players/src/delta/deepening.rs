//! Iterative deepening with the root's moves in the order that the last depth
//! found.

use super::drawn_opening::DrawnOpening;
use super::{REPORT, deepening, mobility_and_gaps, seed};
use crate::NamedPlayer;
use plywood_games::delta::{Delta, MobilityAndGaps};
use plywood_search::Engine;

pub(super) fn player() -> NamedPlayer<Delta> {
    let about = "iterative deepening, each depth with the root's moves in the last one's order";
    NamedPlayer::new("delta-deepening", about, |&game: &Delta, build| {
        let engine = Engine::new(game, MobilityAndGaps, deepening(build), build.megabytes)?;
        Ok(Box::new(DrawnOpening::new(game, engine, seed(build))))
    })
    .from_source(REPORT)
    .exact_under(mobility_and_gaps)
}
