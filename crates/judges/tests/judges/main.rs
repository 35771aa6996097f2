//! The judges alone: published counts, positions worked out by hand, recorded
//! games, and texts that are read back. `crates/games/tests/agreement.rs` compares the
//! fast games with them.

mod azulejos;
mod delta;
mod mnk;
mod othello;

use plywood_game::{Outcome, Random};
use plywood_judges::Judge;

fn read<N: Judge>(judge: &N, text: &str) -> N::State {
    judge.read(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn play_all<N: Judge>(judge: &N, start: &str, moves: &str) -> N::State {
    let mut state = read(judge, start);
    for word in moves.split_whitespace() {
        let next = judge.play(&state, word);
        state = next.unwrap_or_else(|error| panic!("{}: {error}", judge.write(&state)));
    }
    state
}

/// The text of the position after the moves.
fn after<N: Judge>(judge: &N, start: &str, moves: &str) -> String {
    judge.write(&play_all(judge, start, moves))
}

fn moves<N: Judge>(judge: &N, text: &str) -> Vec<String> {
    judge.moves(&read(judge, text))
}

fn outcome<N: Judge>(judge: &N, text: &str) -> Option<Outcome> {
    judge.outcome(&read(judge, text))
}

fn error<N: Judge>(judge: &N, text: &str) -> String {
    judge.read(text).expect_err(text)
}

/// The number of move sequences of exactly this length.
fn count_sequences<N: Judge>(judge: &N, state: &N::State, length: usize) -> u64 {
    let moves = judge.moves(state);
    if length == 1 {
        return moves.len() as u64;
    }
    let children = moves.iter().map(|mv| judge.play(state, mv).expect("a listed move"));
    children.map(|child| count_sequences(judge, &child, length - 1)).sum()
}

fn assert_counts<N: Judge>(judge: &N, start: &str, published: &[u64]) {
    let state = read(judge, start);
    let counts: Vec<u64> =
        (1..=published.len()).map(|length| count_sequences(judge, &state, length)).collect();
    assert_eq!(counts, published, "{start}");
}

/// Plays random games and checks on every position that there are moves
/// exactly while the game goes on, and that its text is read back.
fn assert_random_games<N: Judge>(judge: &N, games: usize, mut start: impl FnMut(usize) -> String) {
    const LONGEST: usize = 100;
    let mut dice = Random::new(1);
    for game in 0..games {
        let mut state = read(judge, &start(game));
        for _ in 0..LONGEST {
            let text = judge.write(&state);
            assert_eq!(judge.read(&text).as_ref(), Ok(&state), "{text}");
            let moves = judge.moves(&state);
            assert_eq!(moves.is_empty(), judge.outcome(&state).is_some(), "{text}");
            let Some(mv) = dice.pick(&moves) else {
                break;
            };
            state = judge.play(&state, mv).unwrap_or_else(|error| panic!("{text}: {error}"));
        }
    }
}
