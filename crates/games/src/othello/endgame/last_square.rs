//! The last empty square: how many discs are turned is enough to know.
//!
//! All other squares have a disc, so what a placement turns along a line depends
//! on the mover's discs on that line alone. They are gathered into a byte, and a
//! table tells the number (the idea is Edax's, by Richard Delorme).

use super::super::Square;
use super::board::Board;

/// The margin for the side to move on a board with one empty square, and
/// whether a disc is placed there.
#[inline]
pub(super) fn last_square(board: Board, square: Square) -> (i32, bool) {
    let own = board.own.count_ones() as i32;
    let turned = turned(board.own, square);
    if turned > 0 {
        return (2 * (own + turned + 1) - 64, true);
    }
    let turned = self::turned(board.opponent, square);
    if turned > 0 {
        return (2 * (own - turned) - 64, true);
    }
    // 63 discs: one side has more, and gets the square.
    (if own >= 32 { 2 * own - 62 } else { 2 * own - 64 }, false)
}

/// How many discs a disc on the only empty square turns, for the side with these
/// discs.
#[inline]
fn turned(discs: u64, square: Square) -> i32 {
    const COLUMN: u64 = 0x0101_0101_0101_0101;
    const COLUMN_TO_ROW: u64 = 0x0102_0408_1020_4080;
    let (column, row) = (square.index() % 8, square.index() / 8);
    let [falling, rising] = DIAGONALS[square.index()];
    let along_row = discs >> (row * 8) & 0xff;
    let along_column = (discs >> column & COLUMN).wrapping_mul(COLUMN_TO_ROW) >> 56;
    // Every column has at most one square of a diagonal.
    let along_falling = (discs & falling).wrapping_mul(COLUMN) >> 56;
    let along_rising = (discs & rising).wrapping_mul(COLUMN) >> 56;
    let by_column = &TURNED[column];
    i32::from(
        by_column[along_row as usize]
            + TURNED[row][along_column as usize]
            + by_column[along_falling as usize]
            + by_column[along_rising as usize],
    )
}

/// By the place on a line and the mover's discs on the line: the discs turned if
/// all others are the opponent's. Squares beyond the end of a short diagonal look
/// like the opponent's too, but nothing beyond them encloses anything.
static TURNED: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut line = 0;
        while line < 256 {
            table[place][line] = (one_way(line, place, 1) + one_way(line, place, -1)) as u8;
            line += 1;
        }
        place += 1;
    }
    table
};

/// The number of discs between `place` and the next one of `line` in a direction.
const fn one_way(line: usize, place: usize, step: i32) -> i32 {
    let mut distance = 1;
    loop {
        let next = place as i32 + step * distance;
        if next < 0 || next > 7 {
            return 0;
        }
        if line >> next & 1 == 1 {
            return distance - 1;
        }
        distance += 1;
    }
}

/// The two diagonals through each square.
static DIAGONALS: [[u64; 2]; Square::COUNT] = {
    let mut all = [[0; 2]; Square::COUNT];
    let mut square = 0;
    while square < 64 {
        let mut other = 0;
        while other < 64 {
            let (columns, rows) = (square % 8 - other % 8, square / 8 - other / 8);
            if columns == rows {
                all[square as usize][0] |= 1 << other;
            }
            if columns == -rows {
                all[square as usize][1] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    all
};

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_game::Random;

    #[test]
    fn what_is_counted_is_what_is_turned() {
        let mut dice = Random::new(1);
        for _ in 0..20_000 {
            let square = Square::lowest(1 << dice.below(64));
            let own = dice.next_u64() & !square.bit();
            let board = Board { own, opponent: !own & !square.bit() };
            assert_eq!(turned(own, square), board.flips(square).count_ones() as i32);
        }
    }
}
