//! # How do engines from outside play?
//!
//! [`Engines`] makes a [`Player`](plywood_players::Player) of any
//! [`PlayerSpec`](plywood_workbench::PlayerSpec): one inside the program, or a
//! process that speaks UGI, Gomocup's protocol, `NBoard`'s, GTP, or Java classes
//! behind a bridge. Its faults are [`Failure`](plywood_players::Failure)s with
//! the exact cause; it is ended with everything that it started.
//!
//! [`serve`] is the other direction: any player of Plywood as an engine for
//! other programs. [`check()`] tells the author of an engine what is wrong with it.
//!
//! ```
//! use plywood_engines::Engines;
//! use plywood_workbench::{Start, Workbench};
//! let (workbench, engines) = (Workbench::standard(), Engines::default());
//! let session = workbench.open("tictactoe", &Start::default(), 0)?;
//! let mut player = engines.player(&workbench, &*session, &"random[seed=1]".parse()?)?;
//! let chosen = player.choose(&session.turn(), &false.into(), None)?;
//! assert_eq!(chosen.mv.len(), 2);
//! let nobody = engines.player(&workbench, &*session, &"ugi:no-such-program".parse()?);
//! assert!(nobody.is_err());
//! # Ok::<(), plywood_workbench::Error>(())
//! ```

mod check;
mod dialogue;
mod engines;
mod games;
mod host;
mod java;
mod process;
pub mod serve;

pub use check::{Check, Checked, check};
pub use dialogue::Dialogue;
pub use engines::Engines;
pub use games::{Board, Cell};
