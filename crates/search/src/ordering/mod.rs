//! Which move to try first. The better the order, the more cuts; the value is
//! the same in any order.
//!
//! - [`killers`](self::killers), [`history`](self::history) and
//!   [`countermoves`](self::countermoves) learn from cuts.
//! - `picking` hands out the moves of a node without sorting more than needed.
//!
//! What each one saves is measured by `cargo bench -p plywood-search --bench
//! techniques` and noted where it is written.

mod countermoves;
mod history;
mod killers;
mod picking;

use crate::options::Technique;
use countermoves::Countermoves;
use history::History;
use killers::Killers;
use plywood_game::{Move, Side};

pub(crate) use picking::{Graded, SORTED_FROM, bring_forward, sort};

/// The options of the order of moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderingOptions {
    /// Try the table move first.
    pub table_move: bool,
    /// Order moves by the static evaluation of the positions after them.
    pub evaluated: bool,
    /// The least remaining depth at which that is done; below, the evaluations
    /// cost more than they save.
    pub evaluated_from: u32,
    /// Killers: try moves early that refuted a sibling.
    pub killers: bool,
    /// History: try moves early that caused cuts elsewhere.
    pub history: bool,
    /// Try the move early that last refuted the move just played.
    pub countermoves: bool,
}

impl OrderingOptions {
    /// The order of the game.
    pub const NONE: Self = Self {
        table_move: false,
        evaluated: false,
        evaluated_from: 1,
        killers: false,
        history: false,
        countermoves: false,
    };
}

impl Default for OrderingOptions {
    fn default() -> Self {
        Self { table_move: true, killers: true, history: true, countermoves: true, ..Self::NONE }
    }
}

impl Technique for OrderingOptions {
    fn is_exact(&self) -> bool {
        true
    }
}

/// The tables that order moves by earlier cuts: killers, history,
/// countermoves.
pub(crate) struct HistoryTables<M> {
    killers: Killers<M>,
    history: History,
    countermoves: Countermoves<M>,
}

/// Moves share slots in the tables; that only blurs the order.
const SLOTS: usize = 1 << 12;

#[inline]
fn slot<M: Move>(mv: M) -> usize {
    (mv.pack().wrapping_mul(0x9e37_79b1) >> (32 - SLOTS.trailing_zeros())) as usize
}

/// The ordering context of a node.
#[derive(Clone, Copy)]
pub(crate) struct OrderingContext<M> {
    pub(crate) side: Side,
    pub(crate) ply: usize,
    /// The move just played.
    pub(crate) last: Option<M>,
}

impl<M: Move> HistoryTables<M> {
    pub(crate) fn new() -> Self {
        Self { killers: Killers::new(), history: History::new(), countermoves: Countermoves::new() }
    }

    /// Grades the moves of a node: the higher, the earlier.
    #[inline]
    pub(crate) fn grade(
        &self,
        options: &OrderingOptions,
        at: &OrderingContext<M>,
        moves: &[M],
        graded: &mut Vec<Graded<M>>,
    ) {
        let killers = self.killers.of(at.ply).filter(|_| options.killers).unwrap_or_default();
        let counter = self.countermoves.to(at.last, at.side).filter(|_| options.countermoves);
        let history = options.history.then(|| self.history.of(at.side));
        graded.clear();
        graded.extend(moves.iter().zip(0..).map(|(&mv, number)| {
            let mut grade = history.map_or(0, |history| i64::from(history[slot(mv)]));
            if counter == Some(mv) {
                grade += countermoves::GRADE;
            }
            grade += killers::grade(killers, mv);
            Graded { mv, number, grade }
        }));
    }

    /// Learns that a move caused a cut, `depth` moves above the horizon.
    pub(crate) fn learn(&mut self, mv: M, at: &OrderingContext<M>, depth: u32) {
        self.killers.learn(mv, at.ply);
        self.countermoves.learn(mv, at.last, at.side);
        self.history.learn(mv, at.side, depth);
    }
}
