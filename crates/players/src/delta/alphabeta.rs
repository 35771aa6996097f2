//! Plain alpha-beta to a fixed depth.

use super::drawn_opening::DrawnOpening;
use super::{REPORT, mobility_and_gaps, plain, seed};
use crate::{NamedPlayer, WithLimits};
use plywood_games::delta::{Delta, MobilityAndGaps};
use plywood_search::{Engine, Limits};

/// Its default depth. The report calls 7 to 8 within reach for most of a game.
const DEPTH: u32 = 7;

pub(super) fn player() -> NamedPlayer<Delta> {
    let about = "plain alpha-beta to a fixed depth, by mobility and cells that complete a line";
    NamedPlayer::new("delta-alphabeta", about, |&game: &Delta, build| {
        let engine = Engine::new(game, MobilityAndGaps, plain(build), build.megabytes)?;
        let engine = WithLimits::new(engine, with_a_depth);
        Ok(Box::new(DrawnOpening::new(game, engine, seed(build))))
    })
    .from_source(REPORT)
    .exact_under(mobility_and_gaps)
}

fn with_a_depth(limits: Limits) -> Limits {
    Limits { depth: limits.depth.or(Some(DEPTH)), ..limits }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_looks_seven_moves_ahead_unless_told_otherwise() {
        let depth = |depth| with_a_depth(Limits { depth, nodes: Some(9), ..Limits::default() });
        assert_eq!(depth(None), Limits { depth: Some(7), nodes: Some(9), ..Limits::default() });
        assert_eq!(depth(Some(3)).depth, Some(3));
        assert_eq!(depth(Some(9)).depth, Some(9));
    }
}
