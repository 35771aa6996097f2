//! Players of Othello.

mod desdemona;
mod omatic;

use crate::NamedPlayer;
use plywood_games::othello::Othello;

/// Every player that plays Othello.
#[must_use]
pub fn players() -> Vec<NamedPlayer<Othello>> {
    vec![omatic::minimax(), omatic::deepening(), desdemona::player()]
}
