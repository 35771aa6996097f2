//! The moves that are worth a look, by what threatens.
//!
//! The first of these levels that applies decides:
//! 1. A line can be completed: only that, or if the other side can, only the cells
//!    that stop it.
//! 2. A four with two ends can be made: only that. The other side cannot complete a
//!    line, so it wins two moves later, and nothing wins sooner.
//! 3. The other side can make a four with two ends: only what stops all of these,
//!    and fours. Any other move loses three moves later, and none that is left loses
//!    sooner.
//! 4. Cells near marks, of those the ones that are in line with a mark.
//!
//! Lists of the first three levels are complete: a best move of the list is a best
//! move of all. So a loss is certain where all replies are refuted, although the
//! candidates of quiet positions are restricted.

use super::super::bits::{ones, words_needed};
use super::super::{Cell, Mnk, Position};
use super::Tables;
use super::codes::lacking;
use super::state::ShapeState;
use super::weights::Class;

/// Where moves are looked for.
pub(super) type Here<'a, const W: usize> = (&'a Mnk<W>, &'a Position<W>, &'a ShapeState);

/// Removes moves as [`Knowledge::candidates`](plywood_game::Knowledge::candidates).
pub(super) fn keep_candidates<const W: usize>(
    tables: &Tables,
    here: Here<'_, W>,
    moves: &mut Vec<Cell>,
) -> bool {
    let (game, position, state) = here;
    let (side, other) = (position.to_move, position.to_move.other());
    let class = |mv: &Cell, side| state.class(tables, mv.index(), side);
    let completes = [side, other].into_iter().find(|&side| state.has(side, Class::Line));
    if let Some(side) = completes {
        moves.clear();
        let ends = state.fours(side).map(|cell| Cell(cell as u16));
        moves.extend(ends.filter(|mv| class(mv, side) == Class::Line));
        return true;
    }
    if state.has(side, Class::TwoEnds) {
        moves.retain(|mv| class(mv, side) == Class::TwoEnds);
        moves.truncate(1);
        return true;
    }
    if state.has(other, Class::TwoEnds) {
        let stops = stops(tables, here);
        moves.clear();
        let fours = state.fours(side).map(|cell| Cell(cell as u16));
        moves.extend(fours.filter(|mv| !stops.contains(mv)));
        moves.extend(stops);
        return true;
    }
    let all = moves.len();
    if all == game.params().cells() {
        let (rows, columns) = (game.params().rows(), game.params().columns());
        let centre = game.geometry.cell((rows - 1) / 2, (columns - 1) / 2);
        moves.retain(|mv| mv.index() == centre);
        return all == 1;
    }
    let words = words_needed(game.params().cells());
    let empty = |word: usize| !(position.marks[0].word(word) | position.marks[1].word(word));
    let cells = |of: fn((u64, u64)) -> u64| {
        (0..words).flat_map(move |word| {
            let cells = ones(of(state.near_and_live(word, empty(word))));
            cells.map(move |bit| Cell((word * 64 + bit) as u16))
        })
    };
    for of in [|(_, live)| live, |(near, _)| near] as [fn((u64, u64)) -> u64; 2] {
        if cells(of).next().is_some() {
            moves.clear();
            moves.extend(cells(of));
            break;
        }
    }
    moves.len() == all
}

/// The cells that stop every four with two ends of the side not to move, as far as
/// one mark can: the cell that makes it, and its ends if there are two. If one mark
/// cannot, a cell that makes one of them: all moves but fours lose alike.
fn stops<const W: usize>(tables: &Tables, here: Here<'_, W>) -> Vec<Cell> {
    let (_, position, state) = here;
    let other = position.to_move.other();
    let makes = |&cell: &usize| state.class(tables, cell, other) == Class::TwoEnds;
    let mut fours = state.fours(other).filter(makes);
    let stops_of = |four: usize| {
        let mut stops = ends(here, four);
        if stops.len() > 2 {
            stops.clear();
        }
        stops.push(four);
        stops
    };
    let Some(first) = fours.next() else { return Vec::new() };
    let mut stops = stops_of(first);
    for four in fours {
        let others = stops_of(four);
        stops.retain(|cell| others.contains(cell));
    }
    if stops.is_empty() {
        stops.push(first);
    }
    stops.into_iter().map(|cell| Cell(cell as u16)).collect()
}

/// The cells that complete a line of the side not to move once it has marked
/// `four`.
fn ends<const W: usize>((game, position, state): Here<'_, W>, four: usize) -> Vec<usize> {
    let other = position.to_move.other();
    let mut marks = position.marks[other.index()].clone();
    marks.insert(four);
    let reach = game.params().k() as i32 - 1;
    let mut ends = Vec::new();
    for direction in 0..4 {
        if state.code(four, other, direction) < lacking(1, false) {
            continue;
        }
        for steps in (-reach..=reach).filter(|&steps| steps != 0) {
            let Some(cell) = game.geometry.step(four, direction, steps) else { continue };
            if game.is_empty(position, cell) && game.is_in_line(&marks, cell, direction) {
                ends.push(cell);
            }
        }
    }
    ends
}
