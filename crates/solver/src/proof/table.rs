//! The table of proof numbers: a fixed amount of memory, in buckets of four
//! entries. A new entry replaces the one of its bucket that took the least work
//! to find. What is lost is searched again; nothing depends on its being found.

use super::numbers::Numbers;
use bytemuck::allocation::try_zeroed_slice_box;
use plywood_search::TableError;

/// The key, both numbers in one word, and the nodes that were played below it,
/// at least 1; 0 in an empty entry.
type Entry = [u64; 3];
const KEY: usize = 0;
const NUMBERS: usize = 1;
const WORK: usize = 2;

const IN_BUCKET: usize = 4;

pub(crate) struct ProofTable {
    entries: Box<[Entry]>,
}

impl ProofTable {
    /// A table that fills this many megabytes.
    pub(crate) fn new(megabytes: usize) -> Result<Self, TableError> {
        let error = TableError { megabytes };
        let bytes = megabytes.checked_mul(1 << 20).ok_or(error)?;
        let buckets = (bytes / (IN_BUCKET * size_of::<Entry>())).max(1);
        let entries = try_zeroed_slice_box(buckets * IN_BUCKET).map_err(|_| error)?;
        Ok(Self { entries })
    }

    /// The entries that took at least this much work, three words each.
    pub(crate) fn content(&self, least_work: u64) -> Vec<u8> {
        let worth_keeping = self.entries.iter().filter(|entry| entry[WORK] >= least_work.max(1));
        worth_keeping.flatten().flat_map(|word| word.to_le_bytes()).collect()
    }

    /// Adds the entries that [`ProofTable::content`] gave.
    pub(crate) fn add(&mut self, content: &[u8]) {
        for bytes in content.chunks_exact(size_of::<Entry>()) {
            let word = |number: usize| {
                let bytes = bytes[number * 8..].first_chunk().copied();
                bytes.map_or(0, u64::from_le_bytes)
            };
            let proof = (word(NUMBERS) >> 32) as u32;
            let numbers = Numbers { proof, disproof: word(NUMBERS) as u32 };
            self.store(word(KEY), numbers, word(WORK));
        }
    }

    fn bucket(&self, key: u64) -> std::ops::Range<usize> {
        let buckets = (self.entries.len() / IN_BUCKET) as u128;
        let first = ((u128::from(key) * buckets) >> 64) as usize * IN_BUCKET;
        first..first + IN_BUCKET
    }

    pub(crate) fn probe(&self, key: u64) -> Option<Numbers> {
        let bucket = &self.entries[self.bucket(key)];
        let entry = bucket.iter().find(|entry| entry[KEY] == key && entry[WORK] > 0)?;
        Some(Numbers { proof: (entry[NUMBERS] >> 32) as u32, disproof: entry[NUMBERS] as u32 })
    }

    /// Stores what this much further work has found.
    pub(crate) fn store(&mut self, key: u64, Numbers { proof, disproof }: Numbers, work: u64) {
        let range = self.bucket(key);
        let bucket = &mut self.entries[range];
        let known = bucket.iter().position(|entry| entry[KEY] == key);
        let before = known.map_or(0, |place| bucket[place][WORK]);
        let least = || (0..IN_BUCKET).min_by_key(|&place| bucket[place][WORK]);
        let place = known.or_else(least).unwrap_or(0);
        let numbers = u64::from(proof) << 32 | u64::from(disproof);
        bucket[place] = [key, numbers, before.saturating_add(work.max(1))];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_took_the_least_work_gives_way() {
        let mut table = ProofTable::new(0).expect("a bucket");
        let numbers = |proof| Numbers { proof, disproof: 7 };
        for key in 1..=5 {
            table.store(key, numbers(key as u32), 10 - key);
        }
        assert_eq!(table.probe(4), None, "the least work of the first four");
        assert_eq!(table.probe(5), Some(numbers(5)));
        table.store(1, numbers(9), 1);
        assert_eq!(table.probe(1), Some(numbers(9)), "newer numbers of the same position");
        assert_eq!(table.probe(0), None, "an empty entry is none, even for key 0");
    }
}
