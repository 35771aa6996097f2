//! Counting move sequences: the field's standard check of move generation.
//!
//! `perft(d)` is the number of sequences of exactly `d` moves; a finished game
//! is not extended. Two ways of counting must always agree: [`perft`] counts
//! the last move by asking how many there are, [`perft_played`] plays every
//! one of them.

use crate::{Game, History};
use std::sync::atomic::{AtomicBool, Ordering};

/// The number of move sequences of length `depth`.
///
/// ```
/// use plywood_game::{Game, perft, testkit::TreeGame};
/// let game: TreeGame = "start: left 1; left: 2 = 1".parse()?;
/// assert_eq!(perft(&game, &game.initial(), 1), 2);
/// assert_eq!(perft(&game, &game.initial(), 2), 3, "the finished game is not extended");
/// # Ok::<(), plywood_game::TextError>(())
/// ```
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
    let never = AtomicBool::new(false);
    Counter::new(game, 1, &never).count(&mut position.clone(), depth)
}

/// As [`perft`], with every leaf played instead of counted.
pub fn perft_played<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
    let never = AtomicBool::new(false);
    Counter::new(game, 0, &never).count(&mut position.clone(), depth)
}

/// As [`perft`], in a game that has been through positions with the keys
/// `earlier`, which count where a repetition ends a game. Gives up with none
/// soon after `stop` is set.
///
/// ```
/// use plywood_game::{Game, perft, perft_until, testkit::TreeGame};
/// use std::sync::atomic::AtomicBool;
/// let game: TreeGame = "a: b; b: a".parse()?;
/// let a = game.initial();
/// assert_eq!(perft(&game, &a, 3), 1);
/// let earlier = [game.key(&a), game.key(&a)];
/// let never = AtomicBool::new(false);
/// assert_eq!(perft_until(&game, &a, &earlier, 3, &never), Some(0), "a draw already");
/// # Ok::<(), plywood_game::TextError>(())
/// ```
pub fn perft_until<G: Game>(
    game: &G,
    position: &G::Position,
    earlier: &[u64],
    depth: u32,
    stop: &AtomicBool,
) -> Option<u64> {
    let mut counter = Counter::new(game, 1, stop);
    earlier.iter().for_each(|&key| counter.history.push(key));
    let count = counter.count(&mut position.clone(), depth);
    (!stop.load(Ordering::Relaxed)).then_some(count)
}

struct Counter<'a, G: Game> {
    game: &'a G,
    /// At this remaining depth moves are counted, not played.
    counted_depth: u32,
    /// A list a ply, so that counting allocates nothing after the first leaf.
    lists: Vec<Vec<G::Move>>,
    /// The positions on the way that can recur.
    history: History,
    stop: &'a AtomicBool,
}

impl<'a, G: Game> Counter<'a, G> {
    fn new(game: &'a G, counted_depth: u32, stop: &'a AtomicBool) -> Self {
        Self { game, counted_depth, lists: Vec::new(), history: History::default(), stop }
    }

    fn count(&mut self, position: &mut G::Position, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let recurs = self.game.can_repeat() && self.game.can_recur(position);
        if !recurs {
            return self.count_moves_on(position, depth);
        }
        self.history.push(self.game.key(position));
        let total = if self.history.is_draw() { 0 } else { self.count_moves_on(position, depth) };
        self.history.pop();
        total
    }

    /// The count of a position that is no draw by repetition.
    fn count_moves_on(&mut self, position: &mut G::Position, depth: u32) -> u64 {
        if self.game.outcome(position).is_some() {
            return 0;
        }
        if depth == self.counted_depth {
            return self.game.count_moves(position);
        }
        let mut moves = self.lists.pop().unwrap_or_default();
        moves.clear();
        self.game.moves(position, &mut moves);
        let mut total = 0;
        for &mv in &moves {
            if self.stop.load(Ordering::Relaxed) {
                break;
            }
            let undo = self.game.play(position, mv);
            // Leaves are many: they are not worth a call.
            total += if depth == 1 { 1 } else { self.count(position, depth - 1) };
            self.game.undo(position, undo);
        }
        self.lists.push(moves);
        total
    }
}
