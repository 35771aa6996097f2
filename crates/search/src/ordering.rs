//! Which move to try first. The better the order, the more is cut away; the
//! value is the same in any order.
//!
//! Killers: Akl and Newborn, "The principal continuation and the killer
//! heuristic", ACM 1977. History: Schaeffer, "The history heuristic", ICCA
//! Journal 6, 1983. Countermoves: Uiterwijk, "The countermove heuristic", ICCA
//! Journal 15, 1992.

use crate::Options;
use plywood_game::{Move, Side};

/// What earlier cuts teach about the order of moves.
pub(crate) struct Experience<M> {
    /// For each ply the last two moves that caused a cut there.
    killers: Vec<[Option<M>; 2]>,
    /// For each side and move how much it has cut away.
    history: Box<[[u32; HISTORY]; 2]>,
    /// For each side and move of the other side the move that refuted it.
    countermoves: Box<[[Option<M>; HISTORY]; 2]>,
}

/// Moves share places in the tables of experience; that only blurs the order.
const HISTORY: usize = 1 << 12;
const HISTORY_BITS: u32 = HISTORY.trailing_zeros();
/// When a move reaches this, all are halved: the past should fade.
const HISTORY_LIMIT: u32 = 1 << 20;

/// Grades that no amount of history reaches.
const KILLER: i64 = 1 << 40;
const COUNTERMOVE: i64 = 1 << 39;

#[inline]
fn place<M: Move>(mv: M) -> usize {
    (mv.pack().wrapping_mul(0x9e37_79b1) >> (32 - HISTORY_BITS)) as usize
}

/// Where in the search a move is considered.
#[derive(Clone, Copy)]
pub(crate) struct Situation<M> {
    pub(crate) side: Side,
    pub(crate) ply: usize,
    /// The move just played.
    pub(crate) last: Option<M>,
}

impl<M: Move> Experience<M> {
    pub(crate) fn new() -> Self {
        Self {
            killers: Vec::new(),
            history: Box::new([[0; HISTORY]; 2]),
            countermoves: Box::new([[None; HISTORY]; 2]),
        }
    }

    /// How promising a move is: the higher, the earlier.
    #[inline]
    pub(crate) fn grade(&self, options: &Options, mv: M, at: &Situation<M>) -> i64 {
        let side = at.side.index();
        let mut grade = 0;
        if options.killers
            && let Some(killers) = self.killers.get(at.ply)
            && let Some(rank) = killers.iter().position(|&killer| killer == Some(mv))
        {
            grade += KILLER - rank as i64;
        }
        if options.countermoves
            && let Some(last) = at.last
            && self.countermoves[side][place(last)] == Some(mv)
        {
            grade += COUNTERMOVE;
        }
        if options.history {
            grade += i64::from(self.history[side][place(mv)]);
        }
        grade
    }

    /// Learns that a move caused a cut, `depth` moves above the horizon.
    pub(crate) fn learn(&mut self, mv: M, at: &Situation<M>, depth: u32) {
        if self.killers.len() <= at.ply {
            self.killers.resize(at.ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[at.ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let side = at.side.index();
        if let Some(last) = at.last {
            self.countermoves[side][place(last)] = Some(mv);
        }
        let cut = &mut self.history[side][place(mv)];
        *cut += depth * depth;
        if *cut > HISTORY_LIMIT {
            self.history.iter_mut().flatten().for_each(|entry| *entry /= 2);
        }
    }
}
