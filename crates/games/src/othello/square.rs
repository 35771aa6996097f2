//! Squares and moves.

use plywood_game::Move;
use std::fmt;

/// One of the 64 squares: row by row from `a1` at the top left to `h8`.
///
/// ```
/// use plywood_games::othello::Square;
/// let square = Square::new(37).expect("below 64");
/// assert_eq!(square.to_string(), "f5");
/// assert_eq!(Square::new(64), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// How many squares there are.
    pub const COUNT: usize = 64;

    /// The square of this number, or none from 64 on.
    #[inline]
    #[must_use]
    pub const fn new(index: u8) -> Option<Square> {
        if index < 64 { Some(Square(index)) } else { None }
    }

    /// Its number, below 64.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        // The compiler does not know the type's promise; the mask is cheaper
        // than the bounds check that it saves.
        (self.0 & 63) as usize
    }

    /// The set of this square alone: bit 0 is `a1`, bit 63 is `h8`.
    #[inline]
    #[must_use]
    pub const fn bit(self) -> u64 {
        1 << self.index()
    }

    /// The square of the lowest bit; `set` must not be empty.
    #[inline]
    pub(super) const fn lowest(set: u64) -> Square {
        debug_assert!(set != 0, "a square in the set");
        Square((set.trailing_zeros() & 63) as u8)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.0 % 8), char::from(b'1' + self.0 / 8))
    }
}

/// The squares of a set, lowest first.
#[inline]
pub(super) fn squares(set: u64) -> impl Iterator<Item = Square> {
    let mut rest = set;
    std::iter::from_fn(move || {
        (rest != 0).then(|| {
            let square = Square::lowest(rest);
            rest &= rest - 1;
            square
        })
    })
}

/// A move: a disc on a square, or the pass of a side that cannot place one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ply {
    /// A disc is placed here.
    Place(Square),
    /// The side to move has no placement, and the opponent goes on.
    Pass,
}

/// The bits of a pass; a placement's are the number of its square.
const PASS_BITS: u32 = Square::COUNT as u32;

impl Move for Ply {
    #[inline]
    fn pack(self) -> u32 {
        match self {
            Ply::Place(square) => square.index() as u32,
            Ply::Pass => PASS_BITS,
        }
    }

    #[inline]
    fn unpack(bits: u32) -> Option<Self> {
        match bits {
            PASS_BITS => Some(Ply::Pass),
            _ => Square::new(u8::try_from(bits).ok()?).map(Ply::Place),
        }
    }
}
