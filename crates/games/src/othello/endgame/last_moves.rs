//! The last two to four empty squares, and the few before them: no table, no
//! order but parity. Nearly all nodes of an endgame are here.

use super::super::Square;
use super::super::square::squares;
use super::board::Board;
use super::last_square::last_square;
use super::quadrants::odd_quadrants;
use plywood_game::{Budget, Stopped};
use std::convert::Infallible;

/// What played moves are paid with.
pub(super) trait Meter {
    /// Why no more can be played.
    type Stop;

    /// Pays for a move.
    fn pay(&mut self) -> Result<(), Self::Stop>;
}

impl Meter for Budget<'_> {
    type Stop = Stopped;

    #[inline]
    fn pay(&mut self) -> Result<(), Stopped> {
        self.pay_node()
    }
}

/// Moves that are counted, because a budget is known to have enough for them.
#[derive(Debug, Default)]
pub(super) struct Tally(pub(super) u64);

impl Meter for Tally {
    type Stop = Infallible;

    #[inline]
    fn pay(&mut self) -> Result<(), Infallible> {
        self.0 += 1;
        Ok(())
    }
}

/// Lower than every margin.
const NONE: i32 = -65;

/// The functions below tell whether the margin for the side to move is more than
/// `alpha`: a result above it is a lower bound, any other an upper bound.
type Answer<M> = Result<i32, <M as Meter>::Stop>;

/// Two empty squares.
#[inline]
fn two<M: Meter>(board: Board, alpha: i32, empty: u64, meter: &mut M) -> Answer<M> {
    let first = Square::lowest(empty);
    let second = Square::lowest(empty & (empty - 1));
    let best = best_of_two(board, alpha, [first, second], meter)?;
    if best != NONE {
        return Ok(best);
    }
    let best = best_of_two(board.passed(), -alpha - 1, [first, second], meter)?;
    if best == NONE {
        return Ok(board.margin());
    }
    meter.pay()?;
    Ok(-best)
}

/// The better of two placements, or the first that is more than `alpha`; none
/// if neither is legal.
#[inline]
fn best_of_two<M: Meter>(
    board: Board,
    alpha: i32,
    [first, second]: [Square; 2],
    meter: &mut M,
) -> Answer<M> {
    let mut best = NONE;
    for (square, last) in [(first, second), (second, first)] {
        let Some(after) = placed(board, square) else { continue };
        meter.pay()?;
        let (margin, is_placed) = last_square(after, last);
        if is_placed {
            meter.pay()?;
        }
        best = best.max(-margin);
        if best > alpha {
            break;
        }
    }
    Ok(best)
}

/// The board after a placement, if it is legal.
#[inline]
fn placed(board: Board, square: Square) -> Option<Board> {
    if NEIGHBOURS[square.index()] & board.opponent == 0 {
        return None;
    }
    let flips = board.flips(square);
    (flips != 0).then(|| board.after(square, flips))
}

/// At most four empty squares.
#[inline]
pub(super) fn at_most_four<M: Meter>(
    board: Board,
    alpha: i32,
    empty: u64,
    meter: &mut M,
) -> Answer<M> {
    match empty.count_ones() {
        0 => Ok(board.margin()),
        1 => {
            let (margin, is_placed) = last_square(board, Square::lowest(empty));
            if is_placed {
                meter.pay()?;
            }
            Ok(margin)
        }
        2 => two(board, alpha, empty, meter),
        3 => three(board, alpha, empty, meter),
        _ => four(board, alpha, empty, meter),
    }
}

/// Three empty squares.
fn three<M: Meter>(board: Board, alpha: i32, empty: u64, meter: &mut M) -> Answer<M> {
    by_parity(board, alpha, empty, meter, two, three)
}

/// Four empty squares.
fn four<M: Meter>(board: Board, alpha: i32, empty: u64, meter: &mut M) -> Answer<M> {
    by_parity(board, alpha, empty, meter, three, four)
}

/// The most moves, passes included, that [`at_most_four`] plays.
pub(super) const MOST_BELOW_FOUR: u64 = 2 * (4 + 4 * 3 + 4 * 3 * 2 + 4 * 3 * 2);

/// Tries the squares in odd quadrants first. `below` has one empty square less,
/// `here` as many.
#[inline(always)]
fn by_parity<M: Meter>(
    board: Board,
    alpha: i32,
    empty: u64,
    meter: &mut M,
    below: impl Fn(Board, i32, u64, &mut M) -> Answer<M>,
    here: impl Fn(Board, i32, u64, &mut M) -> Answer<M>,
) -> Answer<M> {
    let odd = odd_quadrants(empty);
    let mut best = NONE;
    for square in squares(empty & odd).chain(squares(empty & !odd)) {
        let Some(after) = placed(board, square) else { continue };
        meter.pay()?;
        let value = -below(after, -alpha - 1, empty ^ square.bit(), meter)?;
        if value > best {
            best = value;
            if best > alpha {
                return Ok(best);
            }
        }
    }
    if best != NONE {
        return Ok(best);
    }
    let passed = board.passed();
    if passed.placements() == 0 {
        return Ok(board.margin());
    }
    meter.pay()?;
    Ok(-here(passed, -alpha - 1, empty, meter)?)
}

/// The squares beside each square.
static NEIGHBOURS: [u64; Square::COUNT] = {
    let mut all = [0; Square::COUNT];
    let mut square = 0_i32;
    while square < 64 {
        let mut other = 0_i32;
        while other < 64 {
            let columns = (square % 8 - other % 8).abs();
            let rows = (square / 8 - other / 8).abs();
            if columns <= 1 && rows <= 1 && other != square {
                all[square as usize] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    all
};
