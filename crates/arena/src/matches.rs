//! Many games between two players, in pairs: both games of a pair start from
//! the same opening with colours swapped, so that neither the opening nor the
//! first move is an advantage.
//!
//! A match is an event of two players that is kept in memory. Several games are
//! played at once if asked. Results are counted in the order of the games, not of
//! finishing, so the same seed gives the same score at any concurrency (for players
//! with node or depth limits).

use crate::Openings;
use crate::event::{Configuration, Event, OpeningSource};
use crate::referee::TIME_MARGIN;
use crate::runner::{Finished, RunError, Runner};
use crate::schedule::Schedule;
use crate::score::{Failed, Score};
use plywood_engines::Engines;
use plywood_game::{Outcome, Side};
use plywood_workbench::{ClockRules, Error, PlayerSpec, Record, Start, Workbench};
use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::AtomicBool;
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
    /// The number of games played at once.
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

impl MatchGame {
    fn new(game: &Finished) -> Self {
        let pairing = game.summary.pairing;
        let number = pairing.number as usize + 1;
        let failed = game.failed.clone();
        Self {
            number,
            record: game.record.clone(),
            opening: game.opening.clone(),
            outcome: game.summary.outcome,
            side: if pairing.players[0] == 0 { Side::First } else { Side::Second },
            failed: failed.map(|(player, failure)| Failed { game: number, player, failure }),
        }
    }
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
            if self.opening_moves > 0 || self.openings.is_some() {
                Engines::admit_to_openings(player)?;
            }
            player.check_time(self.clock.is_some())?;
            self.engines.admit(workbench, &*session, player)?;
        }
        let event = self.event();
        let (engines, players) = (self.engines.clone(), self.players.to_vec());
        let runner = Runner::with_players(workbench, &event, engines, self.concurrency, players);
        let mut counting = Counting {
            score: Score::default(),
            met: HashSet::new(),
            waiting: BTreeMap::new(),
            progress,
        };
        let played = runner.run(&mut Schedule::new(&event), &mut (), stop, &mut |_, game| {
            counting.count(game);
        });
        counting.finish();
        match played {
            Ok(()) => Ok(counting.score),
            Err(RunError::Game(error)) => Err(error),
            // Nothing is kept, so keeping cannot fail.
            Err(RunError::Ledger(_)) => Ok(counting.score),
        }
    }

    /// The match as an event.
    fn event(&self) -> Event {
        let openings = match &self.openings {
            Some(openings) => OpeningSource::Listed(openings.clone().into_lines()),
            None => {
                OpeningSource::Random { moves: self.opening_moves, balanced_of: self.balanced_of }
            }
        };
        let configuration =
            Configuration { openings, clock: self.clock, ..Configuration::new(&self.game) };
        let names = self.players.each_ref().map(ToString::to_string);
        let mut event = Event::of_two("match", [&names[0], &names[1]], configuration);
        for (contestant, name) in event.players.iter_mut().zip(names) {
            contestant.name = name;
        }
        let time_margin_ms = self.time_margin.as_millis() as u64;
        Event { games_per_pair: self.games, seed: self.seed, time_margin_ms, ..event }
    }
}

/// The score so far, and the openings met.
struct Counting<'a, 'p> {
    score: Score,
    met: HashSet<String>,
    /// Games that finished before an earlier one.
    waiting: BTreeMap<usize, MatchGame>,
    progress: &'a mut Progress<'p>,
}

impl Counting<'_, '_> {
    /// Counts games in the order of their numbers, as soon as all before them
    /// are there.
    fn count(&mut self, game: &Finished) {
        let game = MatchGame::new(game);
        self.waiting.insert(game.number, game);
        while let Some(game) = self.waiting.remove(&(self.score.games() + 1)) {
            self.add(&game);
        }
    }

    /// Counts the games that are left.
    fn finish(&mut self) {
        std::mem::take(&mut self.waiting).into_values().for_each(|game| self.add(&game));
    }

    fn add(&mut self, game: &MatchGame) {
        self.met.insert(game.opening.clone());
        self.score.openings = self.met.len();
        self.score.add(game.outcome, game.side, game.failed.clone());
        (self.progress)(&self.score, game);
    }
}
