//! Games of the evaluator against itself, and what their positions are worth.
//!
//! A game begins with some random moves, and now and then another one is played. Each
//! position is searched; its worth is the value that the search found mixed with the
//! worth of the next position, back from the result (TD(lambda), Sutton 1988, with
//! searched values as in Baxter, Tridgell and Weaver, `TDLeaf`, 1998). What the search
//! has proven is taken as it is, and a random move that may have been a mistake does
//! not count against the position before it.

use crate::PlayedGame;
use crate::knowledge::Learned;
use crate::tables::Predicts;
use crate::training::Scale;
use plywood_game::{History, Knowledge, Limits, Outcome, Playable, Random, Side, mix};
use plywood_search::{Engine, Options, Root, Score, Value};
use std::sync::atomic::AtomicBool;

/// How games are played.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Manner {
    /// The seed of all games.
    pub(crate) seed: u64,
    /// The nodes of a search.
    pub(crate) nodes: u64,
    /// The most random moves at the start.
    pub(crate) opening: usize,
}

/// The share of the next position's worth in that of a position.
const LAMBDA: f32 = 0.8;

/// One move in 16 is random.
const RANDOM_MOVES: usize = 16;

/// A game that is longer is a draw.
const LONGEST: usize = 600;

/// The options of searches: a table would have to be cleared for each, and a lost
/// position is worth the same after any move.
pub(crate) fn options() -> Options {
    Options::default().with(|options| {
        options.windows.null = true;
        options.table.on = false;
        options.endgame.on = false;
        options.resistance = false;
    })
}

/// A position, and what it is worth to the side to move.
#[derive(Debug, Clone)]
pub(crate) struct Judged<P> {
    pub(crate) position: P,
    /// What is to be predicted for it: a share of wins, or a margin in units.
    pub(crate) target: f32,
    /// What it got in the game.
    pub(crate) result: f32,
}

/// A position on the way, with what was found there.
struct Visit<P> {
    position: P,
    side: Side,
    value: Option<Value>,
    was_random: bool,
}

/// Plays games with one evaluator.
pub(crate) struct SelfPlay<'a, G: Playable, K> {
    game: &'a G,
    scale: Scale,
    engine: Engine<G, Learned<K>>,
    manner: Manner,
    stop: &'a AtomicBool,
}

impl<'a, G: Playable, K: Knowledge<G> + Clone> SelfPlay<'a, G, K> {
    pub(crate) fn new(
        (game, knowledge): (&'a G, Learned<K>),
        scale: Scale,
        manner: Manner,
        stop: &'a AtomicBool,
    ) -> Self {
        let engine = Engine::with_table(game.clone(), knowledge, options(), None);
        Self { game, scale, engine, manner, stop }
    }

    /// The positions of the game with this number.
    fn play(&mut self, number: u64) -> Vec<Judged<G::Position>> {
        // What the engine has seen in other games depends on which thread played them.
        self.engine.clear();
        let mut dice = Random::new(mix(self.manner.seed) ^ mix(!number));
        let (mut position, mut history) = opening(self.game, self.manner.opening, &mut dice);
        let mut visits = Vec::new();
        let outcome = loop {
            if let Some(outcome) = ended(self.game, &position, &history) {
                break outcome;
            }
            if visits.len() == LONGEST {
                break Outcome::Draw;
            }
            let (best, value) = search(
                (self.game, &mut self.engine),
                (&position, &history),
                self.manner.nodes,
                self.stop,
            );
            let was_random = dice.below(RANDOM_MOVES) == 0;
            let mv = match was_random {
                true => dice.pick(&self.game.legal_moves(&position)).copied(),
                false => best,
            };
            let Some(mv) = mv else { break Outcome::Draw };
            visits.push(self.visit(&position, Some(value), was_random));
            self.game.play(&mut position, mv);
            history.push(self.game.key(&position));
        };
        self.judged(visits, outcome)
    }

    /// The positions of the game with this number: of those that others played, which come again
    /// after the last, or against itself.
    pub(crate) fn take(
        &mut self,
        played: Option<&[PlayedGame<G>]>,
        number: u64,
    ) -> Vec<Judged<G::Position>> {
        match played {
            None => self.play(number),
            Some(games) => {
                let (start, moves, outcome) = &games[(number % games.len() as u64) as usize];
                self.study(start, moves, *outcome)
            }
        }
    }

    /// The positions of a game that others played.
    fn study(
        &self,
        start: &G::Position,
        moves: &[G::Move],
        outcome: Outcome,
    ) -> Vec<Judged<G::Position>> {
        let mut position = start.clone();
        let mut visits = Vec::new();
        for &mv in moves {
            if self.game.outcome(&position).is_some() {
                break;
            }
            visits.push(self.visit(&position, None, false));
            self.game.play(&mut position, mv);
        }
        self.judged(visits, outcome)
    }

    fn visit(
        &self,
        position: &G::Position,
        value: Option<Value>,
        was_random: bool,
    ) -> Visit<G::Position> {
        let side = self.game.to_move(position);
        Visit { position: position.clone(), side, value, was_random }
    }

    /// What positions are worth, by the values found and the outcome.
    fn judged(
        &self,
        visits: Vec<Visit<G::Position>>,
        outcome: Outcome,
    ) -> Vec<Judged<G::Position>> {
        let mut worth = self.worth(outcome, Side::First);
        let result = worth;
        let seen_by = |worth: f32, side: Side| match (side, self.scale.predicts) {
            (Side::First, _) => worth,
            (Side::Second, Predicts::Result) => 1.0 - worth,
            (Side::Second, Predicts::Margin) => -worth,
        };
        let mut all = Vec::with_capacity(visits.len());
        for Visit { position, side, value, was_random } in visits.into_iter().rev() {
            if let Some(value) = value {
                let found = seen_by(self.value_as_worth(value), side);
                worth = match value.exact || was_random {
                    true => found,
                    false => LAMBDA * worth + (1.0 - LAMBDA) * found,
                };
            }
            let (target, result) = (seen_by(worth, side), seen_by(result, side));
            all.push(Judged { position, target, result });
        }
        all.reverse();
        all
    }

    fn worth(&self, outcome: Outcome, side: Side) -> f32 {
        match self.scale.predicts {
            Predicts::Result => (outcome.value_for(side).signum() + 1) as f32 / 2.0,
            Predicts::Margin => {
                let hundredths = f64::from(outcome.value_for(side)) * 100.0;
                (hundredths / self.scale.unit) as f32
            }
        }
    }

    /// A value for the side to move as what the weights predict.
    fn value_as_worth(&self, value: Value) -> f32 {
        match (value.score, self.scale.predicts) {
            (score, Predicts::Result) if score.is_win() => 1.0,
            (score, Predicts::Result) if score.is_loss() => 0.0,
            (Score::DRAW, Predicts::Result) if value.exact => 0.5,
            (score, _) => self.scale.prediction(score.raw().into()),
        }
    }
}

/// How a game ended, by the rules or by repetition.
fn ended<G: Playable>(game: &G, position: &G::Position, history: &History) -> Option<Outcome> {
    let drawn = || (game.can_repeat() && history.is_draw()).then_some(Outcome::Draw);
    game.outcome(position).or_else(drawn)
}

/// A position after up to `most` random moves, in which the game goes on.
fn opening<G: Playable>(game: &G, most: usize, dice: &mut Random) -> (G::Position, History) {
    let mut plies = dice.below(most + 1);
    loop {
        let (mut position, mut history) = (game.initial(), History::default());
        history.push(game.key(&position));
        for _ in 0..plies {
            let Some(&mv) = dice.pick(&game.legal_moves(&position)) else { break };
            game.play(&mut position, mv);
            history.push(game.key(&position));
        }
        if plies == 0 || ended(game, &position, &history).is_none() {
            return (position, history);
        }
        plies -= 1;
    }
}

pub(crate) fn search<G: Playable, K: Knowledge<G>>(
    (game, engine): (&G, &mut Engine<G, K>),
    (position, history): (&G::Position, &History),
    nodes: u64,
    stop: &AtomicBool,
) -> (Option<G::Move>, Value) {
    let earlier = if game.can_repeat() { history.earlier() } else { &[] };
    let root = Root { position, history: earlier };
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let report = engine.search(&root, &limits, stop, &mut |_| {});
    (report.best(), report.value)
}

/// The points of the first of two evaluations, of 1, in the two games from the opening with
/// this number.
pub(crate) fn pair<G: Playable, K: Knowledge<G> + Clone>(
    game: &G,
    evaluations: [Learned<K>; 2],
    (manner, number): (Manner, u64),
    stop: &AtomicBool,
) -> f64 {
    let mut engines =
        evaluations.map(|knowledge| Engine::with_table(game.clone(), knowledge, options(), None));
    let mut points = 0.0;
    for learned in Side::BOTH {
        let mut dice = Random::new(mix(manner.seed ^ mix(number)));
        let (mut position, mut history) = opening(game, manner.opening, &mut dice);
        let outcome = (0..LONGEST).find_map(|_| {
            if let Some(outcome) = ended(game, &position, &history) {
                return Some(outcome);
            }
            let engine = &mut engines[usize::from(game.to_move(&position) != learned)];
            let found = search((game, engine), (&position, &history), manner.nodes, stop).0;
            game.play(&mut position, found?);
            history.push(game.key(&position));
            None
        });
        let value = outcome.unwrap_or(Outcome::Draw).value_for(learned).signum();
        points += f64::from(value + 1) / 4.0;
    }
    points
}

/// How long random games of a game are on average, and the root of their mean squared
/// margin.
pub(crate) fn random_games<G: Playable>(game: &G) -> (usize, f64) {
    const GAMES: u64 = 100;
    let (mut plies, mut squares) = (0, 0.0);
    for number in 0..GAMES {
        let (mut dice, mut position) = (Random::new(mix(number)), game.initial());
        for _ in 0..LONGEST {
            let Some(&mv) = dice.pick(&game.legal_moves(&position)) else { break };
            game.play(&mut position, mv);
            plies += 1;
        }
        let margin = game.outcome(&position).map_or(0, |outcome| outcome.value_for(Side::First));
        squares += f64::from(margin).powi(2);
    }
    (plies / GAMES as usize, (squares / GAMES as f64).sqrt().max(1.0))
}
