//! A game written out in full, to be committed: a change of the rules, the
//! notation, the keys or the drawing of a game shows in the diff.

use super::random_game;
use crate::{Notation, Random, View};
use std::fmt::Write;

/// The text of a seeded random game: every position with its key, its picture
/// and its legal moves.
#[must_use]
pub fn playthrough<G: Notation + View>(game: &G, seed: u64) -> String {
    let mut text = format!("game {}, random moves from seed {seed}\n", game.name());
    let mut previous: Option<G::Position> = None;
    random_game(game, &mut Random::new(seed), |position, played| {
        if let (Some(before), Some(&mv)) = (&previous, played.last()) {
            let steps = game.steps(before, mv);
            let preview = game.preview(before, mv);
            let word = game.move_text(before, mv);
            let _ = writeln!(text, "\nmove {}: {word}, clicks {steps:?}", played.len());
            let _ = writeln!(text, "changes {:?}, label {:?}", preview.cells, preview.label);
        }
        describe(game, position, played.last().copied(), &mut text);
        previous = Some(position.clone());
    });
    text
}

fn describe<G: Notation + View>(
    game: &G,
    position: &G::Position,
    last: Option<G::Move>,
    text: &mut String,
) {
    let picture = game.picture(position, last);
    let _ = writeln!(text, "\nposition {}", game.position_text(position));
    let _ = writeln!(text, "key {:016x}", game.key(position));
    text.push_str(&picture.to_string());
    for caption in &picture.captions {
        let _ = writeln!(text, "{}: {}", caption.label, caption.value);
    }
    if !picture.last.is_empty() {
        let _ = writeln!(text, "last move at {:?}", picture.last);
    }
    match game.outcome(position) {
        Some(outcome) => {
            let _ = writeln!(text, "over: {outcome:?}, decided at {:?}", picture.decisive);
        }
        None => {
            let moves = game.legal_moves(position);
            let words: Vec<String> = moves.iter().map(|&mv| game.move_text(position, mv)).collect();
            let side = &picture.sides[game.to_move(position).index()].name;
            let _ = writeln!(text, "{side} to move, {} moves: {}", moves.len(), words.join(" "));
        }
    }
}
