//! # Which games?
//!
//! One folder a game, each with its rules, notation, symmetries and view.
//! `crates/judges` states the same rules again, to check these.

pub mod azulejos;
pub mod delta;
pub mod mnk;
pub mod othello;
