//! Learns what the shapes of Gomoku are worth, from games of the engine against itself.
//!
//! ```sh
//! cargo run --release -p plywood-learn --example shapes -- 8000 7 > learned.txt
//! ```
//!
//! plays 8,000 games with seed 7, each from 3 to 10 marks around a random cell, with
//! 1,000 to 3,000 nodes a move, and writes `crates/games/src/mnk/shapes/learned.txt`:
//! for each combination of codes that was seen often enough its worth to the side to
//! move and to the other. The sum over all cells is the estimate v, and 1 / (1 +
//! exp(-v / 400)) the share of games won; the weights minimise its logarithmic loss
//! (gradient descent with Adam, Kingma and Ba, 2014) and are drawn a little towards 0. The
//! last tenth of the positions is held back, and its loss is told.

use plywood_game::{Game, Knowledge, Random, Side};
use plywood_games::mnk::{Cell, Mnk, Params, Position, Shapes, Threats};
use plywood_search::{Engine, Limits, Options, Root, SEARCH_STACK};
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

type Gomoku = Mnk<4>;
type Codes = [u8; 4];

/// The codes of all cells, for the side to move and the other.
type Features = Vec<[Codes; 2]>;

/// The estimate that stands for a winning chance of e to 1.
const SCALE: f64 = 400.0;

/// Combinations seen less often keep the weights set by hand.
const SEEN: f64 = 100.0;

/// The smallest code of a line with a second mark; others are worth nothing.
const LEAST_CODE: u8 = 8;

/// A position: how the game ended for the side to move (1, 1/2 or 0), and how often each
/// weight counts.
struct Sample {
    result: f64,
    counts: Vec<(usize, f64)>,
}

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|word| word.parse::<u64>().ok());
    let (games, seed) = (numbers.next().unwrap_or(100), numbers.next().unwrap_or(7));
    let play = move || samples(games, seed);
    let thread = std::thread::Builder::new().stack_size(SEARCH_STACK).spawn(play);
    let (names, samples) = thread.expect("a thread").join().expect("games to the end");
    let (weights, seen) = learn(&samples, 2 * names.len());
    for (codes, number) in &names {
        if seen[2 * number] + seen[2 * number + 1] >= SEEN {
            let [a, b, c, d] = codes;
            let worth = |turn: usize| (weights[2 * number + turn] * SCALE).round();
            println!("{a} {b} {c} {d} {} {}", worth(0), worth(1));
        }
    }
}

/// Plays games, and returns their positions and the numbers of the combinations.
fn samples(games: u64, seed: u64) -> (BTreeMap<Codes, usize>, Vec<Sample>) {
    let game = Gomoku::new(Params::new(15, 15, 5).expect("good parameters"));
    let mut shapes = Shapes::new(game.params());
    (shapes.windows.near, shapes.windows.threats) = (Some(2), Some(Threats::All));
    let options = Options::default().with(|options| {
        options.windows.null = true;
        options.late_moves.reductions = true;
        options.horizon.quiescence = 16;
        options.futility.margin = Some(200);
    });
    let mut engine = Engine::new(game.clone(), shapes.clone(), options, 16).expect("memory");
    let (mut dice, mut names, mut samples) = (Random::new(seed), BTreeMap::new(), Vec::new());
    for _ in 0..games {
        engine.clear();
        let mut position = opening(&game, &mut dice);
        let (positions, winner) = play(&game, &shapes, &mut engine, &mut position, &mut dice);
        for (side, features) in positions {
            let result = winner.map_or(0.5, |winner| f64::from(u8::from(winner == side)));
            samples.push(Sample { result, counts: counts(&features, &mut names) });
        }
    }
    (names, samples)
}

/// From 3 to 10 marks close to one another.
fn opening(game: &Gomoku, dice: &mut Random) -> Position<4> {
    let (mut position, marks) = (game.initial(), 3 + dice.below(8));
    let centre = [4 + dice.below(7), 4 + dice.below(7)];
    for number in 0..marks {
        let reach = 2 + number / 4;
        loop {
            let [row, column] =
                centre.map(|at| (at + dice.below(2 * reach + 1)).saturating_sub(reach).min(14));
            let mv = Cell((15 * row + column) as u16);
            if game.try_play(&mut position, mv).is_ok() {
                break;
            }
        }
    }
    position
}

/// The positions that tell something, with the side to move, and who won. A game ends
/// when its end is certain.
fn play(
    game: &Gomoku,
    shapes: &Shapes,
    engine: &mut Engine<Gomoku, Shapes>,
    position: &mut Position<4>,
    dice: &mut Random,
) -> (Vec<(Side, Features)>, Option<Side>) {
    let (mut positions, stop) = (Vec::new(), AtomicBool::new(false));
    loop {
        if let Some(outcome) = game.outcome(position) {
            return (positions, outcome.winner());
        }
        let side = game.to_move(position);
        let state = shapes.refresh(game, position);
        positions.extend(shapes.features(position, &state).map(|features| (side, features)));
        let limits = Limits { nodes: Some(1000 + dice.below(2000) as u64), ..Limits::default() };
        let root = Root { position, history: &[] };
        let report = engine.search(&root, &limits, &stop, &mut |_| {});
        let score = report.value.score;
        if report.value.exact && (score.is_win() || score.is_loss()) {
            let winner = if score.is_win() { side } else { side.other() };
            return (positions, Some(winner));
        }
        let mv = report.best().expect("a move");
        game.play(position, mv);
    }
}

/// How often each weight counts in a position: those of the side to move for it, those
/// of the other against it.
fn counts(features: &Features, names: &mut BTreeMap<Codes, usize>) -> Vec<(usize, f64)> {
    let mut counts = BTreeMap::new();
    for codes in features {
        for (turn, sign) in [(0, 1.0), (1, -1.0)] {
            if codes[turn][3] >= LEAST_CODE {
                let next = names.len();
                let number = *names.entry(codes[turn]).or_insert(next);
                *counts.entry(2 * number + turn).or_insert(0.0) += sign;
            }
        }
    }
    counts.into_iter().collect()
}

/// The weights in units of the scale, and how often each was seen.
fn learn(samples: &[Sample], number: usize) -> (Vec<f64>, Vec<f64>) {
    const BATCH: usize = 256;
    let (known, held_back) = samples.split_at(samples.len() * 9 / 10);
    let mut seen = vec![0.0; number];
    for (weight, count) in samples.iter().flat_map(|sample| &sample.counts) {
        seen[*weight] += count.abs();
    }
    let (mut weights, mut dice) = (vec![0.0; number], Random::new(1));
    let (mut means, mut squares) = (vec![0.0; number], vec![0.0; number]);
    let mut steps = 0;
    for epoch in 0..30 {
        let rate = 0.01 / (1.0 + f64::from(epoch) / 6.0);
        for _ in 0..known.len() / BATCH {
            let mut slope: Vec<f64> = weights.iter().map(|weight| 1e-5 * weight).collect();
            for _ in 0..BATCH {
                let sample = &known[dice.below(known.len())];
                let error = (chance(&weights, sample) - sample.result) / BATCH as f64;
                sample.counts.iter().for_each(|&(weight, count)| slope[weight] += error * count);
            }
            steps += 1;
            let grown = |decay: f64| 1.0 - decay.powi(steps);
            for weight in 0..number {
                means[weight] = 0.9 * means[weight] + 0.1 * slope[weight];
                squares[weight] = 0.999 * squares[weight] + 0.001 * slope[weight].powi(2);
                let root = (squares[weight] / grown(0.999)).sqrt() + 1e-8;
                weights[weight] -= rate * means[weight] / grown(0.9) / root;
            }
        }
        let [learned, other] = [known, held_back].map(|samples| loss(&weights, samples));
        eprintln!("round {epoch}: {learned:.4}, held back {other:.4}");
    }
    (weights, seen)
}

/// The share of games that the weights expect to be won.
fn chance(weights: &[f64], sample: &Sample) -> f64 {
    let sum: f64 = sample.counts.iter().map(|&(weight, count)| count * weights[weight]).sum();
    1.0 / (1.0 + (-sum).exp())
}

fn loss(weights: &[f64], samples: &[Sample]) -> f64 {
    let one = |sample: &Sample| {
        let chance = chance(weights, sample).clamp(1e-6, 1.0 - 1e-6);
        -sample.result * chance.ln() - (1.0 - sample.result) * (1.0 - chance).ln()
    };
    samples.iter().map(one).sum::<f64>() / samples.len().max(1) as f64
}
