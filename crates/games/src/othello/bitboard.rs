//! Where a disc may be placed and which discs it turns, 64 squares at a time.
//!
//! A set of squares is a `u64`: bit 0 is `a1`, bit 1 is `b1`, bit 8 is `a2`.
//! Both functions see the board from the mover's side, `own` against
//! `opponent`. They use shifts, additions and one count of leading zeros:
//! what every 64-bit machine does fast, without special instructions.

use super::Square;

/// The columns b to g. A disc in column a or h is never enclosed along a row
/// or a diagonal; leaving those out also keeps shifts from running into the
/// next row.
const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The squares on which a disc of `own` would turn at least one of `opponent`.
///
/// Always inlined, so that the compiler can share the work where a caller asks
/// first whether the game is over and then for the moves.
#[inline(always)]
pub(super) const fn placements(own: u64, opponent: u64) -> u64 {
    let inner = opponent & INNER_COLUMNS;
    let ends = ends_of_lines::<1>(own, inner)
        | ends_of_lines::<7>(own, inner)
        | ends_of_lines::<8>(own, opponent)
        | ends_of_lines::<9>(own, inner);
    ends & !(own | opponent)
}

/// The squares that follow a line of `between` which begins beside a disc of
/// `own`, both ways along the direction in which squares are `STEP` bits apart.
///
/// This is a fill in doubled steps (Kogge and Stone's parallel prefix): lines
/// of one and two, then of up to four, then of up to six, which is the longest.
#[inline]
const fn ends_of_lines<const STEP: u32>(own: u64, between: u64) -> u64 {
    let pairs_up = between & (between << STEP);
    let pairs_down = pairs_up >> STEP;
    let mut up = between & (own << STEP);
    let mut down = between & (own >> STEP);
    up |= between & (up << STEP);
    down |= between & (down >> STEP);
    up |= pairs_up & (up << (2 * STEP));
    down |= pairs_down & (down >> (2 * STEP));
    up |= pairs_up & (up << (2 * STEP));
    down |= pairs_down & (down >> (2 * STEP));
    (up << STEP) | (down >> STEP)
}

/// The discs of `opponent` that a disc of `own` on `square` turns: none if it
/// may not be placed there, provided that the square is empty.
#[inline]
pub(super) const fn flips(own: u64, opponent: u64, square: Square) -> u64 {
    let rays = &RAYS[square.index()];
    let downward = enclosed(own, opponent, rays.east)
        | enclosed(own, opponent, rays.south_west)
        | enclosed(own, opponent, rays.south)
        | enclosed(own, opponent, rays.south_east);
    // Upside down, the three directions to the north lead south.
    let (own_up, opponent_up) = (own.swap_bytes(), opponent.swap_bytes());
    let rays_up = &RAYS[square.index() ^ 56];
    let upward = enclosed(own_up, opponent_up, rays_up.south_west)
        | enclosed(own_up, opponent_up, rays_up.south)
        | enclosed(own_up, opponent_up, rays_up.south_east);
    downward | upward.swap_bytes() | enclosed_westward(own, opponent, rays.west)
}

/// The discs of `opponent` on a ray towards higher bits up to the first disc
/// of `own`; none if an empty square or the edge comes first.
///
/// `x & -x` is the lowest bit of `x`: of the squares that are not the
/// opponent's, the first one on the ray.
#[inline]
const fn enclosed(own: u64, opponent: u64, ray: u64) -> u64 {
    let not_opponent = ray & !opponent;
    let anchor = not_opponent & not_opponent.wrapping_neg() & own;
    anchor.wrapping_sub((anchor != 0) as u64) & ray
}

/// As [`enclosed`] for the ray to the west, the one that leads to lower bits
/// on the board and upside down too.
#[inline]
const fn enclosed_westward(own: u64, opponent: u64, ray: u64) -> u64 {
    // Where the whole ray is the opponent's, bit 0 stands in; it is then off
    // the ray or the opponent's, and so no anchor.
    let not_opponent = (ray & !opponent) | 1;
    let anchor = (1 << (63 - not_opponent.leading_zeros())) & ray & own;
    ray & (anchor << 1).wrapping_neg()
}

/// The squares that one sees from a square, by direction.
struct Rays {
    east: u64,
    south_west: u64,
    south: u64,
    south_east: u64,
    west: u64,
}

static RAYS: [Rays; Square::COUNT] = all_rays();

const fn all_rays() -> [Rays; Square::COUNT] {
    const NONE: Rays = Rays { east: 0, south_west: 0, south: 0, south_east: 0, west: 0 };
    let mut all = [NONE; Square::COUNT];
    let mut square = 0;
    while square < Square::COUNT {
        all[square] = Rays {
            east: ray(square, 1, 0),
            south_west: ray(square, -1, 1),
            south: ray(square, 0, 1),
            south_east: ray(square, 1, 1),
            west: ray(square, -1, 0),
        };
        square += 1;
    }
    all
}

/// The squares from `square`, itself excluded, to the edge.
const fn ray(square: usize, right: i32, down: i32) -> u64 {
    let (mut column, mut row) = (square as i32 % 8 + right, square as i32 / 8 + down);
    let mut set = 0;
    while column >= 0 && column < 8 && row >= 0 && row < 8 {
        set |= 1 << (row * 8 + column);
        column += right;
        row += down;
    }
    set
}

#[cfg(test)]
mod tests {
    use super::super::square::squares;
    use super::*;
    use plywood_game::Random;

    /// The discs that a placement turns, by walking from square to square.
    fn flips_by_walking(own: u64, opponent: u64, square: Square) -> u64 {
        let directions = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
        let mut flips = 0;
        for (right, down) in directions {
            let (mut column, mut row) = (square.index() as i32 % 8, square.index() as i32 / 8);
            let mut line = 0;
            loop {
                (column, row) = (column + right, row + down);
                if !(0..8).contains(&column) || !(0..8).contains(&row) {
                    break;
                }
                let here = 1_u64 << (row * 8 + column);
                if own & here != 0 {
                    flips |= line;
                }
                if opponent & here == 0 {
                    break;
                }
                line |= here;
            }
        }
        flips
    }

    /// Boards of every density: dense ones have the long lines.
    fn random_boards(count: usize) -> impl Iterator<Item = (u64, u64)> {
        let mut dice = Random::new(5);
        (0..count).map(move |round| {
            let mut taken = dice.next_u64();
            for _ in 0..round % 4 {
                taken |= dice.next_u64();
            }
            let own =
                if round % 3 == 0 { dice.next_u64() } else { dice.next_u64() & dice.next_u64() };
            (taken & own, taken & !own)
        })
    }

    #[test]
    fn flips_are_those_found_by_walking() {
        for (own, opponent) in random_boards(3000) {
            for square in squares(!(own | opponent)) {
                assert_eq!(
                    flips(own, opponent, square),
                    flips_by_walking(own, opponent, square),
                    "{square} on {own:016x} {opponent:016x}"
                );
            }
        }
    }

    #[test]
    fn placements_are_the_empty_squares_that_turn_something() {
        for (own, opponent) in random_boards(3000) {
            let turning = squares(!(own | opponent))
                .filter(|&square| flips_by_walking(own, opponent, square) != 0)
                .fold(0, |set, square| set | square.bit());
            assert_eq!(placements(own, opponent), turning, "on {own:016x} {opponent:016x}");
        }
    }
}
