//! # Who is stronger?
//!
//! A [`Referee`] plays one game between two players: it asks them, runs their
//! clocks, applies their moves and records each with its time, value and depth.
//! A player that crashes, overruns its time or gives an illegal move loses, with
//! the cause recorded. The terminal and the page use the same referee for games
//! with people.
//!
//! A [`Match`] plays many games, in pairs from the same opening with colours
//! swapped, several at once if asked, and counts them in a [`Score`].
//!
//! ```
//! use plywood_arena::Match;
//! use plywood_workbench::Workbench;
//! let players = ["pvs[depth=2]".parse()?, "random[seed=7]".parse()?];
//! let four_games = Match { games: 4, ..Match::new("tictactoe", players) };
//! let score = four_games.play(&Workbench::standard(), &false.into(), &mut |_, _| {})?;
//! assert_eq!(score.games(), 4);
//! # Ok::<(), plywood_workbench::Error>(())
//! ```

mod matches;
mod openings;
mod pair_opening;
mod referee;
mod score;
mod statistics;

pub use matches::{Match, MatchGame};
pub use openings::Openings;
pub use referee::{MoveRecord, Referee};
pub use score::{Failed, Score};
pub use statistics::{Estimate, Hypotheses, Model, Rating, SprtError, Verdict};
