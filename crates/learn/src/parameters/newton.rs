//! The numbers with the least loss on a batch, by Newton's method: a step goes where the loss
//! would be least if it were a parabola, and is halved until it is less.

use crate::tables::Predicts;
use crate::training::Scale;

/// The most steps after a batch, and the most halvings of one.
const STEPS: usize = 8;
const HALVINGS: usize = 10;

/// The largest number that is learned.
pub(super) const LARGEST: f64 = 1e6;

/// A position as the numbers see it.
pub(super) struct Example {
    /// The evaluation with the numbers that it was played with, in units.
    pub(super) value: f64,
    /// How much it grows with each number.
    pub(super) features: Vec<f64>,
    pub(super) target: f64,
    pub(super) result: f32,
}

/// What is to be made least after a batch.
pub(super) struct Problem<'a> {
    pub(super) scale: Scale,
    pub(super) examples: &'a [Example],
    /// What holds the numbers back, and where.
    pub(super) held: &'a [f64],
    pub(super) start: &'a [f64],
    /// The numbers that the examples were evaluated with.
    pub(super) played: Vec<f64>,
}

impl Problem<'_> {
    /// The numbers with the least loss, and its second derivatives there.
    pub(super) fn solved(&self) -> (Vec<f64>, Vec<f64>) {
        let mut values = self.start.to_vec();
        let mut least = self.loss(&values);
        for _ in 0..STEPS {
            let (first, second) = self.derivatives(&values);
            let Some(step) = solved(second, first) else { break };
            let tried = (0..HALVINGS).find_map(|halvings| {
                let part = 0.5_f64.powi(halvings as i32);
                let moved = |(value, step): (&f64, &f64)| value - part * step;
                let tried: Vec<f64> = values.iter().zip(&step).map(moved).collect();
                let sane = tried.iter().all(|value| value.abs() <= LARGEST);
                let loss = self.loss(&tried);
                (sane && loss < least).then_some((tried, loss))
            });
            let Some((tried, loss)) = tried else { break };
            (values, least) = (tried, loss);
        }
        let (_, second) = self.derivatives(&values);
        (values, second)
    }

    /// What an example is predicted with these numbers.
    fn predicted(&self, values: &[f64], example: &Example) -> f64 {
        let change = values.iter().zip(&self.played).map(|(value, played)| value - played);
        let sum: f64 = change.zip(&example.features).map(|(by, feature)| by * feature).sum();
        let sum = example.value + sum;
        match self.scale.predicts {
            Predicts::Result => 1.0 / (1.0 + libm::exp(-sum)),
            Predicts::Margin => sum,
        }
    }

    fn loss(&self, values: &[f64]) -> f64 {
        let of_one = |example: &Example| {
            let predicted = self.predicted(values, example);
            match self.scale.predicts {
                Predicts::Result => {
                    let share = predicted.clamp(1e-12, 1.0 - 1e-12);
                    let target = example.target;
                    -(target * libm::log(share) + (1.0 - target) * libm::log(1.0 - share))
                }
                Predicts::Margin => (predicted - example.target).powi(2) / 2.0,
            }
        };
        let away = self.away(values);
        let held: f64 = away.iter().zip(self.pull(&away)).map(|(away, pull)| away * pull).sum();
        self.examples.iter().map(of_one).sum::<f64>() + held / 2.0
    }

    fn away(&self, values: &[f64]) -> Vec<f64> {
        values.iter().zip(self.start).map(|(value, start)| value - start).collect()
    }

    /// By how much each number is pulled back from so far away.
    fn pull(&self, away: &[f64]) -> Vec<f64> {
        let row = |row: &[f64]| row.iter().zip(away).map(|(held, away)| held * away).sum();
        self.held.chunks(away.len()).map(row).collect()
    }

    /// The first and second derivatives of the loss.
    fn derivatives(&self, values: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let count = values.len();
        let (mut first, mut second) = (self.pull(&self.away(values)), self.held.to_vec());
        for example in self.examples {
            let predicted = self.predicted(values, example);
            let error = predicted - example.target;
            let weight = match self.scale.predicts {
                Predicts::Result => predicted * (1.0 - predicted),
                Predicts::Margin => 1.0,
            };
            for (row, feature) in example.features.iter().enumerate() {
                first[row] += error * feature;
                for (column, other) in example.features.iter().enumerate() {
                    second[row * count + column] += weight * feature * other;
                }
            }
        }
        (first, second)
    }
}

/// The solution of a system of linear equations with a symmetric positive matrix, given row
/// by row; none if it is not one (Cholesky's method).
fn solved(mut matrix: Vec<f64>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let count = right.len();
    for row in 0..count {
        for column in 0..=row {
            let products =
                (0..column).map(|k| matrix[row * count + k] * matrix[column * count + k]);
            let rest = matrix[row * count + column] - products.sum::<f64>();
            matrix[row * count + column] = match row == column {
                true if rest > 1e-300 => rest.sqrt(),
                true => return None,
                false => rest / matrix[column * count + column],
            };
        }
    }
    for row in 0..count {
        let known: f64 = (0..row).map(|k| matrix[row * count + k] * right[k]).sum();
        right[row] = (right[row] - known) / matrix[row * count + row];
    }
    for row in (0..count).rev() {
        let known: f64 = (row + 1..count).map(|k| matrix[k * count + row] * right[k]).sum();
        right[row] = (right[row] - known) / matrix[row * count + row];
    }
    Some(right)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_game::Random;

    #[test]
    fn the_numbers_that_made_the_targets_are_found() {
        for predicts in [Predicts::Result, Predicts::Margin] {
            let (mut dice, scale) = (Random::new(1), Scale::new(predicts, 1.0));
            let (truth, start) = ([30.0, -120.0, 5.0], vec![0.0; 3]);
            let example = |_| {
                let features: Vec<f64> =
                    (0..3).map(|_| dice.below(7) as f64 / 100.0 - 0.03).collect();
                let sum: f64 = features.iter().zip(truth).map(|(feature, by)| feature * by).sum();
                let target = match predicts {
                    Predicts::Result => 1.0 / (1.0 + (-sum).exp()),
                    Predicts::Margin => sum,
                };
                Example { value: 0.0, features, target, result: 0.0 }
            };
            let examples: Vec<Example> = (0..2000).map(example).collect();
            let held = [1e-9, 0.0, 0.0, 0.0, 1e-9, 0.0, 0.0, 0.0, 1e-9];
            let (held, played) = (&held[..], start.clone());
            let problem = Problem { scale, examples: &examples, held, start: &start, played };
            for (found, truth) in problem.solved().0.into_iter().zip(truth) {
                assert!((found - truth).abs() < 0.5, "{predicts:?}: {found} for {truth}");
            }
        }
    }

    #[test]
    fn only_positive_systems_are_solved() {
        let solution = solved(vec![4.0, 2.0, 2.0, 3.0], vec![2.0, -1.0]).expect("positive");
        assert!((solution[0] - 1.0).abs() < 1e-12 && (solution[1] + 1.0).abs() < 1e-12);
        assert_eq!(solved(vec![1.0, 2.0, 2.0, 1.0], vec![1.0, 1.0]), None);
    }
}
