//! The path from the root to the current node, for games in which positions
//! repeat.
//!
//! A second occurrence on the path is a draw, so the value of a position can
//! depend on its path, and a table without the path would return one path's
//! draw for another. Here the path is part of the table key: the positions
//! passed that can still recur, in any order, together with those that the game
//! itself has seen twice. Two visits share an entry only if the same positions
//! are forbidden to both, and then they have the same value. Where nothing can
//! recur, as in Delta before all pieces are on the board, this adds nothing to
//! the key and transpositions are found as usual.

use plywood_game::{Game, mix};

/// The keys passed since the last move that cannot be taken back.
#[derive(Debug, Default)]
pub struct Path {
    /// Positions that the game has seen twice: any further visit is a draw.
    exhausted: Vec<u64>,
    /// What the exhausted positions add to the table's key.
    exhausted_mark: u64,
    /// The positions from the root to the parent of the current node.
    entries: Vec<PathEntry>,
}

#[derive(Debug, Clone, Copy)]
struct PathEntry {
    key: u64,
    can_recur: bool,
    /// What this position and those before it add to the table's key.
    mark: u64,
}

impl Path {
    /// The start of a search from a position that was reached through
    /// positions with the keys of `history`.
    #[must_use]
    pub fn new(history: &[u64]) -> Self {
        let mut sorted = history.to_vec();
        sorted.sort_unstable();
        let mut exhausted: Vec<u64> =
            sorted.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
        exhausted.dedup();
        let exhausted_mark = exhausted.iter().fold(0, |mark, &key| mark ^ mix(!key));
        Self { exhausted, exhausted_mark, entries: Vec::new() }
    }

    /// Whether a position with this key is a draw here.
    #[must_use]
    pub fn is_repeated(&self, key: u64) -> bool {
        self.exhausted.contains(&key)
            || self.entries.iter().rev().take_while(|entry| entry.can_recur).any(|s| s.key == key)
    }

    /// What the path adds to the table key of its last position.
    #[must_use]
    pub fn mark(&self, can_recur: bool) -> u64 {
        match self.entries.last() {
            _ if !can_recur => 0,
            Some(entry) if entry.can_recur => entry.mark,
            _ => self.exhausted_mark,
        }
    }

    /// Goes on from the current node to one of its children.
    pub fn push<G: Game>(&mut self, game: &G, position: &G::Position) {
        let (key, can_recur) = (game.key(position), game.can_recur(position));
        let mark = if can_recur { self.mark(true) ^ mix(key) } else { 0 };
        self.entries.push(PathEntry { key, can_recur, mark });
    }

    /// Goes back to the parent.
    pub fn pop(&mut self) {
        self.entries.pop();
    }

    /// Goes back to the root.
    pub fn restart(&mut self) {
        self.entries.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_game::testkit::TreeGame;

    #[test]
    fn the_way_counts_as_a_set() {
        let game: TreeGame = "a: b c; b: a c; c@1: a b".parse().expect("a graph");
        let [a, b, c] = ["a", "b", "c"]
            .map(|name| plywood_game::Notation::parse_position(&game, name).expect("a node"));
        let mark = |way: &[plywood_game::testkit::GraphNode]| {
            let mut path = Path::new(&[]);
            way.iter().for_each(|node| path.push(&game, node));
            path.mark(true)
        };
        assert_eq!(mark(&[a, b]), mark(&[b, a]));
        assert_ne!(mark(&[a, b]), mark(&[a, c]));
        assert_ne!(mark(&[a]), mark(&[]));
    }

    #[test]
    fn positions_seen_twice_in_the_game_are_draws() {
        let path = Path::new(&[7, 8, 7, 9, 8]);
        assert!(path.is_repeated(7) && path.is_repeated(8));
        assert!(!path.is_repeated(9));
        assert_ne!(path.mark(true), Path::new(&[7, 9, 7]).mark(true));
        assert_eq!(path.mark(false), 0);
    }
}
