//! Whether a margin is more than a number: the null-window search that does
//! nearly all of the work.

use super::super::square::squares;
use super::super::{Othello, Position, Square};
use super::board::Board;
use super::confidence::{EXACT, Level};
use super::last_moves::{MOST_BELOW_FOUR, Tally, at_most_four};
use super::memory::{Entry, Memory};
use super::ordering::Candidate;
use super::quadrants::odd_quadrants;
use super::shallow::Guesses;
use super::stability;
use plywood_game::{Budget, Knowledge, Stopped};

/// The search of one endgame.
pub(super) struct Solver<'a, 'b, K: Knowledge<Othello>> {
    pub(super) knowledge: &'a K,
    pub(super) memory: Memory,
    pub(super) budget: &'a mut Budget<'b>,
    /// The moves that wait, of all nodes on the path.
    pub(super) candidates: Vec<Candidate>,
    /// The evaluator's states of the positions on the path, as far as it is asked.
    pub(super) states: Vec<K::State>,
    /// What shallow searches have found.
    pub(super) guesses: Guesses,
    /// How far results must be trusted.
    pub(super) level: Level,
}

/// Lower than every margin.
pub(super) const NONE: i32 = -65;

/// With fewer empty squares than this, there is no table and no order but
/// parity.
const ORDERED_FROM: u32 = 7;

/// With at least this many, the table is asked about every move before any is
/// searched.
const ENHANCED_FROM: u32 = 9;

impl<'a, 'b, K: Knowledge<Othello>> Solver<'a, 'b, K> {
    /// A search of this position.
    pub(super) fn new(
        knowledge: &'a K,
        position: &Position,
        budget: &'a mut Budget<'b>,
    ) -> Solver<'a, 'b, K> {
        let empties = position.empty().count_ones();
        Solver {
            knowledge,
            memory: Memory::for_empties(empties),
            budget,
            candidates: Vec::new(),
            states: vec![knowledge.refresh(&Othello, position)],
            guesses: Guesses::for_empties(empties),
            level: EXACT,
        }
    }
    /// A bound of the margin for the side to move that tells whether it is more
    /// than `alpha`: a lower bound if so, an upper bound if not.
    pub(super) fn more_than(
        &mut self,
        board: Board,
        alpha: i32,
        empties: u32,
    ) -> Result<i32, Stopped> {
        if empties < ORDERED_FROM {
            return self.by_parity(board, alpha, empties);
        }
        // 1. Stable discs, and what the table knows.
        if stability::may_be_at_most(board, alpha) {
            let most = stability::most(board);
            if most <= alpha {
                return Ok(most);
            }
        }
        let known = self.memory.get(board).copied().unwrap_or(Entry::UNKNOWN);
        if let Some(bound) = known.settles(alpha, EXACT) {
            return Ok(bound);
        }
        // 2. A pass, or the end.
        let placements = board.placements();
        if placements == 0 {
            return self.without_placement(board, alpha, empties);
        }
        // 3. The moves, and what the table knows about the boards after them.
        let from = self.candidates.len();
        if empties >= ENHANCED_FROM
            && let Some(bound) = self.settled_by_a_move(board, placements, alpha)
        {
            return Ok(bound);
        }
        self.list(board, placements, &known)?;
        // 4. One after the other, until one is enough.
        let (mut best, mut best_move) = (NONE, None);
        for next in from..self.candidates.len() {
            let Candidate { square, after, .. } = self.pick(next);
            self.budget.pay_node()?;
            let value = -self.more_than(after, -alpha - 1, empties - 1)?;
            if value > best {
                (best, best_move) = (value, Some(square));
                if best > alpha {
                    break;
                }
            }
        }
        self.candidates.truncate(from);
        self.memory.put(board, (empties, EXACT), (alpha, alpha + 1), best, best_move);
        Ok(best)
    }

    fn without_placement(
        &mut self,
        board: Board,
        alpha: i32,
        empties: u32,
    ) -> Result<i32, Stopped> {
        let passed = board.passed();
        if passed.placements() == 0 {
            return Ok(board.margin());
        }
        self.budget.pay_node()?;
        Ok(-self.more_than(passed, -alpha - 1, empties)?)
    }

    /// A bound above `alpha` that the table knows after one of the moves
    /// (enhanced transposition cutoffs: Schaeffer and Plaat, 1996).
    pub(super) fn settled_by_a_move(
        &self,
        board: Board,
        placements: u64,
        alpha: i32,
    ) -> Option<i32> {
        squares(placements).find_map(|square| {
            let after = board.after(square, board.flips(square));
            let known = self.memory.get(after)?;
            let bound = known.settles(-alpha - 1, self.level)?;
            (-bound > alpha).then_some(-bound)
        })
    }

    /// As [`more_than`](Self::more_than), for the last squares.
    fn by_parity(&mut self, board: Board, alpha: i32, empties: u32) -> Result<i32, Stopped> {
        let empty = board.empty();
        if empties <= 4 {
            return self.last_four(board, alpha, empty);
        }
        let placements = board.placements();
        if placements == 0 {
            return self.without_placement(board, alpha, empties);
        }
        let odd = odd_quadrants(empty);
        let mut best = NONE;
        for square in squares(placements & odd).chain(squares(placements & !odd)) {
            let value = -self.after(board, square, alpha, empties)?;
            if value > best {
                best = value;
                if best > alpha {
                    break;
                }
            }
        }
        Ok(best)
    }

    fn after(
        &mut self,
        board: Board,
        square: Square,
        alpha: i32,
        empties: u32,
    ) -> Result<i32, Stopped> {
        self.budget.pay_node()?;
        let after = board.after(square, board.flips(square));
        self.by_parity(after, -alpha - 1, empties - 1)
    }

    /// At most four empty squares. If the budget may end among them, every move is paid
    /// for before it is played, otherwise all together.
    fn last_four(&mut self, board: Board, alpha: i32, empty: u64) -> Result<i32, Stopped> {
        if self.budget.nodes_left() < MOST_BELOW_FOUR {
            return at_most_four(board, alpha, empty, self.budget);
        }
        let mut tally = Tally::default();
        let Ok(value) = at_most_four(board, alpha, empty, &mut tally);
        self.budget.pay_nodes(tally.0)?;
        Ok(value)
    }
}
