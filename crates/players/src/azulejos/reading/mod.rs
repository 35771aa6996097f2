//! A player that reads its opponent.
//!
//! Between players who see equally far the opening decides most games of
//! Azulejos, and a player who sees further makes little more of them: the
//! falling tiles make the middle of the game unpredictable for both. But an
//! opponent that always looks the same few moves ahead and counts points can be
//! foretold, and against one whose answers are known the game is a puzzle for
//! one, which can be solved far better than the game
//! (opponent-model search: Iida, Uiterwijk, van den Herik and Herschberg,
//! "Potential applications of opponent-model search", ICCA Journal 16, 1993;
//! Carmel and Markovitch, "Learning models of opponent's strategy in game
//! playing", 1993).
//!
//! The [`Reader`] is told nothing about its opponent. It plays as the searcher
//! that it was built around, and after each answer asks what players of one to
//! four moves' sight would have answered ([`short_sighted`]). When one of them
//! has foretold answers that its own search did not expect, and was not wrong, it
//! is believed, and the moves come from the puzzle ([`solitaire`]) until it is
//! wrong once.
//! Whoever answers differently is played as before. It remembers only what it
//! has played itself in the game at hand, so an analysis is never touched.

mod course;
mod foresight;
mod short_sighted;
mod solitaire;
#[cfg(test)]
mod tests;

use super::meter::Meter;
use crate::{Audience, Memory, Searcher, Task};
use course::Course;
use foresight::Foresight;
use plywood_game::Game;
use plywood_games::azulejos::{Azulejos, Position, Tile};
use plywood_search::{Limits, Line, Report, Score, StoppedBy, Value};
use std::mem;
use std::time::Duration;

/// How far the players see that an opponent may turn out to be.
const SIGHTS: [u32; 4] = [1, 2, 3, 4];

/// What speaks for each of them before anything was played. Few answer by accident
/// as if they looked four moves ahead.
const AT_FIRST: [i32; SIGHTS.len()] = [0, 0, 0, 1];

/// An unexpected answer that a sight foretold speaks for it by 1. With so much
/// it is believed.
const ENOUGH: i32 = 2;

/// So much speaks against a sight that was wrong: whoever plays by it never
/// answers differently, unless its time is up, and anybody may now and then
/// answer the same.
const WRONG: i32 = 2;

/// More than this never speaks against a sight: on large boards time may keep a
/// player from seeing so far in the beginning, but not later.
const MOST_AGAINST: i32 = 4;

/// With more groups on the board nobody is read: few games can be played to
/// their end in a tenth of a second, and the best of a few is worse than what a
/// search finds. A board of 15 by 15 tiles and 4 colours begins with about so
/// many. On 20 by 20 a limit of 40 did better than 60, on 15 by 15 worse
/// (`docs/matches.md`).
const MOST_GROUPS: u64 = 45;

/// Asking what others would have answered may take one of so many parts of the
/// limits.
const PARTS_TO_ASKING: u32 = 4;

/// What the search expects is found with one of so many parts of them.
const PARTS_TO_EXPECTING: u32 = 8;

/// If no game that ends as well has been found with one of so many parts of what
/// is left, the rest goes to the search.
const PARTS_TO_FIRST_GAME: u32 = 2;

/// With fewer nodes there is nothing to divide.
const FEWEST_NODES: u64 = 64;

/// A searcher of Azulejos that reads its opponent.
pub struct Reader {
    game: Azulejos,
    searcher: Box<dyn Searcher<Azulejos>>,
    learnt: Learnt,
}

/// What there is to know about an opponent.
struct Learnt {
    /// What we left it with when we last moved.
    left: Option<Left>,
    /// What speaks for each sight, less what speaks against it.
    trust: [i32; SIGHTS.len()],
    foresight: Option<Box<dyn Foresight>>,
}

impl Default for Learnt {
    fn default() -> Self {
        Self { left: None, trust: AT_FIRST, foresight: None }
    }
}

/// A position with the opponent to move.
struct Left {
    position: Position,
    /// What our search took for the best answer, if it saw so far.
    expected: Option<Tile>,
    /// Whether another answer tells something. Where the search saw the end of
    /// the game, several answers are often worth the same.
    telling: bool,
}

impl Reader {
    /// Plays as `searcher` does, until it has seen through its opponent.
    #[must_use]
    pub fn new(game: Azulejos, searcher: Box<dyn Searcher<Azulejos>>) -> Self {
        Self { game, searcher, learnt: Learnt::default() }
    }

    /// Whether there is something to divide between reading and searching, and a
    /// board that can be read.
    fn may_read(&self, task: &Task<'_, Position>) -> bool {
        let Limits { depth, nodes, time } = task.limits;
        let divisible = depth.is_none()
            && (nodes.is_some() || time.is_some())
            && nodes.is_none_or(|nodes| nodes >= FEWEST_NODES);
        divisible && self.game.count_moves(task.root.position) <= MOST_GROUPS
    }

    /// What the opponent has answered since we last moved; none if this
    /// position did not come about like that.
    fn answer(&self, now: &Position) -> Option<Tile> {
        let mut position = self.learnt.left.as_ref()?.position.clone();
        self.game.legal_moves(&position).into_iter().find(|&tile| {
            let undo = self.game.play(&mut position, tile);
            let reached = position == *now;
            self.game.undo(&mut position, undo);
            reached
        })
    }

    /// Sees who foretold what the opponent answered. A sight of which that is
    /// not known in time stays where it is.
    fn learn_from(&mut self, now: &Position, meter: &mut Meter<'_>) {
        let answer = self.answer(now);
        let (Some(answer), Some(Left { position, expected, telling }), Some(foresight)) =
            (answer, self.learnt.left.take(), &self.learnt.foresight)
        else {
            self.learnt = Learnt::default();
            return;
        };
        for (trust, &sight) in self.learnt.trust.iter_mut().zip(&SIGHTS) {
            let Some(foretold) = foresight.answer(&position, sight, meter) else { break };
            if foretold != answer {
                *trust = ((*trust).min(0) - WRONG).max(-MOST_AGAINST);
            } else if telling && expected.is_some_and(|expected| expected != answer) {
                *trust += 1;
            }
        }
    }

    /// The sight for which most speaks, if that is enough.
    fn believed(&self) -> Option<u32> {
        let most = *self.learnt.trust.iter().max().filter(|&&most| most >= ENOUGH)?;
        self.learnt.trust.iter().rposition(|&trust| trust == most).map(|index| SIGHTS[index])
    }

    /// The best game that is found against an opponent of this sight, if it ends
    /// at least as well as the search expects against anybody, and better than
    /// what it is sure of. Where few games can be played in time, it may not.
    fn foretell(
        &mut self,
        sight: u32,
        task: &Task<'_, Position>,
        used: &mut Used,
        audience: &mut Audience<'_, Tile>,
    ) -> Option<Report<Tile>> {
        let limits = used.part(&task.limits, PARTS_TO_EXPECTING);
        let expected = self.searcher.search(&task.under(limits), &mut Audience::default());
        used.nodes += expected.nodes;
        used.time += expected.elapsed;
        let Value { score, exact } = expected.value;
        let worth_playing =
            |game: &Report<Tile>| game.value.score > score || game.value.score == score && !exact;
        let (mut tell, _) = audience.parts();
        let mut foretold = None;
        for parts in [PARTS_TO_FIRST_GAME, 1] {
            let mut meter = Meter::new(&used.part(&task.limits, parts), task.stop);
            let mut tell = |report: Report<Tile>| tell(&used.with(report));
            foretold =
                self.solve(sight, task.root.position, &mut meter, &mut tell).filter(worth_playing);
            used.add(&meter);
            if foretold.is_none() {
                break;
            }
        }
        foretold
    }

    /// The best game against an opponent of this sight; none if none was found.
    fn solve(
        &mut self,
        sight: u32,
        root: &Position,
        meter: &mut Meter<'_>,
        tell: &mut dyn FnMut(Report<Tile>),
    ) -> Option<Report<Tile>> {
        let foresight = self.learnt.foresight.as_mut()?;
        let course = foresight
            .solve(root, sight, meter, &mut |course, meter| tell(report(course, meter)))?;
        let stopped_by = meter.spent().unwrap_or(StoppedBy::Depth);
        Some(Report { stopped_by: Some(stopped_by), ..report(course, meter) })
    }
}

impl Searcher<Azulejos> for Reader {
    fn search(
        &mut self,
        task: &Task<'_, Position>,
        audience: &mut Audience<'_, Tile>,
    ) -> Report<Tile> {
        let limits = &task.limits;
        if !self.may_read(task) || audience.parts().1.is_some() {
            self.learnt = Learnt::default();
            return self.searcher.search(task, audience);
        }
        let mut used = Used::default();
        let mut meter = Meter::new(&used.part(limits, PARTS_TO_ASKING), task.stop);
        self.learn_from(task.root.position, &mut meter);
        if self.learnt.foresight.is_none() {
            self.learnt.foresight = foresight::for_boards_like(task.root.position);
        }
        used.add(&meter);
        let foretold =
            self.believed().and_then(|sight| self.foretell(sight, task, &mut used, audience));
        let report = used.with(match foretold {
            Some(report) => Report { nodes: 0, elapsed: Duration::ZERO, ..report },
            None => self.searcher.search(&task.under(used.part(limits, 1)), audience),
        });
        self.learnt.left = self.leave(task.root.position, &report);
        report
    }

    fn has_tree(&self) -> bool {
        self.searcher.has_tree()
    }

    fn memory(&mut self) -> Option<Memory> {
        Some(Box::new(mem::take(&mut self.learnt)))
    }

    fn recall(&mut self, memory: Memory) {
        self.learnt = memory.downcast().map(|learnt| *learnt).unwrap_or_default();
    }
}

impl Reader {
    /// What our move leaves the opponent with.
    fn leave(&self, root: &Position, report: &Report<Tile>) -> Option<Left> {
        let mut position = root.clone();
        self.game.play(&mut position, report.best()?);
        let expected = report.lines[0].moves.get(1).copied();
        Some(Left { position, expected, telling: !report.value.exact })
    }
}

/// What has been used of a search's limits.
#[derive(Default)]
struct Used {
    nodes: u64,
    time: Duration,
}

impl Used {
    fn add(&mut self, meter: &Meter<'_>) {
        self.nodes += meter.nodes();
        self.time += meter.elapsed();
    }

    /// A report on a search for which this was used before.
    fn with(&self, report: Report<Tile>) -> Report<Tile> {
        Report { nodes: report.nodes + self.nodes, elapsed: report.elapsed + self.time, ..report }
    }

    /// One part of so many of what has not been used.
    fn part(&self, limits: &Limits, parts: u32) -> Limits {
        let nodes = |all: u64| (all.saturating_sub(self.nodes) / u64::from(parts)).max(1);
        let time = |all: Duration| all.saturating_sub(self.time) / parts;
        Limits { depth: None, nodes: limits.nodes.map(nodes), time: limits.time.map(time) }
    }
}

/// A game that was foretold, as a report on the way.
fn report(course: &Course, meter: &Meter<'_>) -> Report<Tile> {
    let moves = course.moves();
    let depth = moves.len() as u32;
    let value = Value::estimate(Score::margin(course.margin));
    Report {
        lines: vec![Line { value, moves }],
        value,
        depth,
        nodes: meter.nodes(),
        researches: 0,
        elapsed: meter.elapsed(),
        stopped_by: None,
    }
}
