//! Many games between two players, in pairs: both games of a pair start from
//! the same opening with colours swapped, so that neither the opening nor the
//! first move is an advantage.
//!
//! Pairs are independent: several are played at once if asked. Results are
//! counted in the order of the games, not of finishing, so the same seed gives
//! the same score at any concurrency (for players with node or depth limits).

use crate::referee::TIME_MARGIN;
use crate::score::{Failed, Score};
use crate::{Openings, Referee};
use plywood_engines::Engines;
use plywood_game::{Outcome, Side, mix};
use plywood_workbench::{
    Clock, ClockRules, Error, Limits, PlayerSpec, Record, Session, Start, Workbench,
};
use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::time::Duration;

/// A match to be played.
#[derive(Debug, Clone)]
pub struct Match {
    /// The game.
    pub game: String,
    /// The players; the first of them has the first side in every other game.
    pub players: [PlayerSpec; 2],
    /// The number of games; an odd number leaves the last pair incomplete.
    pub games: usize,
    /// The number of random moves each pair begins with.
    pub opening_moves: usize,
    /// Each pair begins with the most balanced of this many random openings; 0
    /// and 1 take the first.
    pub balanced_of: usize,
    /// Openings to begin with instead.
    pub openings: Option<Openings>,
    /// The seed of openings and their order, of random starts and of random
    /// players without a seed.
    pub seed: u64,
    /// The clocks, if the match is played with clocks.
    pub clock: Option<ClockRules>,
    /// The number of pairs played at once.
    pub concurrency: usize,
    /// How much longer than its time limit a player may take for a move.
    pub time_margin: Duration,
    /// Where players come from.
    pub engines: Engines,
}

/// A game of a match that has ended.
#[derive(Debug, Clone)]
pub struct MatchGame {
    /// Its number in the match, from 1.
    pub number: usize,
    /// The game, with the players' names and what is known about each move.
    pub record: Record,
    opening: String,
    outcome: Outcome,
    /// The side that the first player had.
    side: Side,
    failed: Option<Failed>,
}

/// Called after each game with the score and the game.
type Progress<'a> = dyn FnMut(&Score, &MatchGame) + 'a;

impl Match {
    /// A match of 20 games from random openings of 4 moves.
    pub fn new(game: &str, players: [PlayerSpec; 2]) -> Self {
        Self {
            game: game.to_owned(),
            players,
            games: 20,
            opening_moves: 4,
            balanced_of: 1,
            openings: None,
            seed: 1,
            clock: None,
            concurrency: 1,
            time_margin: TIME_MARGIN,
            engines: Engines::default(),
        }
    }

    /// Plays the games until all are played or `stop` is set. A player that
    /// fails loses that game, and the match goes on.
    ///
    /// # Errors
    /// If there is no such game, or a player cannot play it.
    pub fn play(
        &self,
        workbench: &Workbench,
        stop: &AtomicBool,
        progress: &mut Progress<'_>,
    ) -> Result<Score, Error> {
        let session = workbench.open(&self.game, &Start::default(), self.seed)?;
        for player in &self.players {
            self.engines.admit(workbench, &*session, player)?;
        }
        let pairs = self.games.div_ceil(2);
        let openings = self.openings.clone().map(|openings| openings.shuffled(self.seed));
        let (next, quit) = (AtomicUsize::new(0), AtomicBool::new(false));
        let mut counting = Counting { score: Score::default(), met: HashSet::new(), progress };
        std::thread::scope(|scope| {
            let (sender, results) = mpsc::channel();
            for _ in 0..self.concurrency.clamp(1, pairs.max(1)) {
                let (sender, openings, next, quit) = (sender.clone(), &openings, &next, &quit);
                scope.spawn(move || {
                    while !quit.load(Ordering::Relaxed) {
                        let pair = next.fetch_add(1, Ordering::Relaxed);
                        if pair >= pairs || stop.load(Ordering::Relaxed) {
                            return;
                        }
                        let opening = self.opening(workbench, pair, openings.as_ref(), stop);
                        self.play_pair(workbench, pair, opening, stop, &sender);
                    }
                });
            }
            drop(sender);
            let counted = counting.count(results);
            quit.store(true, Ordering::Relaxed);
            counted
        })?;
        Ok(counting.score)
    }

    /// The seed of the opening of a pair, and of the board of a game with a
    /// random start. Each seed of a match has its own range, so that matches
    /// with different seeds share no opening.
    pub(crate) fn seed_of(&self, pair: usize) -> u64 {
        mix(self.seed.wrapping_sub(1)).wrapping_add(1 + pair as u64)
    }

    fn play_pair(
        &self,
        workbench: &Workbench,
        pair: usize,
        opening: Result<Option<Record>, Error>,
        stop: &AtomicBool,
        results: &Sender<Result<MatchGame, Error>>,
    ) {
        let played = opening.and_then(|opening| {
            let Some(opening) = opening else { return Ok(()) };
            for (number, side) in (2 * pair + 1..=self.games).zip(Side::BOTH) {
                let game = self.play_game(workbench, number, side, &opening, stop)?;
                // A closed channel means that another pair ended the match.
                if game.is_none_or(|game| results.send(Ok(game)).is_err()) {
                    break;
                }
            }
            Ok(())
        });
        if let Err(error) = played {
            let _ = results.send(Err(error));
        }
    }

    /// Plays a game in which the first player has `side`; none if stopped.
    fn play_game(
        &self,
        workbench: &Workbench,
        number: usize,
        side: Side,
        opening: &Record,
        stop: &AtomicBool,
    ) -> Result<Option<MatchGame>, Error> {
        let session = workbench.resume(opening)?;
        let seated = if side == Side::First { [0, 1] } else { [1, 0] };
        let [first, second] = Side::BOTH
            .map(|side| self.seat(workbench, &*session, number, (seated[side.index()], side)));
        let mut players = [first?, second?];
        let clock = self.clock.map(|rules| Clock::new(rules, session.ply())).transpose()?;
        let mut referee = Referee::new(session, clock);
        referee.time_margin = self.time_margin;
        let Some((ending, failure)) = referee.play_out(&mut players, stop)? else {
            return Ok(None);
        };
        let names = seated.map(|index| self.players[index].to_string());
        let failed = failure.map(|(loser, failure)| Failed {
            game: number,
            player: usize::from(loser != side),
            failure,
        });
        Ok(Some(MatchGame {
            number,
            record: referee.record([&names[0], &names[1]]),
            opening: opening.to_string(),
            outcome: ending.outcome,
            side,
            failed,
        }))
    }

    /// The player of this index for one game with this side, and its limits.
    fn seat(
        &self,
        workbench: &Workbench,
        session: &dyn Session,
        number: usize,
        (index, side): (usize, Side),
    ) -> Result<(Box<dyn plywood_players::Player>, Limits), Error> {
        let spec = match &self.players[index] {
            // Without its own seed it plays differently in every game.
            PlayerSpec::Random { seed: None } => {
                let seed = mix(index as u64 ^ mix(self.seed_of(0) ^ mix(number as u64)));
                PlayerSpec::Random { seed: Some(seed) }
            }
            other => other.clone(),
        };
        let player = self.engines.of(side).seated(workbench, session, &spec)?;
        Ok((player, spec.limits(self.clock.is_some())))
    }
}

/// The score so far, and the openings met.
struct Counting<'a, 'p> {
    score: Score,
    met: HashSet<String>,
    progress: &'a mut Progress<'p>,
}

impl Counting<'_, '_> {
    /// Counts games in the order of their numbers, as soon as all before them
    /// are there; at the end, those that are left.
    fn count(&mut self, results: mpsc::Receiver<Result<MatchGame, Error>>) -> Result<(), Error> {
        let mut waiting = BTreeMap::new();
        for result in results {
            let game = result?;
            waiting.insert(game.number, game);
            while let Some(game) = waiting.remove(&(self.score.games() + 1)) {
                self.add(&game);
            }
        }
        waiting.into_values().for_each(|game| self.add(&game));
        Ok(())
    }

    fn add(&mut self, game: &MatchGame) {
        self.met.insert(game.opening.clone());
        self.score.openings = self.met.len();
        self.score.add(game.outcome, game.side, game.failed.clone());
        (self.progress)(&self.score, game);
    }
}
