//! How long the rules take: perft of the four games, counted and with every
//! leaf played, and the moves of a large Azulejos board; and how long it takes
//! to find continuous fours, in the median position of a set and in all.
//!
//! `cargo bench -p plywood-games --bench time`. The throughput that criterion
//! prints is move sequences a second.

mod forced;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use plywood_game::{Game, perft, perft_played};
use plywood_games::azulejos::Azulejos;
use plywood_games::delta::Delta;
use plywood_games::mnk::{Mnk, Params};
use plywood_games::othello::Othello;
use std::hint::black_box;
use std::time::Duration;

fn perft_of<G: Game>(c: &mut Criterion, name: &str, game: &G, depth: u32) {
    let start = game.initial();
    let mut group = c.benchmark_group(format!("{name} perft {depth}"));
    group.sample_size(10).measurement_time(Duration::from_secs(4));
    group.throughput(Throughput::Elements(perft(game, &start, depth)));
    group.bench_function("counted", |b| b.iter(|| perft(game, black_box(&start), depth)));
    group.bench_function("played", |b| b.iter(|| perft_played(game, black_box(&start), depth)));
}

fn all_perfts(c: &mut Criterion) {
    perft_of(c, "othello", &Othello, 10);
    perft_of(c, "delta", &Delta::standard(), 7);
    let gomoku = Mnk::<4>::new(Params::new(15, 15, 5).expect("good parameters"));
    perft_of(c, "mnk:15,15,5", &gomoku, 3);
}

fn large_azulejos(c: &mut Criterion) {
    let game = Azulejos::generated(50, 50, 4, 1).expect("good parameters");
    let mut position = game.initial();
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    let mut group = c.benchmark_group("azulejos:50x50,4,seed=1");
    group.bench_function("groups with points", |b| b.iter(|| game.groups(black_box(&position))));
    let mut list = Vec::new();
    group.bench_function("moves", |b| {
        b.iter(|| {
            list.clear();
            game.moves(black_box(&position), &mut list);
            list.len()
        });
    });
    group.throughput(Throughput::Elements(moves.len() as u64));
    group.bench_function("play and undo of every move", |b| {
        b.iter(|| {
            for &mv in &moves {
                let undo = game.play(&mut position, mv);
                game.undo(&mut position, undo);
            }
        });
    });
}

fn continuous_fours(c: &mut Criterion) {
    let (game, positions) = (forced::gomoku(), forced::by_effort(1));
    let mut group = c.benchmark_group("continuous fours");
    let median = &positions[positions.len() / 2];
    group.bench_function("median", |b| b.iter(|| forced::nodes(&game, black_box(median))));
    group.sample_size(10).measurement_time(Duration::from_secs(15));
    let total = || positions.iter().map(|position| forced::nodes(&game, position)).sum();
    group.throughput(Throughput::Elements(total()));
    group.bench_function("all", |b| b.iter(total));
}

criterion_group!(rules, all_perfts, large_azulejos, continuous_fours);
criterion_main!(rules);
