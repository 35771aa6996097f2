//! The worth of windows where exactly K in a line win.
//!
//! There a window next to another mark of the same side is worth nothing to
//! that side: filled, it would be a part of a longer line. So a mark also changes
//! the windows that begin or end next to it.

use super::bits::Bits;
use super::evaluator::Change;
use super::{Mnk, Windows};

impl Windows {
    /// What the window from the cell `first` on is worth to the side with the
    /// marks `own`; 0 where no window fits.
    pub(super) fn exact_worth<const W: usize>(
        &self,
        game: &Mnk<W>,
        (first, direction): (usize, usize),
        own: &Bits<W>,
        opposing: &Bits<W>,
    ) -> u64 {
        let geometry = &game.geometry;
        if usize::from(geometry.reaches(first)[direction].before) + 1 < self.k {
            return 0;
        }
        let cells = (0..self.k).map(|step| first + step * geometry.strides[direction]);
        let is_own_beyond = |steps: usize| {
            let cell = geometry.step(first, direction, steps as i32 - 1);
            cell.is_some_and(|cell| own.contains(cell))
        };
        let is_closed = cells.clone().any(|cell| opposing.contains(cell));
        if is_closed || is_own_beyond(0) || is_own_beyond(self.k + 1) {
            return 0;
        }
        self.worth[cells.filter(|&cell| own.contains(cell)).count()]
    }

    /// What the mark on `cell` changed, where `own` are the mover's marks with it.
    pub(super) fn exact_change<const W: usize>(
        &self,
        game: &Mnk<W>,
        cell: usize,
        own: &Bits<W>,
        opposing: &Bits<W>,
    ) -> Change {
        let mut before = own.clone();
        before.remove(cell);
        let mut change = Change::default();
        for direction in 0..4 {
            // From the window that ends just before the cell to the one that
            // begins just after it.
            let firsts = (-(self.k as i32)..=1)
                .filter_map(|steps| game.geometry.step(cell, direction, steps));
            for window in firsts.map(|first| (first, direction)) {
                let worth = |own, opposing| self.exact_worth(game, window, own, opposing);
                change.add(Change {
                    gain: worth(own, opposing).wrapping_sub(worth(&before, opposing)),
                    loss: worth(opposing, &before).wrapping_sub(worth(opposing, own)),
                });
            }
        }
        change
    }
}
