//! An event of two players: its pairs, their rating, and the sequential test that
//! counts them.

use crate::event::Event;
use crate::schedule::Schedule;
use crate::statistics::{Hypotheses, Rating, Verdict};
use crate::summary::Summary;
use plywood_game::Side;
use serde::Serialize;
use std::collections::BTreeMap;

/// More about an event of two players, as the first of them sees it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct TwoPlayers {
    /// Pairs of games with 0, 1/2, 1, 3/2 and 2 points.
    pub pairs: [u64; 5],
    /// Elo, normalised Elo and likelihood of superiority, by pairs.
    #[serde(flatten)]
    pub rating: Option<Rating>,
}

/// A sequential test.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Sequential {
    /// The hypotheses.
    #[serde(flatten)]
    pub hypotheses: Hypotheses,
    /// The logarithm of the likelihood ratio; none if no distribution satisfies a
    /// hypothesis.
    pub llr: Option<f64>,
    /// The bound below which the test rejects.
    pub lower: f64,
    /// The bound above which it accepts.
    pub upper: f64,
    /// What is decided.
    pub verdict: Verdict,
    /// The ratio after numbers of pairs, for a graph.
    pub history: Vec<(u64, f64)>,
}

/// How many points the graph of a sequential test has at most.
const GRAPH_POINTS: u64 = 200;

impl TwoPlayers {
    pub(super) fn new<'s>(results: impl Iterator<Item = &'s Summary>, event: &Event) -> Self {
        debug_assert_eq!(event.players.len(), 2);
        let halves = |result: &Summary| {
            let side = if result.pairing.players[0] == 0 { Side::First } else { Side::Second };
            result.halves(side)
        };
        let mut waiting: BTreeMap<u32, usize> = BTreeMap::new();
        let mut pairs = [0; 5];
        for result in results {
            match waiting.remove(&result.pairing.pair) {
                Some(other) => pairs[other + halves(result)] += 1,
                None => {
                    waiting.insert(result.pairing.pair, halves(result));
                }
            }
        }
        Self { pairs, rating: Rating::new(&pairs) }
    }
}

impl Sequential {
    pub(super) fn new(hypotheses: Hypotheses, schedule: &Schedule) -> Self {
        let [lower, upper] = hypotheses.bounds();
        let pairs = schedule.counted_pairs();
        let decided = schedule.progress().decided;
        Self {
            hypotheses,
            llr: hypotheses.log_likelihood_ratio(&pairs).ok(),
            lower,
            upper,
            verdict: decided.map_or(Verdict::Running, |decision| decision.verdict),
            history: history(hypotheses, schedule),
        }
    }
}

/// The ratio after evenly spaced numbers of pairs.
fn history(hypotheses: Hypotheses, schedule: &Schedule) -> Vec<(u64, f64)> {
    let total: u64 = schedule.counted_pairs().iter().sum();
    let step = total.div_ceil(GRAPH_POINTS).max(1);
    let (mut counts, mut points) = ([0; 5], vec![(0, 0.0)]);
    let results: Vec<&Summary> = schedule.results().take(2 * total as usize).collect();
    for (pair, two) in results.chunks_exact(2).enumerate() {
        counts[two[0].halves(Side::First) + two[1].halves(Side::Second)] += 1;
        let number = pair as u64 + 1;
        if (number.is_multiple_of(step) || number == total)
            && let Ok(ratio) = hypotheses.log_likelihood_ratio(&counts)
        {
            points.push((number, ratio));
        }
    }
    points
}
