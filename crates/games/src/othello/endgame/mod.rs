//! # The end of the game
//!
//! From about twenty empty squares on, a game of Othello can be searched to its
//! end within a second. This is a search for that alone: it asks for the margin
//! and for nothing else, so it needs no depth, its table needs none, and a pass
//! costs none.
//!
//! ```
//! use plywood_game::{Budget, Limits, Notation};
//! use plywood_games::othello::{Othello, Positional, endgame};
//!
//! // FFO 20: six squares are empty.
//! let board = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO-";
//! let position = Othello.parse_position(&format!("{board} X"))?;
//! let never = false.into();
//! let mut budget = Budget::new(&Limits::default(), &never);
//! let solved = endgame::solve(&Positional, &position, 1, false, &mut budget);
//! let (margin, line) = &solved.expect("there is no limit")[0];
//! assert_eq!(*margin, 6);
//! assert_eq!(Othello.move_text(&position, line[0]), "h5");
//! # Ok::<(), plywood_game::TextError>(())
//! ```
//!
//! From the outside in:
//! - `cost`: whether it is worth a try within the limits.
//! - `root`: the best moves with their margins and lines, by a narrow window
//!   around a guess.
//! - `principal`: the margin with its line, by principal variation search.
//! - `search`: whether the margin is more than a number. Stable discs
//!   (`stability`), the table (`memory`) and its entries for the boards after
//!   each move settle many nodes; the others search their moves in the order of
//!   `ordering`.
//! - `last_moves`, `last_square`: the last squares, where nearly all of the nodes
//!   are: no table, no order but parity (`quadrants`).
//!
//! A node is a move that is played, here as everywhere; passes are moves. Moves
//! that are listed to be put in order are no nodes, those of the shallow searches
//! that order them are.

mod board;
mod cost;
mod last_moves;
mod last_square;
mod memory;
mod ordering;
mod principal;
mod quadrants;
mod root;
mod search;
mod stability;

use super::{Othello, Ply, Position};
use board::Board;
use memory::Memory;
use plywood_game::{Budget, Knowledge, Outcome, Proof, ProofBound, Rest, Stopped};
use search::Solver;

/// The best moves of an unfinished position, best first, at least this many if
/// there are, each with the margin for the side to move and best play to the end.
/// With `ties`, all that are as good as the last of them. The knowledge orders
/// moves far from the end; margins do not depend on it.
///
/// # Errors
/// If the budget ends first.
pub fn solve<K: Knowledge<Othello>>(
    knowledge: &K,
    position: &Position,
    lines: usize,
    ties: bool,
    budget: &mut Budget<'_>,
) -> Result<Vec<(i32, Vec<Ply>)>, Stopped> {
    let board = Board::of(position);
    let memory = Memory::for_empties(board.empties());
    let mut solver = Solver { knowledge, memory, budget, candidates: Vec::new() };
    let found = solver.best_moves(board, lines, ties)?;
    Ok(found.into_iter().map(|found| (found.margin, found.line)).collect())
}

/// What [`Knowledge::solve`] asks for, if it is affordable: any knowledge of
/// Othello can answer with this.
pub fn solve_within<K: Knowledge<Othello>>(
    knowledge: &K,
    position: &Position,
    rest: &Rest,
    budget: &mut Budget<'_>,
) -> Option<Vec<Proof<Ply>>> {
    let (empties, placements) = (position.empty().count_ones(), position.placements().count_ones());
    if !cost::is_affordable(empties, placements, rest) {
        return None;
    }
    let solved = solve(knowledge, position, rest.lines, rest.ties, budget).ok()?;
    let sign = position.to_move().sign();
    let proof = |(margin, line)| {
        let outcome = Outcome::Margin(margin * sign);
        Proof { bound: ProofBound::Exact, outcome, line }
    };
    Some(solved.into_iter().map(proof).collect())
}
