//! One iteration: down the tree, a rollout, and back up.

use super::MctsOptions;
use super::bounds::Bounds;
use super::rollout::Result as Rollout;
use super::select::Chooser;
use super::tree::{ROOT, SearchTree, TreeNode};
use crate::path::Path;
use crate::{Root, Score};
use plywood_game::{Budget, Game, Goal, Knowledge, Random, Side, Step, Stopped, StoppedBy};

/// A running search.
pub(crate) struct TreeSearch<'a, G: Game, K: Knowledge<G>> {
    pub(crate) game: &'a G,
    pub(crate) knowledge: &'a K,
    pub(crate) options: &'a MctsOptions,
    pub(crate) tree: &'a mut SearchTree<G::Move>,
    pub(crate) root: &'a G::Position,
    pub(crate) budget: Budget<'a>,
    pub(crate) dice: Random,
    /// For each move of the root the sum of the margins, for the first side.
    pub(crate) margins: Vec<f64>,
    pub(crate) position: G::Position,
    /// The states of the root, of the position, and a slot for the next.
    root_state: K::State,
    pub(crate) state: K::State,
    next_state: K::State,
    pub(crate) moves: Vec<G::Move>,
    path: Path,
    followed: Vec<Followed>,
    deepest: usize,
    /// A root move that cannot beat this is not followed.
    to_beat: Score,
    /// Whether all that was asked for is known.
    pub(crate) solved: bool,
    room: Room,
}

/// A move of the current iteration.
#[derive(Debug, Clone, Copy)]
struct Followed {
    /// The node it led to.
    node: usize,
    /// Who made it.
    mover: Side,
}

/// Whether the tree can grow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Room {
    Enough,
    /// This many nodes did not fit in.
    Wanted(usize),
    /// Recycling frees too little room.
    None,
}

impl<'a, G: Game, K: Knowledge<G>> TreeSearch<'a, G, K> {
    pub(crate) fn new(
        (game, knowledge, options): (&'a G, &'a K, &'a MctsOptions),
        tree: &'a mut SearchTree<G::Move>,
        root: &Root<'a, G::Position>,
        deepest: Option<u32>,
        budget: Budget<'a>,
    ) -> Self {
        let state = knowledge.refresh(game, root.position);
        let mut search = Self {
            game,
            knowledge,
            options,
            tree,
            root: root.position,
            budget,
            dice: Random::new(options.seed),
            margins: Vec::new(),
            position: root.position.clone(),
            root_state: state.clone(),
            next_state: state.clone(),
            state,
            moves: game.legal_moves(root.position),
            path: Path::new(root.history),
            followed: Vec::new(),
            deepest: deepest.map_or(usize::MAX, |depth| depth.max(1) as usize),
            to_beat: Score::WORST,
            solved: false,
            room: Room::Enough,
        };
        search.shuffle_moves();
        search.tree.plant(&search.moves);
        search.margins = vec![0.0; search.moves.len()];
        search
    }

    /// Selects a leaf, evaluates it by a rollout or a proof, and backs the
    /// result up along the path.
    pub(crate) fn iterate(&mut self) -> Result<(), Stopped> {
        self.make_room()?;
        let leaf = self.descend()?;
        let rollout = match (self.followed.last(), self.tree.nodes[leaf].bounds) {
            (Some(last), bounds) if bounds.is_closed() => Rollout::of_score(bounds.low, last.mover),
            _ => self.roll_out()?,
        };
        self.back_up(rollout);
        Ok(())
    }

    /// The window at the root.
    fn window(&self) -> Bounds {
        Bounds { low: self.to_beat, ..Bounds::EVERYTHING }
    }

    fn make_room(&mut self) -> Result<(), Stopped> {
        if let Room::Wanted(nodes) = self.room {
            self.tree.recycle(&mut self.budget)?;
            let enough = self.tree.nodes.len() + nodes <= self.tree.most;
            self.room = if enough { Room::Enough } else { Room::None };
        }
        Ok(())
    }

    /// Follows the most urgent moves from the root to a node that is new, or
    /// that has and will have no children now.
    fn descend(&mut self) -> Result<usize, Stopped> {
        self.position.clone_from(self.root);
        self.path.restart();
        self.state.clone_from(&self.root_state);
        self.followed.clear();
        let mut node = ROOT;
        let mut window = self.window();
        let mut mean = self.tree.nodes[ROOT].mean();
        loop {
            if !self.tree.nodes[node].has_children() && !self.expand(node)? {
                return Ok(node);
            }
            let Some(child) = self.choose(node, mean, window)? else { return Ok(node) };
            let same_side = self.follow(child)?;
            node = child;
            let found = &mut self.tree.nodes[node];
            if found.visits == 0 {
                let bounds = self.look().of_move(same_side);
                let found = &mut self.tree.nodes[node];
                found.bounds = found.bounds.meet(bounds);
                return Ok(node);
            }
            mean = if same_side { found.mean() } else { 1.0 - found.mean() };
            window = window.meet(found.bounds).of_position(same_side);
        }
    }

    /// Expands a node that has enough visits.
    fn expand(&mut self, node: usize) -> Result<bool, Stopped> {
        if self.tree.nodes[node].visits < self.options.expand_after {
            return Ok(false);
        }
        if self.followed.len() >= self.deepest {
            return Err(Stopped(StoppedBy::Depth));
        }
        if self.room != Room::Enough {
            return Ok(false);
        }
        self.list_moves(self.options.forced)?;
        self.shuffle_moves();
        let grown = self.tree.grow(node, &self.moves);
        if !grown {
            self.room = Room::Wanted(self.moves.len());
        }
        Ok(grown)
    }

    /// The child to follow, if any matters.
    fn choose(&mut self, node: usize, mean: f64, window: Bounds) -> Result<Option<usize>, Stopped> {
        let children = self.tree.nodes[node].children();
        self.budget.pay_work(children.len())?;
        let visits = self.tree.nodes[node].visits;
        let chooser = Chooser { options: self.options, visits, mean, window };
        let chosen = chooser.choose(&self.tree.nodes[children.clone()]);
        Ok(chosen.map(|number| children.start + number))
    }

    /// Plays the move that leads to a node, and tells whether the same side is
    /// to move after it.
    fn follow(&mut self, node: usize) -> Result<bool, Stopped> {
        self.budget.pay_node()?;
        let mover = self.game.to_move(&self.position);
        if self.game.can_repeat() {
            self.path.push(self.game, &self.position);
        }
        self.play(self.tree.nodes[node].mv);
        self.followed.push(Followed { node, mover });
        Ok(self.game.to_move(&self.position) == mover)
    }

    /// Plays a move and keeps the state up to date.
    pub(crate) fn play(&mut self, mv: G::Move) {
        let undo = self.game.play(&mut self.position, mv);
        let (step, next) = (Step::Move(mv, &undo), &mut self.next_state);
        self.knowledge.update(self.game, &self.state, step, &self.position, next);
        std::mem::swap(&mut self.state, &mut self.next_state);
    }

    /// What is proven about the current position, for the side to move.
    fn look(&mut self) -> Bounds {
        let (game, position) = (self.game, &self.position);
        if let Some(outcome) = game.outcome(position) {
            return Bounds::exactly(Score::of_outcome(outcome, game.to_move(position), 0));
        }
        if game.can_repeat() && self.path.is_repeated(game.key(position)) {
            return Bounds::exactly(Score::DRAW);
        }
        let mut bounds = Bounds::OPEN;
        if self.options.known_draws && !game.counts_points() {
            let mut proves = |goal| {
                let (state, budget) = (&self.state, &mut self.budget);
                self.knowledge.prove(game, position, state, goal, budget).is_some()
            };
            if proves(Goal::NoWin) {
                bounds.high = Score::DRAW;
            }
            if proves(Goal::NoLoss) {
                bounds.low = Score::DRAW;
            }
        }
        bounds
    }

    /// Lists the moves of the current position.
    pub(crate) fn list_moves(&mut self, forced: bool) -> Result<(), Stopped> {
        self.moves.clear();
        self.game.moves(&self.position, &mut self.moves);
        self.budget.pay_work(self.moves.len())?;
        let (game, position, moves) = (self.game, &self.position, &mut self.moves);
        if !self.knowledge.candidates(game, position, &self.state, forced, moves) {
            // Proofs need every move.
            moves.clear();
            game.moves(position, moves);
        }
        Ok(())
    }

    /// Shuffles the moves, so that the game's order does not decide between
    /// equals.
    fn shuffle_moves(&mut self) {
        for last in (1..self.moves.len()).rev() {
            let other = self.dice.below(last + 1);
            self.moves.swap(last, other);
        }
    }

    /// Backs up the reward and the proven bounds along the path.
    fn back_up(&mut self, rollout: Rollout) {
        let mut rollout = rollout;
        let mut news = true;
        let mut below: Option<Side> = None;
        for &Followed { node, mover } in self.followed.iter().rev() {
            if let Some(to_move) = below.filter(|_| news) {
                let proven = self.tree.proven_by_children(node).of_move(to_move == mover);
                let known = self.tree.nodes[node].bounds;
                news = known.meet(proven) != known;
                self.tree.nodes[node].bounds = known.meet(proven);
            }
            let node = &mut self.tree.nodes[node];
            let seen = rollout.seen_by(mover);
            let reward = node.bounds.clamp(seen.reward);
            node.visits = node.visits.saturating_add(1);
            node.rewards += reward;
            rollout = Rollout { reward, ..seen }.seen_by(mover);
            below = Some(mover);
        }
        let side = self.game.to_move(self.root);
        let root = &mut self.tree.nodes[ROOT];
        root.visits = root.visits.saturating_add(1);
        root.rewards += rollout.seen_by(side).reward;
        if let Some(first_move) = self.followed.first() {
            let first = self.tree.nodes[ROOT].children().start;
            self.margins[first_move.node - first] += rollout.margin;
        }
        if news {
            self.tree.nodes[ROOT].bounds = self.tree.proven_by_children(ROOT);
            self.to_beat = self.worst_wanted();
            let window = self.window();
            let open = |child: &TreeNode<G::Move>| child.bounds.matters(window);
            self.solved = !self.tree.children(ROOT).iter().any(open);
        }
    }

    /// The score that the last of the lines asked for is known to have.
    fn worst_wanted(&self) -> Score {
        let children = self.tree.children(ROOT);
        let wanted = self.options.lines.max(1);
        if wanted == 1 {
            return self.tree.nodes[ROOT].bounds.low;
        }
        let mut lows: Vec<Score> = children.iter().map(|child| child.bounds.low).collect();
        lows.sort_unstable_by(|a, b| b.cmp(a));
        lows.get(wanted - 1).copied().unwrap_or(Score::WORST)
    }
}
