//! How a match stands: what was won, by how much, and how sure that is.
//!
//! How sure the score is follows from how much it differs from pair to pair.

use plywood_game::{Outcome, Side};
use serde::Serialize;

/// A game of a match that has ended.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Played {
    pub(crate) outcome: Outcome,
    /// The side that the first player had.
    pub(crate) side: Side,
    /// Whether it ended with a move that the rules do not allow.
    pub(crate) fault: bool,
}

impl Played {
    /// What it is worth to the first player, from 0 to 1.
    fn score(self) -> f64 {
        self.outcome.winner().map_or(0.5, |winner| f64::from(u8::from(winner == self.side)))
    }
}

/// How a contest stands.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Standing {
    /// Games that the first player won.
    pub wins: usize,
    /// Games that nobody won.
    pub draws: usize,
    /// Games that the second player won.
    pub losses: usize,
    /// Games that ended with a move that the rules do not allow.
    #[serde(skip)]
    pub faults: usize,
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
    /// What it scored in the first game of a pair whose second is to come.
    #[serde(skip)]
    half: Option<f64>,
}

impl Standing {
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
    /// assert_eq!(plywood_workbench::Standing::default().pairs(), [0, 0, 0]);
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
    /// let [low, high] = plywood_workbench::Standing::default().interval();
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

    pub(crate) fn add(&mut self, played: Played) {
        let score = played.score();
        match self.half.take() {
            Some(first) => self.pairs.push((first + score) / 2.0),
            None => self.half = Some(score),
        }
        *match score {
            1.0 => &mut self.wins,
            0.0 => &mut self.losses,
            _ => &mut self.draws,
        } += 1;
        self.faults += usize::from(played.fault);
        if played.outcome.margin().is_some() {
            let points = f64::from(played.outcome.value_for(played.side));
            // A game that was lost by a fault has no points to count.
            let counted = (self.games() - self.faults) as f64;
            let before = self.margin.unwrap_or(0.0);
            self.margin = Some(before + (points - before) / counted);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(games: &[(Outcome, Side, bool)]) -> Standing {
        let mut standing = Standing::default();
        let played = games.iter().map(|&(outcome, side, fault)| Played { outcome, side, fault });
        played.for_each(|game| standing.add(game));
        standing
    }

    #[test]
    fn points_are_counted_for_the_first_player_whichever_side_it_has() {
        let games = [
            (Outcome::Margin(10), Side::First, false),
            (Outcome::Margin(-4), Side::Second, false),
            (Outcome::Margin(2), Side::Second, false),
        ];
        let standing = standing(&games);
        assert_eq!((standing.wins, standing.losses), (2, 1));
        assert_eq!(standing.margin, Some(4.0));
        assert_eq!(standing.pairs(), [1, 0, 0], "half a pair is none");
    }

    #[test]
    fn games_that_know_only_winning_have_no_margin() {
        let won = (Outcome::Win(Side::First), Side::First, false);
        assert_eq!(standing(&[won, (Outcome::Draw, Side::First, false)]).margin, None);
    }

    #[test]
    fn a_fault_is_counted_and_lost_and_leaves_the_margin_alone() {
        let games = [
            (Outcome::Margin(6), Side::First, false),
            (Outcome::Win(Side::First), Side::Second, true),
            (Outcome::Margin(8), Side::First, false),
        ];
        let standing = standing(&games);
        assert_eq!((standing.wins, standing.losses, standing.faults), (2, 1, 1));
        assert_eq!(standing.margin, Some(7.0));
    }
}
