//! # Who plays?
//!
//! A [`NamedPlayer`] is a player of one game with its own name: a configuration
//! of the search, with its own evaluator and a few options, each described by a
//! [`Field`]. The systems of the five reports that Plywood grew from are named
//! players ([`mnk`], [`othello`], [`delta`], [`azulejos`]), kept as their
//! reports describe them, for history and comparison. A page for each in
//! `docs/players` says what its report says, what is done here and what
//! differs.
//!
//! A named player hides its types: it builds a [`Searcher`], which the workbench
//! uses like any other engine, in the terminal, in matches, in analyses and on
//! the page.
//!
//! ```
//! use plywood_game::{Game, ZeroEvaluator};
//! use plywood_games::othello::Othello;
//! use plywood_players::{Audience, BuildOptions, NamedPlayer, Searcher, Task};
//! use plywood_search::{Engine, Limits, Options};
//!
//! let naive = NamedPlayer::new("naive", "knows only the rules", |&game: &Othello, build| {
//!     let options = Options::plain();
//!     Ok(Box::new(Engine::new(game, ZeroEvaluator, options, build.megabytes)?))
//! });
//! let mut searcher = naive.searcher(&Othello, &BuildOptions::default())?;
//! let (position, limits) = (Othello.initial(), Limits { depth: Some(2), ..Limits::default() });
//! let stop = false.into();
//! let task = Task::new(&position, limits, &stop);
//! let report = searcher.search(&task, &mut Audience::default()).expect("a move");
//! assert!(report.best().is_some());
//! # Ok::<(), plywood_players::Refusal>(())
//! ```

pub mod azulejos;
pub mod delta;
mod engine_player;
mod field;
mod from_proof;
mod from_table;
pub mod mnk;
mod named_player;
pub mod othello;
mod player;
mod random;
mod searcher;
mod time;
mod tracked;

pub use engine_player::{EnginePlayer, in_text};
pub use field::{Accepts, Field, FieldChoice, FieldKind, parse_time};
pub use from_proof::FromProof;
pub use from_table::{Certainties, FromTable};
pub use named_player::{BuildOptions, NamedPlayer, Profile, Refusal};
pub use player::{Cause, ClockState, Decision, Failure, Listener, Player, Turn};
pub use random::RandomPlayer;
pub use searcher::{Audience, Searcher, Task, WithLimits};
