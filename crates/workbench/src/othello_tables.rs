//! The learned evaluator of Othello, in the program itself. docs/othello.md says how it
//! was made and has its checksum.

use plywood_learn::file::Kept;
use plywood_learn::{FileError, Tables};
use std::sync::{Arc, LazyLock};

static TABLES: LazyLock<Result<Arc<Tables>, FileError>> = LazyLock::new(|| {
    let kept = Kept::from_bytes(include_bytes!("../evaluators/othello.eval"))?;
    kept.for_game("othello").map(Arc::new)
});

/// The tables, which are unpacked when they are first asked for.
pub(crate) fn tables() -> Result<Arc<Tables>, FileError> {
    TABLES.clone()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_game::{Budget, Game, Knowledge, Limits, Random};
    use plywood_games::othello::{Othello, Position, Positional, endgame, patterns};
    use plywood_learn::{Plan, Shape};

    #[test]
    fn the_tables_have_the_patterns_of_the_game() {
        let (tuples, phases) = (patterns::tuples(), patterns::PHASES);
        let plan = Plan { tuples, phases, exchange: true, ..Plan::default() };
        let tables = tables().expect("the file is whole");
        assert_eq!(*tables.shape(), Shape::of_game(&Othello, &plan, 1));
    }

    /// Positions of random games with ten empty squares.
    fn endgames() -> Vec<Position> {
        let endgame = |seed| {
            let (mut dice, mut position) = (Random::new(seed), Othello.initial());
            while position.empty().count_ones() > 10 {
                let &mv = dice.pick(&Othello.legal_moves(&position))?;
                Othello.play(&mut position, mv);
            }
            Othello.outcome(&position).is_none().then_some(position)
        };
        (0..80).filter_map(endgame).collect()
    }

    #[test]
    fn margins_are_predicted_better_than_by_the_evaluation_written_by_hand() {
        let tables = tables().expect("the file is whole");
        let (mut learned, mut by_hand, never) = (0, 0, false.into());
        let positions = endgames();
        assert!(positions.len() > 50, "{}", positions.len());
        for position in positions {
            let mut budget = Budget::new(&Limits::default(), &never);
            let solved = endgame::solve(&Positional, &position, 1, false, &mut budget);
            let margin = 100 * solved.expect("there is no limit")[0].0;
            let state = tables.refresh(&Othello, &position);
            learned += (tables.evaluate(&Othello, &position, &state) - margin).abs();
            let value = Positional.evaluate(&Othello, &position, None, &());
            by_hand += (value - margin).abs();
        }
        assert!(learned < by_hand, "{learned} to {by_hand}");
    }
}
