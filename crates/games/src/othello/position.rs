//! What a player sees: the discs, and whose turn it is.

use super::bitboard;
use super::{Ply, Square};
use plywood_game::Side;

/// A position: the discs of both colours and the side to move.
///
/// The discs are kept as the mover's and the opponent's, because that is how
/// rules and searches look at them; black is the first side.
///
/// ```
/// use plywood_game::{Game, Side};
/// use plywood_games::othello::Othello;
/// let start = Othello.initial();
/// assert_eq!(start.discs(Side::First).count_ones(), 2);
/// assert_eq!(start.own(), start.discs(Side::First), "Black begins");
/// assert_eq!(start.placements().count_ones(), 4);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Position {
    own: u64,
    opponent: u64,
    to_move: Side,
}

impl Position {
    /// The position with these discs, or none if a square has both colours.
    #[must_use]
    pub const fn new(black: u64, white: u64, to_move: Side) -> Option<Position> {
        if black & white != 0 {
            return None;
        }
        Some(Position::from_discs([black, white], to_move))
    }

    /// The position with these discs of the first and the second side, which
    /// are known to be apart.
    pub(super) const fn from_discs(discs: [u64; 2], to_move: Side) -> Position {
        debug_assert!(discs[0] & discs[1] == 0, "a square has one disc");
        let own = discs[to_move.index()];
        Position { own, opponent: discs[to_move.other().index()], to_move }
    }

    /// The side to move.
    #[inline]
    #[must_use]
    pub const fn to_move(&self) -> Side {
        self.to_move
    }

    /// The squares of the side to move.
    #[inline]
    #[must_use]
    pub const fn own(&self) -> u64 {
        self.own
    }

    /// The squares of the side that waits.
    #[inline]
    #[must_use]
    pub const fn opponent(&self) -> u64 {
        self.opponent
    }

    /// The squares of a colour: black is the first side.
    #[inline]
    #[must_use]
    pub const fn discs(&self, side: Side) -> u64 {
        if side.index() == self.to_move.index() { self.own } else { self.opponent }
    }

    /// The squares without a disc.
    #[inline]
    #[must_use]
    pub const fn empty(&self) -> u64 {
        !(self.own | self.opponent)
    }

    /// The squares on which the side to move may place a disc.
    #[inline]
    #[must_use]
    pub const fn placements(&self) -> u64 {
        bitboard::placements(self.own, self.opponent)
    }

    /// The squares on which the side that waits could place a disc.
    #[inline]
    #[must_use]
    pub const fn opponent_placements(&self) -> u64 {
        bitboard::placements(self.opponent, self.own)
    }

    /// The discs that a disc of the side to move on `square` turns; none if it
    /// may not be placed there.
    #[inline]
    #[must_use]
    pub const fn flips(&self, square: Square) -> u64 {
        if square.bit() & self.empty() == 0 {
            return 0;
        }
        bitboard::flips(self.own, self.opponent, square)
    }

    /// The discs moved over the board by `image`, which must keep sets of
    /// squares apart.
    #[inline]
    pub(super) fn map(&self, image: impl Fn(u64) -> u64) -> Position {
        Position { own: image(self.own), opponent: image(self.opponent), to_move: self.to_move }
    }

    /// Whether the side to move has no placement but the opponent has one.
    #[inline]
    #[must_use]
    pub const fn must_pass(&self) -> bool {
        self.placements() == 0 && self.opponent_placements() != 0
    }

    /// The position after a legal move.
    #[inline]
    pub(super) const fn after(&self, ply: Ply) -> Position {
        let (flips, placed) = match ply {
            Ply::Place(square) => (bitboard::flips(self.own, self.opponent, square), square.bit()),
            Ply::Pass => (0, 0),
        };
        Position {
            own: self.opponent ^ flips,
            opponent: self.own ^ flips ^ placed,
            to_move: self.to_move.other(),
        }
    }
}
