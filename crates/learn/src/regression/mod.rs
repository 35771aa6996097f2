//! Learning from games with known margins, all positions at once.
//!
//! Batches of games and small steps suit games that the evaluator plays against
//! itself. Where many games are at hand, the best weights can be computed: those with
//! the least squares of errors ([`ridge`]), phase by phase from the end of the game to its
//! beginning, each phase with the weights of the next as its prior. Positions a
//! little outside of a phase count too, so that neighbouring phases agree.
//!
//! A position's target is its exact margin, or lies between those before and after it
//! ([`known`]). Early in a game that is mostly what the players do later, which no evaluator
//! can see: with `sampled`, some positions of each game are learned from, and those without an
//! exact margin have the value that a search finds ([`worth`]). Games of good players visit few
//! kinds of positions, and a search visits all kinds: `variations` adds positions after
//! random moves.
//!
//! Games are held out by number and by year: every sixteenth, and all from a year on.

mod known;
mod positions;
mod ridge;
mod valued;
mod variations;
mod worth;

pub use known::KnownGame;
pub use valued::Valued;
pub use worth::{NewValuer, Valuer};

use crate::file::Kept;
use crate::learner::{HELD_OUT, LearnError};
use crate::shape::{Plan, Shape};
use crate::tables::{Predicts, Tables};
use known::{corrected, margin_after};
use plywood_game::{Knowledge, Playable, Random, Side, mix};
use plywood_search::SEARCH_STACK;
use positions::{Encoder, Positions};
use serde::Serialize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use worth::Worth;

/// What is asked of a regression.
#[derive(Debug, Clone)]
pub struct RegressionRequest {
    /// The seed of variations and of random patterns.
    pub seed: u64,
    /// How many threads look at games.
    pub threads: usize,
    /// Positions from which at most this many plies are left are solved.
    pub solved: u32,
    /// How many positions after random moves are added for each game.
    pub variations: u32,
    /// Of each game one position in this many is learned from, with its exact margin or what
    /// a search finds; with 0 all are, with margins between those that are known.
    pub sampled: u32,
    /// Who values positions, in words.
    pub valued_by: String,
    /// What an earlier run has found with the same games and options.
    pub valued: Valued,
    /// Games from this year on are held out.
    pub held_out_from: Option<u16>,
    /// How strongly weights are kept near those of the next phase, in shares of the mean
    /// squared error that those leave.
    pub ridge: f32,
}

/// How well the margins of a phase are predicted, in points.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct PhaseError {
    /// The fewest and the most filled cells of the phase.
    pub filled: (u16, u16),
    /// The positions that were learned from.
    pub learned: usize,
    /// The positions of games that are held out.
    pub held_out: usize,
    /// The mean absolute error of those.
    pub error: f64,
    /// The root of their mean squared error.
    pub root_mean_square: f64,
    /// The mean absolute error of predicting 0.
    pub of_nothing: f64,
    /// The mean absolute error of the positions that were learned from.
    pub error_learned: f64,
}

/// What a regression found.
#[derive(Debug, Clone)]
pub struct RegressionReport {
    /// The errors, the first phase first; phases without positions are left out.
    pub phases: Vec<PhaseError>,
    /// The evaluator's file.
    pub file: Vec<u8>,
    /// The number of games and of positions.
    pub games: usize,
    /// The number of positions, held out or not.
    pub positions: usize,
}

/// How far a regression is.
#[derive(Debug, Clone, PartialEq)]
pub enum RegressionStep {
    /// A part of the games is done.
    Games {
        /// How many games were looked at.
        done: usize,
        /// The part.
        part: usize,
        /// What its positions are worth, if it was not known before.
        values: Option<Vec<f32>>,
    },
    /// A phase is done.
    Phase(PhaseError),
}

/// How many filled cells outside of a phase a position may have to be learned from.
const BEYOND: usize = 1;

/// Weights in hundredths of a point are written in steps of this power of 2: a sum of fifty
/// weights is then wrong by 0.1 points at most, and the file is half as large.
const COARSE: i16 = 4;

/// Finds the weights with the least squared errors for games whose margins are known.
/// None if it was stopped.
///
/// # Errors
/// If there is nothing to learn from, or the game does not count points.
pub fn regress<G: Playable, K: Knowledge<G> + Clone>(
    (game, own): (&G, &K),
    plan: &Plan,
    (games, valuer): (&[KnownGame<G>], &NewValuer<'_, G>),
    request: &RegressionRequest,
    stop: &AtomicBool,
    listener: &mut (dyn FnMut(RegressionStep) + Send),
) -> Result<Option<RegressionReport>, LearnError> {
    if games.is_empty() {
        return Err(LearnError::NoGames);
    }
    if !game.counts_points() {
        return Err(LearnError::Impossible("its results are no margins"));
    }
    let shape = Shape::of_game(game, plan, request.seed);
    if let Some(fault) = shape.fault() {
        return Err(LearnError::Impossible(fault));
    }
    let work = Work { game, own, shape: &shape, games, valuer, request, stop };
    let Some(positions) = work.positions(listener) else { return Ok(None) };
    let encoder = Encoder::new(&shape);
    let mut phases = Vec::new();
    let mut weights = vec![0.0; encoder.count * shape.phase_count() * shape.sides()];
    for side in 0..shape.sides() {
        for phase in (0..shape.phase_count()).rev() {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let part = phase * shape.sides() + side;
            let (rest, later) = weights.split_at_mut((part + 1) * encoder.count);
            let prior = match phase + 1 == shape.phase_count() {
                true => vec![0.0; encoder.count],
                false => later[(shape.sides() - 1) * encoder.count..][..encoder.count].to_vec(),
            };
            let here = &mut rest[part * encoder.count..];
            let rows = encoder.rows(&positions, (phase, side), false, BEYOND);
            here.copy_from_slice(&ridge::fitted(&rows, &prior, request.ridge));
            let found = error_of(&encoder, &positions, (&shape, phase, side), here);
            listener(RegressionStep::Phase(found));
            phases.push(found);
        }
    }
    phases.reverse();
    phases.retain(|found| found.learned > 0);
    let tables = rounded(&shape, &weights);
    let name = plan.name.clone().unwrap_or_else(|| game.name());
    let made_by = work.made_by(&name);
    let file = Kept { game: name, made_by, tables }.to_bytes();
    Ok(Some(RegressionReport { phases, file, games: games.len(), positions: positions.len() }))
}

/// The errors of these weights in a phase.
fn error_of(
    encoder: &Encoder,
    positions: &Positions,
    (shape, phase, side): (&Shape, usize, usize),
    weights: &[f32],
) -> PhaseError {
    let rows = |held_out| encoder.rows(positions, (phase, side), held_out, 0);
    let mean = |errors: &[f32], of: &dyn Fn(f64) -> f64| {
        errors.iter().map(|&error| of(error.into())).sum::<f64>() / errors.len().max(1) as f64
    };
    let (learned, held_out) = (rows(false), rows(true));
    let errors = held_out.errors(weights);
    let of_phase = |filled: &usize| usize::from(shape.phases[*filled]) == phase;
    let mut filled = (0..shape.phases.len()).filter(of_phase);
    let first = filled.next().unwrap_or(0);
    PhaseError {
        filled: (first as u16, filled.next_back().unwrap_or(first) as u16),
        learned: learned.targets.len(),
        held_out: held_out.targets.len(),
        error: mean(&errors, &f64::abs),
        root_mean_square: mean(&errors, &|error| error * error).sqrt(),
        of_nothing: mean(&held_out.targets, &f64::abs),
        error_learned: mean(&learned.errors(weights), &f64::abs),
    }
}

/// The tables with these weights, which are in points.
fn rounded(shape: &Shape, weights: &[f32]) -> Tables {
    let step = f32::from(COARSE);
    let mut values =
        weights.iter().map(|weight| (weight * 100.0 / step).round().clamp(-8000.0, 8000.0) as i16);
    let next = || values.next().unwrap_or_default() * COARSE;
    Tables::with_weights(shape.clone(), Predicts::Margin, 0, next)
}

/// All that looking at games needs.
struct Work<'a, 'v, G: Playable, K> {
    game: &'a G,
    own: &'a K,
    shape: &'a Shape,
    games: &'a [KnownGame<G>],
    valuer: &'a NewValuer<'v, G>,
    request: &'a RegressionRequest,
    stop: &'a AtomicBool,
}

/// The games that a thread takes at a time.
const AT_A_TIME: usize = 256;

impl<'v, G: Playable, K: Knowledge<G> + Clone> Work<'_, 'v, G, K> {
    /// The positions of all games, in their order, by several threads.
    fn positions(&self, listener: &mut (dyn FnMut(RegressionStep) + Send)) -> Option<Positions> {
        let parts: Vec<&[KnownGame<G>]> = self.games.chunks(AT_A_TIME).collect();
        let next = AtomicUsize::new(0);
        let done = Mutex::new((Vec::new(), listener));
        let one = || {
            let mut worth = self.worth();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= parts.len() || self.stop.load(Ordering::Relaxed) {
                    break;
                }
                let mut found = Positions::default();
                worth.recall(self.request.valued.of(number));
                for (place, known) in parts[number].iter().enumerate() {
                    let number = number * AT_A_TIME + place;
                    self.positions_of(number, known, &mut worth, &mut found);
                }
                if self.stop.load(Ordering::Relaxed) {
                    break;
                }
                let (all, listener) = &mut *done.lock().unwrap_or_else(PoisonError::into_inner);
                all.push((number, found));
                let done = (all.len() * AT_A_TIME).min(self.games.len());
                listener(RegressionStep::Games { done, part: number, values: worth.found() });
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..self.request.threads.max(1) {
                let thread = std::thread::Builder::new().stack_size(SEARCH_STACK);
                // If a thread cannot start, the others do its work.
                let _ = thread.spawn_scoped(scope, one);
            }
        });
        let (mut all, _) = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        if all.len() < parts.len() || self.stop.load(Ordering::Relaxed) {
            return None;
        }
        all.sort_by_key(|(number, _)| *number);
        let mut positions = Positions::default();
        all.into_iter().for_each(|(_, found)| positions.append(found));
        Some(positions)
    }

    fn worth(&self) -> Worth<'_, 'v, G, K> {
        Worth::new((self.game, self.own), self.request.solved, (self.valuer)(), self.stop)
    }

    /// The positions of a game, and of its variations.
    fn positions_of(
        &self,
        number: usize,
        known: &KnownGame<G>,
        worth: &mut Worth<'_, 'v, G, K>,
        found: &mut Positions,
    ) {
        let later = self.request.held_out_from.zip(known.year);
        let later = later.is_some_and(|(from, year)| year >= from);
        let held_out = later || number as u64 % HELD_OUT == HELD_OUT - 1;
        match self.request.sampled {
            // What is predicted are results, whatever is learned from.
            every if every > 0 && !held_out => self.sample((number, every), known, worth, found),
            _ => self.all(held_out, known, found),
        }
        if !held_out {
            let Self { game, request, .. } = self;
            variations::of((*game, known), (request, number), &mut |position| {
                self.push(position, worth.of(position), false, found);
            });
        }
    }

    /// All positions of a game, with margins between those that are known.
    fn all(&self, held_out: bool, known: &KnownGame<G>, found: &mut Positions) {
        let own = (self.game, self.own);
        let values = corrected(own, known, self.request.solved, self.stop);
        let mut position = known.start.clone();
        for (moves, &mv) in known.moves.iter().enumerate() {
            if let Some(margin) = margin_after(&values, moves) {
                self.push(&position, margin, held_out, found);
            }
            self.game.play(&mut position, mv);
        }
    }

    /// One position of a game in `every`, drawn at random, with its exact margin or worth.
    fn sample(
        &self,
        (number, every): (usize, u32),
        known: &KnownGame<G>,
        worth: &mut Worth<'_, 'v, G, K>,
        found: &mut Positions,
    ) {
        let mut dice = Random::new(mix(!self.request.seed) ^ mix(number as u64));
        let mut position = known.start.clone();
        for (moves, &mv) in known.moves.iter().enumerate() {
            if dice.below(every as usize) == 0 {
                let exact = known.values.iter().find(|&&(after, _)| after == moves);
                let margin = match exact {
                    Some(&(_, margin)) => margin as f32,
                    None => worth.of(&position),
                };
                self.push(&position, margin, false, found);
            }
            self.game.play(&mut position, mv);
        }
    }

    fn push(&self, position: &G::Position, margin: f32, held_out: bool, found: &mut Positions) {
        let sign = match self.game.to_move(position) {
            Side::First => 1.0,
            Side::Second => -1.0,
        };
        let own = match self.shape.adds {
            true => {
                let state = self.own.refresh(self.game, position);
                self.own.evaluate(self.game, position, None, &state) as f32 / 100.0
            }
            false => 0.0,
        };
        found.push((self.game, self.shape), position, sign * margin - own, held_out);
    }

    /// How the evaluator was made, in words.
    fn made_by(&self, name: &str) -> String {
        let RegressionRequest { seed, solved, variations, sampled, ridge, .. } = self.request;
        let games = self.games.len();
        let mut text = format!("learn {name} --regression --from a file of {games} games");
        text.push_str(&format!(" --solved {solved} --ridge {ridge} --seed {seed}"));
        if *variations + *sampled > 0 {
            let player = &self.request.valued_by;
            let added = format!(" --sampled {sampled} --variations {variations}");
            text.push_str(&format!("{added} --valued-by {player}"));
        }
        text
    }
}
