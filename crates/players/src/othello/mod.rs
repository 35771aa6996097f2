//! Players of Othello.

mod desdemona;
mod omatic;

use crate::Character;
use plywood_games::othello::Othello;

/// Every character that plays Othello.
#[must_use]
pub fn characters() -> Vec<Character<Othello>> {
    vec![omatic::minimax(), omatic::deepening(), desdemona::character()]
}
