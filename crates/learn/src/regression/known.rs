//! Games with values that are known along the way: how they ended, what others have
//! solved, and what the game's own solver of endings says.

use plywood_game::{Budget, Game, Knowledge, Limits, Outcome, Rest, Side};
use std::sync::atomic::AtomicBool;

/// A game that was played, with what is known of its positions.
#[derive(Debug, Clone)]
pub struct KnownGame<G: Game> {
    /// Where it began.
    pub start: G::Position,
    /// Its moves.
    pub moves: Vec<G::Move>,
    /// Exact margins for the first side, each after this many moves, in the order of
    /// the moves; at least one.
    pub values: Vec<(usize, i32)>,
    /// The year in which it was played, if that is known.
    pub year: Option<u16>,
}

/// The exact margins of a game for the first side, with those of all positions from
/// which at most `plies` are left, found by the knowledge's solver: they correct what
/// mistakes at the end have made of the result.
pub(super) fn corrected<G: Game, K: Knowledge<G>>(
    (game, own): (&G, &K),
    known: &KnownGame<G>,
    plies: u32,
    stop: &AtomicBool,
) -> Vec<(usize, f32)> {
    let mut values: Vec<(usize, f32)> =
        known.values.iter().map(|&(after, value)| (after, value as f32)).collect();
    let mut position = known.start.clone();
    for (number, &mv) in known.moves.iter().enumerate() {
        if let Some(value) = solved((game, own), &position, plies, stop) {
            values.push((number, value as f32));
        }
        game.play(&mut position, mv);
    }
    values.sort_by_key(|&(after, _)| after);
    values.dedup_by_key(|(after, _)| *after);
    values
}

/// The exact margin of a position for the first side, if at most this many plies are
/// left and the knowledge can find it.
pub(super) fn solved<G: Game, K: Knowledge<G>>(
    (game, own): (&G, &K),
    position: &G::Position,
    plies: u32,
    stop: &AtomicBool,
) -> Option<i32> {
    if let Some(outcome) = game.outcome(position) {
        return Some(outcome.value_for(Side::First));
    }
    if plies == 0 {
        return None;
    }
    let limits = Limits { depth: Some(plies), ..Limits::default() };
    let rest = Rest { lines: 1, ties: false, selective: false, limits };
    let mut budget = Budget::new(&limits, stop);
    let found = own.solve((game, own), position, &rest, &mut budget, &mut |_, _| {})?;
    let &(outcome, _) = found.lines.first().filter(|_| found.confidence.is_none())?;
    match outcome {
        Outcome::Margin(_) | Outcome::Draw => Some(outcome.value_for(Side::First)),
        Outcome::Win(_) => None,
    }
}

/// The margin after this many moves: what is known there, or what lies evenly between
/// the known margins before and after. Before the first and after the last it is
/// theirs.
pub(super) fn margin_after(values: &[(usize, f32)], moves: usize) -> Option<f32> {
    let next = values.partition_point(|&(after, _)| after < moves);
    match (next.checked_sub(1).map(|last| values[last]), values.get(next)) {
        (_, Some(&(after, value))) if after == moves => Some(value),
        (Some((before, low)), Some(&(after, high))) => {
            let share = (moves - before) as f32 / (after - before) as f32;
            Some(low + share * (high - low))
        }
        (Some((_, value)), None) | (None, Some(&(_, value))) => Some(value),
        (None, None) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_margins_lie_evenly_between_known_ones() {
        let values = [(10, 4.0), (14, -4.0)];
        let margins = [0, 10, 11, 12, 14, 20].map(|moves| margin_after(&values, moves));
        assert_eq!(margins, [4.0, 4.0, 2.0, 0.0, -4.0, -4.0].map(Some));
        assert_eq!(margin_after(&[], 3), None);
    }
}
