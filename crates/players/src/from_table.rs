//! A player that knows: where a table holds the position, its answer is the
//! table's, and nothing is searched.

use crate::{Audience, Failure, Searcher, Task};
use plywood_game::{Outcome, Playable};
use plywood_search::{Line, Report, Score, StoppedBy, Value};
use plywood_solver::table::{Known, TableError, TableValue};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Instant;

/// Finds the table that holds a position, if there is one.
pub type FindTable<G> =
    dyn Fn(&<G as plywood_game::Game>::Position) -> Option<Arc<dyn Known<G>>> + Send;

/// The longest line of a draw, which has no end of its own.
const DRAWN_LINE: usize = 10;

/// A searcher that asks a table first.
pub struct FromTable<G: Playable> {
    game: G,
    find: Box<FindTable<G>>,
    searcher: Box<dyn Searcher<G>>,
}

impl<G: Playable> FromTable<G> {
    /// Asks the tables that `find` finds, and `searcher` where there is none.
    pub fn new(game: G, find: Box<FindTable<G>>, searcher: Box<dyn Searcher<G>>) -> Self {
        Self { game, find, searcher }
    }

    /// The table's answer; none if it has none.
    fn known(&self, task: &Task<'_, G>) -> Result<Option<Report<G::Move>>, TableError> {
        let start = Instant::now();
        let root = task.root.position;
        // A position that has occurred twice would be a draw the third time,
        // which the table does not know. What has occurred once does not
        // matter: no line to a win returns to a position.
        let mut seen = HashSet::from([self.game.key(root)]);
        if !task.root.history.iter().all(|&key| seen.insert(key)) {
            return Ok(None);
        }
        let Some(table) = (self.find)(root) else { return Ok(None) };
        let Some(moves) = table.valued_moves(root)? else { return Ok(None) };
        let side = self.game.to_move(root);
        let mut nodes = moves.len() as u64;
        let mut lines = Vec::new();
        for &(mv, value) in moves.iter().take(task.lines.max(1)) {
            let outcome = match value {
                TableValue::Draw => Outcome::Draw,
                TableValue::Win(_) => Outcome::Win(side),
                TableValue::Loss(_) => Outcome::Win(side.other()),
            };
            let plies = u32::from(value.plies().unwrap_or(0));
            let value = Value::exact(Score::of_outcome(outcome, side, plies));
            let moves = self.line(&*table, root, mv, plies as usize, &mut nodes)?;
            lines.push(Line { value, moves });
        }
        let Some(best) = lines.first() else { return Ok(None) };
        Ok(Some(Report {
            value: best.value,
            depth: best.moves.len() as u32,
            lines,
            nodes,
            researches: 0,
            elapsed: start.elapsed(),
            stopped_by: Some(StoppedBy::Solved),
        }))
    }

    /// Best play after a move: to the end, or some moves of a draw.
    fn line(
        &self,
        table: &dyn Known<G>,
        root: &G::Position,
        mv: G::Move,
        plies: usize,
        nodes: &mut u64,
    ) -> Result<Vec<G::Move>, TableError> {
        let mut position = root.clone();
        self.game.play(&mut position, mv);
        let mut line = vec![mv];
        let length = if plies == 0 { DRAWN_LINE } else { plies };
        while line.len() < length {
            let moves = table.valued_moves(&position)?.unwrap_or_default();
            *nodes += moves.len() as u64;
            let Some(&(best, _)) = moves.first() else { break };
            self.game.play(&mut position, best);
            line.push(best);
        }
        Ok(line)
    }
}

impl<G: Playable> Searcher<G> for FromTable<G> {
    fn new_game(&mut self) {
        self.searcher.new_game();
    }

    fn search(
        &mut self,
        task: &Task<'_, G>,
        audience: &mut Audience<'_, G::Move>,
    ) -> Result<Report<G::Move>, Failure> {
        // A damaged table is as good as none: `plywood tables` tells about it.
        match self.known(task) {
            Ok(Some(report)) if !audience.is_recording() => Ok(report),
            _ => self.searcher.search(task, audience),
        }
    }

    fn has_tree(&self) -> bool {
        self.searcher.has_tree()
    }
}
