//! What a side makes with a mark, in one direction.
//!
//! Only the cells around the mark count that are free or the side's own, up to the
//! first that is neither and no farther than a line through the mark reaches. They
//! are two strings of bits, one each way, nearest cell first, each ended by a 1.
//! The code of every two such strings is computed once for K and the rule.
//!
//! A code tells how many marks a line still lacks, at best, and whether it is
//! *open*: whether one mark less than it lacks can leave two different cells that
//! both complete a line, so that the last one cannot be stopped. That is so exactly
//! if two windows lack equally few marks, all the same but one.

use super::super::Params;
use std::sync::OnceLock;

/// Codes tell lacking marks apart up to this many.
pub(super) const MOST_LACKING: u32 = 6;

/// The largest code: a line.
pub(super) const LINE: Code = 2 * MOST_LACKING as u8 + 2;

/// What a mark makes: 0 if it can never be in a line, 1 if more than 6 marks are
/// lacking, then two codes for each number of lacking marks, 6 to 1, the larger if
/// it is open, and [`LINE`]. It fits into four bits.
pub(super) type Code = u8;

/// A line that lacks this many marks.
pub(super) const fn lacking(marks: u32, open: bool) -> Code {
    match marks {
        0 => LINE,
        1..=MOST_LACKING => LINE - 2 * marks as u8 + open as u8,
        _ => 1,
    }
}

/// The longest lines of which there are codes: a table of a megabyte, or of four
/// where exactly K win.
const LONGEST: u32 = 10;

/// The codes for one K and one rule.
#[derive(Debug, Clone, Copy)]
pub(super) struct Codes {
    table: &'static [Code],
    /// The most cells of a string.
    pub(super) reach: u32,
}

impl Codes {
    /// The codes of these games; none where lines are too short or too long.
    pub(super) fn new(params: Params) -> Option<Self> {
        static TABLES: [[OnceLock<Box<[Code]>>; 2]; LONGEST as usize + 1] =
            [const { [const { OnceLock::new() }; 2] }; LONGEST as usize + 1];
        let (k, exact) = (params.k(), params.is_exact());
        if !(2..=LONGEST).contains(&k) {
            return None;
        }
        // The cell beside a line must be seen where exactly K win.
        let reach = k - 1 + u32::from(exact);
        let table = TABLES[k as usize][usize::from(exact)].get_or_init(|| {
            let strings = 1_u32..1 << (reach + 1);
            let rows = strings.clone().map(|left| (left, strings.clone()));
            // String 0 does not exist: its row and column stay unused.
            let mut table = vec![0; 1 << (2 * (reach + 1))];
            for (left, rights) in rows {
                for right in rights {
                    table[(left << (reach + 1) | right) as usize] =
                        Around { left, right }.code(k, exact);
                }
            }
            table.into()
        });
        Some(Self { table, reach })
    }

    /// The code of a mark between two strings.
    #[inline]
    pub(super) fn code(&self, around: Around) -> Code {
        self.table[(around.left << (self.reach + 1) | around.right) as usize]
    }
}

/// The strings on both sides of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Around {
    pub(super) left: u32,
    pub(super) right: u32,
}

impl Around {
    /// The code of the cell between the strings, from the definition.
    fn code(self, k: u32, exact: bool) -> Code {
        let length = |string: u32| 31 - string.leading_zeros();
        let (left, right) = (length(self.left), length(self.right));
        let cells = left + 1 + right;
        if cells < k {
            return 0;
        }
        // The whole as one string, whose first cell is the farthest on the left.
        let nearest_last = (self.left ^ 1 << left).reverse_bits().checked_shr(32 - left);
        let own = u64::from(nearest_last.unwrap_or(0))
            | 1 << left
            | u64::from(self.right ^ 1 << right) << (left + 1);
        let windows = (left + 1).saturating_sub(k)..=left.min(cells - k);
        let is_open = |first: u32| {
            let beside = own << 1 >> first & 1 | own >> (first + k) & 1;
            !exact || beside == 0
        };
        let lacks = |first: u32| !own & ((1 << k) - 1) << first;
        let open = || windows.clone().filter(|&first| is_open(first)).map(lacks);
        let Some(fewest) = open().map(u64::count_ones).min() else { return 0 };
        let nearest = || open().filter(|lacks| lacks.count_ones() == fewest);
        let differ_by_one = |one: u64, other: u64| (one & other).count_ones() + 1 == fewest;
        let is_open = nearest().any(|one| nearest().any(|other| differ_by_one(one, other)));
        lacking(fewest, is_open)
    }
}
