//! The value of a position, and whether it is certain.

use plywood_game::{Outcome, Side};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Neg;

/// A value seen from the side to move: the larger, the better.
///
/// The numbers are kept in bands, so that comparing two scores is comparing
/// two integers. At the ends are won and lost games, by how many moves they
/// take: a sooner win is better, a later loss too. Between them lie margins
/// and estimates, both in hundredths, so that a search of a game that counts
/// can weigh a certain lead of two discs against an estimated one of 2.31.
///
/// ```
/// use plywood_search::Score;
/// assert!(Score::win_in(3) > Score::win_in(5));
/// assert!(Score::win_in(5) > Score::margin(64));
/// assert!(Score::margin(2) < Score::estimate(231));
/// assert_eq!(-Score::win_in(3), Score::loss_in(3));
/// assert!(Score::loss_in(3) < Score::loss_in(5));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

/// A win in 0 plies.
const WIN: i32 = 1_000_000_000;
/// No game is longer than this many moves.
const LONGEST: i32 = 1_000_000;
/// Hundredths in a point.
const POINT: i32 = 100;

impl Score {
    /// Neither side is better.
    pub const DRAW: Score = Score(0);
    /// Better than every score.
    pub const BEST: Score = Score(WIN + 1);
    /// Worse than every score.
    pub const WORST: Score = Score(-WIN - 1);
    /// The largest estimate.
    pub const HIGHEST_ESTIMATE: i32 = 500_000_000;

    /// The side to move wins after this many moves by both sides.
    #[must_use]
    pub const fn win_in(plies: u32) -> Score {
        Score(WIN - plies as i32)
    }

    /// The side to move loses after this many moves by both sides.
    #[must_use]
    pub const fn loss_in(plies: u32) -> Score {
        Score(plies as i32 - WIN)
    }

    /// The side to move ends with this many points more.
    #[must_use]
    pub const fn margin(points: i32) -> Score {
        Score(points * POINT)
    }

    /// A static evaluation, clamped to leave room for certain values.
    #[inline]
    #[must_use]
    pub const fn estimate(value: i32) -> Score {
        if value > Self::HIGHEST_ESTIMATE {
            Score(Self::HIGHEST_ESTIMATE)
        } else if value < -Self::HIGHEST_ESTIMATE {
            Score(-Self::HIGHEST_ESTIMATE)
        } else {
            Score(value)
        }
    }

    /// The score for `side` of a game that ended `plies` moves after the root.
    #[inline]
    #[must_use]
    pub fn of_outcome(outcome: Outcome, side: Side, plies: u32) -> Score {
        match outcome {
            Outcome::Draw => Score::DRAW,
            Outcome::Win(winner) if winner == side => Score::win_in(plies),
            Outcome::Win(_) => Score::loss_in(plies),
            Outcome::Margin(_) => Score::margin(outcome.value_for(side)),
        }
    }

    /// How many moves a won or lost game takes; none for other scores.
    #[must_use]
    pub const fn plies_to_end(self) -> Option<u32> {
        let plies = WIN - self.0.abs();
        if plies >= 0 && plies <= LONGEST { Some(plies as u32) } else { None }
    }

    /// Whether this is a win in a number of moves.
    #[inline]
    #[must_use]
    pub const fn is_win(self) -> bool {
        self.0 >= WIN - LONGEST
    }

    /// Whether this is a loss in a number of moves.
    #[inline]
    #[must_use]
    pub const fn is_loss(self) -> bool {
        self.0 <= LONGEST - WIN
    }

    /// The number itself: an estimate, or hundredths of a point.
    #[must_use]
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// The next lower score.
    #[inline]
    #[must_use]
    pub(crate) const fn lowered(self) -> Score {
        Score(self.0 - 1)
    }

    /// The next higher score.
    #[inline]
    #[must_use]
    pub(crate) const fn raised(self) -> Score {
        Score(self.0 + 1)
    }

    /// The score higher or lower by this, within the range of scores.
    #[must_use]
    pub(crate) fn moved_by(self, amount: i32) -> Score {
        Score(self.0.saturating_add(amount)).clamp(Score::WORST, Score::BEST)
    }

    /// The score with its distance counted from a node `ply` moves below the
    /// root instead of from the root: the form in which tables keep it.
    #[inline]
    pub(crate) const fn seen_from_node(self, ply: u32) -> Score {
        self.shifted(ply as i32)
    }

    /// The inverse of [`Score::seen_from_node`].
    #[inline]
    pub(crate) const fn seen_from_root(self, ply: u32) -> Score {
        self.shifted(-(ply as i32))
    }

    const fn shifted(self, towards_the_end: i32) -> Score {
        if self.is_win() {
            Score(self.0 + towards_the_end)
        } else if self.is_loss() {
            Score(self.0 - towards_the_end)
        } else {
            self
        }
    }

    /// The score with this number: the inverse of [`Score::raw`].
    #[must_use]
    pub const fn from_raw(raw: i32) -> Score {
        Score(raw)
    }
}

impl Neg for Score {
    type Output = Score;

    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies_to_end() {
            Some(plies) if self.is_win() => write!(f, "win in {plies}"),
            Some(plies) => write!(f, "loss in {plies}"),
            None => write!(f, "{}", self.0),
        }
    }
}

/// A score, and whether it is certain: no heuristic leaf and no unsound cut
/// anywhere below. Where a search returns a bound, it is the bound that is
/// certain or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Value {
    /// The score.
    pub score: Score,
    /// Whether it is certain.
    pub exact: bool,
}

impl Value {
    /// A certain value.
    #[inline]
    #[must_use]
    pub const fn exact(score: Score) -> Value {
        Value { score, exact: true }
    }

    /// A static evaluation.
    #[inline]
    #[must_use]
    pub const fn estimate(score: Score) -> Value {
        Value { score, exact: false }
    }

    /// The value in the words of reports. `counts` says whether the game's
    /// outcomes are margins.
    #[must_use]
    pub fn verdict(self, counts: bool) -> Verdict {
        let Value { score, exact } = self;
        match score.plies_to_end() {
            Some(plies) if score.is_win() => Verdict::Win { plies },
            Some(plies) => Verdict::Loss { plies },
            None if exact && counts => Verdict::Margin { points: score.0 / POINT },
            None if exact => Verdict::Draw,
            None => Verdict::Estimate { value: score.0 },
        }
    }
}

impl Neg for Value {
    type Output = Value;

    #[inline]
    fn neg(self) -> Value {
        Value { score: -self.score, exact: self.exact }
    }
}

/// What a value means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// A forced win in this many moves by both sides.
    Win {
        /// The number of moves.
        plies: u32,
    },
    /// A forced loss in this many moves by both sides.
    Loss {
        /// The number of moves.
        plies: u32,
    },
    /// A certain draw in a game that does not count.
    Draw,
    /// A certain margin in a game that counts.
    Margin {
        /// Points more than the other side.
        points: i32,
    },
    /// A static evaluation.
    Estimate {
        /// Its number.
        value: i32,
    },
}
