//! Two players, many games: who is stronger?
//!
//! Games come in pairs. Both of a pair begin with the same moves, random ones or
//! those of a file of openings, and the players change sides, so that neither the
//! opening nor the first move is an advantage.

use crate::standing::{Played, Standing};
use crate::{Error, Openings, PlayerSpec, Request, Session, Start, Workbench};
use plywood_game::{Outcome, Random, Side, mix};
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

/// What is to be played.
#[derive(Debug, Clone)]
pub struct Contest {
    /// The game.
    pub game: String,
    /// Who plays; the first of them begins in every other game.
    pub players: [PlayerSpec; 2],
    /// How many games; an odd number is one pair too few for its last game.
    pub games: usize,
    /// How many random moves each pair begins with.
    pub opening_moves: usize,
    /// Of how many random openings each pair begins with the most even one; of
    /// one or none nothing is to be weighed.
    pub openings_weighed: usize,
    /// Openings to begin with instead.
    pub openings: Option<Openings>,
    /// What the openings or their order, and games with a random start, are drawn from.
    pub seed: u64,
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
        let mut openings_met = HashSet::new();
        for pair in 0..self.games.div_ceil(2) {
            let Some(opening) = self.opening(workbench, pair, openings.as_ref(), stop)? else {
                return Ok(standing);
            };
            for first_begins in [true, false] {
                if standing.games() == self.games {
                    break;
                }
                let mut session = workbench.resume(&opening)?;
                let dice = [0, 1].map(|player| self.dice_of(player, pair, first_begins));
                let Some(played) = self.play_game(&mut *session, first_begins, dice, stop)? else {
                    return Ok(standing);
                };
                openings_met.insert(opening.to_string());
                standing.openings = openings_met.len();
                standing.add(played);
                progress(&standing);
            }
        }
        Ok(standing)
    }

    /// What the opening of a pair, and the board of a game with a random start,
    /// are drawn from. Each seed has a stretch of its own, far from its
    /// neighbours', so that matches with different seeds share no opening.
    pub(crate) fn seed_of(&self, pair: usize) -> u64 {
        mix(self.seed.wrapping_sub(1)).wrapping_add(1 + pair as u64)
    }

    /// What a player who moves at random draws its moves from in a game: its own
    /// seed, or its place in the match, and the game.
    fn dice_of(&self, player: usize, pair: usize, first_begins: bool) -> Random {
        let own = match &self.players[player] {
            PlayerSpec::Random { seed: Some(seed) } => mix(*seed),
            _ => player as u64,
        };
        let game = 2 * pair as u64 + u64::from(first_begins);
        Random::new(mix(own ^ mix(self.seed_of(0) ^ mix(game))))
    }

    /// Plays a game to its end, or until a player makes a move that the rules do
    /// not allow, which loses; none if stopped.
    fn play_game(
        &self,
        session: &mut dyn Session,
        first_begins: bool,
        mut dice: [Random; 2],
        stop: &AtomicBool,
    ) -> Result<Option<Played>, Error> {
        let side = if first_begins { Side::First } else { Side::Second };
        loop {
            if let Some(ending) = session.ending() {
                return Ok(Some(Played { outcome: ending.outcome, side, fault: false }));
            }
            let to_move = session.to_move();
            let player = usize::from(to_move != side);
            match &self.players[player] {
                PlayerSpec::Human => return Err(Error::NoPersonHere),
                PlayerSpec::External { .. } => {
                    return Err(Error::External { player: self.players[player].to_string() });
                }
                PlayerSpec::Random { .. } => drop(session.play_random(&mut dice[player])?),
                PlayerSpec::Engine(engine) => {
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
