//! # Everything, one door
//!
//! The command and the page never see a game's types. They ask the
//! [`Workbench`] for a [`Session`] by the words that name a game, and from then
//! on speak in text, pictures and reports. Games are erased here, at the
//! session, and not at the move: inside a session everything is monomorphic.
//!
//! ```
//! use plywood_workbench::{Start, Workbench};
//!
//! let workbench = Workbench::standard();
//! let mut session = workbench.open("tictactoe", &Start::default(), 0)?;
//! session.play("b2")?;
//! assert_eq!(session.snapshot().position, "3/1x1/3 o");
//! assert_eq!(session.choices().len(), 8);
//! # Ok::<(), plywood_workbench::Error>(())
//! ```
//!
//! Your game joins with `Workbench::standard().with(MyGame)`, and brings its
//! own players in its [`GameEngines`].

mod algorithms;
mod analysis;
mod benchmark;
mod clock;
mod compared;
mod engine_list;
mod engine_options;
mod engine_spec;
mod error;
mod evaluators;
mod external_spec;
mod family;
mod fingerprint;
mod game_session;
mod learning;
mod limits;
mod meaning;
mod move_tree;
mod openings;
#[cfg(test)]
mod othello_endgames;
mod othello_tables;
mod player_spec;
mod players;
mod predictions;
mod record;
mod registry;
mod report;
mod searcher;
mod session;
mod solving;
mod standard;
mod suite;
pub mod tables;
mod tree;

pub use algorithms::{ALGORITHMS, Algorithm};
pub use analysis::{
    Amount, Analysis, Bounds, LineReport, Request, ScoreKind, ScoreReport, in_moves,
};
pub use benchmark::{BENCHMARK, BenchmarkSearch};
pub use clock::{Clock, ClockRules, Clocks};
pub use compared::Compared;
pub use engine_list::EngineList;
pub use engine_spec::{DEFAULT_MEGABYTES, EngineSpec, Method};
pub use error::{Error, nearest};
pub use external_spec::{ExternalSpec, Protocol, Restart};
pub use family::{Configure, Family, GameEngines, LearnedTables, Prepared, ReadKnownGames, Setup};
pub use learning::GamesText;
pub use limits::{LimitsReport, limits_under};
pub use meaning::{Certainty, Meaning};
pub use move_tree::{MoveNode, MoveTree, NodeId, Walk};
pub use openings::OpeningNames;
pub use player_spec::{PlayerSpec, seed_of_the_moment};
pub use players::{OptionDetails, PlayerDetails, StandsFor};
pub use plywood_learn::{
    KnownGame, LearnPoint, LearnReport, LearnRequest, Pattern, PhaseError, Plan, Predicts,
    RegressionReport, RegressionRequest, RegressionStep, SCALE as LEARNED_SCALE, Saved, Shape,
    Valued,
};
pub use plywood_players::{
    BuildOptions, Field, FieldChoice, FieldKind, NamedPlayer, Searcher, parse_time,
};
pub use plywood_search::{Limits, Report, StoppedBy, TimeKind};
pub use predictions::{PredictedPair, PredictionFile, PredictionSource};
pub use record::{Forfeit, NOTES, Record};
pub use registry::Workbench;
pub use report::{
    Choice, Ending, GameEntry, Guidance, PerftCount, PerftReport, PlayerEntry, Preset, Reason,
    SCHEMA, Snapshot,
};
pub use session::{ChangeGame, Progress, ReadGame, SearchGame, Session, Start};
pub use solving::{SolveProgress, SolveReport, SolveRequest, Verification};
pub use suite::{Positions, Suite};
pub use tree::{RecordedNode, RecordedTree, Says, Why};
