//! Forced lines of the (m,n,k)-game: what they find, and that it is true.

mod anywhere;
mod effort;
mod positions;
mod set;
mod verifier;

use plywood_game::{Budget, Game, Limits, Notation, Random};
use plywood_games::mnk::{Cell, Mnk, Params, Position, Threats};

/// Enough for boards of 32 by 32.
type Board = Mnk<16>;

fn board(rows: u16, columns: u16, k: u32) -> Board {
    Mnk::new(Params::new(rows, columns, k).expect("good parameters"))
}

/// The line that is found within a number of nodes.
fn find<const W: usize>(
    threats: Threats,
    game: &Mnk<W>,
    position: &Position<W>,
    nodes: u64,
) -> Option<Vec<Cell>> {
    let (limits, never) = (Limits { nodes: Some(nodes), ..Limits::default() }, false.into());
    threats.forced_win(game, position, &mut Budget::new(&limits, &never))
}

/// The moves as text.
fn texts<const W: usize>(game: &Mnk<W>, position: &Position<W>, line: &[Cell]) -> Vec<String> {
    let mut position = position.clone();
    let text = |&mv: &Cell| {
        let text = game.move_text(&position, mv);
        game.try_play(&mut position, mv).expect("a legal move");
        text
    };
    line.iter().map(text).collect()
}

/// A position after a number of random moves, or fewer where every further one
/// would end the game.
fn random_position<const W: usize>(
    game: &Mnk<W>,
    marks: usize,
    dice: &mut Random,
    allowed: impl Fn(&Position<W>, Cell) -> bool,
) -> Position<W> {
    let mut position = game.initial();
    let mut moves = game.legal_moves(&position);
    let mut played = 0;
    while played < marks && !moves.is_empty() {
        let mv = moves.swap_remove(dice.below(moves.len()));
        let undo = game.play(&mut position, mv);
        if game.outcome(&position).is_none() && allowed(&position, mv) {
            played += 1;
        } else {
            game.undo(&mut position, undo);
        }
    }
    position
}

fn any<const W: usize>(_: &Position<W>, _: Cell) -> bool {
    true
}
