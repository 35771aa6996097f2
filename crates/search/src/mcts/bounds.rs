//! What is proven about a position: its value lies between two scores.

use crate::Score;

/// An interval of scores for one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Bounds {
    /// The value is at least this.
    pub(crate) low: Score,
    /// The value is at most this.
    pub(crate) high: Score,
}

impl Bounds {
    /// What is known about a move before it is played: the sooner a game ends,
    /// the better or the worse, and it may end at once.
    pub(crate) const OPEN: Bounds = Bounds { low: Score::loss_in(1), high: Score::win_in(1) };
    /// Every score.
    pub(crate) const EVERYTHING: Bounds = Bounds { low: Score::WORST, high: Score::BEST };

    pub(crate) const fn exactly(score: Score) -> Bounds {
        Bounds { low: score, high: score }
    }

    /// Whether the value is known.
    #[inline]
    pub(crate) fn is_closed(self) -> bool {
        self.low >= self.high
    }

    /// What both intervals allow.
    #[inline]
    pub(crate) fn meet(self, other: Bounds) -> Bounds {
        Bounds { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    /// Whether a move with these bounds can still change the result of a search
    /// with this window.
    #[inline]
    pub(crate) fn matters(self, window: Bounds) -> bool {
        !self.is_closed() && self.high > window.low && self.low < window.high
    }

    /// The bounds of a position, for the side to move, as bounds of the move
    /// that led to it, for the side that moved.
    pub(crate) fn of_move(self, same_side: bool) -> Bounds {
        self.turned(!same_side).map(|score| score.seen_from_root(1))
    }

    /// The inverse of [`Bounds::of_move`].
    pub(crate) fn of_position(self, same_side: bool) -> Bounds {
        self.turned(!same_side).map(|score| score.seen_from_node(1))
    }

    fn turned(self, turn: bool) -> Bounds {
        if turn { Bounds { low: -self.high, high: -self.low } } else { self }
    }

    fn map(self, change: impl Fn(Score) -> Score) -> Bounds {
        Bounds { low: change(self.low), high: change(self.high) }
    }

    /// The reward clamped to the bounds: a side that can force a draw gets at
    /// least a half, even after a lost rollout.
    #[inline]
    pub(crate) fn clamp(self, reward: f64) -> f64 {
        reward.max(reward_of(self.low)).min(reward_of(self.high))
    }
}

/// What a certain score counts: 1 for a win, a half for a draw, 0 for a loss.
#[inline]
pub(crate) fn reward_of(score: Score) -> f64 {
    match score.cmp(&Score::DRAW) {
        std::cmp::Ordering::Greater => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Less => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_that_wins_in_two_makes_the_move_lose_in_three() {
        let reply = Bounds { low: Score::win_in(2), high: Score::win_in(1) };
        let mv = reply.of_move(false);
        assert_eq!(mv, Bounds { low: Score::loss_in(2), high: Score::loss_in(3) });
        assert_eq!(mv.of_position(false), reply);
        assert_eq!(reply.of_move(true).of_position(true), reply);
        assert_eq!(Bounds::exactly(Score::margin(4)).of_move(false).low, Score::margin(-4));
    }

    #[test]
    fn only_what_can_change_the_choice_matters() {
        let window = Bounds { low: Score::DRAW, high: Score::win_in(3) };
        assert!(Bounds::OPEN.matters(window));
        assert!(!Bounds { low: Score::loss_in(1), high: Score::DRAW }.matters(window));
        assert!(!Bounds { low: Score::win_in(3), high: Score::win_in(1) }.matters(window));
        assert!(!Bounds::exactly(Score::win_in(5)).matters(window));
    }

    #[test]
    fn rewards_keep_within_what_is_proven() {
        let at_least_a_draw = Bounds { low: Score::DRAW, high: Score::win_in(1) };
        assert_eq!([0.0, 0.7, 1.0].map(|r| at_least_a_draw.clamp(r)), [0.5, 0.7, 1.0]);
        assert_eq!(Bounds::exactly(Score::margin(-2)).clamp(1.0), 0.0);
    }
}
