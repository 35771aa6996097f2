//! The tree of a search as the report's program drew it, in the language of
//! Graphviz: nodes where MAX is to move are boxes, those of MIN ellipses, the
//! root is START; a label is the move and its value for MAX; the child that a
//! node chose is red, and what was pruned is grey and has no value.

use plywood_game::{Game, Notation, Side};
use plywood_search::{Observer, Step, Value};
use std::fmt::Write;

/// MAX is player 2.
const MAX: Side = Side::Second;

/// Hundredths in a point.
const POINT: i32 = 100;

/// Watches a search and remembers its tree.
pub(super) struct Tree<'g, G: Game> {
    game: &'g G,
    /// The position of the node at hand.
    position: G::Position,
    /// How to get back from it, with the node that each step leads back from.
    path: Vec<(usize, G::Undo)>,
    nodes: Vec<Node>,
}

struct Node {
    parent: usize,
    label: String,
    /// Whether MAX is to move.
    is_max: bool,
    /// None if it was pruned or not completed.
    points: Option<i32>,
    pruned: bool,
    /// The best child so far, if there is any.
    chosen: Option<usize>,
}

impl<'g, G: Game + Notation> Tree<'g, G> {
    /// A tree that begins here.
    pub(super) fn new(game: &'g G, root: &G::Position) -> Self {
        let mut tree = Self { game, position: root.clone(), path: Vec::new(), nodes: Vec::new() };
        tree.add("START".to_owned(), false);
        tree
    }

    /// Adds a node for the position at hand below the node at hand.
    fn add(&mut self, label: String, pruned: bool) -> usize {
        let is_max = self.game.to_move(&self.position) == MAX;
        let parent = self.here();
        self.nodes.push(Node { parent, label, is_max, points: None, pruned, chosen: None });
        self.nodes.len() - 1
    }

    /// The node at hand.
    fn here(&self) -> usize {
        self.path.last().map_or(0, |&(node, _)| node)
    }

    /// Plays a move and adds the node that it leads to.
    fn descend(&mut self, mv: G::Move, pruned: bool) {
        let label = self.game.move_text(&self.position, mv);
        let undo = self.game.play(&mut self.position, mv);
        let node = self.add(label, pruned);
        self.path.push((node, undo));
    }

    /// Takes the last move back; gives the node that it led to.
    fn ascend(&mut self) -> Option<usize> {
        let (node, undo) = self.path.pop()?;
        self.game.undo(&mut self.position, undo);
        Some(node)
    }

    /// The tree in the language of Graphviz.
    pub(super) fn to_dot(&self) -> String {
        let mut dot = String::from("digraph tree {\n");
        for (number, node) in self.nodes.iter().enumerate() {
            let value = match number {
                0 => node.chosen.and_then(|chosen| self.nodes[chosen].points),
                _ => node.points,
            };
            let value = value.map(|points| format!(" {points}")).unwrap_or_default();
            let shape = if node.is_max { "box" } else { "ellipse" };
            let is_chosen = number > 0 && self.nodes[node.parent].chosen == Some(number);
            let fill = match (is_chosen, node.pruned) {
                (true, _) => ", style=filled, fillcolor=red",
                (_, true) => ", style=filled, fillcolor=grey",
                _ => "",
            };
            // A string takes whatever is written to it.
            let _ = writeln!(
                dot,
                "  n{number} [label=\"{}{value}\", shape={shape}{fill}];",
                node.label
            );
            if number > 0 {
                let _ = writeln!(dot, "  n{} -> n{number};", node.parent);
            }
        }
        dot.push_str("}\n");
        dot
    }
}

impl<G: Game + Notation> Observer<G::Move> for Tree<'_, G> {
    fn enter(&mut self, step: Step<G::Move>) {
        self.descend(step.mv, false);
    }

    fn leave(&mut self, value: Value) {
        let Some(node) = self.ascend() else { return };
        let for_mover = value.score.raw() / POINT;
        let mover_is_max = self.game.to_move(&self.position) == MAX;
        self.nodes[node].points = Some(if mover_is_max { for_mover } else { -for_mover });
        let parent = self.nodes[node].parent;
        let points = |child: usize| self.nodes[child].points;
        let better = self.nodes[parent].chosen.is_none_or(|best| match mover_is_max {
            true => points(node) > points(best),
            false => points(node) < points(best),
        });
        if better {
            self.nodes[parent].chosen = Some(node);
        }
    }

    fn cut(&mut self, mv: G::Move) {
        let moves = self.game.legal_moves(&self.position);
        for pruned in moves.into_iter().skip_while(|&tried| tried != mv).skip(1) {
            self.descend(pruned, true);
            self.ascend();
        }
    }
}
