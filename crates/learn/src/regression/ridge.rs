//! Least squares with a penalty, for one phase and side: the weights `w` that make
//! `sum (target - x w)^2 + ridge * |w - prior|^2` least.
//!
//! A position has one weight for each place, so a row `x` of the matrix is a list of
//! classes. The minimum is found by conjugate gradients (Hestenes and Stiefel 1952),
//! each direction divided by how often its weight occurs: there is no step size to
//! choose, and the same rows give the same weights. The penalty (Hoerl and Kennard,
//! "Ridge regression", 1970) keeps a weight that occurs rarely near what it is in the
//! neighbouring phase, which is its prior. The penalty is in shares of the mean squared
//! error that the prior leaves: the less positions say, the more of them are needed.

/// Positions of one phase and side.
#[derive(Debug, Clone, Default)]
pub(super) struct Rows {
    /// The number of classes of a row.
    pub(super) width: usize,
    /// The classes of all rows, one row after the other.
    pub(super) classes: Vec<u32>,
    /// The target of each row.
    pub(super) targets: Vec<f32>,
}

/// The most steps, and how much the squared errors must fall with each for another.
const MOST_STEPS: usize = 60;
const LEAST_GAIN: f64 = 1e-5;

impl Rows {
    /// The sums of these weights along the rows.
    fn sums(&self, weights: &[f32]) -> Vec<f32> {
        let sum = |row: &[u32]| row.iter().map(|&class| weights[class as usize]).sum();
        self.classes.chunks_exact(self.width.max(1)).map(sum).collect()
    }

    /// For each class the sum over the rows that have it.
    fn gathered(&self, of_rows: &[f32], classes: usize) -> Vec<f32> {
        let mut sums = vec![0.0; classes];
        for (row, &value) in self.classes.chunks_exact(self.width.max(1)).zip(of_rows) {
            for &class in row {
                sums[class as usize] += value;
            }
        }
        sums
    }

    /// What is left of the targets.
    pub(super) fn errors(&self, weights: &[f32]) -> Vec<f32> {
        let sums = self.sums(weights);
        self.targets.iter().zip(sums).map(|(target, sum)| target - sum).collect()
    }
}

/// The weights with the least penalised squares of errors.
pub(super) fn fitted(rows: &Rows, prior: &[f32], share: f32) -> Vec<f32> {
    let classes = prior.len();
    let mut errors = rows.errors(prior);
    let mut squares = dot(&errors, &errors);
    let ridge = share * (squares / rows.targets.len().max(1) as f64) as f32;
    let ones = vec![1.0; rows.targets.len()];
    let scale: Vec<f32> =
        rows.gathered(&ones, classes).into_iter().map(|count| count + ridge).collect();
    let mut step = vec![0.0_f32; classes];
    let mut gradient = rows.gathered(&errors, classes);
    let scaled = |gradient: &[f32]| -> Vec<f32> {
        gradient.iter().zip(&scale).map(|(slope, scale)| slope / scale.max(1e-9)).collect()
    };
    let mut direction = scaled(&gradient);
    let mut slope = dot(&gradient, &direction);
    for _ in 0..MOST_STEPS {
        let along = rows.sums(&direction);
        let curve = dot(&along, &along) + f64::from(ridge) * dot(&direction, &direction);
        if curve <= 0.0 || slope <= 0.0 {
            break;
        }
        let length = (slope / curve) as f32;
        add(&mut step, &direction, length);
        add(&mut errors, &along, -length);
        gradient = rows.gathered(&errors, classes);
        add(&mut gradient, &step, -ridge);
        let next = scaled(&gradient);
        let next_slope = dot(&gradient, &next);
        let turn = (next_slope / slope) as f32;
        for (old, new) in direction.iter_mut().zip(next) {
            *old = new + turn * *old;
        }
        slope = next_slope;
        let now = dot(&errors, &errors);
        if squares - now < LEAST_GAIN * squares {
            break;
        }
        squares = now;
    }
    prior.iter().zip(step).map(|(prior, step)| prior + step).collect()
}

fn dot(left: &[f32], right: &[f32]) -> f64 {
    left.iter().zip(right).map(|(&left, &right)| f64::from(left) * f64::from(right)).sum()
}

fn add(sum: &mut [f32], what: &[f32], times: f32) {
    for (sum, what) in sum.iter_mut().zip(what) {
        *sum += times * what;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_game::Random;

    /// Rows of two of six classes, whose targets are the sums of these weights.
    fn rows(weights: &[f32; 6]) -> Rows {
        let mut dice = Random::new(1);
        let classes: Vec<u32> = (0..400).map(|_| dice.below(6) as u32).collect();
        let sum = |row: &[u32]| row.iter().map(|&class| weights[class as usize]).sum();
        let targets = classes.chunks_exact(2).map(sum).collect();
        Rows { width: 2, classes, targets }
    }

    #[test]
    fn weights_that_explain_all_are_found() {
        let weights = [1.0, -2.0, 3.0, 0.5, 7.0, -4.0];
        let found = fitted(&rows(&weights), &[0.0; 6], 1e-3);
        for (found, wanted) in found.iter().zip(weights) {
            assert!((found - wanted).abs() < 0.01, "{found} for {wanted}");
        }
    }

    #[test]
    fn the_penalised_squares_are_least() {
        let (rows, prior) = (rows(&[1.0, -2.0, 3.0, 0.5, 7.0, -4.0]), [0.5; 6]);
        let before = rows.errors(&prior);
        let ridge = 2.0 * (dot(&before, &before) / before.len() as f64) as f32;
        let cost = |weights: &[f32]| {
            let away: Vec<f32> = weights.iter().zip(prior).map(|(w, prior)| w - prior).collect();
            let errors = rows.errors(weights);
            dot(&errors, &errors) + f64::from(ridge) * dot(&away, &away)
        };
        let found = fitted(&rows, &prior, 2.0);
        let least = cost(&found);
        for class in 0..6 {
            for by in [-0.05, 0.05] {
                let mut other = found.clone();
                other[class] += by;
                assert!(cost(&other) > least, "class {class} by {by}");
            }
        }
    }

    #[test]
    fn a_weight_that_never_occurs_keeps_its_prior() {
        let rows = Rows { width: 1, classes: vec![0, 0, 0], targets: vec![1.0, 1.0, 4.0] };
        let found = fitted(&rows, &[0.0, 9.0], 1e-6);
        assert!((found[0] - 2.0).abs() < 1e-3, "the mean");
        assert_eq!(found[1], 9.0);
    }
}
