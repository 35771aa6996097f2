//! Players of Delta: the four of one report, each simpler or cleverer than the
//! others in one respect. All draw their first move of the game by lot, and
//! draw again among equally good moves.

mod alphabeta;
mod aspiration;
mod deepening;
mod drawn_opening;
mod zero;

use crate::{Brief, Character};
use plywood_games::delta::Delta;
use plywood_search::Options;

/// Where they come from.
const REPORT: &str = "the report on Delta, K. Bonenberg";

/// Every character that plays Delta.
#[must_use]
pub fn characters() -> Vec<Character<Delta>> {
    vec![alphabeta::character(), deepening::character(), aspiration::character(), zero::character()]
}

/// The evaluator that three of them share.
fn mobility_and_gaps(_: &Brief) -> Option<String> {
    Some("mobility and gaps".to_owned())
}

/// What the dice of a player start from.
fn seed(brief: &Brief) -> u64 {
    brief.seed.unwrap_or_default()
}

/// Alpha-beta and nothing else but the draw among equals, which all have.
fn plain(brief: &Brief) -> Options {
    Options { lines: brief.lines, tie_seed: Some(seed(brief)), ..Options::plain() }
}

/// As [`plain`], depth after depth, the moves of the root in the order that the
/// last depth found.
fn deepening(brief: &Brief) -> Options {
    Options { deepening: true, ..plain(brief) }
}
