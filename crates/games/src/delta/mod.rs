//! # Delta
//!
//! Five by five cells and nine pieces a side. Black and White place a piece
//! each; from then on a turn slides a piece at least two cells along a row,
//! column or diagonal, through empty cells only, and puts a new piece on the
//! last cell passed, the one just before the destination. A side with all nine
//! pieces on the board lifts one of them for that, any but the one just moved.
//! Four or five in an unbroken line after the whole turn win, and a side that
//! cannot move on its turn loses, even with pieces in reserve.
//!
//! To even the odds White's second turn is special. The published rule lets
//! White place a piece freely instead of sliding ([`Delta::standard`]); the
//! student report that brought the game here makes it a
//! placement always ([`Delta::placement`]). Both can be played with four to
//! eight pieces a side instead of nine ([`Delta::with_pieces`]).
//!
//! ```
//! use plywood_game::{Game, Notation, Outcome, Side};
//! use plywood_games::delta::Delta;
//!
//! let game = Delta::standard();
//! let mut position = game.initial();
//! for turn in game.parse_moves(&position, "b2 b4 b2e2 b4b1")? {
//!     game.play(&mut position, turn);
//! }
//! assert_eq!(game.position_text(&position), "...../...../...../.o.**/.o... *");
//!
//! // Down to c2 fills the gap in the second row; a new piece comes to c3.
//! let mut position = game.parse_position("o.*.o/...../...../**.**/o.o.o *")?;
//! let turn = game.parse_move(&position, "c5c2")?;
//! game.play(&mut position, turn);
//! assert_eq!(game.outcome(&position), Some(Outcome::Win(Side::First)));
//! # Ok::<(), plywood_game::TextError>(())
//! ```

mod board;
mod cells;
mod evaluator;
mod mobility_and_gaps;
mod notation;
mod params;
mod reading;
mod rules;
mod slides;
mod spelling;
mod symmetry;
mod turn;
mod view;

pub use board::Square;
pub use cells::{SlideCells, holds_line, image, slides_of_empty_board};
pub use evaluator::Potential;
pub use mobility_and_gaps::MobilityAndGaps;
pub use rules::{Delta, Position};
pub use turn::DeltaMove;
