//! Players of (m,n,k).

mod crazyplayer;
mod mrrobot;

use crate::Character;
use plywood_games::mnk::Mnk;

/// Every character that plays (m,n,k).
#[must_use]
pub fn characters<const W: usize>() -> Vec<Character<Mnk<W>>> {
    vec![crazyplayer::character(), mrrobot::character()]
}
