//! Selective passes: before the margin is known for certain, it is searched with
//! branches left out that a shallow search predicts to be outside the window
//! (Buro, "`ProbCut`", 1995). Each pass asks for more deviations than the one before,
//! and leaves the best moves in the table for the next.
//!
//! The deviations were chosen so that margins are exact as often as the passes say, with
//! the learned evaluator of the workbench; a test there (`othello_endgames.rs`) counts. With
//! another evaluator there are no such passes ([`Rest::selective`](plywood_game::Rest)).

use super::super::{Othello, Position};
use super::search::Solver;
use plywood_game::{Knowledge, Stopped};

/// How far bounds can be trusted: the number of a pass, or [`EXACT`].
pub(super) type Level = u8;

/// Nothing is left out.
pub(super) const EXACT: Level = PASSES.len() as Level;

/// By how many deviations predictions must lie outside the window, and in how many of a
/// hundred cases the margin is exact then, at least.
pub(super) const PASSES: [(f64, u8); 3] = [(1.1, 73), (2.0, 95), (3.0, 99)];

/// The first pass for a position: near the end a pass more costs more than it saves.
pub(super) fn first_pass(position: &Position) -> Level {
    match position.empty().count_ones() {
        0..=17 => EXACT,
        18 => 1,
        _ => 0,
    }
}

/// The confidence of a pass in per cent; none if it is exact.
pub(super) fn confidence(level: Level) -> Option<u8> {
    PASSES.get(usize::from(level)).map(|&(_, percent)| percent)
}

/// With fewer empty squares nothing is left out: searching costs less than predicting.
const PREDICTED_FROM: u32 = 14;

/// The depth of the search that predicts the margin with this number of empty squares.
const fn depth_for(empties: u32) -> u32 {
    let depth = 1 + (empties - 13) / 2;
    if depth > 8 { 8 } else { depth }
}

/// The deviation of the margin from such a prediction, in hundredths of a disc.
fn deviation(empties: u32, depth: u32) -> f64 {
    700.0 + 30.0 * (f64::from(empties) - 16.0) - 30.0 * f64::from(depth)
}

impl<K: Knowledge<Othello>> Solver<'_, '_, K> {
    /// A bound that a shallow search predicts, and that settles whether the margin is more
    /// than `alpha`.
    pub(super) fn predicted(
        &mut self,
        (position, ply): (&Position, usize),
        alpha: i32,
        empties: u32,
    ) -> Result<Option<i32>, Stopped> {
        if self.level == EXACT || empties < PREDICTED_FROM {
            return Ok(None);
        }
        let depth = depth_for(empties);
        let reach = (PASSES[usize::from(self.level)].0 * deviation(empties, depth)) as i32;
        let evaluation = self.evaluate(position, ply);
        let (low, high) = (100 * alpha - reach, 100 * (alpha + 1) + reach);
        if high < 6400 && evaluation >= high - NEAR {
            let value = self.shallow((position, ply), (high - 1, high), depth)?;
            if value >= high {
                return Ok(Some(alpha + 1));
            }
        }
        if low > -6400 && evaluation <= low + NEAR {
            let value = self.shallow((position, ply), (low, low + 1), depth)?;
            if value <= low {
                return Ok(Some(alpha));
            }
        }
        Ok(None)
    }
}

/// A shallow search is tried where the evaluation is no farther from the bound.
const NEAR: i32 = 400;
