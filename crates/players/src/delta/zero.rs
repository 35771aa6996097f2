//! Won, lost, or zero: the player that the report's authors found hardest to
//! beat, because with less knowledge it searches deeper.

use super::drawn_opening::DrawnOpening;
use super::{REPORT, deepening, seed};
use crate::NamedPlayer;
use plywood_game::ZeroEvaluator;
use plywood_games::delta::Delta;
use plywood_search::Engine;

pub(super) fn player() -> NamedPlayer<Delta> {
    let about = "knows only won and lost, looks the deeper, and draws lots among the rest";
    NamedPlayer::new("delta-zero", about, |&game: &Delta, build| {
        let engine = Engine::new(game, ZeroEvaluator, deepening(build), build.megabytes)?;
        Ok(Box::new(DrawnOpening::new(game, engine, seed(build))))
    })
    .from_source(REPORT)
}
