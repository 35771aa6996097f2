//! # Othello
//!
//! Eight by eight squares, discs that are black on one side and white on the
//! other. A disc must enclose at least one straight line of opposing discs
//! between it and another of its side, and turns all that are enclosed. A side
//! that cannot, passes; when neither can, the game ends at once, and the empty
//! squares count for the winner. Black, the first side, begins.
//!
//! ```
//! use plywood_game::{Game, Notation, View, perft};
//! use plywood_games::othello::Othello;
//!
//! let mut position = Othello.initial();
//! let tiger = Othello.parse_moves(&position, "f5d6c3d3c4")?;
//! for ply in tiger {
//!     Othello.play(&mut position, ply);
//! }
//! assert_eq!(Othello.picture(&position, None).to_string(), "\
//! 1 . . . . . . . .
//! 2 . . . . . . . .
//! 3 . . X O . . . .
//! 4 . . X X X . . .
//! 5 . . . O X X . .
//! 6 . . . O . . . .
//! 7 . . . . . . . .
//! 8 . . . . . . . .
//!   a b c d e f g h
//! ");
//! assert_eq!(perft(&Othello, &Othello.initial(), 5), 1396);
//! # Ok::<(), plywood_game::TextError>(())
//! ```
//!
//! The rules are fast because the board is two sets of 64 bits
//! (`bitboard.rs`): where a disc may be placed and what it turns are found
//! for all squares, or for all of a line, at once. Around them: the position
//! and its moves, the eight symmetries, the view, an evaluator
//! ([`Positional`]), and the forms in which the field writes games down: transcripts, [`obf`] for positions with known
//! scores, [`ggf`] for games with their players and times.

mod bitboard;
pub mod endgame;
mod evaluator;
mod factors;
pub mod ggf;
mod notation;
pub mod obf;
pub mod patterns;
mod position;
mod rules;
mod square;
mod symmetry;
mod view;
pub mod wthor;

pub use evaluator::Positional;
pub use factors::{Factors, NotWeights, Weights};
pub use position::Position;
pub use square::{Ply, Square};

/// The rules of Othello. There is nothing to choose about them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Othello;
