//! Multi-ProbCut: a shallow search predicts a deep one. Over many positions the
//! value of the deep search is `slope * shallow + intercept`, give or take a
//! deviation. Where the prediction lies outside the window by more than
//! `threshold` deviations, the deep search is left out (Buro, "`ProbCut`: an
//! effective selective extension of the alpha-beta algorithm", ICCA Journal 18,
//! 1995; "Experiments with Multi-ProbCut and a new high-quality evaluation
//! function for Othello", 1997).
//!
//! `plywood fit` measures the predictions; docs/techniques/multi-probcut.md has
//! those of the games.

use super::node::{NodeContext, Search};
use crate::options::Technique;
use crate::{Observer, Score, Value, Window};
use plywood_game::{Knowledge, Stopped, Symmetry};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// The options of Multi-ProbCut.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MultiProbCutOptions {
    /// What shallow searches say about deep ones; none for no cuts.
    pub predictions: Option<Arc<Predictions>>,
}

impl MultiProbCutOptions {
    pub(super) fn is_on(&self) -> bool {
        self.predictions.is_some()
    }
}

impl Technique for MultiProbCutOptions {
    fn is_exact(&self) -> bool {
        !self.is_on()
    }
}

/// What shallow searches of a game say about deep ones.
#[derive(Debug, Clone, PartialEq)]
pub struct Predictions {
    threshold: f64,
    /// By the deep depth; of one depth, the shallowest first.
    by_depth: Vec<Vec<Prediction>>,
}

/// What a search of one depth says about one of another, in a phase of the game.
#[derive(Debug, Clone, PartialEq)]
pub struct Prediction {
    /// The depth that predicts, in plies; at least 1.
    pub shallow: u32,
    /// The depth that is predicted; more than the shallow one.
    pub deep: u32,
    /// The phase: the plies that may be left in the game. A game that does not
    /// know how many has one phase, for which this says nothing.
    pub left: RangeInclusive<u32>,
    /// How much of the shallow value counts; above 0.
    pub slope: f64,
    /// What is added to it, in the unit of the evaluation.
    pub intercept: f64,
    /// The standard deviation of the deep value from the prediction.
    pub deviation: f64,
}

impl Predictions {
    /// These predictions, which are trusted where they are `threshold` deviations
    /// outside the window.
    #[must_use]
    pub fn new(threshold: f64, predictions: impl IntoIterator<Item = Prediction>) -> Self {
        let mut by_depth = Vec::new();
        for prediction in predictions {
            let deep = prediction.deep as usize;
            if by_depth.len() <= deep {
                by_depth.resize_with(deep + 1, Vec::new);
            }
            by_depth[deep].push(prediction);
        }
        by_depth.iter_mut().for_each(|pairs| pairs.sort_by_key(|pair| pair.shallow));
        Self { threshold, by_depth }
    }

    /// Those of a depth in the phase with this many plies left. Deeper than was measured,
    /// those of the deepest depth of the same parity stand in: what is not seen in a few
    /// plies is hardly larger in many.
    #[inline]
    fn of(&self, depth: u32, left: Option<u32>) -> impl Iterator<Item = &Prediction> {
        let mut depth = depth as usize;
        let deepest = self.by_depth.len().saturating_sub(1);
        if depth > deepest {
            depth = deepest.saturating_sub((depth - deepest) % 2);
        }
        let pairs = self.by_depth.get(depth).map_or(&[][..], Vec::as_slice);
        pairs.iter().filter(move |pair| left.is_none_or(|left| pair.left.contains(&left)))
    }
}

impl Prediction {
    /// The null window of the shallow search that shows the deep value to be at
    /// least `beta`.
    fn above(&self, beta: Score, threshold: f64) -> Window {
        let needed = f64::from(beta.raw()) + threshold * self.deviation - self.intercept;
        Window::just_below(Score::estimate((needed / self.slope).ceil() as i32))
    }

    /// The null window of the shallow search that shows the deep value to be at
    /// most `alpha`.
    fn below(&self, alpha: Score, threshold: f64) -> Window {
        let needed = f64::from(alpha.raw()) - threshold * self.deviation - self.intercept;
        Window::just_above(Score::estimate((needed / self.slope).floor() as i32))
    }
}

impl<G: Symmetry, K: Knowledge<G>, O: Observer<G::Move>> Search<'_, G, K, O> {
    /// The bound of a node that shallow searches predict to be outside the window.
    /// The static evaluation chooses the side that is tried.
    pub(super) fn cut_by_prediction(
        &mut self,
        position: &mut G::Position,
        at: NodeContext<G::Move>,
        window: Window,
        estimate: Score,
    ) -> Result<Option<Value>, Stopped> {
        let options = self.options;
        let Some(predictions) = &options.multi_probcut.predictions else { return Ok(None) };
        let left = self.game.most_plies_left(position);
        for pair in predictions.of(at.depth, left) {
            let above = estimate >= window.beta;
            let asked = match above {
                true => pair.above(window.beta, predictions.threshold),
                false => pair.below(window.alpha, predictions.threshold),
            };
            let shallow = NodeContext { depth: pair.shallow, ..at };
            self.observer.begin_aside();
            let value = self.searched(position, shallow, asked);
            self.observer.end_aside();
            self.lines.clear(at.ply);
            let score = value?.score;
            match above {
                true if score >= asked.beta => return Ok(Some(Value::estimate(window.beta))),
                false if score <= asked.alpha => return Ok(Some(Value::estimate(window.alpha))),
                _ => {}
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_windows_of_shallow_searches_stand_for_those_of_deep_ones() {
        let pair = Prediction {
            shallow: 2,
            deep: 4,
            left: 0..=120,
            slope: 0.5,
            intercept: 10.0,
            deviation: 20.0,
        };
        // 0.5 * 161 + 10 - 1.5 * 20 is just above 60.
        assert_eq!(pair.above(Score::estimate(60), 1.5).beta, Score::estimate(160));
        assert_eq!(pair.below(Score::estimate(60), 1.5).alpha, Score::estimate(40));
    }

    #[test]
    fn a_prediction_is_one_of_its_depth_and_phase() {
        let pair = |shallow, deep, left| Prediction {
            shallow,
            deep,
            left,
            slope: 1.0,
            intercept: 0.0,
            deviation: 1.0,
        };
        let all = Predictions::new(1.0, [pair(3, 5, 0..=9), pair(1, 5, 0..=9), pair(2, 4, 5..=9)]);
        let shallow =
            |depth, left| -> Vec<u32> { all.of(depth, left).map(|pair| pair.shallow).collect() };
        assert_eq!(shallow(5, Some(9)), [1, 3], "the cheapest first");
        assert_eq!(shallow(5, Some(10)), []);
        assert_eq!(shallow(4, None), [2], "without phases, all");
        assert_eq!(shallow(40, None), [2], "those of depth 4 stand in");
        assert_eq!(shallow(3, None), []);
    }
}
