//! Who must find the same value, and did not.

use super::{ComparisonRow, Entrant};
use plywood_workbench::{ScoreKind, ScoreReport};
use serde::Serialize;

/// A position in which engines that must find the same value found different
/// ones.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Disagreement {
    /// The position as text.
    pub position: String,
    /// The depth they searched to.
    pub depth: u32,
    /// What each of them found.
    pub found: Vec<(String, ScoreReport)>,
}

/// The evaluator of an engine's values, and what the engine found.
type Judged<'a> = (&'a str, &'a ComparisonRow);

/// Where engines with the same `exact_under` found different values.
pub(super) fn disagreements(entrants: &[Entrant], rows: &[ComparisonRow]) -> Vec<Disagreement> {
    let mut judged: Vec<Judged<'_>> = Vec::new();
    for row in rows.iter().filter(|row| row.is_whole()) {
        let entrant = entrants.iter().find(|entrant| entrant.name == row.algorithm);
        if let Some(exact_under) = entrant.and_then(|entrant| entrant.exact_under.as_deref()) {
            judged.push((exact_under, row));
        }
    }
    // What was searched of one position at one depth stays in its order.
    judged.sort_by_key(key);
    let differ = |group: &&[Judged<'_>]| {
        group.iter().any(|(_, row)| weight(&row.score) != weight(&group[0].1.score))
    };
    let told = |group: &[Judged<'_>]| Disagreement {
        position: group[0].1.position.clone(),
        depth: group[0].1.depth,
        found: group.iter().map(|(_, row)| (row.algorithm.clone(), row.score.clone())).collect(),
    };
    judged.chunk_by(|one, other| key(one) == key(other)).filter(differ).map(told).collect()
}

fn key<'a>(&(exact_under, row): &Judged<'a>) -> (&'a str, &'a str, u32) {
    (exact_under, &row.position, row.depth)
}

/// A number by which values are equal or not, whether they are known to be
/// certain or not: one engine may see that a value is certain and another find
/// the same without seeing it.
fn weight(score: &ScoreReport) -> i64 {
    const WON: i64 = 1 << 40;
    const POINT: i64 = 100;
    let (value, plies) = (i64::from(score.value), i64::from(score.plies.unwrap_or(0)));
    match score.kind {
        ScoreKind::Win => WON - plies,
        ScoreKind::Loss => plies - WON,
        ScoreKind::Draw => 0,
        ScoreKind::Margin => value * POINT,
        ScoreKind::Estimate => value,
    }
}
