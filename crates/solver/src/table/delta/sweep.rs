//! The sweep of Delta: block after block, within a few kilobytes.

use super::block::{Block, SetOfSets};
use super::numbering::DeltaNumbering;
use crate::table::value::{NO_POSITION, WON_ALREADY};
use crate::table::{Sweep, Values};
use plywood_games::delta::{SlideCells, slides_of_empty_board};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// The sweep of Delta's lifting phase. A unit is a block of numbers, and
/// decides the positions whose successors lie there: those with the block's own
/// set as the opponent's.
pub struct DeltaSweep<'n> {
    numbering: &'n DeltaNumbering,
    slides: Vec<SlideCells>,
    /// For each block, which of the positions that lead into it are decided: a
    /// bit each, by the rank of their own set.
    decided: Vec<AtomicU64>,
    /// For each block, whether `decided` holds yet what the values say.
    is_known: Vec<AtomicU8>,
    /// For each block, the last byte that was written there; 0 if unknown.
    last: Vec<AtomicU8>,
}

/// A thread's memory.
pub struct Scratch {
    block: Block,
    /// Own sets of the block's side to move that the last distance decided.
    new: SetOfSets,
    /// Those that are won for the block's side to move.
    won: SetOfSets,
    /// Own sets that lead to a new one.
    candidates: SetOfSets,
}

impl<'n> DeltaSweep<'n> {
    /// A sweep over these numbers.
    #[must_use]
    pub fn new(numbering: &'n DeltaNumbering) -> Self {
        let blocks = numbering.classes.len();
        let words = numbering.block_len.div_ceil(64);
        Self {
            numbering,
            slides: slides_of_empty_board(),
            decided: bytemuck::allocation::zeroed_vec(blocks * words),
            is_known: bytemuck::allocation::zeroed_vec(blocks),
            last: bytemuck::allocation::zeroed_vec(blocks),
        }
    }

    fn decided(&self, unit: usize) -> &[AtomicU64] {
        let words = self.numbering.block_len.div_ceil(64);
        &self.decided[unit * words..(unit + 1) * words]
    }

    /// Writes a byte at every number of a position.
    #[inline]
    fn write(&self, own: u32, opponent: &[u32; 8], byte: u8, values: &Values) {
        let class = self.numbering.numbers(own, opponent, |number| values.set(number, byte));
        self.last[class].store(byte, Relaxed);
    }

    /// Finished games: positions of this block, where the own set or the
    /// opponent's has a line, and positions that lead into it where no piece
    /// can slide.
    fn finished(&self, unit: usize, values: &Values, block: &mut Block) -> u64 {
        let numbering = self.numbering;
        let own = numbering.classes[unit];
        let own_line = numbering.info(own).has_line();
        let start = unit * numbering.block_len;
        let images = numbering.images_of(own);
        block.turn_to(numbering, &self.slides, own);
        let mut count = 0;
        for (number, sets) in numbering.free_sets.chunks(64).enumerate() {
            // Beyond the last set there is nothing to decide.
            let mut decided = !(u64::MAX >> (64 - sets.len()));
            for (bit, &set) in sets.iter().enumerate() {
                let other = block.on_board(set);
                let other_line = numbering.info(other).has_line();
                let byte = match (own_line, other_line) {
                    (true, true) => NO_POSITION,
                    (true, false) => WON_ALREADY,
                    (false, true) => 1,
                    (false, false) if block.is_stuck(set) => {
                        self.write(other, &images, 1, values);
                        0
                    }
                    (false, false) => continue,
                };
                if byte != 0 {
                    values.set((start + 64 * number + bit) as u64, byte);
                }
                decided |= 1 << bit;
                count += 1;
            }
            self.decided(unit)[number].store(decided, Relaxed);
        }
        self.last[unit].store(1, Relaxed);
        self.is_known[unit].store(1, Relaxed);
        count
    }

    /// Fills in which positions that lead into the block are decided, if that
    /// is not known, because a build was taken up again.
    fn know(&self, unit: usize, images: &[u32; 8], block: &Block, values: &Values) {
        if self.is_known[unit].swap(1, Relaxed) == 1 {
            return;
        }
        for (sets, word) in self.numbering.free_sets.chunks(64).zip(self.decided(unit)) {
            let mut bits = 0;
            for (bit, &set) in sets.iter().enumerate() {
                let mut byte = 0;
                self.numbering.numbers(block.on_board(set), images, |n| byte = values.get(n));
                bits |= u64::from(byte != 0) << bit;
            }
            // Beyond the last set there is nothing to decide.
            word.store(bits | !(u64::MAX >> (64 - sets.len())), Relaxed);
        }
    }

    /// Reads the block: sets that the last distance decided, and, where losses
    /// are looked for, all sets that are won. Returns how many are new.
    fn read(&self, bytes: &[AtomicU8], distance: u8, scratch: &mut Scratch) -> usize {
        let losses = distance.is_multiple_of(2);
        scratch.new.clear();
        scratch.won.clear();
        let mut fresh = 0;
        for (byte, &set) in bytes.iter().zip(&self.numbering.free_sets) {
            let byte = byte.load(Relaxed);
            if byte == distance {
                scratch.new.insert(set);
                fresh += 1;
            }
            if losses && byte != 0 && byte % 2 == 0 && byte <= distance {
                scratch.won.insert(set);
            }
        }
        fresh
    }
}

impl Sweep for DeltaSweep<'_> {
    type Scratch = Scratch;

    fn units(&self) -> usize {
        self.numbering.classes.len()
    }

    fn scratch(&self) -> Scratch {
        let sets = || SetOfSets::new(self.numbering.free_cells());
        let (new, won, candidates) = (sets(), sets(), sets());
        Scratch { block: Block::new(self.numbering), new, won, candidates }
    }

    fn memory(&self) -> u64 {
        (self.decided.len() * 8 + self.is_known.len() + self.last.len()) as u64
    }

    fn sweep(&self, unit: usize, distance: u8, values: &Values, scratch: &mut Scratch) -> u64 {
        if distance == 0 {
            return self.finished(unit, values, &mut scratch.block);
        }
        let numbering = self.numbering;
        let opponent = numbering.classes[unit];
        let bytes = values.slice(unit * numbering.block_len, numbering.block_len);
        let last = self.last[unit].load(Relaxed);
        let may_be_new = last == 0 || last == distance || last == distance + 1;
        if !may_be_new || numbering.info(opponent).has_line() {
            return 0;
        }
        let fresh = self.read(bytes, distance, scratch);
        if fresh == 0 {
            return 0;
        }
        let images = numbering.images_of(opponent);
        let Scratch { block, new, won, candidates } = scratch;
        block.turn_to(numbering, &self.slides, opponent);
        self.know(unit, &images, block, values);
        let open: u32 =
            self.decided(unit).iter().map(|word| word.load(Relaxed).count_zeros()).sum();
        // From the new positions backwards, or from the open ones forwards:
        // what is fewer. A win is found forwards after half the moves.
        let wins = distance % 2 == 1;
        let backwards = fresh * if wins { 2 } else { 1 } <= open as usize;
        if backwards {
            candidates.clear();
            let sets = bytes.iter().zip(&numbering.free_sets);
            for (_, &set) in sets.filter(|(byte, _)| byte.load(Relaxed) == distance) {
                block.for_each_before(set, |before| candidates.insert(before));
            }
        }
        let is_decided = |set: u32| match (backwards, wins) {
            (true, true) => candidates.contains(set),
            (true, false) => candidates.contains(set) && !block.leads_to(set, won, false),
            (false, true) => block.leads_to(set, new, true),
            (false, false) => !block.leads_to(set, won, false),
        };
        let mut count = 0;
        for (sets, word) in numbering.free_sets.chunks(64).zip(self.decided(unit)) {
            let before = word.load(Relaxed);
            let (mut open, mut found) = (!before, 0);
            while open != 0 {
                let bit = open.trailing_zeros();
                open &= open - 1;
                let set = sets[bit as usize];
                if is_decided(set) {
                    found |= 1 << bit;
                    self.write(block.on_board(set), &images, distance + 1, values);
                    count += 1;
                }
            }
            word.store(before | found, Relaxed);
        }
        count
    }
}
