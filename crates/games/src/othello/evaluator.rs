//! Judging unfinished positions by mobility, edges and corners.
//!
//! Eight things are counted for both sides, and their differences weighed by
//! weights that change as the board fills. The weights are the mean of two
//! least-squares fits of the final margin:
//!
//! - to 916,000 positions of the games of the WTHOR base from 1977 to 2025. As
//!   long as 22 or more squares are empty, the margin is the base's theoretical
//!   one, afterwards the game's;
//! - to 976,000 positions of 72,000 games that a search of three plies, exact
//!   from nine empty squares on, played against itself with a first draft of
//!   the weights. They begin with up to 39 moves of a WTHOR game and one to
//!   eight random ones, because experts step beside an empty corner only when
//!   that is good, and a search has to judge the other times too.
//!
//! In 1,000 games each at four plies, exact from eight empty squares on, from
//! 500 XOT openings with both colours, the mean scored 64 % against the first
//! fit and 65 % against the second (1.5 % is one standard error). Its root mean
//! square error on a tenth of the positions, which was left out of the fits,
//! and the standard deviation of their margins, in discs:
//!
//! | empty squares | 0-9 | 10-19 | 20-29 | 30-39 | 40-49 | 50-59 |
//! |---|---|---|---|---|---|---|
//! | WTHOR | 10.4 of 25.1 | 15.8 of 24.8 | 13.6 of 21.2 | 15.5 of 20.0 | 18.6 of 20.2 | 20.0 of 20.1 |
//! | own games | 8.8 of 29.4 | 15.9 of 28.8 | 21.8 of 29.2 | 25.5 of 29.5 | 27.7 of 29.8 | 28.9 of 29.7 |
//!
//! Much of that is what the players did afterwards, which no evaluator can
//! know.

use super::{Othello, Ply, Position, Square, bitboard, endgame};
use plywood_game::{Budget, Knowledge, Offers, Rest, Solution, Step};

/// The expected final margin for the side to move, in hundredths of a disc.
///
/// It compares mobility, edges and corners, each weighed by how full the board
/// is, and adds the value of being on move. It has no state. [Endgames](endgame)
/// are solved.
///
/// ```
/// use plywood_game::{Game, Notation};
/// use plywood_games::othello::{Othello, Positional};
/// let mut position = Othello.initial();
/// for ply in Othello.parse_moves(&position, "f5d6c4d3e6f4e3f6c5b4e7f3c6d7b5a5c3")? {
///     Othello.play(&mut position, ply);
/// }
/// let value_after = |ply: &str| {
///     let mut after = position.clone();
///     Othello.play(&mut after, Othello.parse_move(&position, ply)?);
///     Ok::<i32, plywood_game::TextError>(-Positional.margin(&after))
/// };
/// assert!(value_after("b2")? < value_after("d2")?, "b2 gives a1 away");
/// # Ok::<(), plywood_game::TextError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Positional;

impl Positional {
    /// The expected margin of an unfinished position.
    #[inline]
    #[must_use]
    pub fn margin(&self, position: &Position) -> i32 {
        let weights = &BY_EMPTIES[count(position.empty()) as usize];
        let differences = differences(position.own(), position.opponent());
        let balance: i32 = differences.iter().zip(&weights.terms).map(|(d, w)| d * w).sum();
        (balance + weights.on_move).clamp(-MOST, MOST)
    }
}

impl Knowledge<Othello> for Positional {
    type State = ();

    #[inline]
    fn refresh(&self, _: &Othello, _: &Position) {}

    #[inline]
    fn update(&self, _: &Othello, (): &(), _: Step<'_, Othello>, _: &Position, (): &mut ()) {}

    #[inline]
    fn evaluate(&self, _: &Othello, position: &Position, _: Option<Ply>, (): &()) -> i32 {
        self.margin(position)
    }

    fn solve<E: Knowledge<Othello>>(
        &self,
        (_, evaluator): (&Othello, &E),
        position: &Position,
        rest: &Rest,
        budget: &mut Budget<'_>,
        tell: &mut dyn FnMut(&Solution<Ply>, u64),
    ) -> Option<Solution<Ply>> {
        endgame::solve_within(evaluator, position, rest, budget, tell)
    }

    /// The last 18 are solved in 30 ms (docs/measurements.md).
    fn plies_to_come(&self, _: &Othello, position: &Position) -> Option<u32> {
        Some(position.empty().count_ones().saturating_sub(18))
    }

    fn offers(&self) -> Offers {
        Offers { endgames: true, ..Offers::default() }
    }
}

/// All 64 discs.
const MOST: i32 = 6400;

const CORNERS: u64 = 0x8100_0000_0000_0081;
/// The squares on the edge beside a corner, such as b1.
const C_SQUARES: u64 = 0x4281_0000_0000_8142;
/// The squares diagonally beside a corner, such as b2.
const X_SQUARES: u64 = 0x0042_0000_0000_4200;
/// The squares on the edge two from a corner, such as c1.
const A_SQUARES: u64 = 0x2400_8100_0081_0024;
const COLUMN_A: u64 = 0x0101_0101_0101_0101;
const COLUMN_H: u64 = COLUMN_A << 7;

/// How many things are compared.
const TERMS: usize = 8;

/// What `own` has more of than `opponent`, in the order of the columns of
/// [`WEIGHTS`].
#[inline]
const fn differences(own: u64, opponent: u64) -> [i32; TERMS] {
    let empty = !(own | opponent);
    let frontier = around(empty);
    let open_corners = around(empty & CORNERS);
    [
        count(own) - count(opponent),
        count(bitboard::placements(own, opponent)) - count(bitboard::placements(opponent, own)),
        count(own & frontier) - count(opponent & frontier),
        lead::<CORNERS>(own, opponent),
        lead::<C_SQUARES>(own & open_corners, opponent & open_corners),
        lead::<X_SQUARES>(own & open_corners, opponent & open_corners),
        lead::<A_SQUARES>(own, opponent),
        anchored(own) - anchored(opponent),
    ]
}

/// How many more of `SQUARES` are in `own` than in `opponent`.
///
/// Counting bits is slow, so it is done once: half a board away from `SQUARES`,
/// where none of them is, those of the opponent are counted that are missing.
#[inline]
const fn lead<const SQUARES: u64>(own: u64, opponent: u64) -> i32 {
    const { assert!(SQUARES & SQUARES.rotate_left(32) == 0, "they would overlap") }
    let missing = (!opponent & SQUARES).rotate_left(32);
    count(own & SQUARES | missing) - count(SQUARES)
}

#[inline]
const fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

/// The set and all squares beside it.
#[inline]
pub(super) const fn around(set: u64) -> u64 {
    let rows = set | set << 1 & !COLUMN_A | set >> 1 & !COLUMN_H;
    rows | rows << 8 | rows >> 8
}

/// The discs joined to a corner by an unbroken run along an edge. They can
/// never be turned. Corners count once for each of their edges.
#[inline]
const fn anchored(set: u64) -> i32 {
    if set & CORNERS == 0 {
        return 0;
    }
    // Moves the lowest bit of every row into the highest byte.
    const COLUMN_TO_ROW: u64 = 0x0102_0408_1020_4080;
    let left = (set & COLUMN_A).wrapping_mul(COLUMN_TO_ROW) >> 56;
    let right = (set >> 7 & COLUMN_A).wrapping_mul(COLUMN_TO_ROW) >> 56;
    ANCHORED[(set & 0xff) as usize] as i32
        + ANCHORED[(set >> 56) as usize] as i32
        + ANCHORED[left as usize] as i32
        + ANCHORED[right as usize] as i32
}

/// The lengths of the runs from both ends of an edge, by its discs.
static ANCHORED: [u8; 256] = {
    let mut lengths = [8; 256];
    let mut edge = 0_u8;
    while edge < u8::MAX {
        lengths[edge as usize] = (edge.trailing_ones() + edge.leading_ones()) as u8;
        edge += 1;
    }
    lengths
};

/// What the differences and the move are worth.
#[derive(Clone, Copy)]
struct Weights {
    terms: [i32; TERMS],
    on_move: i32,
}

/// The empty squares between two rows of [`WEIGHTS`].
const STEP: usize = 10;

/// Hundredths of a disc at 0, 10, 20, 30, 40 and 50 empty squares.
#[rustfmt::skip]
const WEIGHTS: [[i32; TERMS]; 6] = [
    // discs, moves, frontier, corners, C, X, A, anchored
    [  101,   450,   -96,  -195,    -5,    -7,  -167,    75],
    [   42,   200,   -95,    87,  -144,  -296,   -61,   112],
    [   16,   111,  -130,   401,  -192,  -615,    28,   129],
    [    9,    97,  -158,   576,  -261,  -866,    82,   205],
    [   -8,   109,  -175,   756,  -453, -1191,   222,   334],
    [  -33,    54,   -89,   340,  -666, -1399,   101,   522],
];

/// The worth of being on move with an even and with an odd number of empty
/// squares, of which the mover is to fill the last; rows as in [`WEIGHTS`].
const ON_MOVE: [[i32; 2]; 6] =
    [[-90, 191], [-316, 51], [-345, -82], [-362, -207], [-416, -195], [-214, -177]];

/// The weights for every number of empty squares.
static BY_EMPTIES: [Weights; Square::COUNT + 1] = {
    let mut all = [Weights { terms: [0; TERMS], on_move: 0 }; Square::COUNT + 1];
    let mut empties = 0;
    while empties < all.len() {
        let mut term = 0;
        while term < TERMS {
            all[empties].terms[term] = between(&WEIGHTS, empties, term);
            term += 1;
        }
        all[empties].on_move = between(&ON_MOVE, empties, empties % 2);
        empties += 1;
    }
    all
};

/// The value in a column between the two rows nearest in empty squares, in
/// proportion; the last row serves beyond it.
const fn between<const COLUMNS: usize>(
    rows: &[[i32; COLUMNS]; 6],
    empties: usize,
    column: usize,
) -> i32 {
    let row = empties / STEP;
    if row >= rows.len() - 1 {
        return rows[rows.len() - 1][column];
    }
    let part = (empties % STEP) as i32;
    let sum = rows[row][column] * (STEP as i32 - part) + rows[row + 1][column] * part;
    sum / STEP as i32
}

#[cfg(test)]
mod tests {
    use super::super::square::squares;
    use super::*;
    use plywood_game::{Random, testkit};

    /// Every position of some random games.
    fn positions() -> Vec<Position> {
        let mut dice = Random::new(3);
        let mut all = Vec::new();
        for _ in 0..100 {
            testkit::random_game(&Othello, &mut dice, |position, _| all.push(position.clone()));
        }
        all
    }

    #[test]
    fn what_one_side_leads_by_the_other_trails_by() {
        for position in positions() {
            let (own, opponent) = (position.own(), position.opponent());
            let trails = differences(opponent, own).map(|difference| -difference);
            assert_eq!(differences(own, opponent), trails, "{position:?}");
        }
    }

    #[test]
    fn leads_are_those_found_by_counting_each_side() {
        for position in positions() {
            let (own, opponent) = (position.own(), position.opponent());
            let counted = |set: u64| count(own & set) - count(opponent & set);
            assert_eq!(lead::<CORNERS>(own, opponent), counted(CORNERS));
            assert_eq!(lead::<C_SQUARES>(own, opponent), counted(C_SQUARES));
            assert_eq!(lead::<X_SQUARES>(own, opponent), counted(X_SQUARES));
            assert_eq!(lead::<A_SQUARES>(own, opponent), counted(A_SQUARES));
        }
    }

    #[test]
    fn around_a_square_are_those_at_most_one_row_and_column_away() {
        for square in squares(!0) {
            let beside = squares(!0).filter(|other| {
                let (here, there) = (square.index(), other.index());
                (here % 8).abs_diff(there % 8) <= 1 && (here / 8).abs_diff(there / 8) <= 1
            });
            assert_eq!(around(square.bit()), beside.fold(0, |set, other| set | other.bit()));
        }
    }

    #[test]
    fn anchored_discs_are_joined_to_a_corner_along_an_edge() {
        let of = |names: &[&str]| {
            let named = squares(!0).filter(|square| names.contains(&&*square.to_string()));
            anchored(named.fold(0, |set, square| set | square.bit()))
        };
        assert_eq!(of(&["b1", "c1", "h2", "d4"]), 0, "no corner");
        assert_eq!(of(&["a1"]), 2, "a corner has two edges");
        assert_eq!(of(&["a1", "b1", "c1", "e1"]), 4, "the run ends at the gap");
        assert_eq!(of(&["h8", "h7", "h6", "g8"]), 5);
        assert_eq!(of(&["a8", "b8", "c8", "d8", "e8", "f8", "g8", "h8"]), 8 + 2);
        assert_eq!(anchored(!0), 32);
    }

    #[test]
    fn weights_change_evenly_between_the_rows_and_not_beyond() {
        assert_eq!(BY_EMPTIES[0].terms, WEIGHTS[0]);
        assert_eq!(BY_EMPTIES[30].terms, WEIGHTS[3]);
        assert_eq!(BY_EMPTIES[60].terms, WEIGHTS[5]);
        assert_eq!(BY_EMPTIES[15].terms[1], (200 + 111) / 2);
        assert_eq!(BY_EMPTIES[20].on_move, ON_MOVE[2][0]);
    }
}
