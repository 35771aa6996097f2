//! # Azulejos
//!
//! A board of coloured tiles, two players, perfect information. A move takes
//! away a whole *group*, two or more tiles of one colour joined by their sides;
//! the tiles above fall down, and empty columns close to the left. A group of
//! 2, 3, 4, 5 tiles is worth 1, 2, 4, 8 points, a larger one twice its tiles
//! ([`points`]). The player who empties the board has their whole score, that
//! move included, multiplied by 1.3 and cut to an integer ([`with_bonus`]). The
//! game ends when no group is left, and the higher score wins.
//!
//! A move is written `(row,column)`, counted from 0 at the top left, after any
//! tile of the group. Each group has one name, its first tile in row order, and
//! that is the [`Tile`] of its move.
//!
//! ```
//! use plywood_game::{Game, Notation, Outcome};
//! use plywood_games::azulejos::Azulejos;
//!
//! let game = Azulejos::any();
//! let mut position = game.parse_position("0,0;212/211 1")?;
//! let words: Vec<String> =
//!     game.legal_moves(&position).iter().map(|&mv| game.move_text(&position, mv)).collect();
//! assert_eq!(words, ["(0,0)", "(0,1)"]);
//!
//! let ones = game.parse_move(&position, "(1,2)")?;
//! game.try_play(&mut position, ones)?;
//! assert_eq!(game.position_text(&position), "2,0;200/220 2", "a column closed, a tile fell");
//!
//! let twos = game.parse_move(&position, "(0,0)")?;
//! game.try_play(&mut position, twos)?;
//! assert_eq!(game.outcome(&position), Some(Outcome::Margin(0)), "2 * 1.3 is cut to 2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The files: `setup` is the parameters of a game, `position` the tiles in
//! memory, `groups` finds what can be taken, `rules` plays, `fields`,
//! `notation` and `file` read and write, `view` draws, `evaluator` values, and
//! `lead` values as the report does.

mod evaluator;
mod fields;
mod file;
mod groups;
mod lead;
mod notation;
mod position;
mod rules;
mod setup;
mod view;

pub use evaluator::Points;
pub use groups::Group;
pub use lead::Lead;
pub use position::{Position, Tile};
pub use rules::{Undo, points, with_bonus};
pub use setup::{Azulejos, OutOfRange};
