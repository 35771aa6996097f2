//! Learning the named numbers of an evaluator that was written by hand.
//!
//! How an evaluation depends on its numbers is found by changing one after another: its
//! differences are the features of a position. Batches of games are played as for pattern
//! tables; after each, the numbers move to where the loss of its positions is least, held
//! back by what earlier batches say: the sum of their second derivatives, of which a little
//! is forgotten each time (recursive least squares; Plackett, "Some theorems in least
//! squares", 1950). [`newton`] finds that place. All sums go in the order of the games, so threads
//! change nothing.

mod newton;

use crate::file::FileError;
use crate::knowledge::Learned;
use crate::learner::{
    EARLIER_LOSS, HELD_OUT, KEEP_EVERY, MEASURED_OPENING, NEXT_MEASUREMENT, PAIRS, batch_end,
    elo_of,
};
use crate::parameter_file::ParameterFile;
use crate::self_play::{Judged, Manner, SelfPlay, pair, random_games};
use crate::tables::Predicts;
use crate::threads::in_threads;
use crate::training::Scale;
use crate::{LearnError, LearnPoint, LearnReport, LearnRequest, PlayedGame, Saved};
use newton::{Example, LARGEST, Problem};
use plywood_game::{Knowledge, Playable};
use serde::{Deserialize, Serialize};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// How much of the second derivatives of earlier batches is kept.
const KEPT: f64 = 0.95;

/// What each number is held back by before the first batch: by as much as a few positions in
/// which it counts once.
const HELD_BACK: f64 = 1.0;

/// Learns the named numbers of a game's evaluator, as [`learn`](crate::learn()) learns tables.
///
/// # Errors
/// If the evaluator names none, or the state of an earlier run cannot be used.
pub(crate) fn learn_parameters<G: Playable, K: Knowledge<G> + Clone>(
    (game, own): (&G, &K),
    name: &str,
    played: Option<&[PlayedGame<G>]>,
    request: &LearnRequest,
    stop: &AtomicBool,
    listener: &mut dyn FnMut(&LearnPoint, Option<&Saved>),
) -> Result<LearnReport, LearnError> {
    let mut fitting = Fitting::begin((game, own), name, played, request, stop)?;
    let (began, mut kept) = (Instant::now(), Instant::now());
    let before = fitting.state.points.last().map_or(0.0, |point| point.seconds);
    let mut interrupted = false;
    while request.games.is_none_or(|games| fitting.state.games < games)
        && request.time.is_none_or(|time| began.elapsed() < time)
    {
        let Some(mut point) = fitting.batch() else {
            interrupted = true;
            break;
        };
        point.seconds = before + began.elapsed().as_secs_f64();
        fitting.state.points.push(point);
        let keep = kept.elapsed() > KEEP_EVERY;
        let saved = keep.then(|| fitting.saved());
        if keep {
            kept = Instant::now();
        }
        listener(&point, saved.as_ref());
    }
    if !interrupted {
        fitting.measure_last();
    }
    let (saved, parameters) = (fitting.saved(), fitting.file().parameters);
    let (points, predicts) = (fitting.state.points, fitting.scale.predicts);
    Ok(LearnReport { points, predicts, saved, parameters, interrupted })
}

/// Learning on its way.
struct Fitting<'a, G: Playable, K> {
    game: &'a G,
    own: &'a K,
    played: Option<&'a [PlayedGame<G>]>,
    request: &'a LearnRequest,
    stop: &'a AtomicBool,
    manner: Manner,
    scale: Scale,
    state: State,
}

/// What a run can be taken up with.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct State {
    version: u32,
    game: String,
    seed: u64,
    nodes: u64,
    played: Option<u64>,
    names: Vec<String>,
    games: u64,
    points: Vec<LearnPoint>,
    /// The numbers, not rounded.
    values: Vec<f64>,
    /// The second derivatives of the loss, row by row.
    second: Vec<f64>,
}

const VERSION: u32 = 1;

impl<'a, G: Playable, K: Knowledge<G> + Clone> Fitting<'a, G, K> {
    fn begin(
        (game, own): (&'a G, &'a K),
        name: &str,
        played: Option<&'a [PlayedGame<G>]>,
        request: &'a LearnRequest,
        stop: &'a AtomicBool,
    ) -> Result<Self, LearnError> {
        let named = own.parameters();
        if named.is_empty() {
            return Err(LearnError::NoParameters);
        }
        let (plies, margin) = random_games(game);
        let predicts = if game.counts_points() { Predicts::Margin } else { Predicts::Result };
        let (count, scale) = (named.len(), Scale::new(predicts, margin));
        let held_back = HELD_BACK / scale.unit.powi(2);
        let diagonal = |at: usize| if at.is_multiple_of(count + 1) { held_back } else { 0.0 };
        let fresh = State {
            version: VERSION,
            game: name.to_owned(),
            seed: request.seed,
            nodes: request.nodes,
            played: played.map(|games| games.len() as u64),
            names: named.iter().map(|(name, _)| (*name).to_owned()).collect(),
            games: 0,
            points: Vec::new(),
            values: named.iter().map(|(_, value)| f64::from(*value)).collect(),
            second: (0..count * count).map(diagonal).collect(),
        };
        let state = match &request.resume {
            Some(bytes) => fresh.resumed(bytes)?,
            None => fresh,
        };
        let manner = Manner { seed: request.seed, nodes: request.nodes, opening: plies / 2 };
        Ok(Self { game, own, played, request, stop, manner, scale, state })
    }

    /// The knowledge with these numbers, rounded.
    fn with(&self, values: &[f64]) -> K {
        let mut knowledge = self.own.clone();
        knowledge.set_parameters(&rounded(values));
        knowledge
    }

    /// Plays and learns one batch; none if it was stopped before its end.
    fn batch(&mut self) -> Option<LearnPoint> {
        let numbers = self.state.games..batch_end(self.state.games, self.request.games);
        let knowledge = self.with(&self.state.values);
        let bumped = self.bumped();
        let player = || {
            let knowledge = Learned::new(knowledge.clone(), None);
            SelfPlay::new((self.game, knowledge), self.scale, self.manner, self.stop)
        };
        let take = |number, player: &mut SelfPlay<'_, G, K>| {
            let judged = player.take(self.played, number);
            judged.iter().map(|judged| self.example(&knowledge, &bumped, judged)).collect()
        };
        let games: Vec<Vec<Example>> =
            in_threads(self.request.threads, self.stop, numbers.clone(), player, take)?;
        let (mut learned, mut held_out) = (Vec::new(), Vec::new());
        for (number, examples) in numbers.clone().zip(games) {
            let number = self.played.map_or(number, |games| number % games.len() as u64);
            let place =
                if number % HELD_OUT == HELD_OUT - 1 { &mut held_out } else { &mut learned };
            place.extend(examples);
        }
        let predicted =
            |example: &Example| (self.scale.curve(example.value as f32), example.result);
        let found = self.scale.loss(held_out.iter().map(predicted));
        self.fit(&learned);
        self.state.games = numbers.end;
        let last = self.state.points.last();
        let loss = match (last, found) {
            (Some(last), Some(found)) => EARLIER_LOSS * last.loss + (1.0 - EARLIER_LOSS) * found,
            (Some(last), None) => last.loss,
            (None, found) => found.unwrap_or_default(),
        };
        let positions = last.map_or(0, |last| last.positions) + learned.len() as u64;
        let measured = self.state.points.iter().rev().find(|point| point.elo.is_some());
        let due = measured.map_or(0.0, |point| point.games as f64 * NEXT_MEASUREMENT);
        let elo = if self.state.games as f64 >= due { self.elo() } else { None };
        Some(LearnPoint { games: self.state.games, positions, loss, elo, seconds: 0.0 })
    }

    /// The knowledge with each number changed in its turn, and by how much.
    fn bumped(&self) -> Vec<(K, f64)> {
        let values = &self.state.values;
        let change = |index: usize| {
            // Large enough that rounding inside an evaluation is no part of what is found.
            let by = (values[index].abs() / 4.0).round().max(16.0);
            let mut changed = values.clone();
            changed[index] += by;
            (self.with(&changed), by)
        };
        (0..values.len()).map(change).collect()
    }

    fn example(&self, now: &K, bumped: &[(K, f64)], judged: &Judged<G::Position>) -> Example {
        let value = |knowledge: &K| {
            let state = knowledge.refresh(self.game, &judged.position);
            let found = knowledge.evaluate(self.game, &judged.position, None, &state);
            f64::from(found) / self.scale.unit
        };
        let here = value(now);
        let features = bumped.iter().map(|(knowledge, by)| (value(knowledge) - here) / by);
        let (target, result) = (f64::from(judged.target), judged.result);
        Example { value: here, features: features.collect(), target, result }
    }

    /// Moves the numbers to where the loss of these positions, and of what is kept of those
    /// before, is least.
    fn fit(&mut self, examples: &[Example]) {
        let held: Vec<f64> = self.state.second.iter().map(|second| second * KEPT).collect();
        let start = self.state.values.clone();
        let played: Vec<f64> = rounded(&start).into_iter().map(f64::from).collect();
        let problem = Problem { scale: self.scale, examples, held: &held, start: &start, played };
        (self.state.values, self.state.second) = problem.solved();
    }

    /// Measures the gain of the last numbers, if that was not done.
    fn measure_last(&mut self) {
        let missing = self.state.points.last().is_some_and(|point| point.elo.is_none());
        let elo = if missing { self.elo() } else { None };
        if let (Some(point), true) = (self.state.points.last_mut(), missing) {
            point.elo = elo;
        }
    }

    /// The gain over the numbers that the game has, in Elo; none if it was interrupted.
    fn elo(&self) -> Option<f64> {
        let learned = self.with(&self.state.values);
        let manner = Manner { opening: MEASURED_OPENING, ..self.manner };
        let play = |number, (): &mut ()| {
            let evaluations = [learned.clone(), self.own.clone()];
            let evaluations = evaluations.map(|knowledge| Learned::new(knowledge, None));
            pair(self.game, evaluations, (manner, number), self.stop)
        };
        let points = in_threads(self.request.threads, self.stop, 0..PAIRS, || (), play)?;
        Some(elo_of(&points))
    }

    fn file(&self) -> ParameterFile {
        let LearnRequest { seed, nodes, .. } = self.request;
        let State { game, names, games, played, values, .. } = &self.state;
        let from = played.map(|games| format!(" --from a file of {games} games"));
        let made_by = format!(
            "learn {game} --parameters{} --games {games} --seed {seed} --nodes {nodes}",
            from.unwrap_or_default()
        );
        let parameters = names.iter().cloned().zip(rounded(values)).collect();
        ParameterFile { game: game.clone(), made_by, parameters }
    }

    fn saved(&self) -> Saved {
        // Plain data always has a JSON form.
        let state = serde_json::to_vec(&self.state).unwrap_or_default();
        Saved { file: self.file().to_string().into_bytes(), state }
    }
}

impl State {
    /// The state that an earlier run has left, if it is one of the same run.
    fn resumed(&self, bytes: &[u8]) -> Result<Self, LearnError> {
        let found: Self = serde_json::from_slice(bytes).map_err(|_| FileError::Damaged)?;
        let other = |what: String| Err(LearnError::OtherRun(what));
        if found.version > VERSION {
            return Err(FileError::Newer(found.version).into());
        }
        if found.game != self.game {
            return other(format!("the game {}", found.game));
        }
        if (found.seed, found.nodes) != (self.seed, self.nodes) {
            return other(format!("--seed {} and --nodes {}", found.seed, found.nodes));
        }
        if found.played != self.played {
            return other("another source of games".to_owned());
        }
        let sizes = |state: &Self| (state.values.len(), state.second.len());
        if found.names != self.names || sizes(&found) != sizes(self) {
            return other("other parameters".to_owned());
        }
        let finite = found.values.iter().chain(&found.second).all(|number| number.is_finite());
        if !finite || found.values.iter().any(|value| value.abs() > LARGEST) {
            return Err(FileError::Damaged.into());
        }
        Ok(found)
    }
}

fn rounded(values: &[f64]) -> Vec<i32> {
    values.iter().map(|value| value.round() as i32).collect()
}
