//! The alpha-beta window.

use crate::Score;
use std::ops::Neg;

/// An open interval of scores. The side to move is sure of more than `alpha`
/// elsewhere, and the other side will not let it have `beta` or more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// The side to move is sure of this elsewhere.
    pub alpha: Score,
    /// What the other side will not allow.
    pub beta: Score,
}

/// What a score that a search returned says about the true value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// The true value is this or less.
    Upper,
    /// The true value is this.
    Exact,
    /// The true value is this or more.
    Lower,
}

impl Window {
    /// Every score matters.
    pub const FULL: Window = Window { alpha: Score::WORST, beta: Score::BEST };

    /// The null window that tests whether a value is above this.
    #[inline]
    pub(crate) const fn just_above(alpha: Score) -> Window {
        Window { alpha, beta: alpha.raised() }
    }

    /// The null window that tests whether a value is below this.
    #[inline]
    pub(crate) const fn just_below(beta: Score) -> Window {
        Window { alpha: beta.lowered(), beta }
    }

    /// Whether no score lies inside.
    #[inline]
    pub(crate) fn is_null(self) -> bool {
        self.beta <= self.alpha.raised()
    }

    /// What a score tells, if a search with this window returned it.
    ///
    /// ```
    /// use plywood_search::{Bound, Score, Window};
    /// let window = Window { alpha: Score::estimate(-5), beta: Score::estimate(5) };
    /// assert_eq!(window.bound(Score::estimate(-5)), Bound::Upper);
    /// assert_eq!(window.bound(Score::estimate(0)), Bound::Exact);
    /// assert_eq!(window.bound(Score::estimate(7)), Bound::Lower);
    /// ```
    #[inline]
    #[must_use]
    pub fn bound(self, score: Score) -> Bound {
        if score <= self.alpha {
            Bound::Upper
        } else if score >= self.beta {
            Bound::Lower
        } else {
            Bound::Exact
        }
    }
}

/// The window as the other side sees it.
impl Neg for Window {
    type Output = Window;

    #[inline]
    fn neg(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}
