//! Iterative deepening: each depth is searched with the moves in the order that
//! the previous depth found (Slate and Atkin, "Chess 4.5", 1977).
//!
//! Measured (`--bench techniques`): searching the last depth directly takes 11
//! % (Azulejos) to 189 % (Othello) more nodes than all depths together.

use super::node::Search;
use super::root::Pass;
use super::windows::RootWindows;
use crate::options::Technique;
use crate::{Line, Observer, Options, Report, Schedule, Score, StoppedBy, Value, Window};
use plywood_game::{Knowledge, Random, Stopped, Symmetry};
use std::time::Duration;

/// The options of iterative deepening.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeepeningOptions {
    /// Search depth 1, then 2, and so on, instead of the last depth at once.
    /// Without a depth limit the search always deepens.
    pub on: bool,
    /// Search to a depth that depends on the position, instead of as deep as
    /// the limits allow.
    pub schedule: Option<Schedule>,
}

impl Default for DeepeningOptions {
    fn default() -> Self {
        Self { on: true, schedule: None }
    }
}

impl Technique for DeepeningOptions {
    fn is_exact(&self) -> bool {
        self.schedule.is_none()
    }
}

/// An iteration: the search of one depth.
pub(super) struct Iteration<'m, M> {
    pub(super) depth: u32,
    /// The root moves, in search order.
    pub(super) moves: &'m [M],
    /// Whether these are all there are.
    pub(super) complete: bool,
    /// The expected value.
    pub(super) guess: Score,
}

/// The result of a depth.
pub(super) struct Settled<M> {
    pub(super) value: Value,
    pub(super) lines: Vec<Line<M>>,
    /// The order of moves for the next depth.
    pub(super) order: Vec<M>,
}

/// A depth that could not be completed.
pub(super) struct Unsettled<M> {
    pub(super) reason: StoppedBy,
    /// The best move searched to its end, at least as good as the first one,
    /// which was searched before.
    pub(super) proven: Option<Line<M>>,
}

impl<M: Copy + PartialEq> Pass<M> {
    /// The pass if it was completed; if not, what is known all the same, or
    /// was known from an earlier pass.
    pub(super) fn completed(self, earlier: &mut Option<Line<M>>) -> Result<Self, Unsettled<M>> {
        match self.result {
            Ok(()) => Ok(self),
            Err(Stopped(reason)) => {
                let alpha = self.window.alpha;
                let here = self.lines.into_iter().next().filter(|line| line.value.score > alpha);
                Err(Unsettled { reason, proven: here.or_else(|| earlier.take()) })
            }
        }
    }

    pub(super) fn settled(self, iteration: &Iteration<'_, M>) -> Settled<M> {
        let value = self.value(iteration.complete).unwrap_or(Value::estimate(Score::DRAW));
        Settled { value, order: self.reordered(), lines: self.lines }
    }
}

impl<G: Symmetry, K: Knowledge<G>, O: Observer<G::Move>> Search<'_, G, K, O> {
    /// Searches every depth from `first` to `last`.
    pub(super) fn deepen(
        &mut self,
        root: &G::Position,
        (first, last): (u32, u32),
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let mut position = root.clone();
        let (mut moves, mut complete) = self.root_moves(&mut position);
        let mut report = self.first_report(root, moves[0]);
        let mut stopped_by = StoppedBy::Depth;
        let mut guess = Score::DRAW;
        let mut pace = Pace::default();
        for depth in first..=last {
            if !self.budget.has_time_for(pace.next_iteration()) {
                stopped_by = StoppedBy::Time;
                break;
            }
            let iteration = Iteration { depth, moves: &moves, complete, guess };
            let settled = self.settle(&mut position, &iteration);
            report.nodes = self.budget.nodes();
            report.elapsed = self.budget.elapsed();
            report.researches = self.researches;
            let Settled { value, lines, order } = match settled {
                Ok(settled) => settled,
                Err(Unsettled { reason, proven }) => {
                    take_what_is_proven(&mut report, proven, moves[0]);
                    stopped_by = reason;
                    break;
                }
            };
            pace.took(report.elapsed);
            moves.clone_from(&order);
            guess = value.score;
            report.depth = depth;
            report.value = value;
            report.lines = wanted(lines, self.options, depth);
            let is_final = |value: Value| is_final(value, depth, self.options.is_selective());
            if report.lines.iter().all(|line| is_final(line.value)) && is_final(value) {
                stopped_by = StoppedBy::Solved;
                break;
            }
            // Where all candidates lose, one of the other moves may not.
            if value.score.is_loss() && !complete {
                let left_out = self.game.legal_moves(root);
                moves.extend(left_out.into_iter().filter(|mv| !order.contains(mv)));
                complete = true;
                continue;
            }
            // The only candidate is played at once. Where it is the only legal
            // move, its value is worth knowing, but not worth time on a clock.
            if moves.len() == 1 && (!complete || self.budget.has_target()) {
                break;
            }
            progress(&report);
        }
        self.resist(&mut position, &moves, &mut report);
        report.stopped_by = Some(stopped_by);
        report
    }

    /// Searches one depth until its value is known.
    fn settle(
        &mut self,
        position: &mut G::Position,
        iteration: &Iteration<'_, G::Move>,
    ) -> Result<Settled<G::Move>, Unsettled<G::Move>> {
        // A narrow window cannot give several lines. It gives all equal moves
        // if their value lies inside; nothing lies inside a null window.
        let one_line = self.options.lines <= 1;
        let first_of_equals = self.options.tie_seed.is_none();
        match self.options.windows.root {
            RootWindows::Aspiration { delta } if one_line => {
                self.aspire(position, iteration, delta)
            }
            RootWindows::Mtdf if one_line && first_of_equals => self.mtdf(position, iteration),
            _ => {
                let pass = self.pass(position, iteration.depth, iteration.moves, Window::FULL);
                Ok(pass.completed(&mut None)?.settled(iteration))
            }
        }
    }

    /// What is known before anything is searched: a legal move.
    fn first_report(&self, root: &G::Position, first: G::Move) -> Report<G::Move> {
        let evaluation = self.knowledge.evaluate(self.game, root, None, self.states.at(0));
        let value = Value::estimate(Score::estimate(evaluation));
        Report {
            lines: vec![Line { value, moves: vec![first] }],
            value,
            depth: 0,
            nodes: 0,
            confidence: None,
            researches: 0,
            elapsed: self.budget.elapsed(),
            stopped_by: None,
        }
    }
}

/// Whether a deeper search would find the same. A win or loss within this depth is
/// final even where candidates were left out and it is not certain: the same ones
/// are left out at every depth. A selective search leaves out more far from the end:
/// it must have been twice as deep.
fn is_final(value: Value, depth: u32, selective: bool) -> bool {
    let needed = |plies| if selective { 2 * plies } else { plies };
    value.exact || value.score.plies_to_end().is_some_and(|plies| needed(plies) <= depth)
}

/// How long iterations take.
#[derive(Default)]
struct Pace {
    /// When the last one ended.
    end: Duration,
    /// How long the last two took.
    last: [Duration; 2],
}

impl Pace {
    fn took(&mut self, elapsed: Duration) {
        self.last = [self.last[1], elapsed - self.end];
        self.end = elapsed;
    }

    /// How long the next one will probably take: as many times longer than the
    /// last as that was longer than the one before, but 1.5 to 8 times.
    fn next_iteration(&self) -> Duration {
        let [before, last] = self.last.map(|time| time.as_secs_f64());
        let growth = if before > 0.0 { (last / before).clamp(1.5, 8.0) } else { 1.5 };
        self.last[1].mul_f64(growth)
    }
}

/// When time runs out within a depth, a move that beats the previous depth's
/// best move, which was searched first, replaces it.
fn take_what_is_proven<M: Copy + PartialEq>(
    report: &mut Report<M>,
    proven: Option<Line<M>>,
    favourite: M,
) {
    let Some(line) = proven else { return };
    let leader = line.moves[0];
    if leader != favourite || report.depth == 0 {
        let exact = line.value.exact && line.value.score.is_win();
        report.value = Value { score: line.value.score, exact };
        let wanted = report.lines.len();
        report.lines.retain(|line| line.moves[0] != leader);
        report.lines.insert(0, line);
        report.lines.truncate(wanted);
    }
}

/// The lines to report: as many as requested, best first; the seed chooses
/// among equally good ones.
pub(super) fn wanted<M: Copy>(
    mut lines: Vec<Line<M>>,
    options: &Options,
    depth: u32,
) -> Vec<Line<M>> {
    if let Some(seed) = options.tie_seed {
        let best = lines[0].value.score;
        let equals = lines.iter().take_while(|line| line.value.score == best).count();
        // The same choice for the same depth, independent of earlier searches.
        let chosen = Random::new(seed ^ u64::from(depth) << 32).below(equals);
        lines[..=chosen].rotate_right(1);
    }
    lines.truncate(options.lines.max(1));
    lines
}
