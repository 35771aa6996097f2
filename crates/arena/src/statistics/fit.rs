//! The strengths of many players at once: one maximum-likelihood fit of the model of
//! Bradley and Terry ("Rank analysis of incomplete block designs", 1952), with a term
//! for the advantage of the first side. A draw is half a win and half a loss.
//!
//! Who has won or lost all games would be infinitely strong or weak. Therefore each
//! player, and the advantage, also has one drawn game against a player of average
//! strength. Error bars are those of the likelihood at its maximum, which takes
//! games for independent: where games are drawn or come in pairs from one opening,
//! they are a little too wide.

use super::Estimate;
use super::rating::WIDTH;

/// Results of one player as first against another as second.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Results {
    /// The player with the first side.
    pub first: usize,
    /// The player with the second side.
    pub second: usize,
    /// How many games.
    pub games: f64,
    /// What the first of them scored, a draw being a half.
    pub score: f64,
}

/// Strengths that were fitted together.
#[derive(Debug, Clone, PartialEq)]
pub struct Fit {
    /// Elo points of each player, relative to the average of all.
    pub ratings: Vec<Estimate>,
    /// What the first side is worth, in Elo points.
    pub advantage: Estimate,
}

/// The logarithm of the odds that one Elo point is.
const LOG_ODDS: f64 = std::f64::consts::LN_10 / 400.0;

/// Games that everything unknown has drawn against the average.
const DRAWN: f64 = 1.0;

/// Newton's method takes fewer than ten steps as a rule.
const MOST_STEPS: usize = 100;

/// The longest step in logarithms of odds, so that no step overshoots.
const LONGEST_STEP: f64 = 2.0;

impl Fit {
    /// The most likely strengths of this many players.
    ///
    /// ```
    /// use plywood_arena::{Fit, Results};
    /// let won = |first, second| Results { first, second, games: 10.0, score: 7.5 };
    /// let fit = Fit::new(3, &[won(0, 1), won(1, 0), won(1, 2), won(2, 1)]);
    /// assert!(fit.ratings.iter().all(|rating| rating.mid.abs() < 1e-6), "all are equal");
    /// assert!(fit.advantage.low > 0.0, "and the first side wins");
    /// ```
    #[must_use]
    pub fn new(players: usize, results: &[Results]) -> Self {
        let size = players + 1;
        let mut strength = vec![0.0; size];
        let mut information = Vec::new();
        for _ in 0..MOST_STEPS {
            let (slope, curvature) = derivatives(&strength, results);
            let Some(lower) = cholesky(curvature) else { break };
            let step = solve(&lower, &slope);
            information = lower;
            let longest = step.iter().fold(0.0_f64, |most, part| most.max(part.abs()));
            let scale = (LONGEST_STEP / longest).min(1.0);
            strength.iter_mut().zip(&step).for_each(|(value, part)| *value += scale * part);
            if longest < 1e-9 {
                break;
            }
        }
        let errors = errors(&information, players);
        let mean = strength[..players].iter().sum::<f64>() / players.max(1) as f64;
        let estimate = |value: f64, error: f64| {
            let (mid, error) = (value / LOG_ODDS, WIDTH * error / LOG_ODDS);
            Estimate { low: mid - error, mid, high: mid + error }
        };
        let rated = strength[..players].iter().zip(&errors);
        Self {
            ratings: rated.map(|(value, error)| estimate(value - mean, *error)).collect(),
            advantage: estimate(strength[players], errors[players]),
        }
    }
}

/// Slope and negative curvature of the logarithm of the likelihood. The last place
/// is that of the advantage.
fn derivatives(strength: &[f64], results: &[Results]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let size = strength.len();
    let expected = |odds: f64| 1.0 / (1.0 + (-odds).exp());
    let (mut slope, mut curvature) = (vec![0.0; size], vec![vec![0.0; size]; size]);
    for (place, &value) in strength.iter().enumerate() {
        let share = expected(value);
        slope[place] += DRAWN * (0.5 - share);
        curvature[place][place] += DRAWN * share * (1.0 - share);
    }
    for &Results { first, second, games, score } in results {
        let share = expected(strength[first] - strength[second] + strength[size - 1]);
        let (excess, weight) = (score - games * share, games * share * (1.0 - share));
        let terms = [(first, 1.0), (second, -1.0), (size - 1, 1.0)];
        for (row, sign) in terms {
            slope[row] += sign * excess;
            for (column, other) in terms {
                curvature[row][column] += sign * other * weight;
            }
        }
    }
    (slope, curvature)
}

/// The lower triangle L of a positive matrix L times its transpose.
fn cholesky(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    for row in 0..matrix.len() {
        for column in 0..=row {
            let (left, right) = (&matrix[row][..column], &matrix[column][..column]);
            let sum: f64 = left.iter().zip(right).map(|(a, b)| a * b).sum();
            let rest = matrix[row][column] - sum;
            matrix[row][column] = match row == column {
                true if rest > 0.0 => rest.sqrt(),
                true => return None,
                false => rest / matrix[column][column],
            };
        }
    }
    Some(matrix)
}

/// The solution of a system of equations whose matrix has this lower triangle.
fn solve(lower: &[Vec<f64>], right: &[f64]) -> Vec<f64> {
    let mut result = right.to_vec();
    for row in 0..lower.len() {
        let sum: f64 = (0..row).map(|column| lower[row][column] * result[column]).sum();
        result[row] = (result[row] - sum) / lower[row][row];
    }
    for row in (0..lower.len()).rev() {
        let sum: f64 = (row + 1..lower.len()).map(|later| lower[later][row] * result[later]).sum();
        result[row] = (result[row] - sum) / lower[row][row];
    }
    result
}

/// The standard error of each strength relative to the average, and of the
/// advantage.
fn errors(lower: &[Vec<f64>], players: usize) -> Vec<f64> {
    let size = players + 1;
    let unknown = |place: usize| {
        // The variance of a weighted sum of strengths: its weights times the
        // inverse times its weights.
        let weights: Vec<f64> = (0..size)
            .map(|other| match (place < players, other < players) {
                (true, true) => f64::from(u8::from(place == other)) - 1.0 / players as f64,
                (false, false) => 1.0,
                _ => 0.0,
            })
            .collect();
        let solved = solve(lower, &weights);
        weights.iter().zip(solved).map(|(weight, part)| weight * part).sum::<f64>().max(0.0).sqrt()
    };
    if lower.len() < size {
        return vec![0.0; size];
    }
    (0..size).map(unknown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_game::Random;

    fn results(first: usize, second: usize, games: f64, score: f64) -> Results {
        Results { first, second, games, score }
    }

    #[test]
    fn two_players_are_as_far_apart_as_their_score_says() {
        // 75 % of many games are 190.85 Elo points.
        let both = [results(0, 1, 40_000.0, 30_000.0), results(1, 0, 40_000.0, 10_000.0)];
        let fit = Fit::new(2, &both);
        let apart = fit.ratings[0].mid - fit.ratings[1].mid;
        assert!((apart - 190.85).abs() < 0.2, "{apart}");
        assert!(fit.advantage.mid.abs() < 1e-6);
        // One standard error of a score of 80,000 games at 75 % is 0.0015309, which
        // is 1.42 Elo points; each player has half of the difference.
        assert!((fit.ratings[0].error() - 1.96 * 1.42 / 2.0).abs() < 0.02, "{:?}", fit.ratings);
    }

    #[test]
    fn strengths_and_advantage_are_found_again() {
        let truth = [120.0, 40.0, 0.0, -30.0, -130.0];
        let (mut dice, mut all) = (Random::new(5), Vec::new());
        for (first, second) in (0..5).flat_map(|a| (0..5).map(move |b| (a, b))) {
            if first == second {
                continue;
            }
            let odds: f64 = LOG_ODDS * (truth[first] - truth[second] + 60.0);
            let chance = 1.0 / (1.0 + (-odds).exp());
            let wins = (0..4000).filter(|_| (dice.below(1 << 20) as f64) < chance * 1048576.0);
            all.push(results(first, second, 4000.0, wins.count() as f64));
        }
        let fit = Fit::new(5, &all);
        for (rating, truth) in fit.ratings.iter().zip(truth) {
            assert!(rating.low - 3.0 < truth && truth < rating.high + 3.0, "{rating:?} {truth}");
            assert!(rating.error() < 8.0);
        }
        assert!((fit.advantage.mid - 60.0).abs() < 8.0, "{:?}", fit.advantage);
    }

    #[test]
    fn a_player_that_won_or_lost_everything_has_a_finite_rating_at_the_right_end() {
        let all = [results(0, 1, 20.0, 20.0), results(1, 2, 20.0, 20.0), results(0, 2, 9.0, 9.0)];
        let fit = Fit::new(4, &all);
        let mids: Vec<f64> = fit.ratings.iter().map(|rating| rating.mid).collect();
        assert!(mids.iter().all(|mid| mid.is_finite()), "{mids:?}");
        assert!(mids[0] > mids[1] && mids[1] > mids[2], "{mids:?}");
        assert!(fit.ratings[3].error() > 300.0, "nothing is known of who has not played");
        assert!(
            fit.ratings.iter().all(|rating| rating.low < rating.mid && rating.mid < rating.high)
        );
        let empty = Fit::new(2, &[]);
        assert!(empty.ratings.iter().all(|rating| rating.mid == 0.0));
    }
}
