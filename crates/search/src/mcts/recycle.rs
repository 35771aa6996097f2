//! How a full tree makes room: the nodes visited least lose their children.
//!
//! The nodes that stay are copied to the spare memory, level by level from the
//! root (Cheney, "A nonrecursive list compacting algorithm", CACM 13, 1970),
//! and the two pieces change places. Until then the old tree is whole, so that
//! a search whose time runs out meanwhile loses nothing.
//!
//! A node whose children are forgotten keeps its visits, its mean and all that
//! was proven about it; it is given children again when it is visited next.

use super::tree::{ROOT, SearchTree};
use plywood_game::{Budget, Stopped};

/// Nodes counted between two checks of the budget.
const COUNTED_AT_ONCE: usize = 1 << 10;

impl<M: Copy> SearchTree<M> {
    /// Forgets the children of the nodes visited least, until at most half of
    /// the tree is left. The root keeps its children.
    pub(crate) fn recycle(&mut self, budget: &mut Budget<'_>) -> Result<(), Stopped> {
        let least = self.least_visits_to_stay(budget)?;
        self.spare.clear();
        self.spare.push(self.nodes[ROOT]);
        let mut next = ROOT;
        while next < self.spare.len() {
            let node = self.spare[next];
            if node.has_children() {
                let first = self.spare.len();
                if next == ROOT || node.visits >= least {
                    budget.pay_work(node.children().len())?;
                    self.spare.extend_from_slice(&self.nodes[node.children()]);
                }
                let copied = first..self.spare.len();
                self.spare[next].set_children(&copied);
            }
            next += 1;
        }
        std::mem::swap(&mut self.nodes, &mut self.spare);
        Ok(())
    }

    /// The fewest visits, a power of two, such that the children of all nodes
    /// with as many fill no more than half of the tree.
    fn least_visits_to_stay(&self, budget: &mut Budget<'_>) -> Result<u32, Stopped> {
        // By bit length of the visits: how many children such nodes have.
        let mut children = [0; u32::BITS as usize + 1];
        for some in self.nodes.chunks(COUNTED_AT_ONCE) {
            budget.pay_work(some.len())?;
            for node in some {
                children[(u32::BITS - node.visits.leading_zeros()) as usize] +=
                    node.children().len();
            }
        }
        let mut staying = 0;
        let dropped = (0..children.len()).rev().find(|&bits| {
            staying += children[bits];
            staying > self.most / 2
        });
        Ok(dropped.map_or(0, |bits| 1_u32.checked_shl(bits as u32).unwrap_or(u32::MAX)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;
    use std::sync::atomic::AtomicBool;

    fn unlimited(stop: &AtomicBool) -> Budget<'_> {
        Budget::new(&Limits::default(), stop)
    }

    /// A root with nodes 1 to 3, of which 1 and 2 have two children each.
    fn tree() -> SearchTree<u32> {
        let mut tree = SearchTree::new(1, 8).expect("memory");
        tree.plant(&[1, 2, 3]);
        assert!(tree.grow(2, &[21, 22]) && tree.grow(1, &[11, 12]));
        for (node, visits) in [(0, 100), (1, 80), (2, 15), (3, 5), (6, 40), (7, 40)] {
            tree.nodes[node].visits = visits;
        }
        tree
    }

    fn moves(tree: &SearchTree<u32>, node: usize) -> Vec<u32> {
        tree.children(node).iter().map(|node| node.mv).collect()
    }

    #[test]
    fn what_was_visited_least_is_forgotten() {
        let (mut tree, never) = (tree(), AtomicBool::new(false));
        tree.most = 10;
        tree.recycle(&mut unlimited(&never)).expect("no limit");
        assert_eq!(moves(&tree, ROOT), [1, 2, 3]);
        assert_eq!(moves(&tree, 1), [11, 12]);
        assert_eq!(tree.children(1)[0].visits, 40);
        assert!(moves(&tree, 2).is_empty());
        assert_eq!(tree.nodes[2].visits, 15, "its own visits it keeps");
        assert_eq!(tree.nodes.len(), 6);
    }

    #[test]
    fn the_root_keeps_its_children_whatever_their_number() {
        let (mut tree, never) = (tree(), AtomicBool::new(false));
        tree.most = 2;
        tree.recycle(&mut unlimited(&never)).expect("no limit");
        assert_eq!(moves(&tree, ROOT), [1, 2, 3]);
        assert_eq!(tree.nodes.len(), 4);
    }

    #[test]
    fn a_stop_on_the_way_leaves_the_tree_whole() {
        let (mut tree, now) = (tree(), AtomicBool::new(true));
        assert!(tree.recycle(&mut unlimited(&now)).is_err());
        assert_eq!((moves(&tree, 1), moves(&tree, 2)), (vec![11, 12], vec![21, 22]));
    }
}
