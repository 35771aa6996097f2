//! What a search before a table remembers.

use bytemuck::allocation::try_zeroed_slice_box;

/// What is known of positions before a table: a fixed amount of memory, in which
/// a newer position replaces an older one.
pub struct Memory {
    /// The key, and the rest in a word; 0 and 0 is no entry.
    entries: Box<[[u64; 2]]>,
}

/// What is known of a position.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    /// The canonical key.
    pub(super) key: u64,
    /// A part of the key of the successor that was best, or 0.
    pub(super) best: u32,
    /// Bounds of the rank.
    pub(super) lower: i16,
    pub(super) upper: i16,
}

impl Memory {
    /// A memory of this many megabytes. Only what is used of it is taken.
    #[must_use]
    pub fn new(megabytes: usize) -> Self {
        let wanted = (megabytes << 20) / size_of::<[u64; 2]>();
        let entries = try_zeroed_slice_box(wanted.max(1));
        Self { entries: entries.unwrap_or_else(|()| Box::new([[0; 2]])) }
    }

    fn place(&self, key: u64) -> usize {
        ((u128::from(key) * self.entries.len() as u128) >> 64) as usize
    }

    pub(super) fn probe(&self, key: u64) -> Option<Entry> {
        let [found, rest] = self.entries[self.place(key)];
        let [lower, upper] = [rest >> 16, rest].map(|bits| bits as u16 as i16);
        let entry = Entry { key, best: (rest >> 32) as u32, lower, upper };
        (found == key && rest != 0).then_some(entry)
    }

    pub(super) fn store(&mut self, Entry { key, best, lower, upper }: Entry) {
        let [lower, upper] = [lower, upper].map(|bound| u64::from(bound as u16));
        let place = self.place(key);
        self.entries[place] = [key, u64::from(best) << 32 | lower << 16 | upper];
    }
}
