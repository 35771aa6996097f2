//! The table of one endgame: what is known of the margins of boards, and their
//! best moves.
//!
//! An entry holds the whole board, so that no two are ever confused, and no
//! depth: every value in it is of the end of the game. Of the two entries of a
//! bucket the one with fewer empty squares is overwritten, because it is cheaper
//! to find again.

use super::super::Square;
use super::board::Board;
use super::confidence::{EXACT, Level};

/// What is known of a board.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    board: Board,
    /// The margin for the side to move is at least this.
    pub(super) lower: i8,
    /// And at most this.
    pub(super) upper: i8,
    /// The squares of the best move and of the best one before it; 64 if none.
    moves: [u8; 2],
    /// The number of empty squares; 0 if the entry is free.
    empties: u8,
    /// How far the bounds can be trusted.
    level: Level,
}

const FREE: Entry = Entry {
    board: Board { own: 0, opponent: 0 },
    lower: -64,
    upper: 64,
    moves: [64; 2],
    empties: 0,
    level: EXACT,
};

impl Entry {
    /// Nothing is known.
    pub(super) const UNKNOWN: Entry = FREE;

    /// The moves to try first, the best of them first.
    #[inline]
    pub(super) fn moves(&self) -> [Option<Square>; 2] {
        self.moves.map(Square::new)
    }

    /// The bound that settles whether the margin is more than `alpha`, if there
    /// is one that can be trusted so far.
    #[inline]
    pub(super) fn settles(&self, alpha: i32, level: Level) -> Option<i32> {
        if self.level < level {
            return None;
        }
        let (lower, upper) = (i32::from(self.lower), i32::from(self.upper));
        if lower > alpha {
            Some(lower)
        } else if upper <= alpha {
            Some(upper)
        } else {
            None
        }
    }
}

/// A table of fixed size.
pub(super) struct Memory {
    buckets: Vec<[Entry; 2]>,
    shift: u32,
}

impl Memory {
    /// A table for an endgame with this number of empty squares: 48 MB from 22 on.
    pub(super) fn for_empties(empties: u32) -> Self {
        let bits = empties.saturating_sub(2).clamp(4, 20);
        Self { buckets: vec![[FREE; 2]; 1 << bits], shift: 64 - bits }
    }

    #[inline]
    fn place(&self, board: Board) -> usize {
        (board.hash() >> self.shift) as usize
    }

    /// What is known of a board.
    #[inline]
    pub(super) fn get(&self, board: Board) -> Option<&Entry> {
        self.buckets[self.place(board)].iter().find(|entry| entry.board == board)
    }

    /// Keeps that a search with this window found this margin, by this move.
    #[inline]
    pub(super) fn put(
        &mut self,
        board: Board,
        (empties, level): (u32, Level),
        (alpha, beta): (i32, i32),
        margin: i32,
        best: Option<Square>,
    ) {
        let place = self.place(board);
        let bucket = &mut self.buckets[place];
        let known = bucket.iter().position(|entry| entry.board == board);
        let kept = known.unwrap_or(usize::from(bucket[1].empties <= bucket[0].empties));
        let entry = &mut bucket[kept];
        if known.is_none() {
            *entry = Entry { board, empties: empties as u8, level, ..FREE };
        }
        if entry.level < level {
            // Bounds that are trusted less would spoil these.
            (entry.lower, entry.upper, entry.level) = (FREE.lower, FREE.upper, level);
        }
        if entry.level == level && margin > alpha {
            entry.lower = entry.lower.max(margin as i8);
        }
        if entry.level == level && margin < beta {
            entry.upper = entry.upper.min(margin as i8);
        }
        if let Some(best) = best
            && entry.moves[0] != best.index() as u8
        {
            entry.moves = [best.index() as u8, entry.moves[0]];
        }
    }
}
