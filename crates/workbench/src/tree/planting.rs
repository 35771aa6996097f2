//! From a recording to a tree in text: the moves that a cut made needless are
//! added by the rules alone, and values are seen with the eyes of MAX.

use super::{RecordedNode, RecordedTree, Says, Why};
use crate::ScoreReport;
use crate::meaning::in_tree;
use crate::report::SCHEMA;
use plywood_game::{Game, Notation, Side};
use plywood_search::{Bound, Ending, Recording, Score, Value, Visit, Window};
use std::cmp::Reverse;
use std::collections::HashMap;

impl RecordedTree {
    pub(crate) fn new<G: Game + Notation>(
        game: &G,
        position: &G::Position,
        player: &str,
        recording: &Recording<G::Move>,
    ) -> Self {
        let mut planter =
            Planter { game, root: game.to_move(position), recording, below: below(recording) };
        let roots = recording.visits.iter().filter(|visit| visit.ply == 0);
        Self {
            schema: SCHEMA,
            game: game.name(),
            position: game.position_text(position),
            to_move: game.to_move(position),
            max: game.to_move(position),
            player: player.to_owned(),
            depth: recording.depth,
            whole_to: recording.whole_to.min(deepest(recording)),
            passes: roots.map(|root| planter.plant(root, &mut position.clone(), None)).collect(),
        }
    }
}

fn deepest<M>(recording: &Recording<M>) -> u32 {
    recording.visits.iter().map(|visit| visit.ply).max().unwrap_or(0)
}

/// The visits below each, by when it was made: those of the recording, and of
/// the principal line what is deeper.
fn below<M: Copy>(recording: &Recording<M>) -> HashMap<u64, Vec<Visit<M>>> {
    let mut below: HashMap<u64, Vec<Visit<M>>> = HashMap::new();
    let mut way: Vec<u64> = Vec::new();
    for visit in &recording.visits {
        way.truncate(visit.ply as usize);
        if let Some(&parent) = way.last() {
            below.entry(parent).or_default().push(*visit);
        }
        way.push(visit.order);
    }
    let first = recording.principal.first().map_or(0, |visit| visit.order);
    let is_above = |visit: &&Visit<M>| visit.ply == 0 && visit.order < first;
    let root = recording.visits.iter().rfind(is_above);
    let line: Vec<&Visit<M>> = root.into_iter().chain(&recording.principal).collect();
    for pair in line.windows(2) {
        let siblings = below.entry(pair[0].order).or_default();
        if siblings.iter().all(|visit| visit.order != pair[1].order) {
            siblings.push(*pair[1]);
        }
    }
    below
}

/// Makes a tree of text from a recording.
struct Planter<'a, G: Game> {
    game: &'a G,
    root: Side,
    recording: &'a Recording<G::Move>,
    below: HashMap<u64, Vec<Visit<G::Move>>>,
}

impl<G: Game + Notation> Planter<'_, G> {
    /// The node of a visit, whose move has been played, made by `mover`.
    fn plant(
        &mut self,
        visit: &Visit<G::Move>,
        position: &mut G::Position,
        mover: Option<(Side, String)>,
    ) -> RecordedNode {
        let seen_by = mover.as_ref().map_or(self.root, |(side, _)| *side);
        let visits = self.below.remove(&visit.order).unwrap_or_default();
        let mut children = Vec::new();
        for (number, step) in visits.iter().enumerate() {
            let Some(mv) = step.mv else { continue };
            let mover = (self.game.to_move(position), self.game.move_text(position, mv));
            let undo = self.game.play(position, mv);
            let mut child = self.plant(step, position, Some(mover));
            self.game.undo(position, undo);
            child.again = visits[..number].iter().any(|earlier| earlier.mv == step.mv);
            children.push(child);
        }
        if let Some(chosen) = chosen(&visits) {
            children[chosen].chosen = true;
        }
        let visited: u64 = visits.iter().map(|step| step.below + 1).sum();
        let whole = visit.ending.is_none() && visit.ply < self.recording.whole_to;
        if whole && visit.value.is_some() {
            self.add_unvisited(visit, position, &visits, &mut children);
        }
        let for_max = seen_by == self.root;
        RecordedNode {
            mv: mover.map(|(_, text)| text),
            max: self.game.to_move(position) == self.root,
            order: Some(visit.order),
            depth: visit.depth,
            window: Some(window_for_max(visit.window, for_max)),
            score: visit.value.map(|value| self.score(value, for_max)),
            bound: visit.value.map(|value| says(bound(visit, value), for_max)),
            reason: match reason(visit) {
                // The move that would have cut was the last.
                Why::Cut if whole && children.iter().all(|child| child.order.is_some()) => {
                    Why::Searched
                }
                reason => reason,
            },
            chosen: false,
            again: false,
            hidden: visit.below.saturating_sub(visited),
            children,
        }
    }

    /// Adds the moves of a node that were not visited.
    fn add_unvisited(
        &self,
        visit: &Visit<G::Move>,
        position: &mut G::Position,
        visits: &[Visit<G::Move>],
        children: &mut Vec<RecordedNode>,
    ) {
        for mv in self.game.legal_moves(position) {
            if visits.iter().any(|step| step.mv == Some(mv)) {
                continue;
            }
            let text = self.game.move_text(position, mv);
            let undo = self.game.play(position, mv);
            let max = self.game.to_move(position) == self.root;
            self.game.undo(position, undo);
            children.push(RecordedNode {
                mv: Some(text),
                max,
                order: None,
                depth: visit.depth.saturating_sub(1),
                window: None,
                score: None,
                bound: None,
                reason: if visit.cut { Why::Pruned } else { Why::LeftOut },
                chosen: false,
                again: false,
                hidden: 0,
                children: Vec::new(),
            });
        }
    }

    fn score(&self, value: Value, for_max: bool) -> ScoreReport {
        let value = if for_max { value } else { -value };
        in_tree(ScoreReport::new(value, self.game.counts_points()))
    }
}

/// The best of the moves visited; of equals, the first. Of a move that was
/// searched twice, the last search counts.
fn chosen<M: Copy + PartialEq>(visits: &[Visit<M>]) -> Option<usize> {
    let counts =
        |&number: &usize| visits[number + 1..].iter().all(|later| later.mv != visits[number].mv);
    let value = |number: usize| visits[number].value.map(|value| (value.score, number));
    let valued = (0..visits.len()).filter(counts).filter_map(value);
    valued.max_by_key(|&(score, number)| (score, Reverse(number))).map(|(_, number)| number)
}

fn window_for_max(window: Window, for_max: bool) -> [Option<i32>; 2] {
    let Window { alpha, beta } = if for_max { window } else { -window };
    let end = |score: Score, none: Score| (score != none).then(|| score.raw());
    [end(alpha, Score::WORST), end(beta, Score::BEST)]
}

/// What a value says of the true one. Nothing was cut below a leaf, so there it
/// is the true one, with any window.
fn bound<M>(visit: &Visit<M>, value: Value) -> Bound {
    match visit.ending {
        Some(Ending::Over | Ending::Repeated | Ending::Horizon | Ending::FewMoves) => Bound::Exact,
        _ => visit.window.bound(value.score),
    }
}

fn says(bound: Bound, for_max: bool) -> Says {
    match (bound, for_max) {
        (Bound::Exact, _) => Says::Exactly,
        (Bound::Lower, true) | (Bound::Upper, false) => Says::AtLeast,
        (Bound::Upper, true) | (Bound::Lower, false) => Says::AtMost,
    }
}

fn reason<M>(visit: &Visit<M>) -> Why {
    match visit.ending {
        _ if visit.value.is_none() => Why::Ended(Ending::Stopped),
        None if visit.cut => Why::Cut,
        None => Why::Searched,
        Some(ending) => Why::Ended(ending),
    }
}
