//! What tells evaluators apart: a hash of their values in seeded random games. What
//! was measured with one evaluator is wrong for another, be it learned, embedded or
//! written by hand, and the hash notices every change of any of them.

use plywood_game::{Game, Knowledge, Random, mix};

/// Games, and the most moves of each.
const GAMES: usize = 6;
const MOVES: usize = 40;

/// The fingerprint of what this knowledge's evaluation finds.
pub(crate) fn fingerprint<G: Game, K: Knowledge<G>>(game: &G, knowledge: &K) -> String {
    let mut dice = Random::new(1);
    let mut hash = 0;
    let mut moves = Vec::new();
    for _ in 0..GAMES {
        let mut position = game.initial();
        for _ in 0..MOVES {
            moves.clear();
            game.moves(&position, &mut moves);
            let Some(&mv) = dice.pick(&moves) else { break };
            game.play(&mut position, mv);
            if game.outcome(&position).is_none() {
                let state = knowledge.refresh(game, &position);
                let value = knowledge.evaluate(game, &position, Some(mv), &state);
                hash = mix(hash ^ u64::from(value.cast_unsigned()));
            }
        }
    }
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::fingerprint;
    use plywood_game::Evaluator;
    use plywood_games::delta::{Delta, Position};

    #[derive(Clone)]
    struct Constant(i32);

    impl Evaluator<Delta> for Constant {
        fn evaluate(&self, _: &Delta, _: &Position) -> i32 {
            self.0
        }
    }

    #[test]
    fn evaluators_that_differ_have_different_fingerprints() {
        let of = |value| fingerprint(&Delta::standard(), &Constant(value));
        assert_eq!(of(5), of(5));
        assert_ne!(of(5), of(6));
        assert_ne!(of(5), of(-5));
    }
}
