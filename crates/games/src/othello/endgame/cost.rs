//! What an endgame will probably cost, and whether that is allowed.

use plywood_game::{Limits, Rest};
use std::time::Duration;

/// Without a limit of nodes or time, an endgame is solved from this number of
/// empty squares on: that may take a minute.
const UNLIMITED_FROM: u32 = 25;

/// The nodes of a second. Half as many more are usual on a machine of 2025.
const NODES_A_SECOND: u64 = 40_000_000;

/// A first pass that leaves something out needs a share of the nodes, from this number of
/// empty squares on.
const SHARE_OF_FIRST_PASS: u64 = 6;
const PASSES_FROM: u32 = 18;

/// Whether a position with this number of empty squares can probably be solved
/// within the limits, for the number of lines that are wanted.
pub(super) fn is_affordable(empties: u32, placements: u32, rest: &Rest) -> bool {
    let Limits { depth, nodes, time, .. } = rest.limits;
    if depth.is_some_and(|depth| depth < empties) {
        return false;
    }
    if nodes.is_none() && time.is_none() {
        return empties <= UNLIMITED_FROM;
    }
    let lines = (rest.lines as u64).min(u64::from(placements)).max(1);
    let Some(expected) = expected_nodes(empties).checked_mul(lines) else { return false };
    let expected = match rest.selective && empties >= PASSES_FROM {
        true => expected / SHARE_OF_FIRST_PASS,
        false => expected,
    };
    let in_time = time.is_none_or(|time| {
        time / 2 >= Duration::from_millis(expected.saturating_mul(1000) / NODES_A_SECOND)
    });
    in_time && nodes.is_none_or(|nodes| nodes / 2 >= expected)
}

/// The nodes to solve a position with this number of empty squares: twice as
/// many with each.
fn expected_nodes(empties: u32) -> u64 {
    10_u64.checked_shl(empties).filter(|_| empties < 60).unwrap_or(u64::MAX)
}
