//! What results prove: ratings with error bars, and sequential tests.
//!
//! Results are counts of equally spaced scores: lost, drawn and won games, or the
//! five results of a pair of games (0, 1/2, 1, 3/2 and 2 points). Pairs come from
//! the same opening with colours swapped, so their games are not independent and
//! the five counts are what a test must use.

mod fit;
mod rating;
mod sprt;

pub use fit::{Fit, Results};
pub use rating::{Estimate, Rating};
pub use sprt::{Hypotheses, Model, SprtError, Verdict};

/// Elo points for a score s are `-400 log10(1/s - 1)`; near 1/2 a score that is t
/// standard deviations of a game above 1/2 is t times this many normalised Elo
/// points (Van den Bergh, "Normalized Elo", 2020).
const ELO_PER_DEVIATION: f64 = 800.0 / std::f64::consts::LN_10;

/// What a count of 0 is taken for, so that a result that has not occurred is not
/// taken for impossible.
const NEVER_SEEN: f64 = 1e-3;

/// The scores of games or pairs, from 0 to 1, each with its share.
#[derive(Debug, Clone)]
struct Distribution {
    /// How many results there were; counts of 0 taken for [`NEVER_SEEN`].
    count: f64,
    /// The number of games in a result.
    games: f64,
    /// Scores with their shares, which add up to 1.
    shares: Vec<(f64, f64)>,
}

impl Distribution {
    /// The distribution of results, the worst first; none if nothing was played.
    fn new(counts: &[u64]) -> Option<Self> {
        if counts.iter().all(|&count| count == 0) {
            return None;
        }
        let counts: Vec<f64> = counts.iter().map(|&c| (c as f64).max(NEVER_SEEN)).collect();
        let count: f64 = counts.iter().sum();
        let best = counts.len() as f64 - 1.0;
        let share = |(rank, part): (usize, &f64)| (rank as f64 / best, part / count);
        let shares = counts.iter().enumerate().map(share).collect();
        Some(Self { count, games: if counts.len() == 3 { 1.0 } else { 2.0 }, shares })
    }

    /// Mean and variance of a result.
    fn moments(shares: &[(f64, f64)]) -> (f64, f64) {
        let mean: f64 = shares.iter().map(|(score, share)| score * share).sum();
        let variance = shares.iter().map(|(score, share)| share * (score - mean).powi(2)).sum();
        (mean, variance)
    }
}
