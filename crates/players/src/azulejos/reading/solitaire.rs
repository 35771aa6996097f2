//! The game against an opponent whose every answer is known: a puzzle for one.
//!
//! What one person does to tiles is `SameGame`, and the search is of the kind
//! that has done best there: a tree that grows where games ended best, each new
//! game played to its end (single-player Monte-Carlo tree search: Schadd,
//! Winands, Tak and Uiterwijk, "Single-player Monte-Carlo tree search for
//! `SameGame`", Knowledge-Based Systems 34, 2012). A move that looks good two
//! moves ahead is tried more often (Rosin, "Multi-armed bandits with episode
//! context", Annals of Mathematics and Artificial Intelligence 61, 2011). Since
//! the answers are certain, so is the best game found: it is kept from turn to
//! turn, and only ever exchanged for a better one. What has been seen to its
//! end is not looked at again.

use super::super::meter::Meter;
use super::course::{Course, Turn};
use super::short_sighted;
use plywood_game::{Random, Side};
use plywood_games::azulejos::{BitBoard, Tile};
use std::collections::HashMap;

/// How much a move that was seldom tried is favoured, against the span between
/// the worst game and the best. Half and double made little difference.
const EXPLORATION: f64 = 0.3;

/// How much the best game after a move counts for it, against the mean of all.
const BEST_COUNTS: f64 = 0.2;

/// A move that looks so many points worse is tried less often by a factor of e.
const POINTS_IN_TREE: f64 = 4.0;

/// The same where a game leaves the tree, and plays on by looks alone.
const POINTS_BEYOND: f64 = 2.0;

/// When the tree has grown to so many positions, some 50 MB on 20 by 20 tiles, it
/// is begun anew; the best game is kept.
const MOST_NODES: usize = 50_000;

/// A position in which we are to move, or the game is over.
struct Node<const WORDS: usize, const FIELD: usize> {
    board: BitBoard<WORDS, FIELD>,
    /// Our moves, once they have been listed.
    branches: Option<Vec<Branch>>,
    visits: u32,
    sum: f64,
    best: i32,
    /// Whether every game from here has been seen.
    done: bool,
}

/// A move of ours.
struct Branch {
    tile: Tile,
    /// How likely it looks, all moves together being 1.
    prior: f32,
    answer: Option<Tile>,
    /// Where the answer leads, once that is known.
    node: Option<u32>,
}

/// The puzzle, as far as it has been looked at.
pub(super) struct Solitaire<const WORDS: usize, const FIELD: usize> {
    /// How far the opponent sees.
    pub(super) sight: u32,
    /// Our side.
    side: Side,
    nodes: Vec<Node<WORDS, FIELD>>,
    /// Where each position is among the nodes.
    places: HashMap<u64, u32>,
    best: Option<Course>,
    /// The margins of the worst and the best game met this turn.
    span: [i32; 2],
    dice: Random,
}

impl<const WORDS: usize, const FIELD: usize> Solitaire<WORDS, FIELD> {
    /// The puzzle for this side, against an opponent who sees so far.
    pub(super) fn new(sight: u32, side: Side) -> Self {
        Self {
            sight,
            side,
            nodes: Vec::new(),
            places: HashMap::new(),
            best: None,
            span: [0, 0],
            dice: Random::new(1),
        }
    }

    /// Looks for better games from here until the meter is spent or all have
    /// been seen, and tells of each. The best; none if none was found in time.
    pub(super) fn solve(
        &mut self,
        root: &BitBoard<WORDS, FIELD>,
        meter: &mut Meter<'_>,
        tell: &mut dyn FnMut(&Course, &Meter<'_>),
    ) -> Option<&Course> {
        self.go_on_from(root);
        let mut at = self.place(root.clone());
        while !self.nodes[at].done {
            let Some((path, margin)) = self.play_on(at, meter) else { break };
            self.span = [self.span[0].min(margin), self.span[1].max(margin)];
            self.learn(&path, margin);
            if self.best.as_ref().is_none_or(|best| margin > best.margin) {
                let course = self.course(&path, margin);
                tell(&course, meter);
                self.best = Some(course);
            }
            if self.nodes.len() > MOST_NODES {
                self.forget();
                at = self.place(root.clone());
            }
        }
        self.best.as_ref()
    }

    /// Keeps of the best game what lies ahead of this position. If that is
    /// nothing, all is begun anew: what has been seen to its end is not looked at
    /// again, and its games would be lost.
    fn go_on_from(&mut self, root: &BitBoard<WORDS, FIELD>) {
        let key = root.key();
        self.best = self.best.take().and_then(|mut course| {
            let now = course.turns.iter().position(|turn| turn.key == key)?;
            course.turns.drain(..now);
            Some(course)
        });
        self.span = match &self.best {
            Some(course) => [course.margin; 2],
            None => [i32::MAX, i32::MIN],
        };
        if self.best.is_none() {
            self.forget();
        }
    }

    /// Fells the tree.
    fn forget(&mut self) {
        self.nodes.clear();
        self.places.clear();
    }

    /// Where a position is in the tree, which may be new.
    fn place(&mut self, board: BitBoard<WORDS, FIELD>) -> usize {
        let key = board.key();
        let next = self.nodes.len();
        let place = *self.places.entry(key).or_insert(next as u32) as usize;
        if place == next {
            self.nodes.push(Node {
                board,
                branches: None,
                visits: 0,
                sum: 0.0,
                best: i32::MIN,
                done: false,
            });
        }
        place
    }

    /// Plays a game to where it is over, or to where all is known: the way
    /// there, by node and branch, and the margin. None if the meter is spent.
    fn play_on(
        &mut self,
        root: usize,
        meter: &mut Meter<'_>,
    ) -> Option<(Vec<(usize, usize)>, i32)> {
        let mut path = Vec::new();
        let mut at = root;
        while !self.nodes[at].done {
            self.list_branches(at, meter)?;
            if self.branches(at).is_empty() {
                let margin = self.margin(&self.nodes[at].board);
                let node = &mut self.nodes[at];
                (node.done, node.best) = (true, margin);
                break;
            }
            let branch = match self.nodes[at].visits {
                0 => self.draw(at),
                _ => self.most_promising(at),
            };
            path.push((at, branch));
            at = self.follow(at, branch, meter)?;
        }
        Some((path, self.nodes[at].best))
    }

    /// By how many points we lead.
    fn margin(&self, board: &BitBoard<WORDS, FIELD>) -> i32 {
        if board.to_move() == self.side { board.lead() } else { -board.lead() }
    }

    fn branches(&self, at: usize) -> &[Branch] {
        self.nodes[at].branches.as_deref().unwrap_or_default()
    }

    /// Lists our moves, judged by what is left of them after the best answer.
    fn list_branches(&mut self, at: usize, meter: &mut Meter<'_>) -> Option<()> {
        let Node { board, branches, .. } = &mut self.nodes[at];
        if branches.is_some() {
            return Some(());
        }
        let groups = board.groups();
        let mut judged = Vec::with_capacity(groups.len());
        for group in &groups {
            if !meter.pay() {
                return None;
            }
            judged.push((board.tile(group), -board.take(group).lead_after_largest(&groups)));
        }
        let top = judged.iter().map(|&(_, lead)| lead).max().unwrap_or_default();
        let weight = |lead: i32| (f64::from(lead - top) / POINTS_IN_TREE).exp();
        let sum: f64 = judged.iter().map(|&(_, lead)| weight(lead)).sum();
        let branch = |(tile, lead)| Branch {
            tile,
            prior: (weight(lead) / sum) as f32,
            answer: None,
            node: None,
        };
        *branches = Some(judged.into_iter().map(branch).collect());
        Some(())
    }

    /// One of our moves by their looks.
    fn draw(&mut self, at: usize) -> usize {
        let weight = |branch: &Branch| f64::from(branch.prior).powf(POINTS_IN_TREE / POINTS_BEYOND);
        let sum: f64 = self.branches(at).iter().map(weight).sum();
        let mut left = self.dice.next_u64() as f64 / u64::MAX as f64 * sum;
        let drawn = self.branches(at).iter().position(|branch| {
            left -= weight(branch);
            left <= 0.0
        });
        drawn.unwrap_or_default()
    }

    /// The move whose games ended best, or that was tried too seldom for what
    /// it looks like.
    fn most_promising(&self, at: usize) -> usize {
        let node = &self.nodes[at];
        let [lowest, highest] = self.span.map(f64::from);
        let share = |margin: f64| (margin - lowest) / (highest - lowest).max(1.0);
        let mean = |node: &Node<WORDS, FIELD>| node.sum / f64::from(node.visits);
        let bonus = EXPLORATION * f64::from(node.visits).sqrt();
        let promise = |branch: &Branch| {
            let (value, visits) = match branch.node.map(|child| &self.nodes[child as usize]) {
                Some(child) if child.done => return f64::NEG_INFINITY,
                Some(child) if child.visits > 0 => {
                    let best = f64::from(child.best);
                    (BEST_COUNTS * best + (1.0 - BEST_COUNTS) * mean(child), child.visits)
                }
                _ => (mean(node), 0),
            };
            share(value) + bonus * f64::from(branch.prior) / f64::from(visits + 1)
        };
        let promises = self.branches(at).iter().map(promise).enumerate();
        promises.max_by(|one, other| one.1.total_cmp(&other.1)).map_or(0, |(branch, _)| branch)
    }

    /// The node after a move and its answer.
    fn follow(&mut self, at: usize, branch: usize, meter: &mut Meter<'_>) -> Option<usize> {
        let Branch { tile, node, .. } = self.branches(at)[branch];
        if let Some(node) = node {
            return Some(node as usize);
        }
        let board = &self.nodes[at].board;
        let board = board.take(&board.group(tile)).board;
        let group = short_sighted::answer(&board, self.sight, meter);
        if meter.spent().is_some() {
            return None;
        }
        let answer = group.map(|group| board.tile(&group));
        let place =
            self.place(group.map_or_else(|| board.clone(), |group| board.take(&group).board));
        if let Some(branches) = &mut self.nodes[at].branches {
            branches[branch].answer = answer;
            branches[branch].node = Some(place as u32);
        }
        Some(place)
    }

    /// Counts a game at every node that it went through.
    fn learn(&mut self, path: &[(usize, usize)], margin: i32) {
        for &(at, _) in path.iter().rev() {
            let children =
                || self.branches(at).iter().map(|branch| Some(&self.nodes[branch.node? as usize]));
            let done = children().all(|child| child.is_some_and(|child| child.done));
            // One of them may have been finished on another way.
            let best = children().flatten().map(|child| child.best).fold(margin, i32::max);
            let node = &mut self.nodes[at];
            node.visits += 1;
            node.sum += f64::from(margin);
            node.best = node.best.max(best);
            node.done = done;
        }
    }

    /// The game that went this way, and where it came to what was known, on the
    /// best way from there.
    fn course(&self, path: &[(usize, usize)], margin: i32) -> Course {
        let turn = |at: usize, branch: usize| {
            let Branch { tile, answer, .. } = self.branches(at)[branch];
            Turn { key: self.nodes[at].board.key(), tile, answer }
        };
        let leads_to = |(at, branch): (usize, usize)| self.branches(at)[branch].node;
        let mut turns: Vec<Turn> = path.iter().map(|&(at, branch)| turn(at, branch)).collect();
        let mut next = path.last().and_then(|&step| leads_to(step)).map(|node| node as usize);
        while let Some(at) = next {
            let of =
                |branch: usize| leads_to((at, branch)).map(|node| self.nodes[node as usize].best);
            let best = (0..self.branches(at).len()).max_by_key(|&branch| of(branch));
            turns.extend(best.map(|branch| turn(at, branch)));
            next = best.and_then(|branch| leads_to((at, branch))).map(|node| node as usize);
        }
        Course { turns, margin }
    }
}

#[cfg(test)]
mod tests {
    use super::super::foresight::{Foresight, for_boards_like};
    use super::*;
    use plywood_game::{Game, Outcome};
    use plywood_games::azulejos::{Azulejos, Position};
    use plywood_search::Limits;
    use std::sync::atomic::AtomicBool;

    /// An opponent who sees so far, on a board.
    struct Opponent {
        game: Azulejos,
        sight: u32,
        foresight: Box<dyn Foresight>,
    }

    impl Opponent {
        fn new(game: &Azulejos, sight: u32) -> Self {
            let foresight = for_boards_like(&game.initial()).expect("a small board");
            Self { game: game.clone(), sight, foresight }
        }

        fn answer(&self, position: &Position, meter: &mut Meter<'_>) -> Option<Tile> {
            self.foresight.answer(position, self.sight, meter)
        }

        /// The best that can be had against it, by trying everything.
        fn best_margin(&self, position: &Position, meter: &mut Meter<'_>) -> i32 {
            if let Some(Outcome::Margin(margin)) = self.game.outcome(position) {
                return margin;
            }
            let after = |tile| {
                let mut next = position.clone();
                self.game.play(&mut next, tile);
                let answer = self.answer(&next, meter);
                answer.map(|tile| self.game.play(&mut next, tile));
                self.best_margin(&next, meter)
            };
            self.game.legal_moves(position).into_iter().map(after).max().expect("a move")
        }
    }

    #[test]
    fn small_puzzles_are_solved_and_solutions_can_be_played() {
        let stop = AtomicBool::new(false);
        for seed in 0..15 {
            let game = Azulejos::generated(5, 4, 3, seed).expect("a board");
            let mut opponent = Opponent::new(&game, 1 + seed as u32 % 3);
            let mut meter = Meter::new(&Limits::default(), &stop);
            let best = opponent.best_margin(&game.initial(), &mut meter);
            let mut told = Vec::new();
            let mut tell = |course: &Course, _: &Meter<'_>| told.push(course.margin);
            let (initial, sight) = (game.initial(), opponent.sight);
            let course = opponent.foresight.solve(&initial, sight, &mut meter, &mut tell);
            let course = course.expect("a game").clone();
            assert_eq!(course.margin, best, "{seed}");
            assert_eq!(told.last(), Some(&best));
            assert!(told.is_sorted());

            let mut position = game.initial();
            for (number, tile) in course.moves().into_iter().enumerate() {
                if number % 2 == 1 {
                    assert_eq!(opponent.answer(&position, &mut meter), Some(tile));
                }
                game.play(&mut position, tile);
            }
            assert_eq!(game.outcome(&position), Some(Outcome::Margin(best)), "{seed}");
        }
    }

    #[test]
    fn the_best_game_is_kept_from_turn_to_turn() {
        let stop = AtomicBool::new(false);
        let game = Azulejos::generated(8, 8, 4, 2).expect("a board");
        let mut foresight = for_boards_like(&game.initial()).expect("a small board");
        let (mut position, mut margin) = (game.initial(), i32::MIN);
        while game.outcome(&position).is_none() {
            let nodes = if margin == i32::MIN { 20_000 } else { 1 };
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let mut meter = Meter::new(&limits, &stop);
            let course = foresight.solve(&position, 2, &mut meter, &mut |_, _| {});
            let course = course.expect("a game");
            assert!(course.margin >= margin);
            margin = course.margin;
            for tile in course.moves().into_iter().take(2) {
                game.play(&mut position, tile);
            }
        }
        assert_eq!(game.outcome(&position), Some(Outcome::Margin(margin)));
    }
}
