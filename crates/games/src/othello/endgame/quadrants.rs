//! Parity: who moves last in a part of the board.
//!
//! Towards the end the board falls into regions, and it is good to place the
//! last disc of each. A region with an odd number of empty squares gives that to
//! the side that moves there first, so its squares are tried first. The four
//! quadrants stand in for regions (Buro, "Techniken für die Bewertung von
//! Spielsituationen anhand von Beispielen", 1994).

/// The quadrants with an odd number of these empty squares, as sets of squares.
#[inline]
pub(crate) const fn odd_quadrants(empty: u64) -> u64 {
    // Exclusive or is parity: of four squares in a row into the lowest of them,
    // then of four rows into the first of them.
    let pairs = empty ^ empty >> 1;
    let rows = (pairs ^ pairs >> 2) & 0x1111_1111_1111_1111;
    let two_rows = rows ^ rows >> 8;
    let four_rows = (two_rows ^ two_rows >> 16) & 0x11_0000_0011;
    four_rows * 0x0f0f_0f0f
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_game::Random;

    #[test]
    fn a_quadrant_is_odd_if_its_empty_squares_are() {
        let mut dice = Random::new(1);
        for _ in 0..1000 {
            let empty = dice.next_u64() & dice.next_u64();
            for corner in [0_u32, 4, 32, 36] {
                let quadrant = 0x0f0f_0f0f_u64 << corner;
                let odd = (empty & quadrant).count_ones() % 2 == 1;
                let expected = if odd { quadrant } else { 0 };
                assert_eq!(odd_quadrants(empty) & quadrant, expected, "{empty:x}");
            }
        }
    }
}
