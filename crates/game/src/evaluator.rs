//! Judging positions that nobody has won yet.

use crate::Game;

/// A heuristic value for unfinished positions.
///
/// An evaluator that can be kept up to date move by move holds its running
/// sums in an `Accumulator`: a search keeps one a ply, copies it, updates the
/// copy after each move, and drops it when the move is undone. `update` must
/// give exactly what `refresh` would, which
/// [`assert_evaluator`](crate::testkit::assert_evaluator) checks. Evaluators
/// without running sums use `()`.
pub trait Evaluator<G: Game>: Send + Sync {
    /// What is carried from move to move.
    type Accumulator: Clone + PartialEq + std::fmt::Debug + Send;

    /// The accumulator of a position, from scratch.
    fn refresh(&self, game: &G, position: &G::Position) -> Self::Accumulator;

    /// Brings the accumulator from the position before `mv` to `after`, the
    /// one after it. `undo` is what `play` returned: where a game copies, it is
    /// the whole position before.
    fn update(
        &self,
        game: &G,
        accumulator: &mut Self::Accumulator,
        mv: G::Move,
        undo: &G::Undo,
        after: &G::Position,
    );

    /// The value for the side to move. `last` is the move that led here, none
    /// at the start of a search.
    fn evaluate(
        &self,
        game: &G,
        position: &G::Position,
        last: Option<G::Move>,
        accumulator: &Self::Accumulator,
    ) -> i32;

    /// Appends the moves that a search should still look at beyond its horizon,
    /// because the value is about to change; none where it is quiet. Tells
    /// whether the side to move might as well do something else: then the value
    /// is at least the estimate.
    fn noisy_moves(
        &self,
        game: &G,
        position: &G::Position,
        accumulator: &Self::Accumulator,
        moves: &mut Vec<G::Move>,
    ) -> bool {
        let _ = (game, position, accumulator, moves);
        true
    }

    /// Whether the value depends on `last`, so that a position has no value of
    /// its own: such values must not be shared between paths.
    fn is_path_dependent(&self) -> bool {
        false
    }
}

/// Knows nothing: every unfinished position is worth 0. A search with it finds
/// what is certain within its depth, and nothing else.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoOpinion;

impl<G: Game> Evaluator<G> for NoOpinion {
    type Accumulator = ();

    fn refresh(&self, _: &G, _: &G::Position) {}

    fn update(&self, _: &G, (): &mut (), _: G::Move, _: &G::Undo, _: &G::Position) {}

    fn evaluate(&self, _: &G, _: &G::Position, _: Option<G::Move>, (): &()) -> i32 {
        0
    }
}
