//! How many moves of a player in saved games of Gomoku lose to a forced win that the threat
//! search proves, although another move would not have.
//!
//! ```sh
//! cargo run --release -p plywood-lab --example refuted -- best games.txt
//! ```
//!
//! A move is counted if the other side's win after it is proven with 100,000 nodes, and
//! if for another move near the marks no win is. Moves of the opening are not looked at.

use plywood_game::{Budget, Game, Limits, Notation};
use plywood_games::mnk::{Cell, Mnk, Params, Position, Threats};
use plywood_workbench::Record;

const NODES: u64 = 100_000;

/// Other moves are looked for so near to marks.
const NEAR: u16 = 2;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [player, files @ ..] = words.as_slice() else {
        return eprintln!("refuted PLAYER FILES");
    };
    let game = Mnk::<4>::new(Params::new(15, 15, 5).expect("good parameters"));
    let (mut all, mut refuted, mut avoidable) = (0, 0, 0);
    for file in files {
        let text = std::fs::read_to_string(file).expect("a file of games");
        for saved in Record::split(&text) {
            let record: Record = saved.parse().expect("a saved game");
            let (moves, lost, missed) = count(&game, &record, player);
            (all, refuted, avoidable) = (all + moves, refuted + lost, avoidable + missed);
        }
    }
    let share = 100.0 * f64::from(avoidable) / f64::from(all.max(1));
    println!("{all} moves, {refuted} refuted, {avoidable} of them ({share:.2} %) avoidable");
}

/// The moves of a player in a game, how many of them are refuted, and how many of these
/// had an alternative.
fn count(game: &Mnk<4>, record: &Record, player: &str) -> (u32, u32, u32) {
    let note = |key: &str| record.notes.iter().find(|(name, _)| *name == key).map(|(_, text)| text);
    let words: Vec<&str> = record.moves.split(' ').collect();
    // The moves of the opening took no time.
    let played = note("times").map_or(0, |text| text.split(' ').count());
    let opening = words.len().saturating_sub(played);
    let is_player = ["first", "second"].map(|side| note(side).is_some_and(|name| name == player));
    let mut position = game.initial();
    let (mut moves, mut refuted, mut avoidable) = (0, 0, 0);
    for (number, word) in words.into_iter().enumerate() {
        let Ok(mv) = game.parse_move(&position, word) else { break };
        if number >= opening && is_player[game.to_move(&position).index()] {
            moves += 1;
            if is_refuted(game, &position, mv) {
                refuted += 1;
                let mut others = game.legal_moves(&position);
                game.keep_near(&position, NEAR, &mut others);
                let holds = |&other: &Cell| other != mv && !is_refuted(game, &position, other);
                avoidable += u32::from(others.iter().any(holds));
            }
        }
        game.play(&mut position, mv);
    }
    (moves, refuted, avoidable)
}

/// Whether the side to move after a move is proven to win.
fn is_refuted(game: &Mnk<4>, position: &Position<4>, mv: Cell) -> bool {
    let mut after = position.clone();
    game.play(&mut after, mv);
    if game.outcome(&after).is_some() {
        return false;
    }
    let (limits, never) = (Limits { nodes: Some(NODES), ..Limits::default() }, false.into());
    Threats::All.forced_win(game, &after, &mut Budget::new(&limits, &never)).is_some()
}
