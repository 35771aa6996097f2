//! Every game a second time, as plainly as its rules can be written.
//!
//! These are the judges. They share no code with the fast games (only the
//! word [`Outcome`] is common), work on plain arrays, speak in text, and are
//! never optimised. The tests play the fast games against them, and results
//! that a solver prints are verified by them.

use plywood_game::Outcome;
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
