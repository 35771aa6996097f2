//! The law of incremental evaluation.

use super::random_game;
use crate::{Evaluator, Game, Random};

/// Checks on `games` random games that updating the accumulator move by move
/// gives the same accumulator and value as starting from scratch, and that an
/// evaluator which does not call itself path-dependent ignores the last move.
///
/// # Panics
/// If the law is broken.
pub fn assert_evaluator<G: Game, E: Evaluator<G>>(game: &G, evaluator: &E, games: u32, seed: u64) {
    let mut dice = Random::new(seed);
    for _ in 0..games {
        random_game(game, &mut dice, |position, played| {
            let fresh = evaluator.refresh(game, position);
            for mv in game.legal_moves(position) {
                let mut after = position.clone();
                let undo = game.play(&mut after, mv);
                let mut updated = fresh.clone();
                evaluator.update(game, &mut updated, mv, &undo, &after);
                assert_eq!(
                    updated,
                    evaluator.refresh(game, &after),
                    "updating differs from refreshing after {played:?} and {mv:?}"
                );
                if game.outcome(&after).is_none() && !evaluator.is_path_dependent() {
                    assert_eq!(
                        evaluator.evaluate(game, &after, Some(mv), &updated),
                        evaluator.evaluate(game, &after, None, &updated),
                        "the value depends on the last move after {played:?} and {mv:?}"
                    );
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testkit::{Branch, Node, TreeGame};

    /// The sum of the nodes' numbers on the path; `skips` forgets some.
    struct PathSum {
        skips: bool,
    }

    impl Evaluator<TreeGame> for PathSum {
        type Accumulator = usize;

        fn refresh(&self, _: &TreeGame, node: &Node) -> usize {
            node.index()
        }

        fn update(&self, _: &TreeGame, sum: &mut usize, mv: Branch, before: &Node, after: &Node) {
            assert_ne!(before, after, "{mv:?} leads on");
            if !self.skips || after.index().is_multiple_of(2) {
                *sum = after.index();
            }
        }

        fn evaluate(&self, _: &TreeGame, _: &Node, _: Option<Branch>, sum: &usize) -> i32 {
            i32::try_from(*sum).expect("small trees")
        }
    }

    fn tree() -> TreeGame {
        "start: a b c; a: 1 =; b: 2 d; c: = d; d: 1".parse().expect("a tree")
    }

    #[test]
    fn an_update_that_equals_a_refresh_is_accepted() {
        assert_evaluator(&tree(), &PathSum { skips: false }, 20, 1);
    }

    #[test]
    #[should_panic(expected = "updating differs from refreshing")]
    fn an_update_that_differs_from_a_refresh_is_noticed() {
        assert_evaluator(&tree(), &PathSum { skips: true }, 20, 1);
    }
}
