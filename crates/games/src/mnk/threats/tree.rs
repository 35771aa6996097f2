//! The table of positions of a proof.

use super::numbers::Numbers;
use plywood_game::{Stopped, StoppedBy};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// What is known of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) numbers: Numbers,
    /// Once it is proven: in how many moves by both sides the attacker wins.
    pub(super) plies: u16,
    pub(super) next: Next,
}

/// How the line of a proven position goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    /// Nothing is proven.
    Unknown,
    /// With this move.
    Move(u16),
    /// With fours alone, the ending of this number.
    Ending(u32),
}

impl Known {
    pub(super) const FAILED: Known = Known::unproven(Numbers::DISPROVEN);

    pub(super) const fn unproven(numbers: Numbers) -> Known {
        Known { numbers, plies: 0, next: Next::Unknown }
    }
}

/// Every position that was searched. Memory is allocated once, at the start:
/// growing it later could take longer than a stop may wait.
pub(super) struct ThreatTree {
    positions: HashMap<u64, Known, BuildHasherDefault<KeyHasher>>,
    room: usize,
    endings: Vec<Vec<u16>>,
}

/// More positions than this are never kept.
const MOST_POSITIONS: u64 = 1 << 19;

impl ThreatTree {
    /// A tree for a search of this many nodes.
    pub(super) fn new(nodes: u64) -> Self {
        let room = nodes.min(MOST_POSITIONS) as usize;
        let positions = HashMap::with_capacity_and_hasher(room, BuildHasherDefault::default());
        Self { positions, room, endings: Vec::new() }
    }

    pub(super) fn known(&self, key: u64) -> Option<Known> {
        self.positions.get(&key).copied()
    }

    /// Keeps what is known. The room is that of a number of nodes, so a full
    /// tree is one whose nodes are spent.
    pub(super) fn remember(&mut self, key: u64, known: Known) -> Result<(), Stopped> {
        if self.positions.len() == self.room && !self.positions.contains_key(&key) {
            return Err(Stopped(StoppedBy::Nodes));
        }
        self.positions.insert(key, known);
        Ok(())
    }

    /// What is known of a position that this line wins by fours alone.
    pub(super) fn won_by(&mut self, line: Vec<u16>) -> Known {
        let known = Known {
            numbers: Numbers::PROVEN,
            plies: line.len() as u16,
            next: Next::Ending(self.endings.len() as u32),
        };
        self.endings.push(line);
        known
    }

    pub(super) fn ending(&self, number: u32) -> &[u16] {
        &self.endings[number as usize]
    }
}

/// Takes keys as they are: they are random already.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}
