//! The transposition table: results of positions that may occur again, in a
//! fixed amount of memory that threads share.
//!
//! A bucket is a cache line of 64 bytes with four entries, so that a probe waits for
//! memory once. An entry is two 64-bit words: the score with the move, and everything
//! else with 44 bits of the key, exclusive-ored with a hash of the first word. Words are
//! atomic, entries are not: if two threads write an entry at once, its words no longer
//! belong together, the key does not come out, and the entry reads as absent (after Hyatt
//! and Mann, "A lock-less transposition table implementation for parallel search", ICGA
//! Journal 25, 2002). No locks, no unsafe code.
//!
//! The other 20 bits of the key choose the bucket if there are 2^20 of them, the usual 64
//! MB: then the whole key is compared. A processor cannot be told to fetch a bucket ahead:
//! Rust has no safe function for it.
//!
//! A new entry takes the place of the same position's, of an empty one, or of the least
//! deep one of the oldest generation.

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
    /// The first word of the first bucket, where a cache line begins.
    pub(super) first: usize,
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

const WORDS_IN_ENTRY: usize = 2;
const ENTRIES_IN_BUCKET: usize = 4;
const WORDS_IN_BUCKET: usize = ENTRIES_IN_BUCKET * WORDS_IN_ENTRY;
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
        let words = zeroed(buckets * WORDS_IN_BUCKET + WORDS_IN_BUCKET - 1)?;
        let first = first_of_line(&words);
        Some(Self { words, first, buckets: buckets as u64, generation: AtomicU8::new(1) })
    }

    /// Clears every entry. New memory costs only what the next search touches.
    pub fn clear(&mut self) {
        match zeroed(self.words.len()) {
            Some(words) => {
                self.first = first_of_line(&words);
                self.words = words;
            }
            None => self.words.iter().for_each(|word| word.store(0, Ordering::Relaxed)),
        }
    }

    /// Begins a new generation, for a new search: older entries are still
    /// found, but give way to new ones first.
    pub fn new_generation(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    /// What is known about the position with this key.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key).chunks_exact(WORDS_IN_ENTRY).find_map(|words| {
            let packed = Packed::load(words);
            packed.is_of(key).then(|| packed.entry())
        })
    }

    /// Stores an entry.
    #[inline]
    pub fn store(&self, key: u64, entry: &Entry) {
        let generation = self.generation.load(Ordering::Relaxed);
        let bucket = self.bucket(key);
        let (mut place, mut least) = (0, u32::MAX);
        let mut known = None;
        for number in 0..ENTRIES_IN_BUCKET {
            let packed = Packed::load(&bucket[number * WORDS_IN_ENTRY..]);
            if packed.is_of(key) {
                (place, known) = (number, packed.entry().best);
                break;
            }
            let worth = packed.worth(generation);
            if worth < least {
                (place, least) = (number, worth);
            }
        }
        // A position whose best move is not known keeps the one it had.
        let best = entry.best.or(known);
        let words = &bucket[place * WORDS_IN_ENTRY..];
        Packed::new(key, &Entry { best, ..*entry }, generation).save(words);
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[AtomicU64] {
        let index = ((u128::from(key) * u128::from(self.buckets)) >> 64) as usize;
        let start = self.first + index * WORDS_IN_BUCKET;
        &self.words[start..start + WORDS_IN_BUCKET]
    }
}

/// The first word that lies at the beginning of a cache line.
fn first_of_line(words: &[AtomicU64]) -> usize {
    match words.as_ptr().align_offset(BYTES_IN_BUCKET) {
        offset if offset < WORDS_IN_BUCKET => offset,
        // Words of another size, or none that lies there.
        _ => 0,
    }
}

/// An entry as it lies in memory.
///
/// The first word is the score and the move, the second, from the lowest bit: bound (2,
/// 0 if nothing is stored), exact (1), has a move (1), generation (6), depth (10), key (44).
struct Packed([u64; WORDS_IN_ENTRY]);

const BOUND: u64 = 3;
const EXACT: u64 = 1 << 2;
const HAS_MOVE: u64 = 1 << 3;
const GENERATION: u32 = 4;
const GENERATIONS: u64 = (1 << 6) - 1;
const DEPTH: u32 = 10;
const DEPTHS: u64 = (1 << 10) - 1;
const KEY: u32 = 20;

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
        let flags =
            bound | if exact { EXACT } else { 0 } | if entry.best.is_some() { HAS_MOVE } else { 0 };
        let generation = (u64::from(generation) & GENERATIONS) << GENERATION;
        let depth = u64::from(entry.depth).min(DEPTHS) << DEPTH;
        Self([data, check(key, data) | depth | generation | flags])
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

    /// Whether it is what was stored of this key.
    #[inline]
    fn is_of(&self, key: u64) -> bool {
        let [data, meta] = self.0;
        meta & BOUND != 0 && meta >> KEY == check(key, data) >> KEY
    }

    /// How much its place is worth: that of an empty or old entry least, then that of a
    /// shallow one.
    #[inline]
    fn worth(&self, generation: u8) -> u32 {
        let meta = self.0[1];
        let is_new = (meta >> GENERATION) & GENERATIONS == u64::from(generation) & GENERATIONS;
        match meta & BOUND {
            0 => 0,
            _ => 1 + self.depth() + if is_new { 1 << 16 } else { 0 },
        }
    }

    fn depth(&self) -> u32 {
        ((self.0[1] >> DEPTH) & DEPTHS) as u32
    }

    fn entry(&self) -> Entry {
        let [data, meta] = self.0;
        let score = Score::from_raw((data >> 32) as u32 as i32);
        Entry {
            value: Value { score, exact: meta & EXACT != 0 },
            bound: match meta & BOUND {
                1 => Bound::Upper,
                2 => Bound::Lower,
                _ => Bound::Exact,
            },
            depth: self.depth(),
            best: (meta & HAS_MOVE != 0).then_some(data as u32),
        }
    }
}

/// The lower bits of a key in their place, changed by the word that belongs to it.
#[inline]
const fn check(key: u64, data: u64) -> u64 {
    (key << KEY) ^ (data.wrapping_mul(0x9e37_79b9_7f4a_7c15) & !((1 << KEY) - 1))
}
