//! The first move of the game, drawn by lot: so the report's programs play
//! different games, and nothing is searched where all is alike.

use crate::{Audience, Failure, Searcher, Task};
use plywood_game::{Game, Random};
use plywood_games::delta::{Delta, DeltaMove, Position};
use plywood_search::{Line, Report, Score, StoppedBy, Value};
use std::time::Duration;

/// A searcher that draws the first move of the game by lot.
pub(super) struct DrawnOpening<S> {
    game: Delta,
    searcher: S,
    seed: u64,
}

impl<S> DrawnOpening<S> {
    pub(super) fn new(game: Delta, searcher: S, seed: u64) -> Self {
        Self { game, searcher, seed }
    }

    fn drawn(&self, position: &Position, lines: usize) -> Report<DeltaMove> {
        let mut turns = self.game.legal_moves(position);
        let chosen = Random::new(self.seed).below(turns.len());
        turns.rotate_left(chosen);
        let value = Value::estimate(Score::DRAW);
        let line = |turn| Line { value, moves: vec![turn] };
        Report {
            lines: turns.into_iter().take(lines.max(1)).map(line).collect(),
            value,
            depth: 0,
            nodes: 0,
            confidence: None,
            researches: 0,
            elapsed: Duration::ZERO,
            stopped_by: Some(StoppedBy::Depth),
        }
    }
}

impl<S: Searcher<Delta>> Searcher<Delta> for DrawnOpening<S> {
    fn new_game(&mut self) {
        self.searcher.new_game();
    }

    fn search(
        &mut self,
        task: &Task<'_, Delta>,
        audience: &mut Audience<'_, DeltaMove>,
    ) -> Result<Report<DeltaMove>, Failure> {
        match *task.root.position == self.game.initial() {
            true => Ok(self.drawn(task.root.position, task.lines)),
            false => self.searcher.search(task, audience),
        }
    }

    fn has_tree(&self) -> bool {
        self.searcher.has_tree()
    }
}

#[cfg(test)]
mod tests {
    use crate::{Audience, BuildOptions, Refusal, Task};
    use plywood_game::Game;
    use plywood_games::delta::{Delta, DeltaMove};
    use plywood_search::{Limits, Report};
    use std::collections::HashSet;

    fn first_move(seed: u64, lines: usize) -> Result<Report<DeltaMove>, Refusal> {
        let game = Delta::standard();
        let build = BuildOptions { seed: Some(seed), ..BuildOptions::default() };
        let mut searcher = super::super::zero::player().searcher(&game, &build)?;
        let position = game.initial();
        let stop = false.into();
        let task = Task { lines, ..Task::new(&position, Limits::default(), &stop) };
        Ok(searcher.search(&task, &mut Audience::default()).expect("a move"))
    }

    #[test]
    fn the_first_move_depends_on_the_seed_alone() -> Result<(), Refusal> {
        let mut drawn = HashSet::new();
        for seed in 0..200 {
            let report = first_move(seed, 1)?;
            assert_eq!(report.best(), first_move(seed, 1)?.best());
            assert_eq!(report.nodes, 0);
            drawn.extend(report.best());
        }
        assert_eq!(drawn.len(), 25, "every cell is drawn some time");
        Ok(())
    }

    #[test]
    fn as_many_first_moves_are_named_as_are_wanted() -> Result<(), Refusal> {
        let moves: HashSet<_> =
            first_move(3, 7)?.lines.iter().map(|line| line.moves.clone()).collect();
        assert_eq!(moves.len(), 7);
        Ok(())
    }
}
