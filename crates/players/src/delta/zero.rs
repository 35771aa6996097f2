//! Won, lost, or zero: the player that the report's authors found hardest to
//! beat, because knowing less it looks deeper.

use super::drawn_opening::DrawnOpening;
use super::{REPORT, deepening, seed};
use crate::Character;
use plywood_game::NoOpinion;
use plywood_games::delta::Delta;
use plywood_search::Engine;

pub(super) fn character() -> Character<Delta> {
    let about = "knows only won and lost, looks the deeper, and draws lots among the rest";
    Character::new("delta-zero", about, |&game: &Delta, brief| {
        let engine = Engine::new(game, NoOpinion, deepening(brief), brief.megabytes)?;
        Ok(Box::new(DrawnOpening::new(game, engine, seed(brief), brief.lines)))
    })
    .from_source(REPORT)
}
