//! All positions together.

use super::{ComparisonRow, Entrant};
use serde::Serialize;
use std::collections::HashSet;

/// An engine at a depth, all positions together.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Summary {
    /// The engine.
    pub algorithm: String,
    /// The depth.
    pub depth: u32,
    /// The number of searches that finished.
    pub finished: usize,
    /// The number that did not, or were not begun because a shallower one did not.
    pub unfinished: usize,
    /// The nodes of those that finished.
    pub nodes: u64,
    /// The time that these took.
    pub elapsed_ms: u64,
    /// The geometric mean of their nodes.
    pub mean: f64,
    /// The geometric mean of the ratio of their nodes to those of the first
    /// engine, over the positions that both finished; none if there is none.
    pub ratio: Option<f64>,
}

/// The totals of every engine at every depth, in the order of depths and then of
/// engines.
pub(super) fn summaries(entrants: &[Entrant], rows: &[ComparisonRow]) -> Vec<Summary> {
    let mut depths: Vec<u32> = rows.iter().map(|row| row.depth).collect();
    depths.sort_unstable();
    depths.dedup();
    let positions = positions(rows);
    let mut all = Vec::new();
    for depth in depths {
        let of = |entrant: &Entrant| -> Vec<&ComparisonRow> {
            let is = |row: &&ComparisonRow| {
                row.depth == depth && row.algorithm == entrant.name && row.finished
            };
            rows.iter().filter(is).collect()
        };
        let Some(first) = entrants.first().map(of) else { return all };
        for entrant in entrants {
            let own = of(entrant);
            let ratios = own.iter().filter_map(|row| {
                let other = first.iter().find(|other| other.position == row.position)?;
                Some(weight(row) / weight(other))
            });
            all.push(Summary {
                algorithm: entrant.name.clone(),
                depth,
                finished: own.len(),
                unfinished: positions.saturating_sub(own.len()),
                nodes: own.iter().map(|row| row.nodes).sum(),
                elapsed_ms: own.iter().map(|row| row.elapsed_ms).sum(),
                mean: geometric_mean(own.iter().map(|row| weight(row))).map_or(0.0, rounded),
                ratio: geometric_mean(ratios).map(rounded),
            });
        }
    }
    all
}

/// The number of different positions.
pub(super) fn positions(rows: &[ComparisonRow]) -> usize {
    rows.iter().map(|row| row.position.as_str()).collect::<HashSet<_>>().len()
}

/// The nodes of a search, of which even a forced move has one.
fn weight(row: &ComparisonRow) -> f64 {
    row.nodes.max(1) as f64
}

/// A mean with as many digits as mean something, the same on every machine.
fn rounded(mean: f64) -> f64 {
    (mean * 10_000.0).round() / 10_000.0
}

/// The geometric mean; none of an empty list.
fn geometric_mean(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let logarithms: Vec<f64> = numbers.map(f64::ln).collect();
    let count = logarithms.len() as f64;
    (count > 0.0).then(|| (logarithms.iter().sum::<f64>() / count).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_geometric_mean_of_ratios_is_the_ratio_of_means() {
        let mean = |numbers: &[f64]| geometric_mean(numbers.iter().copied());
        assert_eq!(mean(&[]), None);
        assert!(mean(&[2.0, 8.0]).is_some_and(|mean| (mean - 4.0).abs() < 1e-12));
        let (ours, theirs) = ([3.0, 50.0, 700.0], [6.0, 20.0, 100.0]);
        let ratios: Vec<f64> = ours.iter().zip(theirs).map(|(a, b)| a / b).collect();
        let difference = mean(&ratios).zip(mean(&ours)).zip(mean(&theirs));
        assert!(difference.is_some_and(|((r, a), b)| (r - a / b).abs() < 1e-12));
    }
}
