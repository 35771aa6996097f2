//! One distance further.

use super::indexed::Indexed;
use super::value::{NO_POSITION, WON_ALREADY};
use plywood_game::{Game, Outcome};
use std::sync::atomic::{AtomicU8, Ordering};

/// The values of all positions while they are found, a byte each.
///
/// Threads read and write them without locks. A sweep for distance `d` writes
/// bytes `d + 1` and reads only smaller ones, so it makes no difference in what
/// order the positions are decided.
pub struct Values {
    bytes: Vec<AtomicU8>,
}

impl Values {
    /// As many values as there are numbers, all undecided.
    #[must_use]
    pub fn new(count: usize) -> Self {
        Self { bytes: bytemuck::allocation::zeroed_vec(count) }
    }

    /// The byte at a number: 0 if undecided.
    #[must_use]
    #[inline]
    pub fn get(&self, index: u64) -> u8 {
        self.bytes[index as usize].load(Ordering::Relaxed)
    }

    /// Sets the byte at a number.
    #[inline]
    pub fn set(&self, index: u64, byte: u8) {
        self.bytes[index as usize].store(byte, Ordering::Relaxed);
    }

    /// A run of bytes.
    #[must_use]
    #[inline]
    pub fn slice(&self, from: usize, len: usize) -> &[AtomicU8] {
        let end = (from + len).min(self.bytes.len());
        &self.bytes[from.min(end)..end]
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }
}

/// Finds the positions of one distance after another. The work of a distance is
/// cut into units, of which each is done by one thread.
pub trait Sweep: Sync {
    /// What a thread needs and keeps from unit to unit.
    type Scratch;

    /// The units of a distance.
    fn units(&self) -> usize;

    /// Memory that one thread uses.
    fn scratch(&self) -> Self::Scratch;

    /// Bytes of memory it uses besides the values.
    fn memory(&self) -> u64 {
        0
    }

    /// Decides the positions of a unit that are at this distance, where all
    /// those at smaller distances are decided. Returns how many numbers it has
    /// decided. Doing a unit a second time changes no value.
    fn sweep(&self, unit: usize, distance: u8, values: &Values, scratch: &mut Self::Scratch)
    -> u64;
}

/// The sweep for any game: looks at every undecided position and all its
/// successors. Plain and slow.
pub struct Forward<'a, I> {
    indexed: &'a I,
}

impl<'a, I: Indexed> Forward<'a, I> {
    /// A sweep over the positions that have numbers.
    pub fn new(indexed: &'a I) -> Self {
        Self { indexed }
    }

    /// The byte of a finished game; none while it goes on or if it is a draw.
    fn finished(&self, index: u64) -> Option<u8> {
        let game = self.indexed.game();
        let Some(position) = self.indexed.position(index) else {
            return Some(NO_POSITION);
        };
        match game.outcome(&position)? {
            Outcome::Win(side) if side == game.to_move(&position) => Some(WON_ALREADY),
            Outcome::Win(_) => Some(1),
            Outcome::Draw | Outcome::Margin(_) => None,
        }
    }

    /// Whether an undecided position is won or lost at this distance.
    fn is_decided(&self, index: u64, distance: u8, values: &Values) -> bool {
        let game = self.indexed.game();
        let Some(position) = self.indexed.position(index) else { return false };
        let moves = game.legal_moves(&position);
        let mut successors = moves.iter().map(|&mv| {
            let mut next = position.clone();
            game.play(&mut next, mv);
            // A successor without a number is taken for undecided.
            self.indexed.index(&next).map_or(0, |index| values.get(index))
        });
        match distance % 2 {
            1 => successors.any(|byte| byte == distance),
            _ => {
                !moves.is_empty()
                    && successors.all(|byte| byte != 0 && byte % 2 == 0 && byte <= distance)
            }
        }
    }
}

impl<I: Indexed> Sweep for Forward<'_, I> {
    type Scratch = ();

    fn units(&self) -> usize {
        self.indexed.count().div_ceil(self.indexed.block_len() as u64) as usize
    }

    fn scratch(&self) {}

    fn sweep(&self, unit: usize, distance: u8, values: &Values, (): &mut ()) -> u64 {
        let len = self.indexed.block_len() as u64;
        let from = unit as u64 * len;
        let mut decided = 0;
        for index in from..(from + len).min(self.indexed.count()) {
            if values.get(index) != 0 {
                continue;
            }
            let byte = match distance {
                0 => self.finished(index),
                _ => self.is_decided(index, distance, values).then_some(distance + 1),
            };
            if let Some(byte) = byte {
                values.set(index, byte);
                decided += 1;
            }
        }
        decided
    }
}
