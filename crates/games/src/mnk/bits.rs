//! Sets of cells as bits, in as many words as the board needs.

/// Enough words for a board of 100 by 100 cells.
pub const MOST_WORDS: usize = 10_000_usize.div_ceil(64);

/// The number of words that hold a board of `cells` cells.
///
/// ```
/// use plywood_games::mnk::words_needed;
/// assert_eq!(words_needed(8 * 8), 1);
/// assert_eq!(words_needed(15 * 15), 4);
/// ```
#[must_use]
pub const fn words_needed(cells: usize) -> usize {
    cells.div_ceil(64)
}

/// A set of cells, up to 64 a word.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Bits<W> {
    pub(super) const EMPTY: Self = Self([0; W]);

    #[inline]
    pub(super) fn contains(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 != 0
    }

    #[inline]
    pub(super) fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    #[inline]
    pub(super) fn remove(&mut self, cell: usize) {
        self.0[cell / 64] &= !(1 << (cell % 64));
    }

    /// Whether some cell of `mask` is in the set, whose bits are counted from
    /// the cell `first` on.
    #[inline]
    pub(super) fn meets_at(&self, first: usize, mask: u64) -> bool {
        let (index, shift) = (first / 64, first % 64);
        let next = self.0.get(index + 1).copied().unwrap_or(0);
        // In two steps, because a shift by 64 is none.
        (self.0[index] >> shift | next << 1 << (63 - shift)) & mask != 0
    }

    #[inline]
    pub(super) fn word(&self, index: usize) -> u64 {
        self.0[index]
    }

    /// Adds the cells of another set.
    pub(super) fn join(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, more)| *word |= more);
    }

    /// How many cells both sets have.
    pub(super) fn common(&self, other: &Self) -> u32 {
        self.0.iter().zip(&other.0).map(|(one, another)| (one & another).count_ones()).sum()
    }

    /// The cells that both sets have, in order.
    pub(super) fn iter_common(&self, other: &Self) -> impl Iterator<Item = usize> {
        let words = self.0.iter().zip(&other.0).enumerate();
        words.flat_map(|(index, (one, another))| {
            ones(one & another).map(move |bit| index * 64 + bit)
        })
    }

    /// Every bit that is not in the set, those beyond the board included.
    pub(super) fn complement(&self) -> Self {
        Self(self.0.map(|word| !word))
    }

    /// Keeps the cells whose neighbour `distance` bits on is in the set too.
    pub(super) fn keep_followed(&mut self, distance: usize) {
        let (words, bits) = (distance / 64, distance % 64);
        for index in 0..W {
            let word = |number: usize| self.0.get(number).copied().unwrap_or(0);
            let low = word(index + words) >> bits;
            let high = word(index + words + 1).checked_shl(64 - bits as u32).unwrap_or(0);
            self.0[index] &= low | high;
        }
    }

    /// The cells of the set, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        (0..W).flat_map(|index| ones(self.0[index]).map(move |bit| index * 64 + bit))
    }
}

/// The numbers of the bits that are set, in order.
#[inline]
pub(super) fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros() as usize;
        // The lowest bit goes; an empty word stays empty.
        word &= word.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}
