//! Forced lines of the (m,n,k)-game: what they find, and that it is true.

mod anywhere;
mod effort;
mod set;
mod verifier;

use plywood_game::{Effort, ForcedWins, Game, Notation, Random};
use plywood_games::mnk::{Cell, Mnk, Params, Position, Threats};

/// Enough for boards of 32 by 32.
type Board = Mnk<16>;

fn board(rows: u16, columns: u16, k: u32) -> Board {
    Mnk::new(Params::new(rows, columns, k).expect("good parameters"))
}

/// The line that is found within so many nodes.
fn find<const W: usize>(
    threats: Threats,
    game: &Mnk<W>,
    position: &Position<W>,
    nodes: u64,
) -> Option<Vec<Cell>> {
    threats.forced_win(game, position, &mut Effort::new(nodes, &mut || false))
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

/// A position after so many random moves, each near the last ones so that
/// lines come about; another one if the game would be over.
fn random_position(game: &Board, marks: usize, dice: &mut Random) -> Position<16> {
    loop {
        let mut position = game.initial();
        for _ in 0..marks {
            let moves = game.legal_moves(&position);
            let Some(&mv) = dice.pick(&moves) else { break };
            game.play(&mut position, mv);
        }
        if game.outcome(&position).is_none() {
            return position;
        }
    }
}
