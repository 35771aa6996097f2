//! Looking only at some of the moves.

use crate::Game;

/// Leaves out moves that are hardly worth a look, such as cells far from all
/// marks. A search that leaves moves out is no longer exact, and says so.
pub trait Candidates<G: Game>: Send + Sync {
    /// Removes moves from the list of all legal ones; it never empties it.
    fn restrict(&self, game: &G, position: &G::Position, moves: &mut Vec<G::Move>);
}

/// Looks at every move.
impl<G: Game> Candidates<G> for () {
    fn restrict(&self, _: &G, _: &G::Position, _: &mut Vec<G::Move>) {}
}
