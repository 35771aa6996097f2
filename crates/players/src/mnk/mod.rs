//! Players of (m,n,k).

mod crazyplayer;
mod mrrobot;

use crate::NamedPlayer;
use plywood_games::mnk::Mnk;

/// Every player that plays (m,n,k).
#[must_use]
pub fn players<const W: usize>() -> Vec<NamedPlayer<Mnk<W>>> {
    vec![crazyplayer::player(), mrrobot::player()]
}
