//! A game as a tree of moves: what was played, what else was tried from its
//! positions, and where the game stands now.
//!
//! Nodes are never removed, so the number of a node names a position of the
//! game for ever, and nothing that was played is lost. In a game without
//! variations it is the number of moves played.

use crate::{Error, Forfeit, Record, ScoreReport, Session, Workbench};
use plywood_game::Side;
use serde::{Deserialize, Serialize};

/// The number of a node; 0 is the start of the game.
pub type NodeId = u32;

/// A position of a game, and the move that leads to it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MoveNode {
    /// The move that leads here; empty at the start.
    #[serde(rename = "move")]
    pub mv: String,
    /// The side that played it; none at the start.
    pub side: Option<Side>,
    /// The position it was played in; none at the start.
    pub parent: Option<NodeId>,
    /// The continuation that was gone to last, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub next: Option<NodeId>,
    /// What the player that played the move thought of it, from its own view.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub value: Option<ScoreReport>,
    /// How long it took, in milliseconds, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub time_ms: Option<u64>,
    /// The depth of the search for it, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub depth: Option<u32>,
    /// What the side's clock showed after it, where that is known and the game has
    /// no clock of its own here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub left_ms: Option<u64>,
    /// A user's note on the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub note: Option<String>,
    /// A loss here that the rules do not know, such as a resignation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional = nullable, as = "Option<String>"))]
    pub forfeit: Option<Forfeit>,
}

/// A tree of moves with a current node.
///
/// ```
/// use plywood_game::Side;
/// use plywood_workbench::MoveTree;
/// let mut tree = MoveTree::default();
/// let f5 = tree.add(0, "f5", Side::First);
/// let d6 = tree.add(f5, "d6", Side::Second);
/// tree.go(d6);
/// let f4 = tree.add(f5, "f4", Side::Second);
/// assert_eq!(tree.moves(f4), ["f5", "f4"]);
/// assert_eq!(tree.moves(tree.current()), ["f5", "d6"]);
/// assert_eq!(tree.add(f5, "d6", Side::Second), d6);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Stored")]
pub struct MoveTree {
    nodes: Vec<MoveNode>,
    current: NodeId,
}

/// A tree as it is read, before it is known to be one.
#[derive(Deserialize)]
struct Stored {
    nodes: Vec<MoveNode>,
    current: NodeId,
}

impl TryFrom<Stored> for MoveTree {
    type Error = &'static str;

    fn try_from(Stored { nodes, current }: Stored) -> Result<Self, Self::Error> {
        let is_root = |node: &MoveNode| node.parent.is_none() && node.side.is_none();
        // Parents come first, so there are no circles.
        let is_child = |(id, node): (usize, &MoveNode)| {
            node.side.is_some() && node.parent.is_some_and(|parent| (parent as usize) < id)
        };
        let parent = |id: NodeId| nodes.get(id as usize).and_then(|node| node.parent);
        let follows = |(id, node): (usize, &MoveNode)| {
            node.next.is_none_or(|next| parent(next) == Some(id as NodeId))
        };
        let good = nodes.first().is_some_and(is_root)
            && nodes.iter().enumerate().skip(1).all(is_child)
            && nodes.iter().enumerate().all(follows)
            && (current as usize) < nodes.len();
        if good { Ok(Self { nodes, current }) } else { Err("this is no tree of moves") }
    }
}

impl Default for MoveTree {
    fn default() -> Self {
        Self { nodes: vec![MoveNode::default()], current: 0 }
    }
}

impl MoveTree {
    /// The tree of a game in which these moves were played, each with its side.
    pub fn of_line(moves: impl IntoIterator<Item = (String, Side)>) -> Self {
        let mut tree = Self::default();
        for (mv, side) in moves {
            let next = tree.add(tree.current, &mv, side);
            tree.go(next);
        }
        tree
    }

    /// All nodes; the place of each is its number.
    #[must_use]
    pub fn nodes(&self) -> &[MoveNode] {
        &self.nodes
    }

    /// The node with this number.
    #[must_use]
    pub fn node(&self, id: NodeId) -> Option<&MoveNode> {
        self.nodes.get(id as usize)
    }

    /// Where the game stands.
    #[must_use]
    pub fn current(&self) -> NodeId {
        self.current
    }

    /// The nodes from the first move to this one, which is the last.
    #[must_use]
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let parent = |id: &NodeId| self.node(*id).and_then(|node| node.parent);
        let mut path: Vec<NodeId> = std::iter::successors(Some(id), parent).collect();
        path.pop();
        path.reverse();
        path
    }

    /// The moves that lead to a node.
    #[must_use]
    pub fn moves(&self, id: NodeId) -> Vec<&str> {
        self.path(id).into_iter().map(|id| self.nodes[id as usize].mv.as_str()).collect()
    }

    /// How many moves follow a node on the line that was gone along last.
    #[must_use]
    pub fn moves_ahead(&self, id: NodeId) -> usize {
        std::iter::successors(self.next(id), |&id| self.next(id)).count()
    }

    /// The continuation of a node that was gone to last.
    #[must_use]
    pub fn next(&self, id: NodeId) -> Option<NodeId> {
        self.node(id)?.next
    }

    /// The node after this move: the one there is, or a new one. The game stays
    /// where it is.
    ///
    /// # Panics
    /// If there is no node `parent`.
    pub fn add(&mut self, parent: NodeId, mv: &str, side: Side) -> NodeId {
        assert!((parent as usize) < self.nodes.len(), "there is no node {parent}");
        let after = |node: &MoveNode| node.parent == Some(parent) && node.mv == mv;
        // Continuations have larger numbers.
        if let Some(place) = self.nodes[parent as usize..].iter().position(after) {
            return parent + place as NodeId;
        }
        let id = self.nodes.len() as NodeId;
        let (mv, side, before) = (mv.to_owned(), Some(side), Some(parent));
        self.nodes.push(MoveNode { mv, side, parent: before, ..MoveNode::default() });
        self.nodes[parent as usize].next.get_or_insert(id);
        id
    }

    /// Moves the game to a node, which becomes the line gone along last; false
    /// if there is no such node.
    pub fn go(&mut self, id: NodeId) -> bool {
        if self.node(id).is_none() {
            return false;
        }
        self.current = id;
        let mut child = id;
        while let Some(parent) = self.nodes[child as usize].parent {
            self.nodes[parent as usize].next = Some(child);
            child = parent;
        }
        true
    }

    /// Changes what is known about a node beside its move and its place.
    pub fn annotate(&mut self, id: NodeId, change: impl FnOnce(&mut MoveNode)) {
        let Some(node) = self.nodes.get_mut(id as usize) else { return };
        let mut changed = node.clone();
        change(&mut changed);
        let MoveNode { mv, side, parent, next, .. } = std::mem::take(node);
        *node = MoveNode { mv, side, parent, next, ..changed };
    }
}

/// A session that goes from node to node of a tree.
pub struct Walk<'t> {
    tree: &'t MoveTree,
    session: Box<dyn Session>,
    /// The nodes whose moves were played.
    path: Vec<NodeId>,
}

impl<'t> Walk<'t> {
    /// Begins at the start of the game of this record.
    ///
    /// # Errors
    /// If the game cannot be opened.
    pub fn new(workbench: &Workbench, record: &Record, tree: &'t MoveTree) -> Result<Self, Error> {
        let start = Record { moves: String::new(), forfeit: None, ..record.clone() };
        Ok(Self { tree, session: workbench.resume(&start)?, path: Vec::new() })
    }

    /// Goes to a node, over the moves that the two have in common.
    ///
    /// # Errors
    /// If a move on the way cannot be played, which a tree made by play never
    /// has.
    pub fn go(&mut self, id: NodeId) -> Result<&dyn Session, Error> {
        if self.session.is_forfeited() {
            self.session.undo();
        }
        let path = self.tree.path(id);
        let common = path.iter().zip(&self.path).take_while(|(a, b)| a == b).count();
        while self.path.len() > common {
            self.session.undo();
            self.path.pop();
        }
        for &id in &path[common..] {
            self.session.play(&self.tree.nodes[id as usize].mv)?;
            self.path.push(id);
        }
        if let Some(forfeit) = self.tree.node(id).and_then(|node| node.forfeit) {
            self.session.forfeit(forfeit)?;
        }
        Ok(&*self.session)
    }

    /// The session where it stands.
    #[must_use]
    pub fn into_session(self) -> Box<dyn Session> {
        self.session
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree() -> MoveTree {
        let sides = [Side::First, Side::Second].into_iter().cycle();
        let moves = ["b2", "a1", "c3", "a3"].map(str::to_owned);
        MoveTree::of_line(moves.into_iter().zip(sides))
    }

    #[test]
    fn without_variations_a_nodes_number_is_the_number_of_moves() {
        let tree = tree();
        assert_eq!(tree.current(), 4);
        for id in 0..=4 {
            assert_eq!(tree.path(id), (1..=id).collect::<Vec<_>>());
        }
    }

    #[test]
    fn nothing_that_was_played_is_lost_and_the_latest_line_is_followed() {
        let mut tree = tree();
        let other = tree.add(1, "c1", Side::Second);
        assert_eq!((other, tree.current(), tree.next(1)), (5, 4, Some(2)));
        assert!(tree.go(other));
        assert_eq!((tree.next(1), tree.moves_ahead(0)), (Some(other), 2));
        assert_eq!(tree.moves(4), ["b2", "a1", "c3", "a3"]);
        assert!(!tree.go(6));
        tree.go(2);
        assert_eq!((tree.next(1), tree.moves_ahead(1)), (Some(2), 3));
    }

    #[test]
    fn a_stored_tree_is_read_again_and_a_broken_one_is_refused() {
        let mut tree = tree();
        tree.add(1, "c1", Side::Second);
        tree.annotate(4, |node| {
            node.note = Some("why?".to_owned());
            node.forfeit = Some(Forfeit::Resigned(Side::First));
        });
        let text = serde_json::to_string(&tree).expect("JSON");
        assert_eq!(serde_json::from_str::<MoveTree>(&text).expect("the same"), tree);
        for (part, broken) in [
            ("\"parent\":3", "\"parent\":4"),
            ("\"parent\":3", "\"parent\":null"),
            ("\"next\":2", "\"next\":4"),
            ("\"current\":4", "\"current\":9"),
            ("resigned first", "resigned third"),
        ] {
            let changed = text.replace(part, broken);
            assert_ne!(changed, text, "{part}");
            assert!(serde_json::from_str::<MoveTree>(&changed).is_err(), "{broken}");
        }
    }

    #[test]
    fn a_walk_shows_each_node_as_it_was() {
        let mut tree = tree();
        let other = tree.add(1, "c1", Side::Second);
        tree.annotate(4, |node| node.forfeit = Some(Forfeit::Resigned(Side::First)));
        let record = "plywood game 1\ngame tictactoe\nmoves b2 a1\n".parse().expect("a record");
        let workbench = Workbench::standard();
        let mut walk = Walk::new(&workbench, &record, &tree).expect("a walk");
        for (id, position, over) in [
            (4, "o1x/1x1/o2 x", true),
            (other, "3/1x1/2o x", false),
            (0, "3/3/3 x", false),
            (2, "3/1x1/o2 x", false),
        ] {
            let session = walk.go(id).expect("a position");
            assert_eq!(session.snapshot().position, position);
            assert_eq!(session.ending().is_some(), over);
        }
    }
}
