//! A game that is nothing but its tree, written as text: for testing searches
//! on shapes that real games rarely show.
//!
//! ```
//! use plywood_game::{Game, Outcome, Side, testkit::TreeGame};
//! let game: TreeGame = "start: a b; a: 1 =; b@1: +3 start".parse()?;
//! assert!(game.can_repeat(), "b leads back to the start");
//! assert_eq!(game.to_move(&game.initial()), Side::First);
//! # Ok::<(), plywood_game::TextError>(())
//! ```
//!
//! Nodes are separated by `;`. Each has a name and, after a colon, its
//! branches: names of nodes, or results, which are `1` and `2` for the side
//! that wins, `=` for a draw, `+3` or `-3` for a margin seen from the first
//! side. The first node is the start and the first side moves there; the sides
//! take turns, unless a node says with `@1` or `@2` who moves at it.

use crate::{
    Content, Game, Move, Notation, Outcome, Picture, Side, SideLook, Style, Symmetry, TextError,
    View, mix, quoted,
};
use std::collections::HashMap;
use std::str::FromStr;
use std::sync::Arc;

/// A game given by its tree, or, if branches lead back, its graph.
#[derive(Debug, Clone)]
pub struct TreeGame {
    nodes: Arc<[NodeData]>,
    cyclic: bool,
}

/// A place in the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct GraphNode(u32);

impl GraphNode {
    /// The number of the node, in the order of the text; results come after
    /// the named nodes.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The number of a branch at its node, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Branch(u32);

#[derive(Debug, Clone)]
struct NodeData {
    name: String,
    to_move: Side,
    kind: Kind,
}

#[derive(Debug, Clone)]
enum Kind {
    Inner(Vec<GraphNode>),
    Leaf(Outcome),
}

impl Move for Branch {
    fn pack(self) -> u32 {
        self.0
    }

    fn unpack(bits: u32) -> Option<Self> {
        Some(Branch(bits))
    }
}

impl TreeGame {
    fn branches(&self, node: GraphNode) -> &[GraphNode] {
        match &self.nodes[node.index()].kind {
            Kind::Inner(branches) => branches,
            Kind::Leaf(_) => &[],
        }
    }
}

impl Game for TreeGame {
    type Position = GraphNode;
    type Move = Branch;
    type Undo = GraphNode;

    fn initial(&self) -> GraphNode {
        GraphNode(0)
    }

    fn to_move(&self, node: &GraphNode) -> Side {
        self.nodes[node.index()].to_move
    }

    fn outcome(&self, node: &GraphNode) -> Option<Outcome> {
        match self.nodes[node.index()].kind {
            Kind::Leaf(outcome) => Some(outcome),
            Kind::Inner(_) => None,
        }
    }

    fn moves(&self, node: &GraphNode, moves: &mut Vec<Branch>) {
        moves.extend((0..self.branches(*node).len() as u32).map(Branch));
    }

    fn play(&self, node: &mut GraphNode, Branch(branch): Branch) -> GraphNode {
        let next = self.branches(*node)[branch as usize];
        std::mem::replace(node, next)
    }

    fn undo(&self, node: &mut GraphNode, before: GraphNode) {
        *node = before;
    }

    fn key(&self, node: &GraphNode) -> u64 {
        mix(u64::from(node.0) + 1)
    }

    fn counts_points(&self) -> bool {
        self.nodes.iter().any(|node| matches!(node.kind, Kind::Leaf(Outcome::Margin(_))))
    }

    fn can_repeat(&self) -> bool {
        self.cyclic
    }
}

impl Symmetry for TreeGame {}

impl Notation for TreeGame {
    fn name(&self) -> String {
        "tree".to_owned()
    }

    fn move_text(&self, _: &GraphNode, Branch(branch): Branch) -> String {
        (branch + 1).to_string()
    }

    fn position_text(&self, node: &GraphNode) -> String {
        self.nodes[node.index()].name.clone()
    }

    fn parse_position(&self, text: &str) -> Result<GraphNode, TextError> {
        let found = self.nodes.iter().position(|node| node.name == text);
        found
            .map(|index| GraphNode(index as u32))
            .ok_or_else(|| TextError::new(text, 0, "there is no such node", "the name of a node"))
    }
}

impl View for TreeGame {
    fn picture(&self, node: &GraphNode, _: Option<Branch>) -> Picture {
        let columns = self.branches(*node).len().max(1);
        Picture {
            rows: 1,
            columns: columns as u16,
            row_labels: vec![self.position_text(node)],
            column_labels: (1..=columns).map(|n| n.to_string()).collect(),
            style: Style::Marks,
            sides: SideLook::pair(("First", '1'), ("Second", '2')),
            cells: vec![Content::Empty; columns],
            last: Vec::new(),
            decisive: Vec::new(),
            captions: Vec::new(),
        }
    }

    fn steps(&self, _: &GraphNode, Branch(branch): Branch) -> Vec<Vec<u16>> {
        vec![vec![branch as u16]]
    }
}

impl FromStr for TreeGame {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        Builder::new(text)?.build()
    }
}

/// A node as it stands in the text.
struct Entry<'t> {
    name: &'t str,
    side: Option<Side>,
    branches: Vec<&'t str>,
}

struct Builder<'t> {
    text: &'t str,
    entries: Vec<Entry<'t>>,
    numbers: HashMap<&'t str, GraphNode>,
}

impl<'t> Builder<'t> {
    fn new(text: &'t str) -> Result<Self, TextError> {
        let mut builder = Builder { text, entries: Vec::new(), numbers: HashMap::new() };
        for part in text.split(';') {
            let Some((head, tail)) = part.split_once(':') else {
                return Err(builder.error(part, "a node without branches", "name: branches"));
            };
            let (name, side) = match head.trim().split_once('@') {
                None => (head.trim(), None),
                Some((name, "1")) => (name, Some(Side::First)),
                Some((name, "2")) => (name, Some(Side::Second)),
                Some((_, side)) => return Err(builder.error(side, "no such side", "1 or 2")),
            };
            if name.is_empty() || result(name).is_some() {
                return Err(builder.error(head, "a node needs a name", "a word"));
            }
            let branches: Vec<&str> = tail.split_whitespace().collect();
            if branches.is_empty() {
                return Err(builder.error(head, "a node without branches", "name: branches"));
            }
            let number = GraphNode(builder.entries.len() as u32);
            if builder.numbers.insert(name, number).is_some() {
                return Err(builder.error(name, "a node of that name exists", "another name"));
            }
            builder.entries.push(Entry { name, side, branches });
        }
        Ok(builder)
    }

    fn error(&self, part: &str, problem: &str, expected: &str) -> TextError {
        TextError::at_part(self.text, part, problem, expected)
    }

    fn build(&self) -> Result<TreeGame, TextError> {
        let sides = self.sides()?;
        let mut nodes = Vec::new();
        let mut leaves = Vec::new();
        for (entry, &to_move) in self.entries.iter().zip(&sides) {
            let mut branches = Vec::new();
            for &word in &entry.branches {
                branches.push(match result(word) {
                    None => self.numbers[word],
                    Some(outcome) => {
                        let number = self.entries.len() + leaves.len();
                        leaves.push(NodeData {
                            name: format!("{}.{}", entry.name, branches.len() + 1),
                            to_move: to_move.other(),
                            kind: Kind::Leaf(outcome),
                        });
                        GraphNode(number as u32)
                    }
                });
            }
            nodes.push(NodeData {
                name: entry.name.to_owned(),
                to_move,
                kind: Kind::Inner(branches),
            });
        }
        nodes.extend(leaves);
        let mut game = TreeGame { nodes: nodes.into(), cyclic: false };
        game.cyclic = game.has_cycle();
        Ok(game)
    }

    /// Who moves at each node: as it says, or else the other side than at the
    /// nodes that lead to it.
    fn sides(&self) -> Result<Vec<Side>, TextError> {
        let mut sides: Vec<Option<Side>> = self.entries.iter().map(|entry| entry.side).collect();
        sides[0].get_or_insert(Side::First);
        let mut reached = vec![0];
        let mut seen = vec![false; self.entries.len()];
        seen[0] = true;
        while let Some(number) = reached.pop() {
            let turn = sides[number].unwrap_or(Side::First).other();
            for &word in &self.entries[number].branches {
                if result(word).is_some() {
                    continue;
                }
                let Some(child) = self.numbers.get(word).map(|node| node.index()) else {
                    let problem = format!("no node is called {}", quoted(word));
                    return Err(self.error(word, &problem, "a node, 1, 2, =, +n or -n"));
                };
                let fixed = child == 0 || self.entries[child].side.is_some();
                if *sides[child].get_or_insert(turn) != turn && !fixed {
                    let expected = "its side, written name@1 or name@2";
                    return Err(self.error(word, "both sides would move at this node", expected));
                }
                if !seen[child] {
                    seen[child] = true;
                    reached.push(child);
                }
            }
        }
        if let Some(lost) = seen.iter().position(|&seen| !seen) {
            let name = self.entries[lost].name;
            return Err(self.error(name, "nothing leads to this node", "a branch to it"));
        }
        Ok(sides.into_iter().flatten().collect())
    }
}

/// The result that a word stands for, if it is one.
fn result(word: &str) -> Option<Outcome> {
    match word {
        "=" => Some(Outcome::Draw),
        "1" => Some(Outcome::Win(Side::First)),
        "2" => Some(Outcome::Win(Side::Second)),
        _ if word.starts_with(['+', '-']) => word.parse().ok().map(Outcome::Margin),
        _ => None,
    }
}

impl TreeGame {
    /// Whether some line of play comes back to a node, by taking away nodes
    /// that nothing leads to until none is left or all are on cycles.
    fn has_cycle(&self) -> bool {
        let all = || (0..self.nodes.len() as u32).map(GraphNode);
        let mut entries = vec![0_usize; self.nodes.len()];
        for branch in all().flat_map(|node| self.branches(node)) {
            entries[branch.index()] += 1;
        }
        let mut free: Vec<GraphNode> = all().filter(|node| entries[node.index()] == 0).collect();
        let mut removed = 0;
        while let Some(node) = free.pop() {
            removed += 1;
            for branch in self.branches(node) {
                entries[branch.index()] -= 1;
                if entries[branch.index()] == 0 {
                    free.push(*branch);
                }
            }
        }
        removed < self.nodes.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::perft;
    use crate::testkit::assert_laws;

    fn error(text: &str) -> String {
        let error = text.parse::<TreeGame>().expect_err("not a tree");
        format!("{}: {}", error.column(), error.problem())
    }

    #[test]
    fn trees_and_graphs_obey_the_laws() {
        for text in [
            "a: 1",
            "start: left right; left: 1 =; right: 2 2",
            "a: b c; b: d +3; c: d -2; d: = =",
            "a: b 1; b: a 2",
            "a: b =; b@1: c 2; c: a =",
        ] {
            assert_laws(&text.parse::<TreeGame>().expect(text), 20, 1);
        }
    }

    #[test]
    fn cycles_are_found_and_only_cycles() {
        let cyclic = |text: &str| text.parse::<TreeGame>().expect(text).can_repeat();
        assert!(!cyclic("a: b c; b: d =; c: d =; d: ="));
        assert!(cyclic("a: b; b: a ="));
        assert!(cyclic("a: b; b: c =; c: d; d: c 1"));
    }

    #[test]
    fn a_third_occurrence_is_not_extended() {
        let game: TreeGame = "a: b; b: a".parse().expect("a cycle");
        assert_eq!(perft(&game, &game.initial(), 4), 1);
        assert_eq!(perft(&game, &game.initial(), 5), 0);
    }

    #[test]
    fn mistakes_are_pointed_at() {
        assert_eq!(error(""), "1: a node without branches");
        assert_eq!(error("a:"), "1: a node without branches");
        assert_eq!(error("a: b"), "4: no node is called 'b'");
        assert_eq!(error("a@3: 1"), "3: no such side");
        assert_eq!(error("a: 1; a: 2"), "7: a node of that name exists");
        assert_eq!(error("a: 1; b: 2"), "7: nothing leads to this node");
        assert_eq!(error("a: b c; b: c; c: ="), "12: both sides would move at this node");
    }
}
