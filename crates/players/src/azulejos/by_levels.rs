//! How the report's program used its time before: every root move has its own
//! tree; the trees are extended in turn, each by one level, and the values are
//! backed up, without pruning, until the time is up.
//!
//! When it is, some trees are a level deeper than others, and their values are
//! compared all the same. A tree whose level was not completed keeps the value
//! that it had.

use super::minimax::{Walk, best_of, rank};
use crate::{Audience, Failure, Searcher, Task};
use plywood_game::Game;
use plywood_games::azulejos::{Azulejos, Position, Tile};
use plywood_search::{Budget, Line, Report, Score, StoppedBy, Value, Window};

/// The search by levels.
pub(super) struct ByLevels {
    game: Azulejos,
}

impl ByLevels {
    pub(super) fn new(game: Azulejos) -> Self {
        Self { game }
    }

    /// The best of the trees that have been extended.
    fn best(&self, trees: &[Line<Tile>], task: &Task<'_, Azulejos>) -> Vec<Line<Tile>> {
        let mut ranked = Vec::with_capacity(trees.len());
        for tree in trees.iter().filter(|tree| tree.value != UNKNOWN) {
            rank(&mut ranked, tree.clone());
        }
        best_of(ranked, task.lines.max(1), &self.game, task.root.position)
    }
}

/// The value of a move of which nothing is known; no search finds it.
const UNKNOWN: Value = Value::estimate(Score::WORST);

impl Searcher<Azulejos> for ByLevels {
    fn new_game(&mut self) {}

    fn search(
        &mut self,
        task: &Task<'_, Azulejos>,
        audience: &mut Audience<'_, Tile>,
    ) -> Result<Report<Tile>, Failure> {
        let Task { root, limits, stop, .. } = task;
        let (mut tell, _) = audience.parts();
        let mut unobserved = ();
        let mut walk = Walk::new(&self.game, false, Budget::new(limits, stop), &mut unobserved);
        let mut position = root.position.clone();
        let moves = self.game.legal_moves(root.position);
        let unknown = |mv| Line { value: UNKNOWN, moves: vec![mv] };
        let mut trees: Vec<Line<Tile>> = moves.into_iter().map(unknown).collect();
        let last = limits.depth.unwrap_or(u32::MAX);
        let mut stopped_by = StoppedBy::Depth;
        let mut depth = 0;
        while depth < last {
            if let Some(reason) = extend(&mut walk, &mut position, &mut trees, depth) {
                stopped_by = reason;
                break;
            }
            depth += 1;
            if trees.iter().all(|tree| tree.value.exact) {
                stopped_by = StoppedBy::Solved;
                break;
            }
            let lines = self.best(&trees, task);
            let value = Value { exact: false, ..lines[0].value };
            tell(&Report { depth, ..walk.report(lines, value) });
        }
        let lines = self.best(&trees, task);
        let value = Value { exact: stopped_by == StoppedBy::Solved, ..lines[0].value };
        Ok(Report { depth, stopped_by: Some(stopped_by), ..walk.report(lines, value) })
    }

    fn has_tree(&self) -> bool {
        false
    }
}

/// Extends every tree to `level` moves below its own; why not, if not all.
fn extend(
    walk: &mut Walk<'_, ()>,
    position: &mut Position,
    trees: &mut [Line<Tile>],
    level: u32,
) -> Option<StoppedBy> {
    for tree in trees.iter_mut().filter(|tree| !tree.value.exact) {
        if walk.pay() {
            let found = walk.child(position, tree.moves[0], level, Window::FULL);
            if walk.stopped_by.is_none() {
                *tree = found.line();
            }
        }
        if walk.stopped_by.is_some() {
            return walk.stopped_by;
        }
    }
    None
}
