//! # What is a game?
//!
//! This crate is the vocabulary of Plywood: what every game, every search and
//! every page agree on. It knows no game itself.
//!
//! - [`Game`] is the rules with their parameters; a position is plain data.
//!   `play` and `undo` change it in place, [`Game::try_play`] is the checked
//!   way for moves from outside.
//! - [`Side`] and [`Outcome`] say who plays and how it ended, with the margin
//!   where a game counts discs or points.
//! - [`Notation`] writes moves and positions and reads them back; a
//!   [`TextError`] points at the character that was wrong.
//! - [`View`] is a picture of a position, and the clicks of a move, for any
//!   renderer; [`Symmetry`] the ways to turn the board.
//! - [`Knowledge`] is what a game knows for its search, with a state kept up to
//!   date move by move; [`Evaluator`] is its simplest form. A [`Budget`] turns
//!   [`Limits`] into results.
//! - [`perft`] counts move sequences, and the [`testkit`] checks all the laws
//!   on any game in one line.
//!
//! A whole game, in which players take one or two matches from a heap and the
//! player who takes the last one wins:
//!
//! ```
//! use plywood_game::{Game, Move, Outcome, Side, perft};
//!
//! #[derive(Clone)]
//! struct Matches { heap: u8 }
//!
//! #[derive(Clone, Debug, PartialEq, Eq, Hash)]
//! struct Heap { left: u8, to_move: Side }
//!
//! #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
//! struct Take(u8);
//!
//! impl Move for Take {
//!     fn pack(self) -> u32 { self.0.into() }
//!     fn unpack(bits: u32) -> Option<Self> { u8::try_from(bits).ok().map(Take) }
//! }
//!
//! impl Game for Matches {
//!     type Position = Heap;
//!     type Move = Take;
//!     type Undo = Heap;
//!
//!     fn initial(&self) -> Heap { Heap { left: self.heap, to_move: Side::First } }
//!     fn to_move(&self, heap: &Heap) -> Side { heap.to_move }
//!     fn outcome(&self, heap: &Heap) -> Option<Outcome> {
//!         (heap.left == 0).then(|| Outcome::Win(heap.to_move.other()))
//!     }
//!     fn moves(&self, heap: &Heap, moves: &mut Vec<Take>) {
//!         moves.extend((1..=heap.left.min(2)).map(Take));
//!     }
//!     fn play(&self, heap: &mut Heap, Take(n): Take) -> Heap {
//!         let next = Heap { left: heap.left - n, to_move: heap.to_move.other() };
//!         std::mem::replace(heap, next)
//!     }
//!     fn undo(&self, heap: &mut Heap, before: Heap) { *heap = before; }
//!     fn key(&self, heap: &Heap) -> u64 {
//!         plywood_game::mix(u64::from(heap.left) * 2 + heap.to_move.index() as u64)
//!     }
//! }
//!
//! let game = Matches { heap: 4 };
//! let counts: Vec<u64> = (1..=4).map(|d| perft(&game, &game.initial(), d)).collect();
//! assert_eq!(counts, [2, 4, 4, 1]);
//! ```

mod budget;
mod history;
mod knowledge;
mod notation;
mod outcome;
mod perft;
mod random;
mod rules;
mod side;
mod stopwatch;
mod symmetry;
pub mod testkit;
mod text;
mod view;

pub use budget::{Budget, Limits, Share, Stopped, StoppedBy};
pub use history::{DRAWN_AT_OCCURRENCE, History};
pub use knowledge::{
    Defence, Evaluator, Goal, Knowledge, Offers, Proof, ProofBound, Rest, Solution, Step,
    ZeroEvaluator,
};
pub use notation::{Notation, legal_moves_hint};
pub use outcome::Outcome;
pub use perft::{perft, perft_played, perft_until};
pub use random::{Random, mix};
pub use rules::{Game, IllegalMove, Move};
pub use side::Side;
pub use stopwatch::{Stopwatch, TimeKind};
pub use symmetry::Symmetry;
pub use text::{TextError, counted, quoted};
pub use view::{Caption, Cell, Content, Picture, Preview, SideLook, Style, View, rows_of};

/// Everything the workbench asks of a game: its rules, how it is written, how
/// the board may be turned, how it looks. A type with these is playable.
pub trait Playable: Notation + Symmetry + View {}
impl<G: Notation + Symmetry + View> Playable for G {}
