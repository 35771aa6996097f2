//! Players of Delta: the four of one report, each simpler or cleverer than the
//! others in one respect. All draw their first move of the game by lot, and
//! draw again among equally good moves.

mod alphabeta;
mod aspiration;
mod deepening;
mod drawn_opening;
mod zero;

use crate::{BuildOptions, NamedPlayer};
use plywood_games::delta::Delta;
use plywood_search::Options;

/// Where they come from.
const REPORT: &str = "the report on Delta, K. Bonenberg";

/// Every player that plays Delta.
#[must_use]
pub fn players() -> Vec<NamedPlayer<Delta>> {
    vec![alphabeta::player(), deepening::player(), aspiration::player(), zero::player()]
}

/// The evaluator that three of them share.
fn mobility_and_gaps(_: &BuildOptions) -> Option<String> {
    Some("mobility and gaps".to_owned())
}

/// The random seed of a player.
fn seed(build: &BuildOptions) -> u64 {
    build.seed.unwrap_or_default()
}

/// Alpha-beta and nothing else but the draw among equals, which all have.
fn plain(build: &BuildOptions) -> Options {
    Options::plain().with(|options| options.tie_seed = Some(seed(build)))
}

/// As [`plain`], depth after depth, the moves of the root in the order that the
/// last depth found.
fn deepening(build: &BuildOptions) -> Options {
    plain(build).with(|options| options.deepening.on = true)
}
