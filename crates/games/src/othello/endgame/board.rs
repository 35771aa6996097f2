//! The discs as the side to move sees them, and nothing else: in an endgame no
//! colour matters.

use super::super::bitboard;
use super::super::{Position, Square};
use plywood_game::Side;

/// The discs of the side to move and of its opponent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Board {
    pub(super) own: u64,
    pub(super) opponent: u64,
}

impl Board {
    pub(super) fn of(position: &Position) -> Board {
        Board { own: position.own(), opponent: position.opponent() }
    }

    /// The position with these discs and this side to move.
    #[inline]
    pub(super) fn position(self, to_move: Side) -> Position {
        let discs = match to_move {
            Side::First => [self.own, self.opponent],
            Side::Second => [self.opponent, self.own],
        };
        Position::from_discs(discs, to_move)
    }

    /// The squares without a disc.
    #[inline]
    pub(super) const fn empty(self) -> u64 {
        !(self.own | self.opponent)
    }

    /// The number of squares without a disc.
    #[inline]
    pub(super) const fn empties(self) -> u32 {
        self.empty().count_ones()
    }

    #[inline]
    pub(super) const fn placements(self) -> u64 {
        bitboard::placements(self.own, self.opponent)
    }

    /// The discs that a disc on this empty square turns.
    #[inline]
    pub(super) const fn flips(self, square: Square) -> u64 {
        bitboard::flips(self.own, self.opponent, square)
    }

    /// The board after a disc on `square` that turns `flips`.
    #[inline]
    pub(super) const fn after(self, square: Square, flips: u64) -> Board {
        Board { own: self.opponent ^ flips, opponent: self.own ^ flips ^ square.bit() }
    }

    /// A hash, whose highest bits are the best.
    #[inline]
    pub(super) const fn hash(self) -> u64 {
        // Two odd constants without a pattern, from the digits of SplitMix64.
        let mixed = self.own.wrapping_mul(0xbf58_476d_1ce4_e5b9)
            ^ self.opponent.wrapping_mul(0x94d0_49bb_1331_11eb).rotate_left(29);
        (mixed ^ mixed >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// The board after a pass.
    #[inline]
    pub(super) const fn passed(self) -> Board {
        Board { own: self.opponent, opponent: self.own }
    }

    /// The margin for the side to move if the game is over, with the empty
    /// squares given to the winner.
    pub(super) const fn margin(self) -> i32 {
        let lead = self.own.count_ones() as i32 - self.opponent.count_ones() as i32;
        lead + lead.signum() * self.empties() as i32
    }
}
