//! A turn: what a player does before it is the other's move.

use super::board::Square;
use super::slides::filled;
use plywood_game::Move;

/// Everything a player does in one turn. Where the second piece of a slide
/// goes follows from its ends: on the last cell passed.
///
/// ```
/// use plywood_game::{Game, Move, Notation};
/// use plywood_games::delta::{Delta, DeltaMove};
/// let game = Delta::standard();
/// let turn = game.parse_move(&game.initial(), "c3")?;
/// assert!(matches!(turn, DeltaMove::Place(square) if square.to_string() == "c3"));
/// assert_eq!(DeltaMove::unpack(turn.pack()), Some(turn));
/// # Ok::<(), plywood_game::TextError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DeltaMove {
    /// A new piece on an empty cell.
    Place(Square),
    /// A slide, and a new piece on the last cell passed.
    Slide {
        /// Where the piece stood.
        from: Square,
        /// Where it goes.
        to: Square,
    },
    /// A slide, and a piece lifted from elsewhere onto the last cell passed.
    Lift {
        /// Where the piece stood.
        from: Square,
        /// Where it goes.
        to: Square,
        /// Where the other piece is taken from.
        lift: Square,
    },
}

impl DeltaMove {
    /// The cells that the turn, which must be legal, fills or empties.
    #[inline]
    pub(super) fn touched(self) -> u32 {
        match self {
            DeltaMove::Place(square) => square.mask(),
            DeltaMove::Slide { from, to } => from.mask() | filled(from, to),
            DeltaMove::Lift { from, to, lift } => from.mask() | lift.mask() | filled(from, to),
        }
    }
}

/// Bits a cell takes in a packed turn.
const WIDTH: u32 = 5;
/// A packed cell that is not there; no cell has this bit.
const NONE: u32 = (1 << WIDTH) - 1;

impl Move for DeltaMove {
    #[inline]
    fn pack(self) -> u32 {
        let (from, to, lift) = match self {
            DeltaMove::Place(square) => (square.bit(), NONE, NONE),
            DeltaMove::Slide { from, to } => (from.bit(), to.bit(), NONE),
            DeltaMove::Lift { from, to, lift } => (from.bit(), to.bit(), lift.bit()),
        };
        from | to << WIDTH | lift << (2 * WIDTH)
    }

    #[inline]
    fn unpack(bits: u32) -> Option<Self> {
        if bits >> (3 * WIDTH) != 0 {
            return None;
        }
        let field = |number: u32| bits >> (number * WIDTH) & NONE;
        let from = Square::from_bit(field(0))?;
        match (field(1), field(2)) {
            (NONE, NONE) => Some(DeltaMove::Place(from)),
            (to, NONE) => Some(DeltaMove::Slide { from, to: Square::from_bit(to)? }),
            (to, lift) => Some(DeltaMove::Lift {
                from,
                to: Square::from_bit(to)?,
                lift: Square::from_bit(lift)?,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_unpacks_packs_to_the_same_bits_and_every_turn_unpacks() {
        let turns = (0..1 << 17).filter_map(|bits| {
            DeltaMove::unpack(bits).inspect(|turn| assert_eq!(turn.pack(), bits, "{turn:?}"))
        });
        assert_eq!(turns.count(), 25 + 25 * 25 + 25 * 25 * 25);
        assert!((17..32).all(|bit| DeltaMove::unpack(1 << bit).is_none()));
        assert_eq!(DeltaMove::unpack(u32::MAX), None);
    }
}
