//! How many instructions the rules take: figures that a busy machine repeats.
//!
//! `cargo bench -p plywood-games --bench instructions` needs valgrind and
//! gungraun-runner; `cargo xtask bench` installs both.

#![allow(missing_docs, reason = "the macros of gungraun write undocumented items")]

mod forced;

use gungraun::{library_benchmark, library_benchmark_group, main};
use plywood_game::{Budget, Game, Limits, perft, perft_played};
use plywood_games::azulejos::{Azulejos, Group};
use plywood_games::delta::Delta;
use plywood_games::mnk::{Mnk, Params, Position};
use plywood_games::othello::{Othello, Position as Discs, Positional, endgame, obf};
use std::hint::black_box;

#[library_benchmark]
#[bench::counted(perft)]
#[bench::played(perft_played)]
fn othello_perft_8(count: fn(&Othello, &<Othello as Game>::Position, u32) -> u64) -> u64 {
    count(&Othello, black_box(&Othello.initial()), 8)
}

#[library_benchmark]
#[bench::counted(perft)]
#[bench::played(perft_played)]
fn delta_perft_5(count: fn(&Delta, &<Delta as Game>::Position, u32) -> u64) -> u64 {
    let delta = Delta::standard();
    count(&delta, black_box(&delta.initial()), 5)
}

#[library_benchmark]
#[bench::counted(perft)]
#[bench::played(perft_played)]
fn gomoku_perft_2(count: fn(&Mnk<4>, &<Mnk<4> as Game>::Position, u32) -> u64) -> u64 {
    let gomoku = Mnk::<4>::new(Params::new(15, 15, 5).expect("good parameters"));
    count(&gomoku, black_box(&gomoku.initial()), 2)
}

fn large_board() -> (Azulejos, <Azulejos as Game>::Position) {
    let game = Azulejos::generated(50, 50, 4, 1).expect("good parameters");
    let position = game.initial();
    (game, position)
}

#[library_benchmark]
#[bench::board(large_board())]
fn azulejos_groups(board: (Azulejos, <Azulejos as Game>::Position)) -> Vec<Group> {
    board.0.groups(black_box(&board.1))
}

#[library_benchmark]
#[bench::board(large_board())]
fn azulejos_play_and_undo_every_move(board: (Azulejos, <Azulejos as Game>::Position)) -> usize {
    let (game, mut position) = board;
    let moves = game.legal_moves(&position);
    for &mv in &moves {
        let undo = game.play(&mut position, mv);
        game.undo(&mut position, undo);
    }
    moves.len()
}

fn square(size: usize) -> (Azulejos, <Azulejos as Game>::Position) {
    let game = Azulejos::generated(size, size, 4, 1).expect("good parameters");
    let position = game.initial();
    (game, position)
}

#[library_benchmark]
#[bench::on_10x10(square(10))]
#[bench::on_15x15(square(15))]
#[bench::on_20x20(square(20))]
fn azulejos_groups_after_every_move(board: (Azulejos, <Azulejos as Game>::Position)) -> usize {
    let (game, mut position) = board;
    let after = |mv| {
        let undo = game.play(&mut position, mv);
        let groups = game.groups(&position).len();
        game.undo(&mut position, undo);
        groups
    };
    game.legal_moves(&game.initial()).into_iter().map(after).sum()
}

/// Under valgrind the whole set would take minutes.
fn one_in_twenty() -> Vec<Position<4>> {
    forced::by_effort(20)
}

fn median_of_these() -> Vec<Position<4>> {
    let mut positions = one_in_twenty();
    vec![positions.swap_remove(positions.len() / 2)]
}

#[library_benchmark]
#[bench::one_in_twenty(one_in_twenty())]
#[bench::median_of_these(median_of_these())]
fn continuous_fours(positions: Vec<Position<4>>) -> u64 {
    let game = forced::gomoku();
    positions.iter().map(|position| forced::nodes(&game, black_box(position))).sum()
}

/// FFO 21, with 15 empty squares.
fn fifteen_empty() -> Discs {
    let suite = include_str!("../tests/data/ffo-20-59.obf");
    let record = obf::records(suite).nth(21).expect("a position").expect("a record");
    record.position().clone()
}

// Divide by the nodes that `tests/endgame.rs` prints for FFO 21.
#[library_benchmark]
#[bench::fifteen_empty(fifteen_empty())]
fn othello_endgame(position: Discs) -> u64 {
    let never = false.into();
    let mut budget = Budget::new(&Limits::default(), &never);
    let solved = endgame::solve(&Positional, black_box(&position), 1, false, &mut budget);
    solved.expect("there is no limit");
    budget.nodes()
}

library_benchmark_group!(
    name = rules;
    benchmarks =
        othello_perft_8,
        othello_endgame,
        delta_perft_5,
        gomoku_perft_2,
        azulejos_groups,
        azulejos_play_and_undo_every_move,
        azulejos_groups_after_every_move,
        continuous_fours
);
main!(library_benchmark_groups = rules);
