//! Table of failed attacks.

/// Stores for each position with how many fours it cannot be won.
///
/// Positions overwrite one another, and two that share 48 bits of their keys
/// are taken for one. Neither can prove a false win: at worst a win is missed.
pub(super) struct Failures {
    /// The upper 48 bits of a key, and the number of fours below; 0 if free.
    entries: Vec<u64>,
    /// How many more positions before the memory grows.
    until_larger: usize,
}

/// No number of fours is enough.
pub(super) const HOPELESS: u16 = u16::MAX;

/// Most searches are short, and to make room takes time.
const FEWEST_ENTRIES: usize = 1 << 10;

/// A megabyte.
const MOST_ENTRIES: usize = 1 << 17;

const FOURS: u64 = u16::MAX as u64;

impl Failures {
    pub(super) fn new() -> Self {
        Self { entries: vec![0; FEWEST_ENTRIES], until_larger: FEWEST_ENTRIES / 2 }
    }

    /// The number of fours that was not enough; 0 if nothing is known.
    #[inline]
    pub(super) fn with(&self, key: u64) -> u16 {
        let entry = self.entries[self.place(key)];
        if (entry ^ key) & !FOURS == 0 { (entry & FOURS) as u16 } else { 0 }
    }

    #[inline]
    pub(super) fn remember(&mut self, key: u64, fours: u16) {
        self.until_larger = self.until_larger.saturating_sub(1);
        if self.until_larger == 0 && self.entries.len() < MOST_ENTRIES {
            self.grow();
        }
        let place = self.place(key);
        self.entries[place] = key & !FOURS | u64::from(fours);
    }

    /// A place that follows from the part of the key that is kept.
    #[inline]
    fn place(&self, key: u64) -> usize {
        (key >> 16) as usize & (self.entries.len() - 1)
    }

    #[cold]
    fn grow(&mut self) {
        let larger = self.entries.len() * 4;
        let entries = std::mem::replace(&mut self.entries, vec![0; larger]);
        self.until_larger = larger / 2;
        for entry in entries.into_iter().filter(|&entry| entry != 0) {
            let place = self.place(entry);
            self.entries[place] = entry;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_remembered_until_another_takes_its_place() {
        let mut failures = Failures::new();
        let [one, other] = [0x1234_5678_9abc_0000, 0x8234_5678_9abc_0000];
        assert_eq!(failures.with(one), 0);
        failures.remember(one, 7);
        assert_eq!((failures.with(one), failures.with(other)), (7, 0));
        failures.remember(other, HOPELESS);
        assert_eq!((failures.with(one), failures.with(other)), (0, HOPELESS));
    }

    #[test]
    fn what_is_remembered_survives_growing() {
        let mut failures = Failures::new();
        for key in 0..FEWEST_ENTRIES as u64 {
            failures.remember(key << 16, 3);
        }
        assert!(failures.entries.len() > FEWEST_ENTRIES);
        assert!((0..FEWEST_ENTRIES as u64).all(|key| failures.with(key << 16) == 3));
    }
}
