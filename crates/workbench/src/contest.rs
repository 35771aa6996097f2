//! Two players, many games: who is stronger?
//!
//! Games come in pairs. Both of a pair begin with the same moves, random ones or
//! those of a file of openings, and the players change sides, so that neither the opening nor the first move is
//! an advantage. How sure the score is follows from how much it differs from
//! pair to pair.

use crate::{Error, Openings, Player, Request, Session, Start, Workbench};
use plywood_game::{Random, Side};
use serde::Serialize;
use std::sync::atomic::{AtomicBool, Ordering};

/// What is to be played.
#[derive(Debug, Clone)]
pub struct Contest {
    /// The game.
    pub game: String,
    /// Who plays; the first of them begins in every other game.
    pub players: [Player; 2],
    /// How many games; an odd number is one pair too few for its last game.
    pub games: usize,
    /// How many random moves each pair begins with.
    pub opening_moves: usize,
    /// Openings to begin with instead.
    pub openings: Option<Openings>,
    /// What the openings or their order, and games with a random start, are drawn from.
    pub seed: u64,
}

/// Where so many random openings end the game, all of them do, or nearly so.
const OPENINGS_TRIED: usize = 1000;

/// How a contest stands.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Standing {
    /// Games that the first player won.
    pub wins: usize,
    /// Games that nobody won.
    pub draws: usize,
    /// Games that the second player won.
    pub losses: usize,
    /// What the first player scored in each pair, from 0 to 1.
    #[serde(skip)]
    pairs: Vec<f64>,
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
        let pairs = || self.pairs.iter().copied().chain([0.0, 1.0]);
        let count = pairs().count() as f64;
        let mean = pairs().sum::<f64>() / count;
        let variance = pairs().map(|pair| (pair - mean).powi(2)).sum::<f64>() / (count - 1.0);
        let error = 1.96 * (variance / count).sqrt();
        [(mean - error).max(0.0), (mean + error).min(1.0)]
    }

    fn add(&mut self, score: f64) {
        *match score {
            1.0 => &mut self.wins,
            0.0 => &mut self.losses,
            _ => &mut self.draws,
        } += 1;
    }
}

impl Contest {
    /// Plays the games, and tells after each how it stands, until all are
    /// played or `stop` is set.
    ///
    /// # Errors
    /// If the game is none, or a player cannot play it.
    pub fn play(
        &self,
        workbench: &Workbench,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Standing),
    ) -> Result<Standing, Error> {
        let mut standing = Standing::default();
        let session = workbench.open(&self.game, &Start::default(), self.seed)?;
        for player in &self.players {
            workbench.admit(&*session, player)?;
        }
        let openings = self.openings.clone().map(|openings| openings.shuffled(self.seed));
        for pair in 0..self.games.div_ceil(2) {
            let seed = self.seed.wrapping_add(pair as u64);
            let mut scores = Vec::new();
            for first_begins in [true, false] {
                if standing.games() == self.games {
                    break;
                }
                let mut session = match &openings {
                    None => match self.opening(workbench, seed, stop)? {
                        Some(session) => session,
                        None => return Ok(standing),
                    },
                    Some(openings) => {
                        let mut session = workbench.open(&self.game, &Start::default(), seed)?;
                        openings.play(pair, &mut *session)?;
                        session
                    }
                };
                let Some(winner) = self.play_game(&mut *session, first_begins, seed, stop)? else {
                    return Ok(standing);
                };
                let first = if first_begins { Side::First } else { Side::Second };
                let score = winner.map_or(0.5, |side| f64::from(u8::from(side == first)));
                scores.push(score);
                standing.add(score);
                progress(&standing);
            }
            standing.pairs.push(scores.iter().sum::<f64>() / scores.len() as f64);
        }
        Ok(standing)
    }

    /// A game with its first moves played at random, but not to its end; none
    /// if stopped.
    fn opening(
        &self,
        workbench: &Workbench,
        seed: u64,
        stop: &AtomicBool,
    ) -> Result<Option<Box<dyn Session>>, Error> {
        let mut dice = Random::new(seed);
        for _ in 0..OPENINGS_TRIED {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let mut session = workbench.open(&self.game, &Start::default(), seed)?;
            let moves = (0..self.opening_moves).map(|_| session.play_random(&mut dice));
            if moves.collect::<Result<Vec<_>, _>>().is_ok() && session.ending().is_none() {
                return Ok(Some(session));
            }
        }
        Err(Error::NoOpening { game: self.game.clone(), moves: self.opening_moves })
    }

    /// Plays a game to its end: who won it, if anybody, or none if stopped.
    #[expect(clippy::option_option, reason = "no result, or the result that nobody won")]
    fn play_game(
        &self,
        session: &mut dyn Session,
        first_begins: bool,
        seed: u64,
        stop: &AtomicBool,
    ) -> Result<Option<Option<Side>>, Error> {
        let mut dice = Random::new(!seed);
        loop {
            let snapshot = session.snapshot();
            if let Some(ending) = snapshot.ending {
                return Ok(Some(ending.outcome.winner()));
            }
            let begins = snapshot.to_move == Side::First;
            let player = &self.players[usize::from(begins != first_begins)];
            match player {
                Player::Human => return Err(Error::NoPersonHere),
                Player::Random { .. } => drop(session.play_random(&mut dice)?),
                Player::Engine(engine) => {
                    let request = Request::of_player(engine);
                    let found = session.analyse(&request, stop, &mut |_| {})?;
                    if stop.load(Ordering::Relaxed) {
                        return Ok(None);
                    }
                    session.play(&found.best)?;
                }
            }
        }
    }
}
