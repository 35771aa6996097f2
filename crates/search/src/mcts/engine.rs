//! The state kept from search to search, and when a search ends.

use super::MctsOptions;
use super::iteration::TreeSearch;
use super::tree::{ROOT, SearchTree};
use crate::{Report, Root, TableError};
use plywood_game::{Budget, Game, Knowledge, Limits, Stopped, StoppedBy};
use std::sync::atomic::AtomicBool;

/// Monte-Carlo tree search for one game.
///
/// ```
/// use plywood_game::{Game, ZeroEvaluator, testkit::TreeGame};
/// use plywood_search::{Limits, Mcts, MctsOptions, Root, Score, StoppedBy};
/// use std::sync::atomic::AtomicBool;
///
/// let game: TreeGame = "start: left right; left: 1 2; right: = 1".parse()?;
/// let mut mcts = Mcts::new(game.clone(), ZeroEvaluator, MctsOptions::default(), 1)?;
/// let root = Root { position: &game.initial(), history: &[] };
/// let never = AtomicBool::new(false);
/// let report = mcts.search(&root, &Limits::default(), &never, &mut |_| {});
/// assert_eq!(report.value.score, Score::DRAW);
/// assert!(report.value.exact, "small games are solved");
/// assert_eq!(report.stopped_by, Some(StoppedBy::Solved));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Mcts<G: Game, K> {
    game: G,
    knowledge: K,
    options: MctsOptions,
    tree: SearchTree<G::Move>,
}

/// A root move with its visits and mean reward.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tried<M> {
    /// The move.
    pub mv: M,
    /// Its visits.
    pub visits: u32,
    /// Its mean reward: 1 for a win, a half for a draw, 0 for a loss.
    pub mean: f64,
}

/// The first report on the way comes after this many iterations.
const FIRST_PROGRESS: u64 = 64;

impl<G: Game, K: Knowledge<G>> Mcts<G, K> {
    /// A search with a tree of this many megabytes. Rollouts that do not reach
    /// the end of the game (see [`MctsOptions::rollout`]) are evaluated by the
    /// knowledge.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(
        game: G,
        knowledge: K,
        options: MctsOptions,
        megabytes: usize,
    ) -> Result<Self, TableError> {
        let tree = SearchTree::new(megabytes, options.most_nodes)?;
        Ok(Self { game, knowledge, options, tree })
    }

    /// How many of the best moves the next search reports.
    pub fn set_lines(&mut self, lines: usize) {
        self.options.lines = lines;
    }

    /// How many bytes the tree may fill.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.tree.bytes()
    }

    /// Every move of the root of the last search, in no particular order.
    #[must_use]
    pub fn tried(&self) -> Vec<Tried<G::Move>> {
        let tried = |node: &super::tree::TreeNode<G::Move>| Tried {
            mv: node.mv,
            visits: node.visits,
            mean: node.mean(),
        };
        if self.tree.nodes.is_empty() {
            return Vec::new();
        }
        self.tree.children(ROOT).iter().map(tried).collect()
    }

    /// Searches until a limit is reached or `stop` is set, or until all
    /// requested values are proven. From time to time `progress` gets a report.
    ///
    /// # Panics
    /// If the game is over at the root: there is no move to choose.
    pub fn search(
        &mut self,
        root: &Root<'_, G::Position>,
        limits: &Limits,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        assert!(self.game.outcome(root.position).is_none(), "the game goes on at the root");
        let parts = (&self.game, &self.knowledge, &self.options);
        let budget = Budget::new(limits, stop);
        let mut search = TreeSearch::new(parts, &mut self.tree, root, limits.depth, budget);
        let (mut iterations, mut next_progress) = (0_u64, FIRST_PROGRESS);
        let stopped_by = loop {
            if let Err(Stopped(reason)) = search.iterate() {
                break reason;
            }
            if search.solved {
                break StoppedBy::Solved;
            }
            iterations += 1;
            if iterations == next_progress {
                progress(&search.report(None));
                next_progress += next_progress / 2;
            }
        };
        search.report(Some(stopped_by))
    }
}
