//! The transposition table: results of positions that may occur again, in a
//! fixed amount of memory that threads share.
//!
//! An entry is three 64-bit words: two of data, and the key exclusive-ored
//! with both. Words are atomic, entries are not: if two threads write an entry
//! at once, its words no longer belong together, the key does not come out,
//! and the entry reads as absent (Hyatt and Mann, "A lock-less transposition
//! table implementation for parallel search", ICGA Journal 25, 2002). No locks,
//! no unsafe code.
//!
//! A bucket has two entries. The first keeps the deepest: it is replaced by an
//! entry of the same position or of at least its depth, or if it is of an older
//! generation. The second takes all others.

use super::words::{AtomicU8, AtomicU64, zeroed};
use crate::{Bound, Score, Value};
use std::sync::atomic::Ordering;

/// What is known about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The value found, with distances counted from the position itself.
    pub value: Value,
    /// How the value bounds the true one.
    pub bound: Bound,
    /// The depth it was searched to, in plies.
    pub depth: u32,
    /// The packed move that was best, or caused the cut.
    pub best: Option<u32>,
}

/// A table of entries.
pub struct Table {
    pub(super) words: Box<[AtomicU64]>,
    buckets: u64,
    generation: AtomicU8,
}

/// There is not enough memory for a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a table of {megabytes} MB cannot be had; try a smaller one")]
pub struct TableError {
    /// The size asked for.
    pub megabytes: usize,
}

const WORDS_IN_ENTRY: usize = 3;
const WORDS_IN_BUCKET: usize = 2 * WORDS_IN_ENTRY;
pub(super) const BYTES_IN_BUCKET: usize = WORDS_IN_BUCKET * 8;

impl Table {
    /// A table that fills this many megabytes.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(megabytes: usize) -> Result<Self, TableError> {
        let bytes = megabytes.checked_mul(1 << 20).ok_or(TableError { megabytes })?;
        Self::with_buckets((bytes / BYTES_IN_BUCKET).max(1)).ok_or(TableError { megabytes })
    }

    /// The smallest table, one bucket for all entries: a search must be right
    /// with it too.
    #[must_use]
    pub fn smallest() -> Option<Self> {
        Self::with_buckets(1)
    }

    fn with_buckets(buckets: usize) -> Option<Self> {
        let words = zeroed(buckets * WORDS_IN_BUCKET)?;
        Some(Self { words, buckets: buckets as u64, generation: AtomicU8::new(1) })
    }

    /// Clears every entry. New memory costs only what the next search touches.
    pub fn clear(&mut self) {
        match zeroed(self.words.len()) {
            Some(words) => self.words = words,
            None => self.words.iter().for_each(|word| word.store(0, Ordering::Relaxed)),
        }
    }

    /// Begins a new generation, for a new search: older entries are still
    /// found, but any new entry replaces them.
    pub fn new_generation(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    /// What is known about the position with this key.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        let bucket = self.bucket(key);
        bucket.chunks_exact(WORDS_IN_ENTRY).find_map(|words| {
            let packed = Packed::load(words);
            (packed.key() == key && packed.is_used()).then(|| packed.entry())
        })
    }

    /// Stores an entry.
    #[inline]
    pub fn store(&self, key: u64, entry: &Entry) {
        let generation = self.generation.load(Ordering::Relaxed);
        let (keeper, newest) = self.bucket(key).split_at(WORDS_IN_ENTRY);
        let kept = Packed::load(keeper);
        let same = kept.key() == key;
        let gives_way = same || kept.generation() != generation || entry.depth >= kept.depth();
        let slot = if gives_way { keeper } else { newest };
        // A position whose best move is not known keeps the one it had.
        let best = entry.best.or_else(|| kept.entry().best.filter(|_| same));
        Packed::new(key, &Entry { best, ..*entry }, generation).save(slot);
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[AtomicU64] {
        let index = ((u128::from(key) * u128::from(self.buckets)) >> 64) as usize;
        &self.words[index * WORDS_IN_BUCKET..(index + 1) * WORDS_IN_BUCKET]
    }
}

/// An entry as it lies in memory.
///
/// The first word of data is the score and the move, the second, from the
/// lowest bit: bound (2), exact (1), has a move (1), used (1), generation (8), depth.
struct Packed([u64; WORDS_IN_ENTRY]);

const EXACT: u64 = 1 << 2;
const HAS_MOVE: u64 = 1 << 3;
const USED: u64 = 1 << 4;
const GENERATION: u32 = 8;
const DEPTH: u32 = 16;

impl Packed {
    #[inline]
    fn new(key: u64, entry: &Entry, generation: u8) -> Self {
        let Value { score, exact } = entry.value;
        let data = u64::from(score.raw() as u32) << 32 | u64::from(entry.best.unwrap_or(0));
        let bound = match entry.bound {
            Bound::Upper => 1,
            Bound::Lower => 2,
            Bound::Exact => 3,
        };
        let flags = USED
            | bound
            | if exact { EXACT } else { 0 }
            | if entry.best.is_some() { HAS_MOVE } else { 0 };
        let meta = flags | u64::from(generation) << GENERATION | u64::from(entry.depth) << DEPTH;
        Self([key ^ data ^ meta, data, meta])
    }

    #[inline]
    fn load(words: &[AtomicU64]) -> Self {
        Self(std::array::from_fn(|n| words[n].load(Ordering::Relaxed)))
    }

    #[inline]
    fn save(&self, words: &[AtomicU64]) {
        for (word, value) in words.iter().zip(self.0) {
            word.store(value, Ordering::Relaxed);
        }
    }

    #[inline]
    fn key(&self) -> u64 {
        self.0[0] ^ self.0[1] ^ self.0[2]
    }

    fn is_used(&self) -> bool {
        self.0[2] & USED != 0
    }

    fn generation(&self) -> u8 {
        (self.0[2] >> GENERATION) as u8
    }

    fn depth(&self) -> u32 {
        (self.0[2] >> DEPTH) as u32
    }

    fn entry(&self) -> Entry {
        let [_, data, meta] = self.0;
        let score = Score::from_raw((data >> 32) as u32 as i32);
        Entry {
            value: Value { score, exact: meta & EXACT != 0 },
            bound: match meta & 3 {
                1 => Bound::Upper,
                2 => Bound::Lower,
                _ => Bound::Exact,
            },
            depth: self.depth(),
            best: (meta & HAS_MOVE != 0).then_some(data as u32),
        }
    }
}
