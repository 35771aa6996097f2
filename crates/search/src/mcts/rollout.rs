//! The random game below a leaf. It allocates nothing: moves are played on the
//! position in place, and the move list is reused.

use super::bounds::reward_of;
use super::iteration::TreeSearch;
use crate::Score;
use plywood_game::{Game, Knowledge, Outcome, Side, Stopped};

/// How a rollout ended, for the first side.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Result {
    /// 1 for a win, 0 for a loss, and between them what is not certain.
    pub(crate) reward: f64,
    /// The margin in points; without meaning in games that do not count them.
    pub(crate) margin: f64,
}

/// Where positions repeat, a random game may go on for ever; after this many
/// moves it is evaluated as it stands.
const LONGEST_WHERE_POSITIONS_REPEAT: u32 = 200;

impl Result {
    fn of_outcome(outcome: Outcome) -> Self {
        let points = outcome.value_for(Side::First);
        Self { reward: reward_of(Score::margin(points.signum())), margin: points.into() }
    }

    /// The reward of a certain score for `side`.
    pub(crate) fn of_score(score: Score, side: Side) -> Self {
        let margin = match score.plies_to_end() {
            Some(_) => 0.0,
            None => f64::from(score.raw()) / 100.0,
        };
        Self { reward: reward_of(score), margin }.seen_by(side)
    }

    /// The reward of a static evaluation for `side`. The curve resembles the
    /// logistic one, but is the same on every machine.
    fn of_evaluation(evaluation: i32, side: Side, scale: f64) -> Self {
        let value = f64::from(evaluation);
        let reward = 0.5 + 0.5 * value / (value.abs() + scale.max(1.0));
        Self { reward, margin: value / 100.0 }.seen_by(side)
    }

    /// The same for the first side, if it was seen by `side`, or the reverse.
    pub(crate) fn seen_by(self, side: Side) -> Self {
        match side {
            Side::First => self,
            Side::Second => Self { reward: 1.0 - self.reward, margin: -self.margin },
        }
    }
}

impl<G: Game, K: Knowledge<G>> TreeSearch<'_, G, K> {
    /// Plays random moves from the current position and returns the result.
    pub(crate) fn roll_out(&mut self) -> std::result::Result<Result, Stopped> {
        let longest = match self.options.rollout {
            None if self.game.can_repeat() => LONGEST_WHERE_POSITIONS_REPEAT,
            longest => longest.unwrap_or(u32::MAX),
        };
        for _ in 0..longest {
            self.list_moves(self.options.forced_rollouts)?;
            let Some(&mv) = self.dice.pick(&self.moves) else { break };
            self.budget.pay_node()?;
            self.play(mv);
        }
        if let Some(outcome) = self.game.outcome(&self.position) {
            return Ok(Result::of_outcome(outcome));
        }
        let value = self.knowledge.evaluate(self.game, &self.position, None, &self.state);
        let side = self.game.to_move(&self.position);
        Ok(Result::of_evaluation(value, side, self.options.evaluation_scale))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_those_of_the_first_side() {
        let lost_by_four = Result::of_outcome(Outcome::Margin(-4));
        assert_eq!((lost_by_four.reward, lost_by_four.margin), (0.0, -4.0));
        let won_by_second = Result::of_score(Score::win_in(3), Side::Second);
        assert_eq!(won_by_second.reward, 0.0);
        assert_eq!(Result::of_score(Score::margin(6), Side::Second).margin, -6.0);
    }

    #[test]
    fn an_evaluation_at_the_scale_is_a_chance_of_three_in_four() {
        assert_eq!(Result::of_evaluation(300, Side::First, 300.0).reward, 0.75);
        assert_eq!(Result::of_evaluation(300, Side::Second, 300.0).reward, 0.25);
        assert_eq!(Result::of_evaluation(0, Side::First, 0.0).reward, 0.5);
    }
}
