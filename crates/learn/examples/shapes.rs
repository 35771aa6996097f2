//! Learns what the shapes of Gomoku are worth, and how early moves should be tried, from
//! games of the engine against itself.
//!
//! ```sh
//! cargo run --release -p plywood-learn --example shapes -- play 7000 11 > games.txt
//! cargo run --release -p plywood-learn --example shapes -- learn games.txt > learned.txt
//! ```
//!
//! The first plays 7,000 games with seed 11, each from 2 to 9 marks around a random cell,
//! with 600 to 1,800 nodes a move, a line each: who won, the marks of the opening, and
//! the moves with the value that the search found. The second writes
//! `crates/games/src/mnk/shapes/learned.txt`:
//!
//! - for each combination of codes that was seen often enough its worth to the side to
//!   move and to the other, and for each mask of threats what it adds. The sum is the
//!   estimate v; 1 / (1 + exp(-v / 400)) should be the middle of the game's outcome
//!   (1, 1/2 or 0) and of the same function of the search's value.
//! - the scores of making a combination and of taking its cell from the other side, in
//!   64ths: their sums are the logarithms of how likely the search is to choose a cell.
//!
//! Both minimise the logarithmic loss (gradient descent with Adam, Kingma and Ba, 2014)
//! and are drawn a little towards 0. The last twentieth of the positions is held back,
//! and its loss is told.

use plywood_game::{Game, Knowledge, Notation, Random};
use plywood_games::mnk::{Cell, Mnk, Params, Position, Shapes, Threats};
use plywood_search::{Engine, Limits, Options, Root, SEARCH_STACK};
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

type Gomoku = Mnk<4>;
type Codes = [u8; 4];

/// The estimate that stands for a winning chance of e to 1.
const SCALE: f64 = 400.0;

/// The scores of moves count this much to a factor of e.
const SCORE_SCALE: f64 = 64.0;

/// Combinations seen less often, by the evaluation and as candidates, are not written.
const SEEN: [f64; 2] = [100.0, 200.0];

/// From this value on the choice of a move tells little.
const DECIDED: f64 = 4000.0;

/// A position that tells something.
struct Sample {
    /// What the estimate should say, from 0 to 1.
    target: f64,
    /// How often each weight of the estimate counts.
    counts: Vec<(usize, f64)>,
    /// For each candidate the combination of the mover and that of the other side.
    candidates: Vec<[usize; 2]>,
    /// Which candidate the search chose.
    chosen: Option<usize>,
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| words.get(at).and_then(|word| word.parse::<u64>().ok());
    match words.first().map(String::as_str) {
        Some("play") => {
            let (games, seed) = (number(1).unwrap_or(100), number(2).unwrap_or(11));
            let play = move || play_all(games, seed);
            let thread = std::thread::Builder::new().stack_size(SEARCH_STACK).spawn(play);
            thread.expect("a thread").join().expect("games to the end");
        }
        Some("learn") => learn_from(&words[1..]),
        _ => eprintln!("shapes play GAMES SEED, or shapes learn FILES"),
    }
}

fn knowledge() -> (Gomoku, Shapes) {
    let game = Gomoku::new(Params::new(15, 15, 5).expect("good parameters"));
    let mut shapes = Shapes::new(game.params());
    (shapes.windows.near, shapes.windows.threats) = (Some(2), Some(Threats::All));
    (game, shapes)
}

fn play_all(games: u64, seed: u64) {
    let (game, shapes) = knowledge();
    let options = Options::default().with(|options| {
        options.windows.null = true;
        options.late_moves.reductions = true;
        options.horizon.quiescence = 8;
        options.futility.margin = Some(200);
    });
    let mut engine = Engine::new(game.clone(), shapes, options, 4).expect("memory");
    let mut dice = Random::new(seed);
    for _ in 0..games {
        engine.clear();
        let (mut position, mut text) = opening(&game, &mut dice);
        let marks = text.split_whitespace().count();
        let winner = play(&game, &mut engine, &mut position, &mut dice, &mut text);
        println!("{winner} {marks}{text}");
    }
}

/// From 2 to 9 marks close to one another, and their names.
fn opening(game: &Gomoku, dice: &mut Random) -> (Position<4>, String) {
    let (mut position, mut text, marks) = (game.initial(), String::new(), 2 + dice.below(8));
    let centre = [4 + dice.below(7), 4 + dice.below(7)];
    for number in 0..marks {
        let reach = 2 + number / 4;
        loop {
            let [row, column] =
                centre.map(|at| (at + dice.below(2 * reach + 1)).saturating_sub(reach).min(14));
            let mv = Cell((15 * row + column) as u16);
            if game.is_legal(&position, mv) {
                text += &format!(" {}", game.move_text(&position, mv));
                game.play(&mut position, mv);
                break;
            }
        }
    }
    (position, text)
}

/// Plays to an end that is certain, adds the moves to the text, and tells who won: 1, 2
/// or 0 for nobody.
fn play(
    game: &Gomoku,
    engine: &mut Engine<Gomoku, Shapes>,
    position: &mut Position<4>,
    dice: &mut Random,
    text: &mut String,
) -> usize {
    let stop = AtomicBool::new(false);
    loop {
        if let Some(outcome) = game.outcome(position) {
            return outcome.winner().map_or(0, |side| 1 + side.index());
        }
        let side = game.to_move(position).index();
        let limits = Limits { nodes: Some(600 + dice.below(1200) as u64), ..Limits::default() };
        let root = Root { position, history: &[] };
        let report = engine.search(&root, &limits, &stop, &mut |_| {});
        let score = report.value.score;
        if score.is_win() || score.is_loss() {
            return if score.is_win() { 1 + side } else { 2 - side };
        }
        let mv = report.best().expect("a move");
        let value = score.raw();
        *text += &format!(" {}={value}", game.move_text(position, mv));
        game.play(position, mv);
    }
}

fn learn_from(files: &[String]) {
    let (game, shapes) = knowledge();
    // Number 0 is a cell where nothing is made.
    let (mut names, mut samples) = (BTreeMap::from([([0; 4], 0)]), Vec::new());
    for file in files {
        let text = std::fs::read_to_string(file).expect("a file of games");
        text.lines().for_each(|line| read((&game, &shapes), line, &mut names, &mut samples));
    }
    let number = names.len();
    eprintln!("{} positions, {number} combinations", samples.len());
    let mut seen = vec![[0.0; 2]; number];
    for sample in &samples {
        let weights = sample.counts.iter().filter(|(weight, _)| *weight < 2 * number);
        weights.for_each(|(weight, count)| seen[weight / 2][0] += count.abs());
        sample.candidates.iter().flatten().for_each(|&codes| seen[codes][1] += 1.0);
    }
    let weights = learn(&samples, MASKS_FROM + MASKS, estimate_slope);
    let scores = learn(&samples, 2 * number, choice_slope);
    for (codes, &number) in &names {
        if seen[number][0] >= SEEN[0] || seen[number][1] >= SEEN[1] {
            let [a, b, c, d] = codes;
            let worth = |turn: usize| (weights[2 * number + turn] * SCALE).round();
            let score = |turn: usize| (scores[2 * number + turn] * SCORE_SCALE).round();
            let (worth, score) = ([worth(0), worth(1)], [score(0), score(1)]);
            println!("{a} {b} {c} {d} {} {} {} {}", worth[0], worth[1], score[0], score[1]);
        }
    }
    for (mask, weight) in weights[MASKS_FROM..].iter().enumerate() {
        let worth = (weight * SCALE).round();
        if worth != 0.0 {
            println!("{mask} {worth}");
        }
    }
}

/// The weights of masks come after those of combinations, of which there are fewer.
const MASKS_FROM: usize = 8192;
const MASKS: usize = 512;

/// The positions of a game, up to a value that is no number.
fn read(
    (game, shapes): (&Gomoku, &Shapes),
    line: &str,
    names: &mut BTreeMap<Codes, usize>,
    samples: &mut Vec<Sample>,
) {
    let mut words = line.split_whitespace();
    let mut number = || words.next().and_then(|word| word.parse::<usize>().ok());
    let (Some(winner), Some(marks)) = (number(), number()) else { return };
    let mut position = game.initial();
    for (place, word) in words.enumerate() {
        let (mv, value) = word.split_once('=').unwrap_or((word, ""));
        let Ok(mv) = game.parse_move(&position, mv) else { return };
        if place >= marks {
            let Ok(value) = value.parse::<f64>() else { return };
            let result = match winner {
                0 => 0.5,
                winner => f64::from(u8::from(winner - 1 == game.to_move(&position).index())),
            };
            let state = shapes.refresh(game, &position);
            if let Some(features) = shapes.features(&position, &state) {
                let target = (result + 1.0 / (1.0 + (-value / SCALE).exp())) / 2.0;
                let mask = MASKS_FROM + usize::from(shapes.threat_mask(&position, &state));
                let mut sample = sample(&features, mv, names);
                (sample.target, sample.chosen) =
                    (target, sample.chosen.filter(|_| value.abs() <= DECIDED));
                sample.counts.push((mask, 1.0));
                samples.push(sample);
            }
        }
        game.play(&mut position, mv);
    }
}

/// What counts in a position: combinations of the mover for it, of the other against.
fn sample(features: &[[Codes; 2]], mv: Cell, names: &mut BTreeMap<Codes, usize>) -> Sample {
    let (mut counts, mut candidates, mut chosen) = (BTreeMap::new(), Vec::new(), None);
    for (cell, codes) in features.iter().enumerate() {
        let [own, other] = codes.map(|codes| {
            let next = names.len();
            *names.entry(codes).or_insert(next)
        });
        if [own, other] == [0, 0] {
            continue;
        }
        if cell == usize::from(mv.0) {
            chosen = Some(candidates.len());
        }
        candidates.push([own, other]);
        for (weight, sign) in [(2 * own, 1.0), (2 * other + 1, -1.0)] {
            if weight > 1 {
                *counts.entry(weight).or_insert(0.0) += sign;
            }
        }
    }
    Sample { target: 0.5, counts: counts.into_iter().collect(), candidates, chosen }
}

/// Adds the slope of a sample's loss, and returns the loss; none where the sample tells
/// nothing.
type Slope = fn(&[f64], &Sample, &mut [f64]) -> Option<f64>;

fn estimate_slope(weights: &[f64], sample: &Sample, slope: &mut [f64]) -> Option<f64> {
    let sum: f64 = sample.counts.iter().map(|&(weight, count)| count * weights[weight]).sum();
    let chance = 1.0 / (1.0 + (-sum).exp());
    sample.counts.iter().for_each(|&(weight, count)| {
        slope[weight] += (chance - sample.target) * count;
    });
    let chance = chance.clamp(1e-6, 1.0 - 1e-6);
    Some(-sample.target * chance.ln() - (1.0 - sample.target) * (1.0 - chance).ln())
}

fn choice_slope(weights: &[f64], sample: &Sample, slope: &mut [f64]) -> Option<f64> {
    let chosen = sample.chosen?;
    let score = |&[own, other]: &[usize; 2]| weights[2 * own] + weights[2 * other + 1];
    let shares: Vec<f64> = sample.candidates.iter().map(|codes| score(codes).exp()).collect();
    let all: f64 = shares.iter().sum();
    for (place, &[own, other]) in sample.candidates.iter().enumerate() {
        let error = shares[place] / all - f64::from(u8::from(place == chosen));
        slope[2 * own] += error;
        slope[2 * other + 1] += error;
    }
    Some(-(shares[chosen] / all).max(1e-9).ln())
}

/// The weights that minimise a loss.
fn learn(samples: &[Sample], number: usize, loss: Slope) -> Vec<f64> {
    const BATCH: usize = 256;
    let (known, held_back) = samples.split_at(samples.len() * 19 / 20);
    let (mut weights, mut dice) = (vec![0.0; number], Random::new(1));
    let (mut means, mut squares, mut steps) = (vec![0.0; number], vec![0.0; number], 0);
    for epoch in 0..16 {
        let rate = 0.015 / (1.0 + f64::from(epoch) / 3.0);
        for _ in 0..known.len() / BATCH {
            let mut slope = vec![0.0; number];
            for _ in 0..BATCH {
                loss(&weights, &known[dice.below(known.len())], &mut slope);
            }
            steps += 1;
            let grown = |decay: f64| 1.0 - decay.powi(steps);
            for weight in 0..number {
                let slope = slope[weight] / BATCH as f64 + 1e-5 * weights[weight];
                means[weight] = 0.9 * means[weight] + 0.1 * slope;
                squares[weight] = 0.999 * squares[weight] + 0.001 * slope.powi(2);
                let root = (squares[weight] / grown(0.999)).sqrt() + 1e-8;
                weights[weight] -= rate * means[weight] / grown(0.9) / root;
            }
        }
        let mut unused = vec![0.0; number];
        let told = held_back.iter().filter_map(|sample| loss(&weights, sample, &mut unused));
        let losses: Vec<f64> = told.collect();
        eprintln!("round {epoch}: {:.4}", losses.iter().sum::<f64>() / losses.len() as f64);
    }
    weights
}
