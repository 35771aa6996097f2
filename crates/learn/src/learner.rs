//! Learning: batches of games, each played with the weights that the batch before has
//! left, and then learned from in the order of their numbers. So the weights depend
//! on the seed and the number of games alone, not on threads, time or interruptions.

use crate::file::{FileError, Kept};
use crate::knowledge::Learned;
use crate::parameters::learn_parameters;
use crate::self_play::{Manner, SelfPlay, pair, random_games};
use crate::shape::{Plan, Shape};
use crate::state::LearningState;
use crate::tables::{Predicts, Tables};
use crate::threads::in_threads;
use crate::training::{Sample, Scale, Training};
use plywood_game::{Knowledge, Outcome, Playable};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// What is asked of the learner.
#[derive(Debug, Clone)]
pub struct LearnRequest {
    /// Stop after this many games in all.
    pub games: Option<u64>,
    /// Stop at the first end of a batch after this time.
    pub time: Option<Duration>,
    /// Learn the named numbers of the game's own evaluator instead of tables.
    pub parameters: bool,
    /// The seed of the games and of random patterns.
    pub seed: u64,
    /// How many threads play and learn.
    pub threads: usize,
    /// The nodes of each search in games against itself.
    pub nodes: u64,
    /// The state that an earlier run has left, to go on from.
    pub resume: Option<Vec<u8>>,
}

/// A game that others played: where it began, its moves, and how it ended.
pub type PlayedGame<G> =
    (<G as plywood_game::Game>::Position, Vec<<G as plywood_game::Game>::Move>, Outcome);

/// How far learning is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct LearnPoint {
    /// Games so far.
    pub games: u64,
    /// Positions learned from so far.
    pub positions: u64,
    /// The mean loss in predicting the results of games that are not learned from:
    /// logarithmic, where 0.693 knows nothing, or in points.
    pub loss: f64,
    /// The gain in Elo over the game's own evaluation at equal nodes, where it was
    /// measured.
    pub elo: Option<f64>,
    /// Seconds so far.
    pub seconds: f64,
}

/// What is to be kept: after every batch, or now and then.
#[derive(Debug, Clone)]
pub struct Saved {
    /// The evaluator's file.
    pub file: Vec<u8>,
    /// The state from which learning goes on.
    pub state: Vec<u8>,
}

/// What was learned.
#[derive(Debug, Clone)]
pub struct LearnReport {
    /// How far it came, batch by batch.
    pub points: Vec<LearnPoint>,
    /// Whether the loss is one of results or of margins.
    pub predicts: Predicts,
    /// What is to be kept.
    pub saved: Saved,
    /// The learned parameters, if those were learned.
    pub parameters: Vec<(String, i32)>,
    /// Whether it was stopped before the last batch was finished.
    pub interrupted: bool,
}

/// Why nothing can be learned.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LearnError {
    /// The state of an earlier run cannot be used.
    #[error("the state of the earlier run {0}")]
    State(#[from] FileError),
    /// It belongs to a run with other settings.
    #[error("the earlier run had {0}; give the same, or begin again without --resume")]
    OtherRun(String),
    /// There are no games to learn from.
    #[error("there are no finished games to learn from")]
    NoGames,
    /// The evaluator has no named numbers.
    #[error("the evaluator of this game names no parameters; learn tables, without --parameters")]
    NoParameters,
    /// The patterns are impossible.
    #[error("no evaluator can be learned for this game: {0}")]
    Impossible(&'static str),
}

/// One game in 16 is held out: it is predicted, and not learned from.
pub(crate) const HELD_OUT: u64 = 16;

/// How often a batch is learned from.
const PASSES: usize = 2;

/// Games of a batch: an eighth of those before, within these bounds.
const BATCH: (u64, u64) = (64, 1024);

/// How often the state is kept.
pub(crate) const KEEP_EVERY: Duration = Duration::from_secs(30);

/// The pairs of games by which the gain is measured, and how many times as many games
/// there are from one measurement to the next.
pub(crate) const PAIRS: u64 = 50;
pub(crate) const NEXT_MEASUREMENT: f64 = 1.5;

/// How much of the loss is that of earlier batches.
pub(crate) const EARLIER_LOSS: f64 = 0.8;

/// Learns an evaluator of a game, tables or the numbers of its own: from games against
/// itself, or from `played` games, which are taken again from the first after the last. The listener hears of every
/// batch, and now and then gets what is to be kept.
///
/// # Errors
/// If the state of an earlier run cannot be used, or there is nothing to learn from.
pub fn learn<G: Playable, K: Knowledge<G> + Clone>(
    (game, own): (&G, &K),
    plan: &Plan,
    played: Option<&[PlayedGame<G>]>,
    request: &LearnRequest,
    stop: &AtomicBool,
    listener: &mut dyn FnMut(&LearnPoint, Option<&Saved>),
) -> Result<LearnReport, LearnError> {
    if played.is_some_and(<[_]>::is_empty) {
        return Err(LearnError::NoGames);
    }
    if request.parameters {
        let name = plan.name.clone().unwrap_or_else(|| game.name());
        return learn_parameters((game, own), &name, played, request, stop, listener);
    }
    let mut learner = Learner::begin((game, own), plan, played, request, stop)?;
    let (began, mut kept) = (Instant::now(), Instant::now());
    let before = learner.points.last().map_or(0.0, |point| point.seconds);
    let mut interrupted = false;
    loop {
        let more = request.games.is_none_or(|games| learner.games < games);
        let in_time = request.time.is_none_or(|time| began.elapsed() < time);
        if !more || !in_time {
            break;
        }
        let Some(mut point) = learner.batch() else {
            interrupted = true;
            break;
        };
        point.seconds = before + began.elapsed().as_secs_f64();
        learner.points.push(point);
        let keep = kept.elapsed() > KEEP_EVERY;
        let saved = keep.then(|| learner.saved(false));
        if keep {
            kept = Instant::now();
        }
        listener(&point, saved.as_ref());
    }
    if !interrupted {
        learner.measure_last();
    }
    let saved = learner.saved(true);
    let predicts = learner.training.scale().predicts;
    let parameters = Vec::new();
    Ok(LearnReport { points: learner.points, predicts, saved, parameters, interrupted })
}

/// How many games there are after the next batch, with at most `most` in all.
pub(crate) fn batch_end(games: u64, most: Option<u64>) -> u64 {
    let size = (games / 8 / 32 * 32).clamp(BATCH.0, BATCH.1);
    (games + size).min(most.unwrap_or(u64::MAX))
}

/// Learning on its way.
struct Learner<'a, G: Playable, K> {
    game: (&'a G, &'a K),
    name: String,
    played: Option<&'a [PlayedGame<G>]>,
    request: &'a LearnRequest,
    stop: &'a AtomicBool,
    manner: Manner,
    training: Training,
    games: u64,
    points: Vec<LearnPoint>,
}

impl<'a, G: Playable, K: Knowledge<G> + Clone> Learner<'a, G, K> {
    fn begin(
        (game, own): (&'a G, &'a K),
        plan: &Plan,
        played: Option<&'a [PlayedGame<G>]>,
        request: &'a LearnRequest,
        stop: &'a AtomicBool,
    ) -> Result<Self, LearnError> {
        let shape = Shape::of_game(game, plan, request.seed);
        if let Some(fault) = shape.fault() {
            return Err(LearnError::Impossible(fault));
        }
        let (plies, margin) = random_games(game);
        let predicts = if game.counts_points() { Predicts::Margin } else { Predicts::Result };
        let mut learner = Self {
            game: (game, own),
            name: plan.name.clone().unwrap_or_else(|| game.name()),
            played,
            request,
            stop,
            // Openings of many lengths, up to half of a random game.
            manner: Manner { seed: request.seed, nodes: request.nodes, opening: plies / 2 },
            training: Training::new(shape, Scale::new(predicts, margin)),
            games: 0,
            points: Vec::new(),
        };
        if let Some(bytes) = &request.resume {
            learner.resume(bytes)?;
        }
        Ok(learner)
    }

    fn resume(&mut self, bytes: &[u8]) -> Result<(), LearnError> {
        let state = LearningState::from_bytes(bytes)?;
        let other = |what: String| Err(LearnError::OtherRun(what));
        if state.game != self.name {
            return other(format!("the game {}", state.game));
        }
        if (state.seed, state.nodes) != (self.request.seed, self.request.nodes) {
            return other(format!("--seed {} and --nodes {}", state.seed, state.nodes));
        }
        if state.played != self.played.map(|games| games.len() as u64) {
            return other("another source of games".to_owned());
        }
        if state.shape != *self.training.shape() || !self.training.set_weights(state.weights) {
            return other("other patterns".to_owned());
        }
        (self.games, self.points) = (state.games, state.points);
        Ok(())
    }

    /// Plays and learns one batch; none if it was stopped before its end.
    fn batch(&mut self) -> Option<LearnPoint> {
        let numbers = self.games..batch_end(self.games, self.request.games);
        let tables = Arc::new(self.training.tables());
        let games =
            self.in_threads(numbers.clone(), |number, player| player.take(number), &tables)?;
        let (mut learned, mut held_out) = (Vec::new(), Vec::new());
        for (number, samples) in numbers.clone().zip(games) {
            let place = if self.is_held_out(number) { &mut held_out } else { &mut learned };
            place.extend(samples);
        }
        let found = self.training.loss(&held_out);
        self.training.train(&learned, PASSES, self.request.threads.max(1));
        self.games = numbers.end;
        let last = self.points.last();
        let loss = match (last, found) {
            (Some(last), Some(found)) => EARLIER_LOSS * last.loss + (1.0 - EARLIER_LOSS) * found,
            (Some(last), None) => last.loss,
            (None, found) => found.unwrap_or_default(),
        };
        let positions = last.map_or(0, |last| last.positions) + learned.len() as u64;
        let measured = self.points.iter().rev().find(|point| point.elo.is_some());
        let due = measured.map_or(0.0, |point| point.games as f64 * NEXT_MEASUREMENT);
        let elo = if self.games as f64 >= due { self.elo() } else { None };
        Some(LearnPoint { games: self.games, positions, loss, elo, seconds: 0.0 })
    }

    /// Whether a game is predicted and not learned from: of games that come again, the
    /// same ones each time.
    fn is_held_out(&self, number: u64) -> bool {
        let number = self.played.map_or(number, |games| number % games.len() as u64);
        number % HELD_OUT == HELD_OUT - 1
    }

    /// Measures the gain of the last weights, if that was not done.
    fn measure_last(&mut self) {
        let missing = self.points.last().is_some_and(|point| point.elo.is_none());
        let elo = if missing { self.elo() } else { None };
        if let (Some(point), true) = (self.points.last_mut(), missing) {
            point.elo = elo;
        }
    }

    /// The gain over the game's own evaluation, in Elo; none if it was interrupted.
    fn elo(&self) -> Option<f64> {
        let tables = Arc::new(self.training.tables());
        let points = self.in_threads(0..PAIRS, |number, player| player.pair(number), &tables)?;
        Some(elo_of(&points))
    }

    /// The game's knowledge with these tables.
    fn with(&self, tables: Option<&Arc<Tables>>) -> Learned<K> {
        Learned::new(self.game.1.clone(), tables.map(Arc::clone))
    }

    /// Does something for each number, on all threads, each with a player of its own.
    fn in_threads<T: Send>(
        &self,
        numbers: std::ops::Range<u64>,
        work: impl Fn(u64, &mut OneThread<'_, G, K>) -> T + Sync,
        tables: &Arc<Tables>,
    ) -> Option<Vec<T>> {
        let player = || OneThread::new(self, tables);
        in_threads(self.request.threads, self.stop, numbers, player, work)
    }

    /// What is to be kept; the file as small as possible if this is the last.
    fn saved(&self, is_last: bool) -> Saved {
        let LearnRequest { seed, nodes, .. } = self.request;
        let from = self.played.map(|games| format!(" --from a file of {} games", games.len()));
        let made_by = format!(
            "learn {}{} --games {} --seed {seed} --nodes {nodes}",
            self.name,
            from.unwrap_or_default(),
            self.games
        );
        let kept = Kept { game: self.name.clone(), made_by, tables: self.training.tables() };
        let state = LearningState {
            game: self.name.clone(),
            seed: *seed,
            nodes: *nodes,
            played: self.played.map(|games| games.len() as u64),
            games: self.games,
            points: self.points.clone(),
            shape: self.training.shape().clone(),
            weights: self.training.weights().to_vec(),
        };
        Saved { file: kept.to_bytes_for(is_last), state: state.to_bytes() }
    }
}

/// What points of 1 in each of some pairs of games are worth in Elo.
pub(crate) fn elo_of(points: &[f64]) -> f64 {
    let least = 0.25 / points.len() as f64;
    let share = (points.iter().sum::<f64>() / points.len() as f64).clamp(least, 1.0 - least);
    400.0 * (share / (1.0 - share)).log10()
}

/// What one thread plays or studies games with.
struct OneThread<'a, G: Playable, K> {
    learner: &'a Learner<'a, G, K>,
    play: SelfPlay<'a, G, K>,
    tables: &'a Arc<Tables>,
}

impl<'a, G: Playable, K: Knowledge<G> + Clone> OneThread<'a, G, K> {
    fn new(learner: &'a Learner<'a, G, K>, tables: &'a Arc<Tables>) -> Self {
        let (scale, manner) = (learner.training.scale(), learner.manner);
        let knowledge = learner.with(Some(tables));
        let play = SelfPlay::new((learner.game.0, knowledge), scale, manner, learner.stop);
        Self { learner, play, tables }
    }

    /// The samples of a game.
    fn take(&mut self, number: u64) -> Vec<Sample> {
        let judged = self.play.take(self.learner.played, number);
        let Learner { game, training, .. } = self.learner;
        judged.iter().map(|judged| training.sample(*game, judged)).collect()
    }

    /// The points of a pair of games against the game's own evaluation.
    fn pair(&mut self, number: u64) -> f64 {
        let manner = Manner { opening: MEASURED_OPENING, ..self.learner.manner };
        let evaluations = [self.learner.with(Some(self.tables)), self.learner.with(None)];
        pair(self.learner.game.0, evaluations, (manner, number), self.learner.stop)
    }
}

/// The most random moves before a game by which the gain is measured.
pub(crate) const MEASURED_OPENING: usize = 6;
