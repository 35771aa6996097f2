//! Limits of nodes are kept, and the same limits give the same answer.

use super::common::random_position;
use plywood_game::{Game, Random};
use plywood_search::{Limits, Report, StoppedBy};
use std::time::Duration;

/// Everything a report says but the time.
fn repeatable<M: Clone>(report: &Report<M>) -> Report<M> {
    Report { elapsed: Duration::ZERO, ..report.clone() }
}

/// Searches random positions, so many moves into a game, three times each with
/// limits from one node to tens of thousands.
pub(crate) fn assert_limits_repeat<G: Game>(
    game: &G,
    plies: usize,
    search: impl Fn(&G::Position, &Limits) -> Report<G::Move>,
) {
    let mut dice = Random::new(1);
    for round in 0..40_u32 {
        let (position, _) = random_position(game, &mut dice, plies);
        let most = 1 + (1.31_f64.powi(round as i32)) as u64;
        let limits = Limits { nodes: Some(most), ..Limits::default() };
        let first = search(&position, &limits);
        assert!(first.nodes <= most, "{} of {most} nodes", first.nodes);
        if first.stopped_by == Some(StoppedBy::Nodes) {
            assert_eq!(first.nodes, most, "all are used");
        }
        assert!(game.is_legal(&position, first.best().expect("a move")));
        for _ in 0..2 {
            let again = search(&position, &limits);
            assert_eq!(repeatable(&again), repeatable(&first), "{most} nodes");
        }
    }
}
