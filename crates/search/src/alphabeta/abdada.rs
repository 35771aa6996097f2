//! ABDADA deferral: a move that another thread is searching is deferred until
//! the other moves are searched; by then its value is often in the table
//! (Weill, "The ABDADA distributed minimax search algorithm", ICCA Journal 19,
//! 1996, in the simpler form of Kerrigan, with a separate list instead of marks
//! in the table). Deferring changes the order of moves and nothing else.
//!
//! Measured (`--bench threads`): with it two threads reach a depth 1.7 to 1.8
//! times sooner than one, without it 1.3 times.

use super::node::{NodeContext, Search};
use crate::Observer;
use plywood_game::{Knowledge, Move, Symmetry, mix};
use std::sync::atomic::{AtomicU64, Ordering};

/// The moves under search, hashed into slots. Of moves that share a slot only
/// the newest is known; another may then be searched twice.
pub(super) struct MovesUnderSearch(Box<[AtomicU64]>);

/// The hash of a move in a position.
#[derive(Clone, Copy)]
pub(super) struct MoveKey(u64);

/// A move announced to the other threads.
pub(super) type Claim<'a> = (&'a MovesUnderSearch, MoveKey);

const SLOTS: usize = 1 << 12;

/// Shallower searches end before another thread could profit.
const LEAST_DEPTH: u32 = 3;

impl MoveKey {
    fn new<M: Move>(key: u64, mv: M) -> Self {
        // Never zero, which marks an empty slot.
        Self((key ^ mix(u64::from(mv.pack()))) | 1)
    }

    fn slot(self) -> usize {
        (self.0 >> 32) as usize % SLOTS
    }
}

impl MovesUnderSearch {
    pub(super) fn new() -> Self {
        Self((0..SLOTS).map(|_| AtomicU64::new(0)).collect())
    }
}

impl<'a, G: Symmetry, K: Knowledge<G>, O: Observer<G::Move>> Search<'a, G, K, O> {
    /// Announces that a move is being searched.
    #[inline]
    pub(super) fn claim(
        &self,
        position: &G::Position,
        at: NodeContext<G::Move>,
        mv: G::Move,
    ) -> Option<Claim<'a>> {
        let claim = self.claim_of(position, at, mv);
        if let Some((moves, key)) = claim {
            moves.0[key.slot()].store(key.0, Ordering::Relaxed);
        }
        claim
    }

    /// Withdraws what [`Search::claim`] announced.
    #[inline]
    pub(super) fn release(claim: Option<Claim<'a>>) {
        if let Some((moves, key)) = claim {
            let slot = &moves.0[key.slot()];
            // Another move in the same slot stays.
            let _ = slot.compare_exchange(key.0, 0, Ordering::Relaxed, Ordering::Relaxed);
        }
    }

    /// Whether to defer a move because another thread is searching it.
    #[inline]
    pub(super) fn defers(
        &self,
        position: &G::Position,
        at: NodeContext<G::Move>,
        mv: G::Move,
    ) -> bool {
        let claim = self.claim_of(position, at, mv);
        claim.is_some_and(|(moves, key)| moves.0[key.slot()].load(Ordering::Relaxed) == key.0)
    }

    /// None with one thread or at low depth.
    #[inline]
    fn claim_of(
        &self,
        position: &G::Position,
        at: NodeContext<G::Move>,
        mv: G::Move,
    ) -> Option<Claim<'a>> {
        let moves = self.under_search.filter(|_| at.depth >= LEAST_DEPTH)?;
        Some((moves, MoveKey::new(self.game.key(position), mv)))
    }
}
