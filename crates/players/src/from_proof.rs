//! A player of small boards that first asks for a proof. Proof-number search solves
//! in a fraction of a second what a search to a depth does not in minutes, such as
//! mnk:7,7,4 from its start; where it does not, it has cost a part of the limits.

use crate::{Audience, Failure, Searcher, Task};
use plywood_game::{Knowledge, Limits, Playable, Stopwatch};
use plywood_search::{Line, Report, Score, StoppedBy, Value};
use plywood_solver::{Question, Solved, Solver};
use std::time::Duration;

/// A proof gets 1/SHARE of the nodes and of the time.
const SHARE: u32 = 2;

/// Once the value is proven, the usual search gets 1/REST of what is left, to find a
/// sooner end or the move that resists longest.
const REST: u32 = 4;

/// The nodes of a proof where neither nodes nor time are limited.
const NODES: u64 = 1_000_000;

/// The memory of a proof.
const MEGABYTES: usize = 16;

/// A searcher that asks for a proof first.
pub struct FromProof<G: Playable, K> {
    game: G,
    knowledge: K,
    searcher: Box<dyn Searcher<G>>,
}

impl<G: Playable, K: Knowledge<G> + Clone> FromProof<G, K> {
    /// Proves with `knowledge`, and searches with `searcher` where that fails.
    pub fn new(game: G, knowledge: K, searcher: Box<dyn Searcher<G>>) -> Self {
        Self { game, knowledge, searcher }
    }

    /// What a position is worth, if that can be proven within a share of the limits.
    fn proven(&self, task: &Task<'_, G>) -> (Option<Solved<G::Move>>, u64) {
        let Limits { nodes, time, target, .. } = task.limits;
        let nodes = match (nodes, time) {
            (None, None) => Some(NODES),
            (nodes, _) => nodes.map(|nodes| nodes / u64::from(SHARE)),
        };
        let limits =
            Limits { nodes, time: target.or(time).map(|time| time / SHARE), ..Limits::default() };
        let question = Question { limits, megabytes: MEGABYTES, shortest: false, stop: task.stop };
        let Ok(mut solver) = Solver::new(&self.game, &self.knowledge, question) else {
            return (None, 0);
        };
        match solver.solve(task.root.position, &mut |_| {}) {
            Ok(solved) => (Some(solved.clone()), solved.nodes),
            Err(plywood_solver::Unsolved::Stopped(_, nodes)) => (None, nodes),
            Err(plywood_solver::Unsolved::Memory(_)) => (None, 0),
        }
    }

    /// A proven value in the place of one that is not certain. How long a proven win
    /// or loss takes is not known: it is said to take all moves that are left.
    fn correct(&self, task: &Task<'_, G>, solved: &Solved<G::Move>, report: &mut Report<G::Move>) {
        if report.value.exact {
            return;
        }
        let plies = self.game.most_plies_left(task.root.position).unwrap_or(0);
        let score = match solved.value {
            1.. => Score::win_in(plies),
            0 => Score::DRAW,
            _ => Score::loss_in(plies),
        };
        report.value = Value::exact(score);
        report.stopped_by = Some(StoppedBy::Solved);
        // All moves of a lost position lose: the search has chosen one that resists.
        let kept = report.best().filter(|&mv| solved.value < 0 || Some(mv) == solved.best);
        match (kept, solved.best) {
            (None, Some(mv)) => {
                report.lines = vec![Line { value: report.value, moves: vec![mv] }];
            }
            _ => report.lines[0].value = report.value,
        }
    }
}

/// The limits without what is spent already.
fn after(limits: Limits, nodes: u64, spent: Duration) -> Limits {
    let left = |time: Option<Duration>| time.map(|time| time.saturating_sub(spent));
    Limits {
        nodes: limits.nodes.map(|all| all.saturating_sub(nodes).max(1)),
        time: left(limits.time),
        target: left(limits.target),
        ..limits
    }
}

impl<G: Playable, K: Knowledge<G> + Clone> Searcher<G> for FromProof<G, K> {
    fn new_game(&mut self) {
        self.searcher.new_game();
    }

    fn search(
        &mut self,
        task: &Task<'_, G>,
        audience: &mut Audience<'_, G::Move>,
    ) -> Result<Report<G::Move>, Failure> {
        // A search to a depth is asked for, or several values, or a tree.
        if task.limits.depth.is_some() || task.lines > 1 || audience.is_recording() {
            return self.searcher.search(task, audience);
        }
        let start = Stopwatch::start(task.limits.time_kind);
        let (solved, nodes) = self.proven(task);
        let mut rest = after(task.limits, nodes, start.elapsed());
        if solved.is_some() {
            rest.nodes = rest.nodes.map(|nodes| (nodes / u64::from(REST)).max(1));
            rest.time = rest.target.or(rest.time).map(|time| time / REST);
            if rest.nodes.is_none() && rest.time.is_none() {
                rest.nodes = Some(NODES / u64::from(REST));
            }
        }
        let mut report = self.searcher.search(&task.under(rest), audience)?;
        report.nodes += nodes;
        report.elapsed = start.elapsed();
        if let Some(solved) = solved {
            self.correct(task, &solved, &mut report);
        }
        Ok(report)
    }

    fn has_tree(&self) -> bool {
        self.searcher.has_tree()
    }

    fn plies_to_come(&self, position: &G::Position) -> Option<u32> {
        self.searcher.plies_to_come(position)
    }
}
