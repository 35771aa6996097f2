//! Randomness that is the same on every machine, from a seed.

/// Mixes the bits of a number so that near numbers have unrelated results.
///
/// It is a bijection: different inputs never collide. (The finaliser of
/// `SplitMix64`: Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", OOPSLA 2014.)
///
/// ```
/// assert_ne!(plywood_game::mix(1), plywood_game::mix(2));
/// ```
#[inline]
#[must_use]
pub const fn mix(bits: u64) -> u64 {
    let bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// A small seeded generator (`SplitMix64`) for random games, random boards and
/// Zobrist keys. Not for secrets.
///
/// ```
/// use plywood_game::Random;
/// let mut dice = Random::new(7);
/// let roll = dice.below(6);
/// assert!(roll < 6);
/// assert_eq!(Random::new(7).below(6), roll, "a seed always gives the same");
/// ```
#[derive(Debug, Clone)]
pub struct Random {
    state: u64,
}

impl Random {
    /// The generator that this seed stands for.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next 64 random bits.
    #[inline]
    pub const fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.state)
    }

    /// A number from 0 to `bound - 1`, each as likely (to within 2^-64 times
    /// the bound); 0 if `bound` is 0.
    #[inline]
    pub const fn below(&mut self, bound: usize) -> usize {
        ((self.next_u64() as u128 * bound as u128) >> 64) as usize
    }

    /// One of the items, or none if there are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }
}
