//! Iterative deepening with the root's moves in the order that the last depth
//! found.

use super::drawn_opening::DrawnOpening;
use super::{REPORT, deepening, mobility_and_gaps, seed};
use crate::Character;
use plywood_games::delta::{Delta, MobilityAndGaps};
use plywood_search::Engine;

pub(super) fn character() -> Character<Delta> {
    let about = "iterative deepening, each depth with the root's moves in the last one's order";
    Character::new("delta-deepening", about, |&game: &Delta, brief| {
        let engine = Engine::new(game, MobilityAndGaps, deepening(brief), brief.megabytes)?;
        Ok(Box::new(DrawnOpening::new(game, engine, seed(brief), brief.lines)))
    })
    .from_source(REPORT)
    .measured_by(mobility_and_gaps)
}
