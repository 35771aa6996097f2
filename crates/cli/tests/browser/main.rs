//! The page as people use it: the command serves, Debian's Chromium visits.

mod answers;
mod browser;
mod carelessness;
mod clocks;
mod engines;
mod events;
mod keeping;
mod keyboard;
mod loading;
mod looks;
mod narrow;
mod page;
mod serving;
mod sharing;
mod studying;
mod taking_back;
mod variations;
mod vast;
mod whole_games;

/// The command that serves in these tests.
const PLYWOOD: &str = env!("CARGO_BIN_EXE_plywood");
