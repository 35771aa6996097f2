//! Weights and how they change with positions whose worth is known.
//!
//! The prediction of a position is the sum of its weights, through a logistic curve
//! where results are predicted. Each position moves its weights by the gradient of the
//! loss, the logarithmic one for results and the squared one for margins, divided by
//! the root of the squared gradients that the weight has seen (Duchi, Hazan and Singer,
//! "Adaptive subgradient methods", 2011), so that weights of rare codes learn as
//! much from a position as others.
//!
//! The weights of a phase and side are those of no other, so that these are trained
//! by several threads, each position in its turn: the result does not depend on how
//! many threads there are.

use crate::self_play::Judged;
use crate::shape::Shape;
use crate::tables::{Predicts, SCALE, Tables};
use plywood_game::{Cell, Knowledge, Playable, Side};
use std::sync::{Mutex, PoisonError};

/// A position to learn from.
#[derive(Debug, Clone)]
pub(crate) struct Sample {
    /// The number on each cell.
    pub(crate) cells: Box<[u8]>,
    /// The game's counts.
    pub(crate) counts: Box<[u16]>,
    /// The side to move.
    pub(crate) side: Side,
    /// What the weights are to predict for it: a share of wins, or a margin in units.
    pub(crate) target: f32,
    /// What it got in the game.
    pub(crate) result: f32,
    /// What the prediction has before any weight is added.
    pub(crate) own: f32,
}

/// A weight, and the squared gradients that it has seen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Weight {
    pub(crate) value: f32,
    pub(crate) seen: f32,
}

/// What is predicted, and in which unit.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scale {
    pub(crate) predicts: Predicts,
    /// How much a margin of one unit is in hundredths of a point, or a logit in the
    /// numbers of evaluations.
    pub(crate) unit: f64,
}

impl Scale {
    /// A margin is measured in units of this many points.
    pub(crate) fn new(predicts: Predicts, points: f64) -> Self {
        Self { predicts, unit: if predicts == Predicts::Margin { SCALE * points } else { SCALE } }
    }

    /// What an evaluation is as a prediction.
    pub(crate) fn prediction(self, evaluation: f64) -> f32 {
        self.curve((evaluation / self.unit) as f32)
    }

    /// What a sum in units is as a prediction.
    pub(crate) fn curve(self, sum: f32) -> f32 {
        match self.predicts {
            Predicts::Result => 1.0 / (1.0 + libm::expf(-sum)),
            Predicts::Margin => sum,
        }
    }

    /// The mean loss of predictions beside results: logarithmic, where 0.693 knows nothing,
    /// or the square root of the squared one in points. None without any.
    pub(crate) fn loss(self, pairs: impl Iterator<Item = (f32, f32)>) -> Option<f64> {
        let (mut all, mut count) = (0.0, 0_u32);
        for (predicted, result) in pairs {
            let (predicted, result) = (f64::from(predicted), f64::from(result));
            count += 1;
            all += match self.predicts {
                Predicts::Result => {
                    let share = predicted.clamp(1e-6, 1.0 - 1e-6);
                    -(result * libm::log(share) + (1.0 - result) * libm::log(1.0 - share))
                }
                Predicts::Margin => (predicted - result).powi(2),
            };
        }
        let mean = all / f64::from(count);
        let loss = match self.predicts {
            Predicts::Result => mean,
            Predicts::Margin => mean.sqrt() * self.unit / SCALE,
        };
        (count > 0).then_some(loss)
    }
}

/// All weights of a shape.
pub(crate) struct Training {
    shape: Shape,
    scale: Scale,
    classes: Vec<u32>,
    count: usize,
    /// Where the codes of each place begin, and its cells.
    places: Vec<(u32, Vec<Cell>)>,
    /// Where the values of each count begin.
    count_offsets: Vec<u32>,
    weights: Vec<Weight>,
}

/// The squared gradients that a weight has seen before the first.
const SEEN_BEFORE: f32 = 1.0;

/// How far a weight moves by a gradient of its usual size, divided by the root of the
/// number of places.
const RATE: f32 = 0.2;

/// What is left of the squared gradients after a batch: older ones, of weaker games,
/// count less.
const FORGET: f32 = 0.95;

/// The largest error of a margin that counts, in units.
const LARGEST_ERROR: f32 = 4.0;

impl Training {
    /// Weights that are all zero.
    pub(crate) fn new(shape: Shape, scale: Scale) -> Self {
        let (classes, count) = shape.classes();
        let (offsets, _) = shape.offsets();
        let of_pattern = shape.patterns.iter().zip(offsets).flat_map(|(pattern, offset)| {
            pattern.places.iter().map(move |place| (offset, place.clone()))
        });
        let places = of_pattern.collect();
        let all = count * shape.phase_count() * shape.sides();
        Self {
            scale,
            classes,
            count,
            places,
            count_offsets: shape.count_offsets().0,
            weights: vec![Weight { value: 0.0, seen: SEEN_BEFORE }; all],
            shape,
        }
    }

    pub(crate) fn shape(&self) -> &Shape {
        &self.shape
    }

    pub(crate) fn scale(&self) -> Scale {
        self.scale
    }

    /// A position that was judged, as the weights see it; `own` is its evaluation where they
    /// add to that.
    pub(crate) fn sample<G: Playable, K: Knowledge<G>>(
        &self,
        (game, own): (&G, &K),
        judged: &Judged<G::Position>,
    ) -> Sample {
        let position = &judged.position;
        let mut cells = vec![0; self.shape.cells.into()].into_boxed_slice();
        game.cells(position, &mut cells);
        let own = match self.shape.adds {
            true => {
                let state = own.refresh(game, position);
                let value = own.evaluate(game, position, None, &state);
                (f64::from(value) / self.scale.unit) as f32
            }
            false => 0.0,
        };
        let mut counts = vec![0; self.shape.counts.len()].into_boxed_slice();
        game.counts(position, &mut counts);
        let &Judged { target, result, .. } = judged;
        Sample { cells, counts, side: game.to_move(position), target, result, own }
    }

    pub(crate) fn weights(&self) -> &[Weight] {
        &self.weights
    }

    /// Goes on with these weights; false if they are not as many.
    pub(crate) fn set_weights(&mut self, weights: Vec<Weight>) -> bool {
        let fits = weights.len() == self.weights.len();
        if fits {
            self.weights = weights;
        }
        fits
    }

    /// Which part of the weights a sample belongs to.
    fn part(&self, sample: &Sample) -> usize {
        let filled = sample.cells.iter().filter(|&&content| content != 0).count();
        let phase = usize::from(self.shape.phases[filled]);
        match self.shape.exchange {
            true => phase,
            false => 2 * phase + sample.side.index(),
        }
    }

    /// The classes of all places of a sample.
    fn classes_of(&self, sample: &Sample, found: &mut Vec<u32>) {
        let swap = self.shape.exchange && sample.side == Side::Second;
        let most = self.shape.contents - 1;
        let base = usize::from(self.shape.contents);
        let content = |&cell: &Cell| match sample.cells[usize::from(cell)].min(most) {
            1 if swap => 2,
            2 if swap => 1,
            other => usize::from(other),
        };
        found.clear();
        found.extend(self.places.iter().map(|(offset, cells)| {
            let code = cells.iter().rev().fold(0, |code, cell| code * base + content(cell));
            self.classes[*offset as usize + code]
        }));
        let of_count = self.count_offsets.iter().zip(&sample.counts);
        found.extend(
            of_count.map(|(offset, &count)| self.classes[*offset as usize + usize::from(count)]),
        );
    }

    /// Learns from samples, `passes` times each, and forgets a little of the old.
    pub(crate) fn train(&mut self, samples: &[Sample], passes: usize, threads: usize) {
        let mut parts: Vec<Vec<&Sample>> =
            vec![Vec::new(); self.shape.phase_count() * self.shape.sides()];
        for sample in samples {
            parts[self.part(sample)].push(sample);
        }
        let mut weights = std::mem::take(&mut self.weights);
        let work = Mutex::new(weights.chunks_mut(self.count.max(1)).zip(parts));
        let training = &*self;
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    loop {
                        let next = work.lock().unwrap_or_else(PoisonError::into_inner).next();
                        let Some((part, samples)) = next else { break };
                        training.train_part(part, &samples, passes);
                    }
                });
            }
        });
        self.weights = weights;
    }

    fn train_part(&self, part: &mut [Weight], samples: &[&Sample], passes: usize) {
        let rate = RATE / (self.places.len() as f32).sqrt();
        let mut classes = Vec::new();
        for sample in std::iter::repeat_n(samples, passes).flatten() {
            self.classes_of(sample, &mut classes);
            let sum: f32 = classes.iter().map(|&class| part[class as usize].value).sum();
            let error = sample.target - self.scale.curve(sum + sample.own);
            let error = error.clamp(-LARGEST_ERROR, LARGEST_ERROR);
            for &class in &classes {
                let weight = &mut part[class as usize];
                weight.seen += error * error;
                weight.value += rate * error / weight.seen.sqrt();
            }
        }
        for weight in part {
            weight.seen = SEEN_BEFORE + (weight.seen - SEEN_BEFORE) * FORGET;
        }
    }

    /// The mean loss of predicting the results of samples, as [`Scale::loss`] gives it.
    pub(crate) fn loss(&self, samples: &[Sample]) -> Option<f64> {
        let mut classes = Vec::new();
        self.scale.loss(samples.iter().map(|sample| {
            self.classes_of(sample, &mut classes);
            let part = &self.weights[self.part(sample) * self.count..];
            let sum: f32 = classes.iter().map(|&class| part[class as usize].value).sum();
            (self.scale.curve(sum + sample.own), sample.result)
        }))
    }

    /// The tables with these weights, rounded.
    pub(crate) fn tables(&self) -> Tables {
        const MOST: f64 = 32_000.0;
        let largest = self.weights.iter().map(|weight| weight.value.abs()).fold(0.0, f32::max);
        let largest = (f64::from(largest) * self.scale.unit).max(1.0);
        // Finer steps cost bytes of the file and are lost in the sum.
        let shift = (0..=4).rev().find(|&shift| largest * f64::from(1 << shift) <= MOST);
        let shift = shift.unwrap_or(0);
        let factor = self.scale.unit * f64::from(1 << shift);
        let mut values = self
            .weights
            .iter()
            .map(|weight| (f64::from(weight.value) * factor).round().clamp(-MOST, MOST) as i16);
        let next = || values.next().unwrap_or_default();
        Tables::with_weights(self.shape.clone(), self.scale.predicts, shift, next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Plan;
    use plywood_game::Random;
    use plywood_games::mnk::Mnk;

    /// Positions of a board of 3 by 3 on which the first side wins with the first
    /// cell, and the margin is the difference of marks.
    fn samples(predicts: Predicts, seed: u64) -> Vec<Sample> {
        let mut dice = Random::new(seed);
        let mut sample = || {
            let cells: Box<[u8]> = (0..9).map(|_| dice.below(3) as u8).collect();
            let side = Side::BOTH[dice.below(2)];
            let own = 1 + side.index() as u8;
            let marks = |number| cells.iter().filter(|&&cell| cell == number).count() as f32;
            let target = match predicts {
                Predicts::Result => f32::from(u8::from(cells[0] == own)),
                Predicts::Margin => (marks(own) - marks(3 - own)) / 2.0,
            };
            Sample { cells, counts: [].into(), side, target, result: target, own: 0.0 }
        };
        (0..2000).map(|_| sample()).collect()
    }

    fn shape(exchange: bool) -> Shape {
        let plan = Plan { exchange, phases: 2, ..Plan::default() };
        Shape::of_game(&Mnk::<1>::new("3,3,3".parse().expect("a board")), &plan, 1)
    }

    #[test]
    fn what_can_be_seen_is_learned_whether_sides_share_weights_or_not() {
        for (exchange, predicts) in [
            (false, Predicts::Margin),
            (true, Predicts::Margin),
            (false, Predicts::Result),
            (true, Predicts::Result),
        ] {
            let mut training = Training::new(shape(exchange), Scale::new(predicts, 2.0));
            // One cell of four that share weights decides: that cannot be learned. A
            // win of all marks can.
            let learned = samples(predicts, 1);
            let before = training.loss(&samples(predicts, 2)).expect("samples");
            (0..20).for_each(|_| training.train(&learned, 2, 1));
            let after = training.loss(&samples(predicts, 2)).expect("samples");
            match predicts {
                Predicts::Margin => assert!(after < before / 4.0, "{before} to {after}"),
                Predicts::Result => assert!(after < before, "{before} to {after}"),
            }
        }
    }

    #[test]
    fn the_number_of_threads_changes_nothing() {
        let trained = |threads| {
            let mut training = Training::new(shape(false), Scale::new(Predicts::Result, 1.0));
            (0..3).for_each(|_| training.train(&samples(Predicts::Result, 1), 2, threads));
            training.weights
        };
        assert_eq!(trained(1), trained(3));
    }

    #[test]
    fn tables_evaluate_as_the_weights_predict() {
        let mut training = Training::new(shape(false), Scale::new(Predicts::Margin, 2.0));
        (0..20).for_each(|_| training.train(&samples(Predicts::Margin, 1), 2, 1));
        let (tables, game) = (training.tables(), Mnk::<1>::new("3,3,3".parse().expect("a board")));
        let parse = |text| plywood_game::Notation::parse_position(&game, text).expect("a position");
        let value =
            |text| tables.evaluate(&game, &parse(text), &tables.refresh(&game, &parse(text)));
        let (ahead, even) = (value("xx1/3/3 x"), value("xo1/3/3 x"));
        assert!(ahead > even + 50, "{ahead} and {even} hundredths");
    }
}
