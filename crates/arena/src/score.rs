//! The score of a match: games, pairs, points, and its 95 % interval, which
//! follows from how much the pairs differ.

use plywood_game::{Outcome, Side};
use plywood_players::Failure;
use serde::Serialize;

/// A game that a player lost by a failure.
#[derive(Debug, Clone, PartialEq)]
pub struct Failed {
    /// The number of the game in the match, from 1.
    pub game: usize,
    /// The player: 0 for the first, 1 for the second.
    pub player: usize,
    /// What happened.
    pub failure: Failure,
}

/// The score of a match, as the first player sees it.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Score {
    /// Games that the first player won.
    pub wins: usize,
    /// Drawn games.
    pub draws: usize,
    /// Games that the second player won.
    pub losses: usize,
    /// Games lost by a failure of a player.
    #[serde(skip)]
    pub failed: Vec<Failed>,
    /// By how many points the first player was ahead at the end of a game that
    /// counts them, on average; none where no such game was played.
    #[serde(skip)]
    pub margin: Option<f64>,
    /// How many different openings were played. Where they are fewer than the
    /// pairs, players who always play alike repeat their games, and the score is
    /// less certain than it seems.
    #[serde(skip)]
    pub openings: usize,
    /// What the first player scored in each pair, from 0 to 1.
    #[serde(skip)]
    pairs: Vec<f64>,
    /// Its score in the first game of a pair whose second is not finished.
    #[serde(skip)]
    half: Option<f64>,
}

impl Score {
    /// How many games have been played.
    #[must_use]
    pub fn games(&self) -> usize {
        self.wins + self.draws + self.losses
    }

    /// What the first player scored, a draw being half a win; a half before
    /// the first game.
    #[must_use]
    pub fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (self.wins as f64 + self.draws as f64 / 2.0) / games as f64,
        }
    }

    /// How many pairs of games the first player won, shared and lost: where the
    /// side that begins wins as a rule, a shared pair is what equals get.
    ///
    /// ```
    /// assert_eq!(plywood_arena::Score::default().pairs(), [0, 0, 0]);
    /// ```
    #[must_use]
    pub fn pairs(&self) -> [usize; 3] {
        let count = |is: fn(f64) -> bool| self.pairs.iter().filter(|pair| is(**pair)).count();
        [count(|pair| pair > 0.5), count(|pair| pair == 0.5), count(|pair| pair < 0.5)]
    }

    /// Where the true score lies, with 19 chances in 20: two standard errors
    /// of the mean of all pairs, with one pair won and one pair lost added, so
    /// that a few equal results are not taken for certainty.
    ///
    /// ```
    /// let [low, high] = plywood_arena::Score::default().interval();
    /// assert!(low < 0.1 && high > 0.9, "nothing is known");
    /// ```
    #[must_use]
    pub fn interval(&self) -> [f64; 2] {
        let pairs = || self.pairs.iter().copied().chain(self.half).chain([0.0, 1.0]);
        let count = pairs().count() as f64;
        let mean = pairs().sum::<f64>() / count;
        let variance = pairs().map(|pair| (pair - mean).powi(2)).sum::<f64>() / (count - 1.0);
        let error = 1.96 * (variance / count).sqrt();
        [(mean - error).max(0.0), (mean + error).min(1.0)]
    }

    /// Counts a game with this outcome, in which the first player had `side`.
    pub(crate) fn add(&mut self, outcome: Outcome, side: Side, failed: Option<Failed>) {
        let score = outcome.winner().map_or(0.5, |winner| f64::from(u8::from(winner == side)));
        match self.half.take() {
            Some(first) => self.pairs.push((first + score) / 2.0),
            None => self.half = Some(score),
        }
        *match score {
            1.0 => &mut self.wins,
            0.0 => &mut self.losses,
            _ => &mut self.draws,
        } += 1;
        self.failed.extend(failed);
        if outcome.margin().is_some() {
            let points = f64::from(outcome.value_for(side));
            // A game that was lost by a failure has no points to count.
            let counted = (self.games() - self.failed.len()) as f64;
            let before = self.margin.unwrap_or(0.0);
            self.margin = Some(before + (points - before) / counted);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_players::Cause;

    fn score(games: &[(Outcome, Side, bool)]) -> Score {
        let mut score = Score::default();
        for (game, &(outcome, side, fails)) in (1..).zip(games) {
            let failure = Failure::new(Cause::Illegal, "a move");
            score.add(outcome, side, fails.then_some(Failed { game, player: 0, failure }));
        }
        score
    }

    #[test]
    fn points_are_counted_for_the_first_player_whichever_side_it_has() {
        let games = [
            (Outcome::Margin(10), Side::First, false),
            (Outcome::Margin(-4), Side::Second, false),
            (Outcome::Margin(2), Side::Second, false),
        ];
        let score = score(&games);
        assert_eq!((score.wins, score.losses), (2, 1));
        assert_eq!(score.margin, Some(4.0));
        assert_eq!(score.pairs(), [1, 0, 0], "half a pair is none");
    }

    #[test]
    fn games_that_know_only_winning_have_no_margin() {
        let won = (Outcome::Win(Side::First), Side::First, false);
        assert_eq!(score(&[won, (Outcome::Draw, Side::First, false)]).margin, None);
    }

    #[test]
    fn a_failure_is_counted_and_lost_and_leaves_the_margin_alone() {
        let games = [
            (Outcome::Margin(6), Side::First, false),
            (Outcome::Win(Side::First), Side::Second, true),
            (Outcome::Margin(8), Side::First, false),
        ];
        let score = score(&games);
        assert_eq!((score.wins, score.losses, score.failed.len()), (2, 1, 1));
        assert_eq!(score.margin, Some(7.0));
    }
}
