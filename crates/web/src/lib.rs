//! # The page
//!
//! A small server for the games of a [`Workbench`](plywood_workbench::Workbench), and the page that it gives
//! to a browser. One renderer draws every game, because what it draws is a
//! `Picture` and what it plays are `Choice`s; the rules stay here.
//!
//! A request goes through `guard` (who may ask) and `limits` (how much), to
//! `api`, which finds the game in `live_games` and changes it. Engines compute
//! on their own threads (`engines`, `analyses`) when their turn comes (`schedule`,
//! `queue`, `searches`); every change is written to the `store` before it is
//! answered, and goes to all who watch the game (`events`).
//!
//! ```no_run
//! use plywood_web::{Config, Server};
//! use plywood_workbench::Workbench;
//!
//! let server = Server::start(Workbench::standard(), &Config::default())?;
//! println!("http://{}/?key={}", server.address(), server.key());
//! server.run();
//! # Ok::<(), plywood_web::StartError>(())
//! ```

mod analyses;
mod api;
mod archive;
mod arena_events;
mod command;
#[cfg(test)]
mod declarations;
mod engines;
mod events;
mod files;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod guard;
mod identity;
mod limits;
mod listen;
mod live_games;
mod memory;
mod open_game;
mod places;
mod queue;
mod quotas;
mod refusal;
mod roster;
mod schedule;
#[cfg(test)]
mod schedule_model;
mod searches;
mod seats;
mod server;
mod state;
mod store;
mod unstalled;

pub use archive::{Archive, Findings, KeptGame};
pub use quotas::Quotas;
pub use server::{Access, Config, Server, StartError, Where};
