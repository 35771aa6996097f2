//! The nodes of the tree, in one piece of memory. The children of a node lie
//! side by side, so that choosing among them reads memory in order.

use super::bounds::Bounds;
use crate::TableError;

/// A position, reached by one line from the root. All values are those of the
/// move that led here, for the side that made it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TreeNode<M> {
    /// The move that led here; at the root it means nothing.
    pub(crate) mv: M,
    pub(crate) visits: u32,
    /// The sum of the rewards of all visits.
    pub(crate) rewards: f64,
    pub(crate) bounds: Bounds,
    /// Where the children begin.
    first: u32,
    /// How many there are; 0 before the node has any.
    count: u32,
}

impl<M> TreeNode<M> {
    pub(crate) fn new(mv: M) -> Self {
        Self { mv, visits: 0, rewards: 0.0, bounds: Bounds::OPEN, first: 0, count: 0 }
    }

    /// The mean reward; a half if there was none.
    #[inline]
    pub(crate) fn mean(&self) -> f64 {
        if self.visits == 0 { 0.5 } else { self.rewards / f64::from(self.visits) }
    }

    #[inline]
    pub(crate) fn has_children(&self) -> bool {
        self.count > 0
    }

    /// Where the children are.
    #[inline]
    pub(crate) fn children(&self) -> std::ops::Range<usize> {
        self.first as usize..self.first as usize + self.count as usize
    }

    pub(crate) fn set_children(&mut self, children: &std::ops::Range<usize>) {
        // A tree never has more nodes than fit: see `SearchTree::new`.
        self.first = children.start as u32;
        self.count = children.len() as u32;
    }
}

/// The nodes, and as much memory again for recycling.
#[derive(Debug)]
pub(crate) struct SearchTree<M> {
    pub(crate) nodes: Vec<TreeNode<M>>,
    pub(crate) spare: Vec<TreeNode<M>>,
    /// The most nodes there may be, unless the root alone has more moves.
    pub(crate) most: usize,
}

/// Where the root is.
pub(crate) const ROOT: usize = 0;

impl<M: Copy> SearchTree<M> {
    /// A tree that fits into this many megabytes and has no more than `most`
    /// nodes.
    pub(crate) fn new(megabytes: usize, most: usize) -> Result<Self, TableError> {
        let error = TableError { megabytes };
        let bytes = megabytes.checked_mul(1 << 20).ok_or(error)?;
        let room = bytes / 2 / size_of::<TreeNode<M>>();
        let most = room.min(most).min(u32::MAX as usize);
        let reserved = || {
            let mut nodes = Vec::new();
            nodes.try_reserve_exact(most).map(|()| nodes).map_err(|_| error)
        };
        Ok(Self { nodes: reserved()?, spare: reserved()?, most })
    }

    /// How much memory the tree holds, used or not.
    pub(crate) fn bytes(&self) -> usize {
        (self.nodes.capacity() + self.spare.capacity()) * size_of::<TreeNode<M>>()
    }

    /// Begins again with a root that has these moves.
    pub(crate) fn plant(&mut self, moves: &[M]) {
        self.nodes.clear();
        if let Some(&any) = moves.first() {
            self.nodes.push(TreeNode::new(any));
            self.nodes.extend(moves.iter().map(|&mv| TreeNode::new(mv)));
            self.nodes[ROOT].set_children(&(1..1 + moves.len()));
        }
    }

    /// Gives a node these children; false if there is no room for them.
    pub(crate) fn grow(&mut self, node: usize, moves: &[M]) -> bool {
        let first = self.nodes.len();
        if first + moves.len() > self.most {
            return false;
        }
        self.nodes.extend(moves.iter().map(|&mv| TreeNode::new(mv)));
        self.nodes[node].set_children(&(first..first + moves.len()));
        true
    }

    #[inline]
    pub(crate) fn children(&self, node: usize) -> &[TreeNode<M>] {
        &self.nodes[self.nodes[node].children()]
    }

    /// What the children of a node prove about it, for the side to move.
    pub(crate) fn proven_by_children(&self, node: usize) -> Bounds {
        let worst = Bounds { low: Bounds::EVERYTHING.low, high: Bounds::EVERYTHING.low };
        self.children(node).iter().fold(worst, |best, child| Bounds {
            low: best.low.max(child.bounds.low),
            high: best.high.max(child.bounds.high),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_takes_half_a_cache_line() {
        assert_eq!(size_of::<TreeNode<u32>>(), 32);
    }

    #[test]
    fn the_memory_is_what_was_asked_for_or_an_error() {
        for megabytes in [1, 16] {
            let bytes = SearchTree::<u32>::new(megabytes, usize::MAX).expect("memory").bytes();
            assert!(bytes <= megabytes << 20 && bytes > (megabytes << 20) - 128);
        }
        let few = SearchTree::<u32>::new(16, 1000).expect("memory");
        assert_eq!(few.bytes(), 2 * 1000 * 32);
        let too_much = SearchTree::<u32>::new(usize::MAX, usize::MAX).map(|tree| tree.bytes());
        assert_eq!(too_much, Err(TableError { megabytes: usize::MAX }));
    }

    #[test]
    fn a_full_tree_does_not_grow() {
        let mut tree = SearchTree::<u32>::new(1, 6).expect("memory");
        tree.plant(&[1, 2, 3]);
        assert!(tree.grow(1, &[4, 5]));
        assert!(!tree.grow(2, &[6]), "six are enough");
        let moves: Vec<u32> = tree.children(1).iter().map(|node| node.mv).collect();
        assert_eq!(moves, [4, 5]);
    }
}
