//! Which move to follow down the tree.
//!
//! The arithmetic gives the same result on every machine: the square root is
//! exact by the standard, and the logarithm is computed here.

use super::MctsOptions;
use super::bounds::Bounds;
use super::tree::TreeNode;

/// What is known about the node whose children are chosen from.
pub(crate) struct Chooser<'a> {
    pub(crate) options: &'a MctsOptions,
    pub(crate) visits: u32,
    /// The mean reward of the side to move.
    pub(crate) mean: f64,
    /// A value outside this window changes nothing.
    pub(crate) window: Bounds,
}

impl Chooser<'_> {
    /// The child to follow: the one with the highest upper confidence bound
    /// (UCB1; Auer, Cesa-Bianchi and Fischer, "Finite-time analysis of the
    /// multiarmed bandit problem", Machine Learning 47, 2002) among those that
    /// are not proven irrelevant. Of equals, the first.
    pub(crate) fn choose<M>(&self, children: &[TreeNode<M>]) -> Option<usize> {
        let breadth = self.options.exploration * ln(self.visits.max(1)).sqrt();
        let unvisited = match self.options.first_play {
            None => f64::INFINITY,
            Some(offset) => self.mean + offset + breadth,
        };
        let mut best = None;
        let mut highest = f64::NEG_INFINITY;
        for (number, child) in children.iter().enumerate() {
            if !child.bounds.matters(self.window) {
                continue;
            }
            let urgency = match child.visits {
                0 => unvisited,
                visits => child.mean() + breadth / f64::from(visits).sqrt(),
            };
            if urgency > highest || best.is_none() {
                (best, highest) = (Some(number), urgency);
            }
        }
        best
    }
}

/// The natural logarithm to about seven digits, by the series of the inverse
/// hyperbolic tangent.
fn ln(number: u32) -> f64 {
    let halvings = number.ilog2();
    // From 1 to 2.
    let mantissa = f64::from(number) / f64::from(1_u32 << halvings);
    let s = (mantissa - 1.0) / (mantissa + 1.0);
    let square = s * s;
    let series = [1.0 / 13.0, 1.0 / 11.0, 1.0 / 9.0, 1.0 / 7.0, 1.0 / 5.0, 1.0 / 3.0, 1.0];
    let sum = series.into_iter().fold(0.0, |sum, term| sum * square + term);
    2.0 * s * sum + f64::from(halvings) * std::f64::consts::LN_2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Score;

    fn child(visits: u32, rewards: f64) -> TreeNode<u32> {
        let mut child = TreeNode::new(0);
        (child.visits, child.rewards) = (visits, rewards);
        child
    }

    fn choose(options: &MctsOptions, children: &[TreeNode<u32>]) -> Option<usize> {
        let visits = children.iter().map(|child| child.visits).sum();
        Chooser { options, visits, mean: 0.5, window: Bounds::EVERYTHING }.choose(children)
    }

    #[test]
    fn the_logarithm_is_one() {
        for number in (1..2000).chain([1 << 20, 123_456_789, u32::MAX]) {
            assert!((ln(number) - f64::from(number).ln()).abs() < 1e-7, "{number}");
        }
    }

    #[test]
    fn plain_uct_tries_every_move_once_first() {
        let plain = MctsOptions { first_play: None, ..MctsOptions::default() };
        assert_eq!(choose(&plain, &[child(1, 1.0), child(0, 0.0), child(0, 0.0)]), Some(1));
    }

    #[test]
    fn the_better_mean_and_the_fewer_visits_are_preferred() {
        let options = MctsOptions::default();
        assert_eq!(choose(&options, &[child(50, 20.0), child(50, 30.0)]), Some(1));
        assert_eq!(choose(&options, &[child(500, 300.0), child(5, 3.0)]), Some(1));
        let greedy = MctsOptions { exploration: 0.0, ..options };
        assert_eq!(choose(&greedy, &[child(500, 301.0), child(5, 3.0)]), Some(0));
    }

    #[test]
    fn what_is_known_is_not_followed() {
        let options = MctsOptions::default();
        let mut known = child(5, 5.0);
        known.bounds = Bounds::exactly(Score::DRAW);
        assert_eq!(choose(&options, &[known, child(5, 1.0)]), Some(1));
        assert_eq!(choose(&options, &[known, known]), None);
    }
}
