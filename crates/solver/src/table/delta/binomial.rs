//! Sets of cells as numbers: the combinatorial number system.

/// The number of ways to choose `k` of `n`.
pub(super) fn binomial(n: u32, k: u32) -> u64 {
    (0..k.min(n + 1)).fold(1, |product, i| product * u64::from(n - i) / u64::from(i + 1))
}

/// Every set of `k` of `n` cells, smallest bits first: in the order of their
/// ranks.
pub(super) fn subsets(n: u32, k: u32) -> Vec<u32> {
    let mut sets = Vec::with_capacity(binomial(n, k) as usize);
    let mut set = (1_u32 << k) - 1;
    while set < 1 << n {
        sets.push(set);
        // Gosper: the next larger number with as many bits.
        let lowest = set & set.wrapping_neg();
        let ripple = set + lowest;
        set = (((ripple ^ set) >> 2) / lowest) | ripple;
    }
    sets
}

/// Ranks sets of cells by two look-ups: the lower half of the bits, and the
/// upper half together with the number of bits below.
pub(super) struct Ranks {
    low_width: u32,
    high_width: u32,
    low: Vec<u32>,
    high: Vec<u32>,
}

impl Ranks {
    /// Ranks of the sets of `n` cells.
    pub(super) fn new(n: u32) -> Self {
        let low_width = n.div_ceil(2);
        let high_width = n - low_width;
        let low = (0..1 << low_width).map(|bits| rank(bits, 0, 0)).collect();
        let high = (0..=low_width)
            .flat_map(|below| (0..1 << high_width).map(move |bits| rank(bits, low_width, below)))
            .collect();
        Self { low_width, high_width, low, high }
    }

    /// The rank of a set among those of its size.
    #[inline]
    pub(super) fn rank(&self, set: u32) -> usize {
        let low = set & ((1 << self.low_width) - 1);
        let high = (low.count_ones() << self.high_width) + (set >> self.low_width);
        (self.low[low as usize] + self.high[high as usize]) as usize
    }
}

/// What these bits, the first of which is cell number `shift`, add to the rank
/// of a set with `below` cells before them.
fn rank(bits: u32, shift: u32, below: u32) -> u32 {
    let cells = (0..u32::BITS).filter(|cell| bits >> cell & 1 == 1);
    cells.zip(below + 1..).map(|(cell, order)| binomial(cell + shift, order) as u32).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_count_the_sets_in_order() {
        for (n, k) in [(25, 4), (21, 4), (16, 9), (17, 8), (5, 5), (1, 1)] {
            let ranks = Ranks::new(n);
            let sets = subsets(n, k);
            assert_eq!(sets.len() as u64, binomial(n, k));
            for (rank, &set) in sets.iter().enumerate() {
                assert_eq!((ranks.rank(set), set.count_ones()), (rank, k), "{set:b}");
            }
        }
    }
}
