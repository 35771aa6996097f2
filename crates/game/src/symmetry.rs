//! The ways in which a board can be turned and mirrored without changing the
//! game.

use crate::Game;

/// The symmetries of a game, numbered from 0, which is the identity. An empty
/// `impl` says that there are no others.
///
/// A symmetry commutes with moves: transforming a position and playing the
/// transformed move is the same as playing the move and then transforming.
pub trait Symmetry: Game {
    /// How many symmetries there are, the identity included.
    fn symmetries(&self) -> usize {
        1
    }

    /// The position as symmetry number `symmetry` shows it.
    fn transform(&self, symmetry: usize, position: &Self::Position) -> Self::Position {
        debug_assert_eq!(symmetry, 0, "only the identity");
        position.clone()
    }

    /// The move that corresponds to `mv` in the transformed position.
    /// `position` is the one before the transformation, in which `mv` is legal.
    fn transform_move(
        &self,
        symmetry: usize,
        position: &Self::Position,
        mv: Self::Move,
    ) -> Self::Move {
        let _ = position;
        debug_assert_eq!(symmetry, 0, "only the identity");
        mv
    }

    /// The number of the symmetry that takes `symmetry` back.
    fn inverse(&self, symmetry: usize) -> usize {
        debug_assert_eq!(symmetry, 0, "only the identity");
        symmetry
    }

    /// The smallest key among the position's images, and the symmetry that
    /// leads to it: equal positions but for symmetry share it.
    fn canonical_key(&self, position: &Self::Position) -> (u64, usize) {
        let mut best = (self.key(position), 0);
        for symmetry in 1..self.symmetries() {
            let key = self.key(&self.transform(symmetry, position));
            best = best.min((key, symmetry));
        }
        best
    }
}
