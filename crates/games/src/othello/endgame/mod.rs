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
//! - `root`: the best moves with their margins and lines, pass after pass, by a narrow
//!   window around a guess.
//! - `principal`: the margin with its line, by principal variation search.
//! - `far`: whether the margin is more than a number, with at least 13 empty squares. Stable
//!   discs (`stability`), the table (`memory`) and its entries for the boards after each
//!   move settle many nodes; the others search their moves in an order that shallow searches
//!   with the evaluator find (`shallow`). Passes that leave out what such searches predict
//!   come before the exact one (`confidence`).
//! - `search`: the same with fewer, with moves in the order of `ordering`.
//! - `last_moves`, `last_square`: the last squares, where nearly all of the nodes
//!   are: no table, no order but parity (`quadrants`).
//!
//! A node is a move that is played, here as everywhere; passes are moves. Moves
//! that are listed to be put in order are no nodes, those of the shallow searches
//! that order them are.

mod board;
mod confidence;
mod cost;
mod far;
mod last_moves;
mod last_square;
mod memory;
mod ordering;
mod principal;
mod quadrants;
mod root;
mod search;
mod shallow;
mod stability;

use super::{Othello, Ply, Position};
use plywood_game::{Budget, Knowledge, Limits, Outcome, Rest, Solution, Stopped, StoppedBy};
pub(super) use quadrants::odd_quadrants;
use root::{Passed, Question};
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
    let question = Question { lines, ties, selective: false };
    let mut solver = Solver::new(knowledge, position, budget);
    let ((_, found), _) = solver.passes(position, question, &mut |_, _| {})?;
    Ok(found.into_iter().map(|found| (found.margin, found.line)).collect())
}

/// What [`Knowledge::solve`] asks for, if it is affordable: any knowledge of
/// Othello can answer with this.
///
/// Half of the limits may pass until something is known; then the rest is used for what is
/// more certain.
pub fn solve_within<K: Knowledge<Othello>>(
    knowledge: &K,
    position: &Position,
    rest: &Rest,
    budget: &mut Budget<'_>,
    tell: &mut dyn FnMut(&Solution<Ply>, u64),
) -> Option<Solution<Ply>> {
    let (empties, placements) = (position.empty().count_ones(), position.placements().count_ones());
    if !cost::is_affordable(empties, placements, rest) {
        return None;
    }
    let sign = position.to_move().sign();
    let solution = |&(level, ref found): &Passed| Solution {
        lines: found.iter().map(|f| (Outcome::Margin(f.margin * sign), f.line.clone())).collect(),
        confidence: confidence::confidence(level),
        depth: empties,
        stopped_by: StoppedBy::Solved,
    };
    let question = Question { lines: rest.lines, ties: rest.ties, selective: rest.selective };
    let Limits { nodes, time, .. } = rest.limits;
    let half = budget.reserve(nodes.map_or(u64::MAX, |nodes| nodes / 2), time.map(|t| t / 2));
    let mut whole = Some(half);
    let mut solver = Solver::new(knowledge, position, budget);
    let found = solver.passes(position, question, &mut |solver, passed| {
        if let Some(whole) = whole.take() {
            solver.budget.release(whole);
        }
        tell(&solution(passed), solver.budget.nodes());
    });
    if let Some(whole) = whole {
        solver.budget.release(whole);
    }
    let (passed, stopped) = found.ok()?;
    let stopped_by = stopped.map_or(StoppedBy::Solved, |Stopped(reason)| reason);
    Some(Solution { stopped_by, ..solution(&passed) })
}
