//! Discs that can never be turned: a bound of the margin that needs no search.
//!
//! A disc is stable if in each of the four directions through it either the line
//! is full, or a neighbour on the line is the border or stable and of the same
//! side. On edges a table knows more: which discs stay however the edge is
//! filled. What is found is stable; not all that is stable is found.

use super::board::Board;
use std::sync::LazyLock;

const COLUMN_A: u64 = 0x0101_0101_0101_0101;
const COLUMN_H: u64 = COLUMN_A << 7;
const TOP: u64 = 0xff;
const BOTTOM: u64 = TOP << 56;
const INNER: u64 = !(COLUMN_A | COLUMN_H | TOP | BOTTOM);
const CORNERS: u64 = 0x8100_0000_0000_0081;

/// The most that the side to move can get, by the opponent's stable discs.
#[inline]
pub(super) fn most(board: Board) -> i32 {
    64 - 2 * stable(board.opponent, board.own).count_ones() as i32
}

/// Whether the opponent can have enough stable discs that `most` is at most
/// `alpha`: without a disc on a corner none is stable but in full lines, which
/// are rare.
#[inline]
pub(super) const fn may_be_at_most(board: Board, alpha: i32) -> bool {
    board.opponent & CORNERS != 0 && 64 - 2 * board.opponent.count_ones() as i32 <= alpha
}

/// Discs of `own` that can never be turned.
fn stable(own: u64, opponent: u64) -> u64 {
    let full = full_lines(own | opponent);
    let mut stable = stable_on_edges(own, opponent);
    stable |= full.iter().fold(own & INNER, |set, line| set & line);
    if stable == 0 {
        return 0;
    }
    loop {
        let safe = |line: usize, step: u32| full[line] | stable >> step | stable << step;
        let found = safe(0, 1) & safe(1, 8) & safe(2, 9) & safe(3, 7) & own & INNER;
        if found & !stable == 0 {
            return stable;
        }
        stable |= found;
    }
}

/// The squares on full lines: rows, columns, falling and rising diagonals.
fn full_lines(discs: u64) -> [u64; 4] {
    let mut rows = discs & discs >> 4;
    rows &= rows >> 2;
    rows &= rows >> 1;
    let rows = (rows & COLUMN_A) * 0xff;
    let mut columns = discs & discs.rotate_right(32);
    columns &= columns.rotate_right(16);
    columns &= columns.rotate_right(8);
    [rows, columns, full_diagonals::<9>(discs), full_diagonals::<7>(discs)]
}

/// The squares from which every square in both directions has a disc.
fn full_diagonals<const STEP: u32>(discs: u64) -> u64 {
    const BORDER: u64 = !INNER;
    // A square on the border ends the line. Three doubled steps reach it from
    // anywhere.
    let mut up = discs;
    let mut down = discs;
    let mut beyond_up = BORDER;
    let mut beyond_down = BORDER;
    let mut step = STEP;
    while step <= 4 * STEP {
        up &= beyond_up | up >> step;
        down &= beyond_down | down << step;
        beyond_up |= beyond_up >> step;
        beyond_down |= beyond_down << step;
        step *= 2;
    }
    up & down
}

/// Stable discs of `own` on the four edges.
#[inline]
fn stable_on_edges(own: u64, opponent: u64) -> u64 {
    let edges = &*EDGES;
    let stable = |own: u64, opponent: u64| u64::from(edges.stable(own as u8, opponent as u8));
    let top = stable(own & TOP, opponent & TOP);
    let bottom = stable(own >> 56, opponent >> 56) << 56;
    let left = row_to_column(stable(column_to_row(own), column_to_row(opponent)));
    let right = row_to_column(stable(column_to_row(own >> 7), column_to_row(opponent >> 7))) << 7;
    top | bottom | left | right
}

/// The first column as a byte, the first row lowest.
#[inline]
const fn column_to_row(discs: u64) -> u64 {
    (discs & COLUMN_A).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// The inverse of [`column_to_row`].
#[inline]
const fn row_to_column(row: u64) -> u64 {
    // Seven bits fit beside each other; the eighth goes its own way.
    (row & 0x7f).wrapping_mul(0x0002_0408_1020_4081) & COLUMN_A | (row & 0x80) << 49
}

/// The stable discs of a side on an edge, by the discs of both.
struct Edges {
    /// A byte as a number of base 3 with the digits 0 and 1.
    ternary: [u16; 256],
    stable: Vec<u8>,
}

static EDGES: LazyLock<Edges> = LazyLock::new(Edges::new);

impl Edges {
    fn new() -> Self {
        let ternary = std::array::from_fn(|byte| {
            (0..8).rev().fold(0, |number, bit| number * 3 + (byte >> bit & 1) as u16)
        });
        let mut edges = Self { ternary, stable: vec![0; 6561] };
        // Edges with fewer empty squares first: the others follow from them.
        for empties in 0..=8 {
            for (own, opponent) in (0..=255_u8).flat_map(|own| (0..=255_u8).map(move |o| (own, o)))
            {
                if own & opponent == 0 && (own | opponent).count_zeros() == empties {
                    let place = edges.place(own, opponent);
                    edges.stable[place] = edges.whatever_is_played(own, opponent);
                }
            }
        }
        edges
    }

    #[inline]
    fn place(&self, own: u8, opponent: u8) -> usize {
        usize::from(self.ternary[usize::from(own)] + 2 * self.ternary[usize::from(opponent)])
    }

    #[inline]
    fn stable(&self, own: u8, opponent: u8) -> u8 {
        self.stable[self.place(own, opponent)]
    }

    /// The discs of `own` that are stable after every placement of either side;
    /// a placement may also turn nothing here, because it turns discs elsewhere.
    fn whatever_is_played(&self, own: u8, opponent: u8) -> u8 {
        let mut stable = own;
        for place in (0..8).filter(|place| (own | opponent) >> place & 1 == 0) {
            let turned = turned_on_edge(own, opponent, place);
            stable &= self.stable(own | turned | 1 << place, opponent & !turned);
            let turned = turned_on_edge(opponent, own, place);
            stable &= self.stable(own & !turned, opponent | turned | 1 << place);
        }
        stable
    }
}

/// What a disc of `own` on this place of an edge turns there.
fn turned_on_edge(own: u8, opponent: u8, place: u32) -> u8 {
    let mut turned = 0;
    for step in [1, -1] {
        let mut line = 0;
        let mut next = place as i32 + step;
        while (0..8).contains(&next) && opponent >> next & 1 == 1 {
            line |= 1 << next;
            next += step;
        }
        if (0..8).contains(&next) && own >> next & 1 == 1 {
            turned |= line;
        }
    }
    turned
}
