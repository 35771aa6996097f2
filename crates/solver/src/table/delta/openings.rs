//! Exact values of the first turns, embedded in the program.
//!
//! `delta-openings.txt` holds a line for each position: the variant, the position,
//! its value for the side to move (`+14` is won in 14 plies, `-14` lost) and a
//! move that keeps it, the shortest win or the longest defence. The solver made
//! it (`cargo bench -p plywood-solver --bench solved -- openings`): every position
//! of the first three turns, and further ones as long as Black plays the moves
//! given here. Positions that are images of each other have one line.

use crate::table::{Foreseen, TableValue, ValuedMoves};
use plywood_game::{Game, Notation, Symmetry};
use plywood_games::delta::{Delta, DeltaMove, Position};
use std::collections::HashMap;
use std::sync::LazyLock;

const TEXT: &str = include_str!("delta-openings.txt");

/// A position as the file has it, its value and the move.
type Entry = (Position, TableValue, DeltaMove);

static OPENINGS: LazyLock<HashMap<(Delta, u64), Entry>> =
    LazyLock::new(|| TEXT.lines().filter_map(entry).collect());

/// A line of the file; none if it is not one.
fn entry(line: &str) -> Option<((Delta, u64), Entry)> {
    let [variant, board, side, value, mv] = line.split(' ').collect::<Vec<_>>().try_into().ok()?;
    let game = match variant {
        "delta" => Delta::standard(),
        "delta:placement" => Delta::placement(),
        _ => return None,
    };
    let position = game.parse_position(&format!("{board} {side}")).ok()?;
    let mv = game.parse_move(&position, mv).ok()?;
    let value = match value.split_at_checked(1)? {
        ("+", plies) => TableValue::Win(plies.parse().ok()?),
        ("-", plies) => TableValue::Loss(plies.parse().ok()?),
        _ => return None,
    };
    Some(((game, game.canonical_key(&position).0), (position, value, mv)))
}

/// The entry of a position, its move turned to it.
fn find(game: Delta, position: &Position) -> Option<(TableValue, DeltaMove)> {
    let key = (game, game.canonical_key(position).0);
    let (stored, value, mv) = OPENINGS.get(&key)?;
    let to_stored = |&symmetry: &usize| game.transform(symmetry, position) == *stored;
    let symmetry = (0..game.symmetries()).find(to_stored)?;
    Some((*value, game.transform_move(game.inverse(symmetry), stored, *mv)))
}

/// The value of a position of the first turns, and best play as far as it is
/// known.
pub(crate) fn opening(game: Delta, position: &Position) -> Option<Foreseen<DeltaMove>> {
    let (value, mv) = find(game, position)?;
    let (mut next, mut line) = (*position, vec![mv]);
    game.play(&mut next, mv);
    while let Some((_, mv)) = find(game, &next) {
        line.push(mv);
        game.play(&mut next, mv);
    }
    Some(Foreseen { value, line })
}

/// The moves of a position with their values for the side that makes them, the
/// best first; none unless the values of all are known.
pub(crate) fn valued_moves(game: Delta, position: &Position) -> Option<ValuedMoves<DeltaMove>> {
    let mut moves = Vec::new();
    for mv in game.legal_moves(position) {
        let mut next = *position;
        game.play(&mut next, mv);
        moves.push((mv, TableValue::of_successors([find(game, &next)?.0])?));
    }
    moves.sort_by_key(|&(_, value)| -value.rank());
    Some(moves)
}
