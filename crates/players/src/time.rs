//! How much of its clock a player gives to one move.

use crate::ClockState;
use plywood_search::{Limits, TimeKind};
use std::time::Duration;

/// The most moves that a game is assumed to last from any position.
const MOVES_TO_COME: u32 = 30;

/// Kept back for what the clock counts and a search does not see: starting its
/// thread, being put off by other processes, playing the move.
const RESERVE: Duration = Duration::from_millis(50);

/// The limits of a search that plays by these clocks, and its own.
///
/// It should take 1/30 of the time left plus 3/4 of the increment, or more where fewer moves
/// are to come: `left` is about how many plies of both sides need thought. It starts no
/// iteration that is unlikely to finish by then. An iteration under way may take up to
/// twice as long. With less than the reserve on the clock a search gets 1/20 of what is
/// left, at most 1 ms. A clock counts the time that passes, also for a search whose own
/// limit is processor time.
#[must_use]
pub(crate) fn allotted(own: Limits, clocks: Option<&ClockState>, left: Option<u32>) -> Limits {
    let Some(clocks) = clocks else { return own };
    let usable = clocks.own.saturating_sub(RESERVE);
    let moves = left.map_or(MOVES_TO_COME, |plies| (plies / 2 + 1).min(MOVES_TO_COME));
    let share = clocks.own / moves + clocks.increment * 3 / 4;
    let least = (clocks.own / 20).min(Duration::from_millis(1));
    let target = share.min(usable / 2).max(least);
    let most = (2 * share).min(usable / 2).max(least);
    let within_own = |time: Duration| Some(own.time.map_or(time, |own| own.min(time)));
    let time_kind = TimeKind::Real;
    Limits { time: within_own(most), target: within_own(target), time_kind, ..own }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(own_ms: u64, increment_ms: u64) -> ClockState {
        let [own, increment] = [own_ms, increment_ms].map(Duration::from_millis);
        ClockState { own, other: own, increment }
    }

    #[test]
    fn a_move_gets_a_share_of_the_clock_or_its_own_limit() {
        let share = allotted(Limits::default(), Some(&with(60_000, 1000)), None);
        assert_eq!(share.target, Some(Duration::from_millis(2750)));
        assert_eq!(share.time, Some(Duration::from_millis(5500)));
        let own = Limits { time: Some(Duration::from_millis(5)), ..Limits::default() };
        assert_eq!(allotted(own, Some(&with(60_000, 1000)), None).time, own.time);
        assert_eq!(allotted(own, None, None), own);
        let late = allotted(Limits::default(), Some(&with(60_000, 0)), Some(11));
        assert_eq!(late.target, Some(Duration::from_secs(10)));
        let early = allotted(Limits::default(), Some(&with(60_000, 0)), Some(400));
        assert_eq!(early.target, Some(Duration::from_secs(2)));
    }

    #[test]
    fn no_game_is_long_enough_to_spend_the_clock() {
        let clocks = [(1000, 10), (1000, 0), (60_000, 1000), (100, 0), (60, 5)];
        for ((initial, increment), left) in
            clocks.into_iter().flat_map(|clock| [None, Some(40), Some(0)].map(|left| (clock, left)))
        {
            let mut clock = with(initial, increment);
            for _ in 0..500 {
                let used = allotted(Limits::default(), Some(&clock), left).time.expect("a time");
                assert!(used <= clock.own, "{initial}+{increment}: {used:?} of {:?}", clock.own);
                let in_need = used <= Duration::from_millis(1);
                assert!(in_need || clock.own - used >= RESERVE, "{used:?} {:?}", clock.own);
                clock.own = clock.own - used + clock.increment;
            }
        }
    }
}
