//! Two players, many games: who is stronger?
//!
//! Games come in pairs. Both of a pair begin with the same moves, random ones or
//! those of a file of openings, and the players change sides, so that neither the
//! opening nor the first move is an advantage.

use crate::standing::{Played, Standing};
use crate::{Error, Openings, Player, Request, Session, Start, Workbench};
use plywood_game::{Outcome, Random, Side};
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
    /// Whether to draw several random openings and begin with the most even one.
    pub balanced: bool,
    /// Openings to begin with instead.
    pub openings: Option<Openings>,
    /// What the openings or their order, and games with a random start, are drawn from.
    pub seed: u64,
}

/// Where so many random openings end the game, all of them do, or nearly so.
const OPENINGS_TRIED: usize = 1000;

/// Of so many random openings the most even one is played, where that is asked
/// for.
const OPENINGS_WEIGHED: usize = 16;

/// Who says how even an opening is. It counts moves and not time, so that the
/// same seed gives the same openings.
const JUDGE: &str = "best[nodes=20000]";

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
            let seed = self.seed_of(pair);
            for first_begins in [true, false] {
                if standing.games() == self.games {
                    break;
                }
                let Some(mut session) = self.begin(workbench, pair, openings.as_ref(), stop)?
                else {
                    return Ok(standing);
                };
                let Some(played) = self.play_game(&mut *session, first_begins, seed, stop)? else {
                    return Ok(standing);
                };
                standing.add(played);
                progress(&standing);
            }
        }
        Ok(standing)
    }

    /// A game that has come out of its opening; none if stopped.
    fn begin(
        &self,
        workbench: &Workbench,
        pair: usize,
        openings: Option<&Openings>,
        stop: &AtomicBool,
    ) -> Result<Option<Box<dyn Session>>, Error> {
        let seed = self.seed_of(pair);
        let Some(openings) = openings else {
            let mut dice = Random::new(seed);
            return match self.balanced {
                true => self.even_opening(workbench, seed, &mut dice, stop),
                false => self.random_opening(workbench, seed, &mut dice, stop),
            };
        };
        let mut session = workbench.open(&self.game, &Start::default(), seed)?;
        openings.play(pair, &mut *session)?;
        Ok(Some(session))
    }

    /// What the opening of a pair, and the board of a game with a random start,
    /// are drawn from.
    fn seed_of(&self, pair: usize) -> u64 {
        self.seed.wrapping_add(pair as u64)
    }

    /// A game with its first moves played at random, but not to its end; none
    /// if stopped.
    fn random_opening(
        &self,
        workbench: &Workbench,
        seed: u64,
        dice: &mut Random,
        stop: &AtomicBool,
    ) -> Result<Option<Box<dyn Session>>, Error> {
        for _ in 0..OPENINGS_TRIED {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let mut session = workbench.open(&self.game, &Start::default(), seed)?;
            let moves = (0..self.opening_moves).map(|_| session.play_random(dice));
            if moves.collect::<Result<Vec<_>, _>>().is_ok() && session.ending().is_none() {
                return Ok(Some(session));
            }
        }
        Err(Error::NoOpening { game: self.game.clone(), moves: self.opening_moves })
    }

    /// The most even of several random openings; none if stopped.
    fn even_opening(
        &self,
        workbench: &Workbench,
        seed: u64,
        dice: &mut Random,
        stop: &AtomicBool,
    ) -> Result<Option<Box<dyn Session>>, Error> {
        let judge = Request::of_player(&JUDGE.parse()?);
        let mut weighed = Vec::new();
        for _ in 0..OPENINGS_WEIGHED {
            let opening = self.random_opening(workbench, seed, dice, stop)?;
            let Some(session) = opening else { return Ok(None) };
            let found = session.analyse(&judge, stop, &mut |_| {})?;
            weighed.push((found.score.imbalance(), session));
        }
        let most_even = weighed.into_iter().min_by_key(|&(imbalance, _)| imbalance);
        Ok(most_even.map(|(_, session)| session))
    }

    /// Plays a game to its end, or until a player makes a move that the rules do
    /// not allow, which loses; none if stopped.
    fn play_game(
        &self,
        session: &mut dyn Session,
        first_begins: bool,
        seed: u64,
        stop: &AtomicBool,
    ) -> Result<Option<Played>, Error> {
        let mut dice = Random::new(!seed);
        let side = if first_begins { Side::First } else { Side::Second };
        loop {
            if let Some(ending) = session.ending() {
                return Ok(Some(Played { outcome: ending.outcome, side, fault: false }));
            }
            let to_move = session.to_move();
            match &self.players[usize::from(to_move != side)] {
                Player::Human => return Err(Error::NoPersonHere),
                Player::Random { .. } => drop(session.play_random(&mut dice)?),
                Player::Engine(engine) => {
                    let request = Request::of_player(engine);
                    let found = session.analyse(&request, stop, &mut |_| {})?;
                    if stop.load(Ordering::Relaxed) {
                        return Ok(None);
                    }
                    if session.play(&found.best).is_err() {
                        let outcome = Outcome::Win(to_move.other());
                        return Ok(Some(Played { outcome, side, fault: true }));
                    }
                }
            }
        }
    }
}
