//! A line through points, by least squares.

/// A line, and how far the points are from it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FittedLine {
    /// How much it rises.
    pub slope: f64,
    /// Its height at 0.
    pub intercept: f64,
    /// The standard deviation of the points from it.
    pub deviation: f64,
    /// The correlation of both coordinates.
    pub correlation: f64,
}

/// The line with the least squares; none for fewer than three points, or points
/// above one another.
///
/// ```
/// use plywood_lab::fitted_line;
/// let line = fitted_line(&[(0.0, 1.0), (1.0, 3.0), (2.0, 5.0)]).expect("three points");
/// assert_eq!((line.slope, line.intercept, line.deviation), (2.0, 1.0, 0.0));
/// assert_eq!(fitted_line(&[(1.0, 1.0), (1.0, 2.0), (1.0, 3.0)]), None);
/// ```
#[must_use]
pub fn fitted_line(points: &[(f64, f64)]) -> Option<FittedLine> {
    let count = points.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (across, up) = (mean(|point| point.0), mean(|point| point.1));
    let product = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
        points.iter().map(|(x, y)| of(x - across, y - up)).sum()
    };
    let (xx, yy) = (product(&|x, _| x * x), product(&|_, y| y * y));
    let xy = product(&|x, y| x * y);
    if points.len() < 3 || xx <= 0.0 {
        return None;
    }
    let slope = xy / xx;
    // Two of the points' degrees of freedom are used up by the line.
    let left_over = (yy - slope * xy).max(0.0);
    Some(FittedLine {
        slope,
        intercept: up - slope * across,
        deviation: (left_over / (count - 2.0)).sqrt(),
        correlation: if yy > 0.0 { xy / (xx * yy).sqrt() } else { 0.0 },
    })
}

#[cfg(test)]
mod tests {
    use super::fitted_line;
    use plywood_game::Random;

    #[test]
    fn a_line_is_found_again_behind_noise() {
        let mut dice = Random::new(5);
        // Uniform noise from -100 to 100 has a deviation of 200 / sqrt(12) = 57.7.
        let mut noise = || dice.below(200_001) as f64 / 1000.0 - 100.0;
        let points: Vec<(f64, f64)> =
            (-2000..2000).map(|x| (f64::from(x), 0.8 * f64::from(x) + 25.0 + noise())).collect();
        let line = fitted_line(&points).expect("many points");
        assert!((line.slope - 0.8).abs() < 0.01, "{line:?}");
        assert!((line.intercept - 25.0).abs() < 4.0, "{line:?}");
        assert!((line.deviation - 57.7).abs() < 2.0, "{line:?}");
        assert!(line.correlation > 0.99, "{line:?}");
    }
}
