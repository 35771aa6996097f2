//! # Which games?
//!
//! One folder a game, each with its rules, notation, symmetries and view.

pub mod azulejos;
pub mod delta;
pub mod mnk;
pub mod naive;
pub mod othello;
