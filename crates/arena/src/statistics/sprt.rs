//! The sequential probability ratio test: is the first player stronger by `elo1`
//! or only by `elo0`? After each pair of games the generalised log-likelihood
//! ratio of the two hypotheses is compared with two bounds (Wald, "Sequential
//! tests of statistical hypotheses", 1945; for five results of a pair: Van den
//! Bergh, "A practical introduction to the GSPRT", 2018).
//!
//! The likelihood of a hypothesis is that of the most likely distribution that
//! satisfies it. For a mean that is one equation in one unknown. For a normalised
//! mean the condition depends on the variance, so that equation is solved again
//! with the variance of the last solution until nothing changes.

use super::{Distribution, ELO_PER_DEVIATION};
use serde::{Deserialize, Serialize};
use std::fmt;

/// In which unit the hypotheses are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Normalised Elo: the mean in standard deviations of a game.
    #[default]
    Normalized,
    /// Elo, by the logistic curve.
    Logistic,
}

/// Two hypotheses, and how often the test may err.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Hypotheses {
    /// H0: the difference in Elo that is rejected, too small to matter.
    pub elo0: f64,
    /// H1: the difference in Elo that is accepted.
    pub elo1: f64,
    /// The unit of both.
    pub model: Model,
    /// The probability of accepting a player of strength `elo0`.
    pub alpha: f64,
    /// The probability of rejecting one of strength `elo1`.
    pub beta: f64,
}

impl Default for Hypotheses {
    fn default() -> Self {
        Self { elo0: 0.0, elo1: 5.0, model: Model::Normalized, alpha: 0.05, beta: 0.05 }
    }
}

/// The result of a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The upper bound was reached: the first player is stronger.
    Accepted,
    /// The lower bound was reached: it is not.
    Rejected,
    /// Neither yet.
    Running,
    /// The limit on games was reached first.
    Undecided,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Accepted => "accepted: the first player is stronger",
            Self::Rejected => "rejected: the first player is not stronger",
            Self::Running => "running: nothing is decided yet",
            Self::Undecided => "undecided: the limit on games was reached first",
        })
    }
}

/// Why there is no ratio.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SprtError {
    /// `elo1` is not larger than `elo0`, or a number is not finite.
    NoTest,
    /// An error probability is not between 0 and 1/2.
    ErrorRate,
    /// No distribution of results has this mean.
    OutOfReach,
}

impl fmt::Display for SprtError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoTest => "elo1 must be larger than elo0, and both must be numbers",
            Self::ErrorRate => "alpha and beta must lie between 0 and 0.5",
            Self::OutOfReach => {
                "no results are as likely as that: choose elo0 and elo1 closer to 0"
            }
        })
    }
}

impl std::error::Error for SprtError {}

impl Hypotheses {
    /// Whether there is something to test.
    ///
    /// # Errors
    /// If not.
    pub fn check(&self) -> Result<(), SprtError> {
        let is_rate = |rate: f64| rate > 0.0 && rate < 0.5;
        if !(self.elo0.is_finite() && self.elo1.is_finite() && self.elo0 < self.elo1) {
            return Err(SprtError::NoTest);
        }
        if !is_rate(self.alpha) || !is_rate(self.beta) {
            return Err(SprtError::ErrorRate);
        }
        Ok(())
    }

    /// The bounds of the ratio, below which the test rejects and above which it
    /// accepts.
    #[must_use]
    pub fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// The log-likelihood ratio of `elo1` to `elo0` after pairs with 0, 1/2, 1, 3/2
    /// and 2 points; 0 before the first pair.
    ///
    /// ```
    /// use plywood_arena::{Hypotheses, Model};
    /// let test = Hypotheses { elo0: 0.0, elo1: 2.0, ..Hypotheses::default() };
    /// let ratio = test.log_likelihood_ratio(&[20, 1334, 3810, 1569, 35])?;
    /// assert!((ratio - 2.95).abs() < 0.0051);
    /// # Ok::<(), plywood_arena::SprtError>(())
    /// ```
    ///
    /// # Errors
    /// If there is nothing to test, or no distribution satisfies a hypothesis.
    pub fn log_likelihood_ratio(&self, pairs: &[u64; 5]) -> Result<f64, SprtError> {
        self.check()?;
        let Some(results) = Distribution::new(pairs) else { return Ok(0.0) };
        let likely = |elo| match self.model {
            Model::Logistic => with_mean(&results.shares, score_of(elo)),
            // A pair has two games: its mean score deviates less than a game's.
            Model::Normalized => with_normalized_mean(
                &results.shares,
                elo / ELO_PER_DEVIATION * results.games.sqrt(),
            ),
        };
        let (zero, one) = (likely(self.elo0)?, likely(self.elo1)?);
        let ratio = results.shares.iter().zip(zero.iter().zip(&one));
        let ratio: f64 = ratio.map(|((_, share), (zero, one))| share * (one.1 / zero.1).ln()).sum();
        match (results.count * ratio).is_finite() {
            true => Ok(results.count * ratio),
            false => Err(SprtError::OutOfReach),
        }
    }

    /// What this ratio decides.
    #[must_use]
    pub fn verdict(&self, ratio: f64) -> Verdict {
        let [lower, upper] = self.bounds();
        match ratio {
            _ if ratio <= lower => Verdict::Rejected,
            _ if ratio >= upper => Verdict::Accepted,
            _ => Verdict::Running,
        }
    }
}

/// The expected score of a player who is this many Elo points stronger.
fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The most likely distribution with this mean.
fn with_mean(shares: &[(f64, f64)], mean: f64) -> Result<Vec<(f64, f64)>, SprtError> {
    satisfying(shares, |score| score - mean)
}

/// The most likely distribution whose mean is `deviations` standard deviations
/// above 1/2.
fn with_normalized_mean(
    shares: &[(f64, f64)],
    deviations: f64,
) -> Result<Vec<(f64, f64)>, SprtError> {
    let even = 1.0 / shares.len() as f64;
    let mut likely: Vec<_> = shares.iter().map(|&(score, _)| (score, even)).collect();
    for _ in 0..MOST_ROUNDS {
        let (mean, variance) = Distribution::moments(&likely);
        let deviation = variance.sqrt();
        let next = satisfying(shares, |score| {
            let square = ((mean - score) / deviation).powi(2);
            score - 0.5 - deviations * deviation * (1.0 + square) / 2.0
        })?;
        let moved = likely.iter().zip(&next).map(|(old, new)| (old.1 - new.1).abs());
        let moved = moved.fold(0.0, f64::max);
        likely = next;
        if moved < 1e-9 {
            break;
        }
    }
    Ok(likely)
}

/// The rounds after which the variance counts as found; it takes 4 as a rule.
const MOST_ROUNDS: usize = 50;

/// The most likely distribution under which `excess` has the mean 0. By Lagrange's
/// rule its shares are `share / (1 + x excess)`, where x solves an equation whose
/// left side falls from positive to negative values.
fn satisfying(
    shares: &[(f64, f64)],
    excess: impl Fn(f64) -> f64,
) -> Result<Vec<(f64, f64)>, SprtError> {
    let parts: Vec<_> = shares.iter().map(|&(score, share)| (excess(score), share)).collect();
    let least = parts.iter().map(|part| part.0).fold(f64::INFINITY, f64::min);
    let most = parts.iter().map(|part| part.0).fold(f64::NEG_INFINITY, f64::max);
    // Also refuses what is not a number.
    if !(least < 0.0 && most > 0.0) {
        return Err(SprtError::OutOfReach);
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..MOST_HALVINGS {
        let x = f64::midpoint(low, high);
        let sum: f64 =
            parts.iter().map(|(excess, share)| share * excess / (1.0 + x * excess)).sum();
        *(if sum > 0.0 { &mut low } else { &mut high }) = x;
    }
    let x = f64::midpoint(low, high);
    let scores = shares.iter().zip(&parts);
    Ok(scores.map(|((score, _), (excess, share))| (*score, share / (1.0 + x * excess))).collect())
}

/// Halving an interval this often leaves nothing of it in 64 bits.
const MOST_HALVINGS: usize = 120;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extreme_inputs_get_an_answer_or_an_error_at_once() {
        let counts = [[0; 5], [0, 0, 0, 0, 9], [900, 0, 0, 0, 0], [0, 0, 1 << 40, 0, 0], [1; 5]];
        for pairs in counts {
            for (elo0, elo1) in [(-1500.0, 0.0), (-1e9, 1e9), (0.0, 1e-9), (0.0, 1500.0)] {
                for model in [Model::Normalized, Model::Logistic] {
                    let test = Hypotheses { elo0, elo1, model, ..Hypotheses::default() };
                    let ratio = test.log_likelihood_ratio(&pairs);
                    assert!(
                        ratio.is_err() || ratio.is_ok_and(f64::is_finite),
                        "{test:?} {pairs:?}"
                    );
                }
            }
        }
        for (elo0, elo1) in [(5.0, 0.0), (1.0, 1.0), (f64::NAN, 1.0), (0.0, f64::INFINITY)] {
            let test = Hypotheses { elo0, elo1, ..Hypotheses::default() };
            assert_eq!(test.log_likelihood_ratio(&[1; 5]), Err(SprtError::NoTest));
        }
    }

    #[test]
    fn won_pairs_accept_and_lost_pairs_reject() {
        let test = Hypotheses { elo1: 30.0, ..Hypotheses::default() };
        let verdict = |pairs| test.verdict(test.log_likelihood_ratio(&pairs).expect("a ratio"));
        assert_eq!(verdict([0, 10, 100, 100, 40]), Verdict::Accepted);
        assert_eq!(verdict([40, 100, 100, 10, 0]), Verdict::Rejected);
        assert_eq!(verdict([1, 2, 3, 2, 1]), Verdict::Running);
    }
}
