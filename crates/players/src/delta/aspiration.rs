//! Aspiration search: deepening with a narrow window around the last depth's
//! value.

use super::drawn_opening::DrawnOpening;
use super::{REPORT, deepening, mobility_and_gaps, seed};
use crate::{Brief, Character, Form, Setting};
use plywood_games::delta::{Delta, MobilityAndGaps};
use plywood_search::{Engine, Options, RootWindows};

/// How far the window reaches: what the report found to work.
const REACH: Setting = Setting {
    key: "delta",
    label: "How far the window reaches on either side",
    default: "20",
    form: Form::Number { least: 10, most: 30 },
};

pub(super) fn character() -> Character<Delta> {
    let about = "iterative deepening with a narrow window around the last depth's value";
    Character::new("delta-aspiration", about, |&game: &Delta, brief| {
        let root_windows = RootWindows::Aspiration { delta: reach(brief) };
        let options = Options { root_windows, ..deepening(brief) };
        let engine = Engine::new(game, MobilityAndGaps, options, brief.megabytes)?;
        Ok(Box::new(DrawnOpening::new(game, engine, seed(brief), brief.lines)))
    })
    .from_source(REPORT)
    .measured_by(mobility_and_gaps)
    .with(REACH)
}

fn reach(brief: &Brief) -> i32 {
    // The setting takes numbers alone.
    brief.get(REACH.key).parse().unwrap_or_default()
}
