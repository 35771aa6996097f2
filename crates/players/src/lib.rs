//! # Who plays?
//!
//! A [`Character`] is a player of one game with a name of its own: a
//! configuration of the search, with an evaluator of its own and a few
//! [`Setting`]s that whoever chooses it may change. The systems of the five
//! reports that Plywood grew from are characters ([`mnk`], [`othello`],
//! [`delta`], [`azulejos`]), kept as their reports describe them: history and
//! yardstick. A page a player in `docs/players` says what its report says, what
//! is done here and what differs.
//!
//! A character hides its types: what it builds is a [`Searcher`], which the
//! workbench asks for moves as it asks every engine. So a character plays in
//! the terminal, in matches, in analyses and on the page without another word.
//!
//! ```
//! use plywood_game::{Game, NoOpinion};
//! use plywood_games::othello::Othello;
//! use plywood_players::{Audience, Brief, Character, Searcher, Task};
//! use plywood_search::{Engine, Limits, Options, Root};
//!
//! let naive = Character::new("naive", "knows only the rules", |&game: &Othello, brief| {
//!     let options = Options { lines: brief.lines, ..Options::plain() };
//!     Ok(Box::new(Engine::new(game, NoOpinion, options, brief.megabytes)?))
//! });
//! let mut searcher = naive.searcher(&Othello, &Brief::default())?;
//! let (position, limits) = (Othello.initial(), Limits { depth: Some(2), ..Limits::default() });
//! let root = Root { position: &position, history: &[] };
//! let task = Task { root, limits, stop: &false.into() };
//! let report = searcher.search(&task, &mut Audience::default());
//! assert!(report.best().is_some());
//! # Ok::<(), plywood_players::Refusal>(())
//! ```

pub mod azulejos;
mod character;
pub mod delta;
mod engine_player;
pub mod mnk;
pub mod othello;
mod player;
mod random;
mod searcher;
mod setting;
mod time;
mod tracked;

pub use character::{Brief, Character, Profile, Refusal};
pub use engine_player::{EnginePlayer, in_text};
pub use player::{Cause, ClockState, Decision, Failure, Listener, Player, Turn};
pub use random::RandomPlayer;
pub use searcher::{Audience, Searcher, Task, Tempered};
pub use setting::{Form, Setting};
