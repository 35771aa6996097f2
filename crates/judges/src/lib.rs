//! # Who checks the rules?
//!
//! A judge is an independent second statement of a game's rules. The fast games
//! of `plywood-games` use bitboards, incremental keys and undo records; an error
//! there changes every search built on them, and their own tests may share the
//! misunderstanding that caused it. A judge uses plain arrays and copies the
//! position on every move. It was written from the rules alone and shares no
//! code with the fast games: this crate depends on `plywood-game` only, for
//! [`Side`](plywood_game::Side), [`Outcome`] and the wording of messages.
//!
//! Judges have two uses. Tests play random games on both implementations and
//! compare moves, positions and outcomes, as text, so that the notation is
//! compared too. And a result that a solver calls proven is verified by a judge,
//! because a prover that generates its own moves cannot notice a move it misses.
//!
//! Each function carries out one sentence of the rules, which stands above it.
//! Speed does not matter here, and nothing is optimised. A move is legal if its
//! text is in the list of moves; there is no second test that could differ from
//! the list.
//!
//! ```
//! use plywood_game::{Outcome, Side};
//! use plywood_judges::{Judge, MnkJudge};
//!
//! let judge = MnkJudge { rows: 3, columns: 3, k: 3 };
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
pub use delta::{DeltaJudge, DeltaState};
pub use mnk::{MnkJudge, MnkState};
pub use othello::{OthelloJudge, OthelloState};

use plywood_game::{Outcome, quoted};
use std::fmt::Debug;

/// The rules of one game, on plain arrays.
pub trait Judge {
    /// A position as plain arrays.
    type State: Clone + PartialEq + Debug;

    /// The position that a line of text describes.
    ///
    /// # Errors
    /// In words, if it describes none.
    fn read(&self, text: &str) -> Result<Self::State, String>;

    /// The position as a line of text.
    fn write(&self, state: &Self::State) -> String;

    /// Every legal move as text; none in a finished game.
    fn moves(&self, state: &Self::State) -> Vec<String>;

    /// The position after a legal move.
    ///
    /// # Errors
    /// In words, if the move is not legal.
    fn play(&self, state: &Self::State, mv: &str) -> Result<Self::State, String>;

    /// How the game ended, or none while it goes on. Repetition is not looked
    /// at: it is a matter of a whole game, not of a position.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;
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
