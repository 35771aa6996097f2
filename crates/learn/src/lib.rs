//! # What can be learned about a game?
//!
//! An evaluator for any game, made of pattern tables (n-tuples), and the learner
//! that fills them from games.
//!
//! - A [`Shape`] says which cells are looked at together and which of these share
//!   weights. A game names its own tuples in a [`Plan`], or lines, squares and random
//!   walks are taken; the symmetries of the board are found by looking at positions.
//! - [`Tables`] are a shape with weights: the evaluation is the sum of one weight
//!   for each place. [`Learned`] puts them in the place of a game's own evaluation,
//!   with the codes of all places kept up to date move by move.
//! - [`mod@file`] keeps tables: versioned, compressed, with a checksum.
//! - [`learn`] fills them from games against itself or from games that others played;
//!   [`regress`] computes the best weights for games whose margins are known.
//!   Instead of tables it learns the named numbers of an evaluator that was written by hand,
//!   if asked to; a [`ParameterFile`] keeps them.
//!
//! Bledsoe and Browning, "Pattern recognition and reading by machine" (1959), for
//! n-tuples; Buro, "From simple features to sophisticated evaluation functions"
//! (CG 1998), for tables per phase that are fitted to results; Lucas, "Learning to
//! play Othello with n-tuple systems" (2008), and Jaskowski, "Systematic n-tuple
//! networks for Othello position evaluation" (2014), for tuples that are shared under
//! the symmetries of the board.

pub mod file;
mod generate;
mod knowledge;
mod learner;
mod parameter_file;
mod parameters;
mod regression;
mod self_play;
mod shape;
mod state;
mod tables;
mod threads;
mod training;

pub use file::FileError;
pub use knowledge::{Learned, LearnedState};
pub use learner::{LearnError, LearnPoint, LearnReport, LearnRequest, PlayedGame, Saved, learn};
pub use parameter_file::ParameterFile;
pub use regression::{
    KnownGame, NewValuer, PhaseError, RegressionReport, RegressionRequest, RegressionStep, Valued,
    Valuer, regress,
};
pub use shape::{Pattern, Plan, Shape};
pub use tables::{PatternState, Predicts, SCALE, Tables};
