//! The oracle: plain minimax, a page of code.
//!
//! It prunes nothing, remembers nothing and shares no code with the engine.
//! Nobody ever optimises it. What the engine says with any combination of its
//! exact options must be what is found here.

use crate::{Score, Value};
use plywood_game::{Game, Knowledge};

/// The value of a position, `depth` moves deep, for the side to move.
/// `history` holds the keys of the positions that led to it, oldest first and
/// without its own: a third occurrence in the game is a draw, and so is a
/// second one within the search.
///
/// ```
/// use plywood_game::{Game, ZeroEvaluator, testkit::TreeGame};
/// use plywood_search::{Score, minimax};
/// let game: TreeGame = "start: left right; left: 1 2; right: = 1".parse()?;
/// let value = minimax(&game, &ZeroEvaluator, &game.initial(), &[], 2);
/// assert_eq!(value.score, Score::DRAW);
/// assert!(value.exact, "the whole tree was seen");
/// # Ok::<(), plywood_game::TextError>(())
/// ```
pub fn minimax<G: Game, K: Knowledge<G>>(
    game: &G,
    knowledge: &K,
    position: &G::Position,
    history: &[u64],
    depth: u32,
) -> Value {
    let mut oracle = Oracle { game, knowledge, history, path: Vec::new() };
    oracle.value(position, None, depth)
}

struct Oracle<'a, G: Game, K> {
    game: &'a G,
    knowledge: &'a K,
    history: &'a [u64],
    path: Vec<u64>,
}

impl<G: Game, K: Knowledge<G>> Oracle<'_, G, K> {
    fn value(&mut self, position: &G::Position, last: Option<G::Move>, depth: u32) -> Value {
        let (game, side) = (self.game, self.game.to_move(position));
        if let Some(outcome) = game.outcome(position) {
            return Value::exact(Score::of_outcome(outcome, side, self.path.len() as u32));
        }
        if game.can_repeat() && self.is_repeated(game.key(position)) {
            return Value::exact(Score::DRAW);
        }
        if depth == 0 {
            let state = self.knowledge.refresh(game, position);
            let evaluation = self.knowledge.evaluate(game, position, last, &state);
            return Value::estimate(Score::estimate(evaluation));
        }
        let mut best = Score::WORST;
        let mut all_exact = true;
        self.path.push(game.key(position));
        for mv in game.legal_moves(position) {
            let mut next = position.clone();
            game.play(&mut next, mv);
            let value = self.value(&next, Some(mv), depth - 1);
            let value = if game.to_move(&next) == side { value } else { -value };
            best = best.max(value.score);
            all_exact &= value.exact;
        }
        self.path.pop();
        // A win is certain, whatever the other moves would do.
        Value { score: best, exact: all_exact || best.is_win() }
    }

    fn is_repeated(&self, key: u64) -> bool {
        let in_game = self.history.iter().filter(|&&old| old == key).count();
        self.path.contains(&key) || in_game >= 2
    }
}
