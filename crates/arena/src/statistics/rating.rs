//! How much stronger one player is, with the error of the estimate.

use super::{Distribution, ELO_PER_DEVIATION};
use serde::Serialize;
use std::fmt;

/// The number of standard errors on either side of a 95 % interval.
pub(super) const WIDTH: f64 = 1.959_963_984_540_054;

/// How likely a 95 % interval may miss on either side.
const MISS: f64 = 0.025;

/// A value with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Estimate {
    /// The lower end of the interval.
    pub low: f64,
    /// The most likely value.
    pub mid: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Estimate {
    /// Half of the interval.
    #[must_use]
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

impl fmt::Display for Estimate {
    /// The value and half of the interval: `+12.3 ± 4.5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Adding 0 takes the sign of a rounded -0.
        let mid = (self.mid * 10.0).round() / 10.0 + 0.0;
        write!(f, "{mid:+.1} ± {:.1}", self.error())
    }
}

/// The strength of the first player relative to the second.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Rating {
    /// Elo points.
    pub elo: Estimate,
    /// Normalised Elo points: the mean in standard deviations of a game, which
    /// does not depend on how many games are drawn.
    pub nelo: Estimate,
    /// The likelihood of superiority: the probability that the first player is
    /// the stronger one.
    pub los: f64,
}

impl Rating {
    /// The rating by counts of lost, drawn and won games, or of pairs with 0, 1/2,
    /// 1, 3/2 and 2 points; none if nothing was played.
    ///
    /// ```
    /// use plywood_arena::Rating;
    /// let rating = Rating::new(&[96, 111, 136]).expect("343 games");
    /// assert_eq!(format!("{:.2} {:.2}", rating.elo.mid, rating.elo.error()), "40.70 30.43");
    /// assert!(Rating::new(&[0; 5]).is_none());
    /// ```
    #[must_use]
    pub fn new(counts: &[u64]) -> Option<Self> {
        let results = Distribution::new(counts)?;
        let (mean, variance) = Distribution::moments(&results.shares);
        // The sample's variance says nothing about results that have not occurred yet:
        // after one pair it is nearly 0. In n results, a kind that never occurred has
        // a share of up to 1 - 0.025^(1/n) (Clopper and Pearson, "The use of confidence
        // or fiducial limits", 1934, for 0 successes), at worst all of it at one end.
        // The interval reaches at least as far. From some 20 pairs on the sample
        // usually says more.
        let unseen = 1.0 - MISS.powf(1.0 / results.count);
        let normal = WIDTH * (variance / results.count).sqrt();
        let below = normal.max(mean * unseen);
        let above = normal.max((1.0 - mean) * unseen);
        let error = if mean > 0.5 { below } else { above } / WIDTH;
        let variance = variance.max((below.max(above) / WIDTH).powi(2) * results.count);
        let elo = |score: f64| {
            // A score of 0 or 1 would be infinitely many Elo points.
            let score = score.clamp(1e-9, 1.0 - 1e-9);
            -400.0 * (1.0 / score - 1.0).log10()
        };
        let [low, mid, high] = [mean - below, mean, mean + above].map(elo);
        let deviation_of_game = (variance * results.games).sqrt();
        let nelo = (mean - 0.5) / deviation_of_game * ELO_PER_DEVIATION;
        let nelo_error = WIDTH * ELO_PER_DEVIATION / (results.count * results.games).sqrt();
        Some(Self {
            elo: Estimate { low, mid, high },
            nelo: Estimate { low: nelo - nelo_error, mid: nelo, high: nelo + nelo_error },
            los: libm::erfc(-(mean - 0.5) / (error * std::f64::consts::SQRT_2)) / 2.0,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documented_case_of_fastchess() {
        let Rating { elo, nelo, los } = Rating::new(&[96, 111, 136]).expect("games");
        let shown = [elo.mid, elo.error(), nelo.mid, nelo.error(), 100.0 * los];
        let expected = [40.70, 30.43, 49.77, 36.77, 99.60];
        for (shown, expected) in shown.into_iter().zip(expected) {
            assert!((shown - expected).abs() < 0.006, "{shown} for {expected}");
        }
    }

    #[test]
    fn an_interval_holds_what_has_not_been_seen_yet() {
        let error = |counts: [u64; 5]| Rating::new(&counts).expect("pairs").elo.error();
        // One shared pair says nothing: a share of 97.5 % may be lost or won.
        assert!((error([0, 0, 1, 0, 0]) - 756.5).abs() < 1.0);
        assert!((error([0, 0, 10, 0, 0]) - 111.0).abs() < 1.0);
        assert!((error([0, 0, 100, 0, 0]) - 12.6).abs() < 0.1);
        let won = Rating::new(&[0, 0, 0, 0, 1]).expect("a pair");
        assert!(won.elo.low < -600.0 && won.los < 0.85, "{won:?}");
        // Where results differ, the sample decides: as if nothing were unseen.
        let sample = Rating::new(&[20, 1334, 3810, 1569, 35]).expect("pairs").elo;
        assert!((sample.error() - 2.8).abs() < 0.06, "{sample}");
    }

    #[test]
    fn pairs_of_equal_results_are_rated_and_finite() {
        for counts in [[0, 0, 0, 0, 50], [50, 0, 0, 0, 0], [0, 0, 50, 0, 0]] {
            let Rating { elo, nelo, los } = Rating::new(&counts).expect("pairs");
            assert!([elo.low, elo.high, nelo.mid, los].iter().all(|value| value.is_finite()));
        }
        let even = Rating::new(&[0, 0, 50, 0, 0]).expect("pairs");
        assert!(even.elo.mid.abs() < 1e-9 && (even.los - 0.5).abs() < 1e-9);
    }
}
