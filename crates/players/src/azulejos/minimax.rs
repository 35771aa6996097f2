//! The report's one procedure: minimax by depth-first search, to a depth or to
//! the end of the game, with alpha-beta or without. When a limit is reached,
//! every node on the way back returns its best value so far.

use crate::{Audience, Failure, Searcher, Task};
use plywood_game::{Evaluator, Game};
use plywood_games::azulejos::{Azulejos, Lead, Position, Tile};
use plywood_search::{
    Budget, Ending, Entered, Line, Observer, Report, Score, Stopped, StoppedBy, Value, Window,
};

/// The report's search. It values positions by the scores alone.
pub(super) struct Minimax {
    game: Azulejos,
    prune: bool,
    depth: Option<u32>,
}

impl Minimax {
    /// A search with alpha-beta or without, that looks to `depth` where no
    /// limit names one, or else to the end of the game.
    pub(super) fn new(game: Azulejos, prune: bool, depth: Option<u32>) -> Self {
        Self { game, prune, depth }
    }

    /// Searches, watched.
    fn walk<O: Observer<Tile>>(
        &self,
        task: &Task<'_, Azulejos>,
        progress: &mut dyn FnMut(&Report<Tile>),
        observer: &mut O,
    ) -> Report<Tile> {
        let Task { root, limits, stop, .. } = task;
        let wanted = task.lines.max(1);
        let longest = longest_game(root.position);
        let depth = limits.depth.or(self.depth).map_or(longest, |depth| depth.clamp(1, longest));
        let budget = Budget::new(limits, stop);
        let mut walk = Walk::new(&self.game, self.prune, budget, observer);
        walk.observer.begin_pass(depth, Window::FULL);
        let mut position = root.position.clone();
        let mut tried: Vec<Line<Tile>> = Vec::new();
        let mut all_exact = true;
        for mv in self.game.legal_moves(root.position) {
            if !walk.pay() {
                break;
            }
            // Where several moves are wanted, one must be worse than all of them.
            let worst = tried.get(wanted - 1).filter(|_| self.prune);
            let alpha = worst.map_or(Score::WORST, |line| line.value.score);
            let found = walk.child(&mut position, mv, depth - 1, Window { alpha, ..Window::FULL });
            all_exact &= found.value.exact;
            if tried.first().is_none_or(|best| found.value.score > best.value.score) {
                walk.observer.leads();
            }
            rank(&mut tried, found.line());
            let value = Value { exact: false, ..tried[0].value };
            progress(&walk.report(tried.iter().take(wanted).cloned().collect(), value));
        }
        let finished = walk.stopped_by.is_none();
        if !finished {
            walk.observer.end(Ending::Stopped);
        }
        if let Some(best) = tried.first() {
            walk.observer.end_pass(best.value);
        }
        let lines = best_of(tried, wanted, &self.game, root.position);
        let value = Value { exact: finished && all_exact, ..lines[0].value };
        Report {
            depth: if finished { walk.deepest } else { 0 },
            stopped_by: Some(match walk.stopped_by {
                Some(reason) => reason,
                None if value.exact => StoppedBy::Solved,
                None => StoppedBy::Depth,
            }),
            ..walk.report(lines, value)
        }
    }
}

impl Searcher<Azulejos> for Minimax {
    fn new_game(&mut self) {}

    fn search(
        &mut self,
        task: &Task<'_, Azulejos>,
        audience: &mut Audience<'_, Tile>,
    ) -> Result<Report<Tile>, Failure> {
        let (mut tell, recorder) = audience.parts();
        Ok(match recorder {
            Some(recorder) => self.walk(task, &mut tell, recorder),
            None => self.walk(task, &mut tell, &mut ()),
        })
    }
}

/// No game that goes on from here has more moves: each takes two tiles or more.
fn longest_game(position: &Position) -> u32 {
    (position.rows() * position.columns() / 2).max(1) as u32
}

/// Puts a line behind all that are at least as good.
pub(super) fn rank(lines: &mut Vec<Line<Tile>>, line: Line<Tile>) {
    let place = lines.partition_point(|other| other.value.score >= line.value.score);
    lines.insert(place, line);
}

/// The best of the ranked lines; where there is none, the first legal move.
pub(super) fn best_of(
    mut ranked: Vec<Line<Tile>>,
    wanted: usize,
    game: &Azulejos,
    root: &Position,
) -> Vec<Line<Tile>> {
    ranked.truncate(wanted);
    if ranked.is_empty() {
        let value = Value::estimate(standing(game, root));
        let first = game.legal_moves(root).into_iter().take(1).collect();
        ranked.push(Line { value, moves: first });
    }
    ranked
}

/// The static evaluation for the side to move: the scores alone.
fn standing(game: &Azulejos, position: &Position) -> Score {
    Score::estimate(Lead.evaluate(game, position))
}

/// The result of a node.
pub(super) struct Found {
    pub(super) value: Value,
    /// The best play, its last move first.
    backwards: Vec<Tile>,
}

impl Found {
    pub(super) fn line(mut self) -> Line<Tile> {
        self.backwards.reverse();
        Line { value: self.value, moves: self.backwards }
    }
}

/// A running search.
pub(super) struct Walk<'a, O> {
    pub(super) game: &'a Azulejos,
    pub(super) prune: bool,
    budget: Budget<'a>,
    /// Why no more nodes can be paid for, once that is so.
    pub(super) stopped_by: Option<StoppedBy>,
    pub(super) observer: &'a mut O,
    /// How many moves lie above the deepest node so far.
    pub(super) deepest: u32,
}

impl<'a, O: Observer<Tile>> Walk<'a, O> {
    pub(super) fn new(
        game: &'a Azulejos,
        prune: bool,
        budget: Budget<'a>,
        observer: &'a mut O,
    ) -> Self {
        Self { game, prune, budget, stopped_by: None, observer, deepest: 0 }
    }

    /// Pays for a node; false if there can be no more.
    pub(super) fn pay(&mut self) -> bool {
        if self.stopped_by.is_none()
            && let Err(Stopped(reason)) = self.budget.pay_node()
        {
            self.stopped_by = Some(reason);
        }
        self.stopped_by.is_none()
    }

    /// The value of a root move for the side that makes it, searched this many
    /// plies further. The move is already counted.
    pub(super) fn child(
        &mut self,
        position: &mut Position,
        mv: Tile,
        left: u32,
        window: Window,
    ) -> Found {
        self.after(position, mv, NodeDepth { ply: 1, left }, window)
    }

    /// Plays a move, searches the child, and undoes the move.
    fn after(&mut self, position: &mut Position, mv: Tile, at: NodeDepth, window: Window) -> Found {
        self.deepest = self.deepest.max(at.ply);
        self.observer.enter(Entered { mv, depth: at.left, window, same_side: false });
        let undo = self.game.play(position, mv);
        let mut found = self.node(position, at, -window);
        self.game.undo(position, undo);
        found.value = -found.value;
        found.backwards.push(mv);
        self.observer.leave(found.value);
        found
    }

    /// The value of a position for the side to move.
    fn node(&mut self, position: &mut Position, at: NodeDepth, mut window: Window) -> Found {
        let here = standing(self.game, position);
        let over = |exact| Found { value: Value { score: here, exact }, backwards: Vec::new() };
        if self.game.outcome(position).is_some() {
            self.observer.end(Ending::Over);
            return over(true);
        }
        if at.left == 0 {
            self.observer.end(Ending::Horizon);
            return over(false);
        }
        let alpha = window.alpha;
        let mut best: Option<Found> = None;
        let mut exact = true;
        for mv in self.game.legal_moves(position) {
            if !self.pay() {
                self.observer.end(Ending::Stopped);
                exact = false;
                break;
            }
            let found = self.after(position, mv, at.below(), window);
            exact &= found.value.exact;
            let score = found.value.score;
            if best.as_ref().is_none_or(|best| score > best.value.score) {
                best = Some(found);
                if score > alpha {
                    self.observer.leads();
                }
            }
            if self.prune {
                window.alpha = window.alpha.max(score);
                if window.alpha >= window.beta {
                    self.observer.cut(mv);
                    break;
                }
            }
        }
        let mut best = best.unwrap_or_else(|| over(false));
        best.value.exact = exact;
        best
    }

    /// A report on the way.
    pub(super) fn report(&self, lines: Vec<Line<Tile>>, value: Value) -> Report<Tile> {
        Report {
            lines,
            value,
            depth: 0,
            nodes: self.budget.nodes(),
            confidence: None,
            researches: 0,
            elapsed: self.budget.elapsed(),
            stopped_by: None,
        }
    }
}

/// Where a node is.
#[derive(Clone, Copy)]
struct NodeDepth {
    /// How many moves below the root.
    ply: u32,
    /// Remaining depth, in plies.
    left: u32,
}

impl NodeDepth {
    fn below(self) -> Self {
        Self { ply: self.ply + 1, left: self.left - 1 }
    }
}
