//! # Who checks the rules?
//!
//! A judge is an independent second statement of a game's rules. The fast games
//! of `plywood-games` use bitboards, incremental keys and undo records; an error
//! there changes every search built on them, and their own tests may share the
//! misunderstanding that caused it. A judge uses plain arrays and copies the
//! position on every move. It was written from the rules alone and shares no
//! code with the fast games: this crate depends on `plywood-game` only, for
//! [`Side`], [`Outcome`] and the wording of messages.
//!
//! Judges have two uses. Tests play random games on both implementations and
//! compare moves, positions and outcomes, as text, so that the notation is
//! compared too. And a result that a solver calls proven is verified by a judge,
//! because a prover that generates its own moves cannot notice a move it misses.
//!
//! Each function carries out one sentence of the rules, which stands above it.
//! A move is legal if it is in the list of moves; there is no second test that
//! could differ from the list. Nothing is optimised but one thing: a judge gives
//! the successors of a position without making texts of them.
//!
//! ```
//! use plywood_game::{Outcome, Side};
//! use plywood_judges::{Judge, MnkJudge};
//!
//! let judge = MnkJudge { rows: 3, columns: 3, k: 3, exact: false };
//! let state = judge.read("xx./oo./... x")?;
//! assert_eq!(judge.moves(&state), ["c3", "c2", "a1", "b1", "c1"]);
//! let won = judge.play(&state, "c3")?;
//! assert_eq!(judge.outcome(&won), Some(Outcome::Win(Side::First)));
//! assert_eq!(judge.write(&won), "xxx/oo./... o");
//! assert!(judge.play(&won, "c2").is_err(), "the game is over");
//! # Ok::<(), String>(())
//! ```

mod azulejos;
mod delta;
mod mnk;
mod othello;

pub use azulejos::{AzulejosJudge, AzulejosState};
pub use delta::{DeltaJudge, DeltaState, DeltaTurn};
pub use mnk::{MnkJudge, MnkState};
pub use othello::{OthelloJudge, OthelloState, OthelloTurn};

use plywood_game::{Outcome, Side, quoted};
use std::fmt::Debug;
use std::hash::Hash;

/// The rules of one game, on plain arrays.
///
/// [`turns`](Self::turns) and [`after`](Self::after) give the successors of a
/// position without text, for code that checks millions of them;
/// [`moves`](Self::moves) and [`play`](Self::play) are the same by name.
pub trait Judge {
    /// A position as plain arrays.
    type State: Clone + Eq + Hash + Debug;
    /// A legal move, as one of the functions of the rules understands it.
    type Turn: Clone + Debug;

    /// The position that a line of text describes.
    ///
    /// # Errors
    /// In words, if it describes none.
    fn read(&self, text: &str) -> Result<Self::State, String>;

    /// The position as a line of text.
    fn write(&self, state: &Self::State) -> String;

    /// The side whose turn it is.
    fn to_move(&self, state: &Self::State) -> Side;

    /// Every legal move; none in a finished game.
    fn turns(&self, state: &Self::State) -> Vec<Self::Turn>;

    /// The position after a move of the list.
    fn after(&self, state: &Self::State, turn: &Self::Turn) -> Self::State;

    /// The move as text.
    fn name(&self, state: &Self::State, turn: &Self::Turn) -> String;

    /// The number by which files name the move; each judge says how it is
    /// formed.
    fn code(&self, turn: &Self::Turn) -> u32;

    /// How the game ended, or none while it goes on. Repetition is not looked
    /// at: it is a matter of a whole game, not of a position.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// Whether these pairs of cells show that `side` never loses from here,
    /// because it can answer a move on one cell of a pair on the other. Only a
    /// game of lines knows such pairs.
    fn pairs_hold(&self, state: &Self::State, side: Side, pairs: &[(u32, u32)]) -> bool {
        let _ = (state, side, pairs);
        false
    }

    /// Whether the side to move never loses from here by the argument of
    /// strategy stealing. Only a game in which an extra move never hurts can
    /// know that.
    fn stealing_holds(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }

    /// Every legal move as text; none in a finished game.
    fn moves(&self, state: &Self::State) -> Vec<String> {
        self.turns(state).iter().map(|turn| self.name(state, turn)).collect()
    }

    /// The position after a legal move.
    ///
    /// # Errors
    /// In words, if the move is not legal.
    fn play(&self, state: &Self::State, mv: &str) -> Result<Self::State, String> {
        let turns = self.turns(state);
        let found = turns.iter().find(|turn| self.name(state, turn) == mv);
        found.map(|turn| self.after(state, turn)).ok_or_else(|| not_legal(mv))
    }
}

/// The two words of a line: the board, and the side to move.
fn board_and_side(text: &str) -> Result<(&str, &str), String> {
    let line = text.trim_end();
    line.split_once(' ').ok_or_else(|| {
        format!("{} is one word; expected the board, a space and the side to move", quoted(line))
    })
}

/// The cell one step from `(row, column)` in a direction, if it is on a board
/// of that many rows and columns.
fn step(
    (row, column): (usize, usize),
    (down, right): (isize, isize),
    (rows, columns): (usize, usize),
) -> Option<(usize, usize)> {
    let row = row.checked_add_signed(down)?;
    let column = column.checked_add_signed(right)?;
    (row < rows && column < columns).then_some((row, column))
}

/// What a judge says to a move that is not in its list.
fn not_legal(mv: &str) -> String {
    format!("{} is not a legal move here", quoted(mv))
}
