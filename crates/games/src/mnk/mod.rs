//! # (m,n,k)
//!
//! A board of M rows and N columns; two players mark empty cells in turn; K or
//! more marks in an unbroken row, column or diagonal win. Tic-tac-toe is
//! `3,3,3`, freestyle Gomoku `15,15,5`. In `M,N,K,exact` more than K do not win:
//! standard Gomoku is `15,15,5,exact`.
//!
//! The board is a set of bits for each side. [`Mnk`] is generic over the number
//! of 64-bit words in such a set, so that small boards fit in registers and a
//! board of 100 by 100 still works; [`words_needed`] tells which fits.
//!
//! ```
//! use plywood_game::{Game, Notation, Outcome, Side};
//! use plywood_games::mnk::{Mnk, Params};
//!
//! let tictactoe = Mnk::<1>::new(Params::new(3, 3, 3)?);
//! let mut position = tictactoe.initial();
//! for mv in tictactoe.parse_moves(&position, "b2 a1 b3 a2 b1")? {
//!     tictactoe.try_play(&mut position, mv)?;
//! }
//! assert_eq!(tictactoe.outcome(&position), Some(Outcome::Win(Side::First)));
//! assert_eq!(tictactoe.position_text(&position), "1x1/ox1/ox1 o");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod alignments;
mod bits;
mod evaluator;
mod exact_windows;
mod geometry;
mod known_draws;
mod near;
mod notation;
mod pair_pattern;
mod pairing;
mod params;
mod psq;
mod rules;
mod series;
mod shapes;
mod subvectors;
mod symmetry;
mod threats;
mod vectors;
mod view;

pub use alignments::Alignments;
pub use bits::{MOST_WORDS, words_needed};
pub use evaluator::{Tallies, Windows};
pub use params::Params;
pub use rules::{Cell, Mnk, Position};
pub use shapes::{ShapeState, Shapes};
pub use subvectors::SubVectors;
pub use threats::Threats;
