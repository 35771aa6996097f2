//! Every game a second time, as plainly as its rules can be written.
//!
//! These are the judges. They share no code with the fast games (only the
//! words [`Side`](plywood_game::Side) and [`Outcome`] are common), work on
//! plain arrays, speak in text, and are never optimised. The tests play the
//! fast games against them, and results that a solver prints are verified by
//! them.
//!
//! They were written from the rules alone. Each function carries out one
//! sentence of the rules, which stands above it, so that a reader can hold the
//! two side by side; whoever wants to make one of them faster is in the wrong
//! folder. A move is legal if its text is in the list of moves: there is no
//! second opinion that could differ from the list.
//!
//! ```
//! use plywood_game::{Outcome, Side};
//! use plywood_games::naive::{Naive, NaiveMnk};
//!
//! let judge = NaiveMnk { rows: 3, columns: 3, k: 3 };
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

pub use azulejos::{AzulejosState, NaiveAzulejos};
pub use delta::{DeltaState, NaiveDelta};
pub use mnk::{MnkState, NaiveMnk};
pub use othello::{NaiveOthello, OthelloState};

use plywood_game::{Outcome, quoted};
use std::fmt::Debug;

/// The rules of a game, plainly.
pub trait Naive {
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
