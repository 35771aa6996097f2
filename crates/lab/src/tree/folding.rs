//! Which part of a tree a picture shows. A pass of a search is shown down to
//! the end of its chosen line, with what stood beside it; then level by level,
//! as long as whole levels fit. Of a node with very many moves the first are
//! shown and the chosen one. The rest is folded: visits into numbers, moves that
//! were not visited into one box where there are more than two.

use plywood_workbench::{RecordedNode, Why};
use std::collections::VecDeque;

/// A box of the picture.
pub(super) struct Shown<'t> {
    pub(super) what: What<'t>,
    pub(super) parent: Option<usize>,
    pub(super) ply: usize,
    /// Whether it is on the line of chosen moves from the root.
    pub(super) on_line: bool,
}

/// What a box stands for.
pub(super) enum What<'t> {
    /// A visit, and how many visits below it are shown nowhere.
    Visit { node: &'t RecordedNode, folded: u64 },
    /// Moves that were not visited, for one reason.
    Unvisited { nodes: Vec<&'t RecordedNode>, why: Why },
    /// Siblings that are not shown: how many, and the visits there and below.
    Rest { siblings: usize, visits: u64 },
}

/// More visited siblings than this are not shown.
const MOST_SIBLINGS: usize = 12;

/// More moves of one node that were not visited become one box.
const MOST_UNVISITED: usize = 2;

/// The boxes for a pass, parents before children and siblings in order: at most
/// `most`, unless the chosen line alone takes more.
pub(super) fn fold(root: &RecordedNode, most: usize) -> Vec<Shown<'_>> {
    let mut folding = Folding { places: vec![Visit::root(root)], shown: 1, most };
    folding.open_line();
    folding.open_levels();
    folding.boxes()
}

/// A visit that is shown.
struct Visit<'t> {
    node: &'t RecordedNode,
    ply: usize,
    on_line: bool,
    /// Its visited children that are shown, once it is open.
    children: Vec<usize>,
    is_open: bool,
}

impl<'t> Visit<'t> {
    fn root(node: &'t RecordedNode) -> Self {
        Self { node, ply: 0, on_line: true, children: Vec::new(), is_open: false }
    }
}

struct Folding<'t> {
    places: Vec<Visit<'t>>,
    shown: usize,
    most: usize,
}

impl<'t> Folding<'t> {
    /// Opens the nodes of the chosen line: with its siblings as long as they
    /// leave room, then alone.
    fn open_line(&mut self) {
        let mut at = 0;
        loop {
            let node = self.places[at].node;
            // Half of the room is for what is not beside the line.
            let fits = self.shown + cost(node, MOST_SIBLINGS) <= self.most / 2 || at == 0;
            self.open(at, if fits { MOST_SIBLINGS } else { 1 });
            let chosen = |&child: &usize| self.places[child].node.chosen;
            let Some(next) = self.places[at].children.iter().copied().find(chosen) else { break };
            self.places[next].on_line = true;
            at = next;
        }
    }

    /// Opens level after level, as long as a whole one fits.
    fn open_levels(&mut self) {
        for ply in 0.. {
            let level: Vec<usize> = (0..self.places.len())
                .filter(|&at| self.places[at].ply == ply && !self.places[at].is_open)
                .collect();
            let is_last = !self.places.iter().any(|place| place.ply > ply)
                && level.iter().all(|&at| self.places[at].node.children.is_empty());
            let cost: usize =
                level.iter().map(|&at| cost(self.places[at].node, MOST_SIBLINGS)).sum();
            if is_last || self.shown + cost > self.most {
                return;
            }
            for at in level {
                self.open(at, MOST_SIBLINGS);
            }
        }
    }

    /// Shows the children of a node; of those visited, at most `most`.
    fn open(&mut self, at: usize, most: usize) {
        let Visit { node, ply, .. } = self.places[at];
        self.shown += cost(node, most);
        self.places[at].is_open = true;
        for child in shown_children(node, most) {
            let number = self.places.len();
            self.places[at].children.push(number);
            self.places.push(Visit { ply: ply + 1, on_line: false, ..Visit::root(child) });
        }
    }

    /// The boxes in the end, level after level.
    fn boxes(&self) -> Vec<Shown<'t>> {
        let mut boxes = vec![self.visit(0, None)];
        let mut waiting = VecDeque::from([(0, 0)]);
        while let Some((at, number)) = waiting.pop_front() {
            let place = &self.places[at];
            for &child in &place.children {
                waiting.push_back((child, boxes.len()));
                boxes.push(self.visit(child, Some(number)));
            }
            let rest = self.rest(place).filter(|_| !place.children.is_empty());
            let unvisited = place.is_open.then(|| unvisited(place.node)).into_iter().flatten();
            boxes.extend(rest.into_iter().chain(unvisited).map(|what| Shown {
                what,
                parent: Some(number),
                ply: place.ply + 1,
                on_line: false,
            }));
        }
        boxes
    }

    fn visit(&self, at: usize, parent: Option<usize>) -> Shown<'t> {
        let place = &self.places[at];
        // Beside siblings that are shown, the others share a separate box.
        let folded = match self.rest(place) {
            Some(What::Rest { visits, .. }) if place.children.is_empty() => visits,
            _ => 0,
        };
        let what = What::Visit { node: place.node, folded };
        Shown { what, parent, ply: place.ply, on_line: place.on_line }
    }

    /// What is not shown below a node.
    fn rest(&self, place: &Visit<'t>) -> Option<What<'t>> {
        let shown: u64 = place.children.iter().map(|&child| self.places[child].node.visits()).sum();
        let visits = place.node.visits().saturating_sub(1 + shown);
        let visited = place.node.children.iter().filter(|child| child.order.is_some()).count();
        let siblings = visited - place.children.len();
        (visits > 0).then_some(What::Rest { siblings, visits })
    }
}

/// The visited children of a node that are shown: the chosen one and the first.
fn shown_children(node: &RecordedNode, most: usize) -> impl Iterator<Item = &RecordedNode> {
    let visited = || node.children.iter().filter(|child| child.order.is_some());
    let mut others = most.saturating_sub(usize::from(visited().any(|child| child.chosen)));
    visited().filter(move |child| {
        let shown = child.chosen || others > 0;
        others -= usize::from(shown && !child.chosen);
        shown
    })
}

/// The boxes for the moves of a node that were not visited.
fn unvisited(node: &RecordedNode) -> Vec<What<'_>> {
    let mut boxes = Vec::new();
    for why in [Why::Pruned, Why::LeftOut] {
        let nodes: Vec<&RecordedNode> =
            node.children.iter().filter(|child| child.reason == why).collect();
        match nodes.len() {
            0 => {}
            1..=MOST_UNVISITED => {
                boxes.extend(nodes.iter().map(|&node| What::Unvisited { nodes: vec![node], why }));
            }
            _ => boxes.push(What::Unvisited { nodes, why }),
        }
    }
    boxes
}

/// How many boxes it takes to show the children of a node.
fn cost(node: &RecordedNode, most: usize) -> usize {
    let shown = shown_children(node, most).count();
    let visited = node.children.iter().filter(|child| child.order.is_some()).count();
    let rest = shown > 0 && (shown < visited || node.hidden > 0);
    shown + usize::from(rest) + unvisited(node).len()
}
