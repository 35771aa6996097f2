//! Sets of places, a bit for each: column by column from the bottom up, so that
//! all of them move one place to any side with a few shifts.

use std::ops::{BitAnd, BitOr, BitXor};

/// Places of a board. A column takes `FIELD` bits, the last of which is always
/// 0, and a word holds as many columns as fit into it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Places<const WORDS: usize, const FIELD: usize>(pub(super) [u64; WORDS]);

impl<const WORDS: usize, const FIELD: usize> Places<WORDS, FIELD> {
    pub(super) const NONE: Self = Self([0; WORDS]);
    pub(super) const COLUMNS_A_WORD: usize = 64 / FIELD;
    /// A column's bits, if it were the first of a word.
    pub(super) const COLUMN: u64 = (1 << FIELD) - 1;
    /// How far the last column of a word is from the first.
    const TO_LAST: usize = FIELD * (Self::COLUMNS_A_WORD - 1);
    /// The bits of a word that belong to columns.
    pub(super) const WORD: u64 = Self::COLUMN << Self::TO_LAST | ((1 << Self::TO_LAST) - 1);
    /// The bit above each column of a word.
    const LIDS: u64 = (Self::WORD / Self::COLUMN) << (FIELD - 1);

    fn each(self, change: impl Fn(u64) -> u64) -> Self {
        Self(self.0.map(change))
    }

    fn with(self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|word| join(self.0[word], other.0[word])))
    }

    pub(super) fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    pub(super) fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    pub(super) fn without(self, other: Self) -> Self {
        self.with(other, |own, other| own & !other)
    }

    /// The first place alone, column by column.
    pub(super) fn first(self) -> Self {
        let mut first = Self::NONE;
        if let Some(word) = self.0.iter().position(|&word| word != 0) {
            first.0[word] = self.0[word] & self.0[word].wrapping_neg();
        }
        first
    }

    /// What lies one place higher, lower, to the right, to the left. What leaves
    /// a column at one end may be found above the one before or in it.
    pub(super) fn up(self) -> Self {
        self.each(|word| word << 1)
    }

    pub(super) fn down(self) -> Self {
        self.each(|word| word >> 1)
    }

    pub(super) fn right(self) -> Self {
        Self(std::array::from_fn(|word| {
            let before = if word == 0 { 0 } else { self.0[word - 1] >> Self::TO_LAST };
            self.0[word] << FIELD & Self::WORD | before
        }))
    }

    pub(super) fn left(self) -> Self {
        Self(std::array::from_fn(|word| {
            let next = self.0.get(word + 1).map_or(0, |next| next << Self::TO_LAST & Self::WORD);
            self.0[word] >> FIELD | next
        }))
    }

    /// In every column the lowest of these places and all above it.
    pub(super) fn and_above(self) -> Self {
        // What two's complement does to a number, in each column.
        self.each(|word| ((Self::LIDS - word) | word) & !Self::LIDS)
    }

    /// The bits of a column.
    pub(super) fn column(&self, column: usize) -> u64 {
        self.0[column / Self::COLUMNS_A_WORD] >> Self::shift(column) & Self::COLUMN
    }

    pub(super) fn set_column(&mut self, column: usize, bits: u64) {
        let word = &mut self.0[column / Self::COLUMNS_A_WORD];
        *word = *word & !(Self::COLUMN << Self::shift(column)) | bits << Self::shift(column);
    }

    fn shift(column: usize) -> usize {
        column % Self::COLUMNS_A_WORD * FIELD
    }

    /// The columns in which there are any of these.
    pub(super) fn columns(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(word, mut bits)| {
            std::iter::from_fn(move || {
                let within = (bits != 0).then(|| bits.trailing_zeros() as usize / FIELD)?;
                bits &= !(Self::COLUMN << (within * FIELD));
                Some(word * Self::COLUMNS_A_WORD + within)
            })
        })
    }
}

impl<const WORDS: usize, const FIELD: usize> BitAnd for Places<WORDS, FIELD> {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        self.with(other, BitAnd::bitand)
    }
}

impl<const WORDS: usize, const FIELD: usize> BitOr for Places<WORDS, FIELD> {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        self.with(other, BitOr::bitor)
    }
}

impl<const WORDS: usize, const FIELD: usize> BitXor for Places<WORDS, FIELD> {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        self.with(other, BitXor::bitxor)
    }
}
