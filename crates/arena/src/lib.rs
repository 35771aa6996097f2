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

mod adjudication;
mod event;
mod export;
mod matches;
mod openings;
mod pair_opening;
mod referee;
mod report;
mod runner;
mod schedule;
mod score;
mod solves;
mod standings;
mod statistics;
mod store;
mod summary;
mod workers;

pub use adjudication::Grounds;
pub use event::{
    Adjudication, AdjudicationDraft, Agreement, Configuration, ConfigurationDraft, Contestant,
    Draft, Event, Format, LimitsDraft, OpeningSource, OpeningsDraft, Placed, PlayerDraft, Points,
    Resolved, Seeding, SprtDraft, Surroundings,
};
pub use export::{Export, Form, ggf, psq};
pub use matches::{Match, MatchGame};
pub use openings::Openings;
pub use referee::{MoveRecord, Played, Referee};
pub use report::html_report;
pub use runner::{Finished, Ledger, OnGame, Pace, RunError, Runner};
pub use schedule::{Decision, Pairing, Progress, Schedule};
pub use score::{Failed, Score};
pub use solves::{Bench, Check, Goal, Listener, Solve, SolveState, Solved, StoredSolve};
pub use standings::{
    Cell, ConfigurationRow, CourseColumns, PlayerRow, Sequential, Standings, TwoPlayers,
    WinDrawLoss,
};
pub use statistics::{Estimate, Fit, Hypotheses, Model, Rating, Results, SprtError, Verdict};
pub use store::{
    Address, Database, EventRun, Lease, Place, Store, StoreError, StoredEvent, StoredFault,
    StoredGame, reason,
};
pub use summary::{Effort, End, Summary};
pub use workers::{Notice, Played as WorkerTally, StoredWorker, Terms, Worker};
