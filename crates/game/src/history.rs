//! The positions a game has been through, for games in which they can repeat.

/// A third occurrence of a position ends a game as a draw.
pub const DRAWN_AT_OCCURRENCE: usize = 3;

/// The keys of the positions of a game so far, oldest first, the current one
/// last.
///
/// ```
/// use plywood_game::History;
/// let mut history = History::default();
/// for key in [1, 2, 1, 2, 1] {
///     history.push(key);
/// }
/// assert_eq!(history.occurrences(), 3);
/// assert!(history.is_draw());
/// history.pop();
/// assert!(!history.is_draw());
/// ```
#[derive(Debug, Clone, Default)]
pub struct History {
    keys: Vec<u64>,
}

impl History {
    /// Adds the position now on the board.
    #[inline]
    pub fn push(&mut self, key: u64) {
        self.keys.push(key);
    }

    /// Removes the current position, when its last move is undone.
    #[inline]
    pub fn pop(&mut self) {
        self.keys.pop();
    }

    /// The keys of the positions before the one now on the board.
    #[must_use]
    pub fn earlier(&self) -> &[u64] {
        self.keys.split_last().map_or(&[], |(_, earlier)| earlier)
    }

    /// How often the position now on the board has occurred, now included.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        match self.keys.last() {
            Some(current) => self.keys.iter().filter(|key| *key == current).count(),
            None => 0,
        }
    }

    /// Whether the position now on the board is drawn by repetition.
    #[must_use]
    pub fn is_draw(&self) -> bool {
        self.occurrences() >= DRAWN_AT_OCCURRENCE
    }
}
