//! The search from its root: questions, ways to search, what is remembered.

use super::depth_first::History;
use super::node::forced_win;
use super::numbers::{INFINITE, Numbers};
use super::table::ProofTable;
use crate::Claim;
use plywood_game::{Budget, Defence, Knowledge, Side, Stopped, StoppedBy, Symmetry, mix};
use plywood_search::{Path, TableError};
use std::time::{Duration, Instant};

/// Where a search is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Moves played.
    pub nodes: u64,
    /// About how many leaves a proof of the claim still needs.
    pub proof: u32,
    /// About how many leaves a disproof still needs.
    pub disproof: u32,
}

/// A search for proofs of claims about positions of one game. What it finds
/// stays in its table for the next claim about the same side and value.
pub struct ProofSearch<'a, G: Symmetry, K: Knowledge<G>> {
    pub(crate) game: &'a G,
    pub(super) knowledge: &'a K,
    table: ProofTable,
    pub(super) claim: Claim,
    pub(super) path: Path,
    pub(super) states: Vec<K::State>,
    /// Search the root even where the knowledge decides it: a move is wanted.
    pub(super) expands_root: bool,
    /// The child of the root that decided it, or is the most likely to.
    pub(super) best_at_root: Option<G::Move>,
    pub(super) history: History,
    told: Instant,
}

/// How often a listener hears of the search.
const TOLD_EVERY: Duration = Duration::from_millis(200);

/// How many nodes each way to search gets first.
const FIRST_SHARE: u64 = 500_000;

/// Entries that took fewer nodes are not saved: they are soon found again.
const WORTH_SAVING: u64 = 64;

/// Keeps the key of a claim apart from those of positions, which are often made
/// of small numbers too.
const SALT: u64 = u64::from_be_bytes(*b"a claim!");

/// What is known of a node besides its position.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) ply: usize,
    /// How many plies may still be played, if that is limited.
    pub(super) left: Option<u32>,
}

impl Place {
    pub(super) fn next(self) -> Self {
        Self { ply: self.ply + 1, left: self.left.map(|left| left.saturating_sub(1)) }
    }
}

/// What was found; none if a share of the nodes is spent and there are more.
fn unless_only_the_share_is_spent<T>(
    found: Result<T, Stopped>,
    budget: &Budget<'_>,
) -> Result<Option<T>, Stopped> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(Stopped(StoppedBy::Nodes)) if budget.nodes_left() > 0 => Ok(None),
        Err(stopped) => Err(stopped),
    }
}

/// Who hears of the progress, at most five times a second.
pub(crate) type Listener<'l> = dyn FnMut(Progress) + 'l;

impl<'a, G: Symmetry, K: Knowledge<G>> ProofSearch<'a, G, K> {
    /// A search with a table of this many megabytes.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(game: &'a G, knowledge: &'a K, megabytes: usize) -> Result<Self, TableError> {
        Ok(Self {
            game,
            knowledge,
            table: ProofTable::new(megabytes)?,
            claim: Claim::win(Side::First),
            path: Path::new(&[]),
            states: Vec::new(),
            expands_root: false,
            best_at_root: None,
            history: History::default(),
            told: Instant::now(),
        })
    }

    /// Whether a claim about a position is true, or, with a limit, whether it is
    /// true within this many plies.
    ///
    /// # Errors
    /// If the budget is spent first. The table keeps what was found, so that the
    /// same question with a new budget goes on from there.
    pub fn decide(
        &mut self,
        position: &G::Position,
        claim: Claim,
        plies: Option<u32>,
        budget: &mut Budget<'_>,
        listener: &mut Listener<'_>,
    ) -> Result<bool, Stopped> {
        if claim.is_met_by_a_draw() && plies.is_none() {
            // Only claims to win are searched, so that both sides of a question
            // share the table.
            return Ok(!self.decide(position, claim.denial(), None, budget, listener)?);
        }
        self.claim = claim;
        self.path.restart();
        let place = Place { ply: 0, left: plies };
        if let Some(outcome) = self.game.outcome(position) {
            return Ok(claim.is_met_by(outcome));
        }
        if plies == Some(0) {
            return Ok(false);
        }
        let known = self.probe(position, place).and_then(Numbers::verdict);
        match known.filter(|_| !self.expands_root) {
            Some(verdict) => Ok(verdict),
            None => self.search(position, place, budget, listener),
        }
    }

    /// Searches by proof numbers and, where nothing repeats and no limit of plies
    /// holds, depth first in turn, each time with more nodes.
    fn search(
        &mut self,
        position: &G::Position,
        place: Place,
        budget: &mut Budget<'_>,
        listener: &mut Listener<'_>,
    ) -> Result<bool, Stopped> {
        self.states.clear();
        self.states.push(self.knowledge.refresh(self.game, position));
        let in_turn = place.left.is_none() && !self.game.can_repeat();
        let mut share = if in_turn { FIRST_SHARE } else { u64::MAX };
        loop {
            let root = &mut position.clone();
            let outer = budget.reserve(share, None);
            let found = self.node(root, place, Numbers::NO_LIMIT, budget, listener);
            budget.release(outer);
            if let Some(numbers) = unless_only_the_share_is_spent(found, budget)? {
                if let Some(verdict) = numbers.verdict() {
                    return Ok(verdict);
                }
                continue;
            }
            self.path.restart();
            let root = &mut position.clone();
            let outer = budget.reserve(share, None);
            let found = self.depth_first(root, place, budget);
            budget.release(outer);
            if let Some(verdict) = unless_only_the_share_is_spent(found, budget)? {
                return Ok(verdict);
            }
            self.path.restart();
            share = share.saturating_mul(4);
        }
    }

    /// A move of the claim's side that keeps a true claim true; none if the
    /// claim is false.
    ///
    /// # Errors
    /// If the budget is spent first.
    pub fn choose(
        &mut self,
        position: &G::Position,
        claim: Claim,
        plies: Option<u32>,
        budget: &mut Budget<'_>,
    ) -> Result<Option<G::Move>, Stopped> {
        debug_assert_eq!(self.game.to_move(position), claim.side);
        // Where positions can come back, such moves might lead in a circle.
        if plies.is_none()
            && !self.game.counts_points()
            && !self.game.can_repeat()
            && let Some(mv) = self.first_of_forced_win(position, budget)
        {
            return Ok(Some(mv));
        }
        self.expands_root = true;
        let decided = self.decide(position, claim, plies, budget, &mut |_| {});
        self.expands_root = false;
        Ok(if decided? { self.best_at_root } else { None })
    }

    /// The first move of a win that needs no search.
    fn first_of_forced_win(
        &self,
        position: &G::Position,
        budget: &mut Budget<'_>,
    ) -> Option<G::Move> {
        let state = self.knowledge.refresh(self.game, position);
        let proof = forced_win(self.game, self.knowledge, position, &state, budget)?;
        proof.line.first().copied()
    }

    /// Why the claim's side cannot fail, where that needs no search.
    pub(crate) fn defence(&self, position: &G::Position, claim: Claim) -> Option<Defence> {
        if !claim.is_met_by_a_draw() || self.game.counts_points() {
            return None;
        }
        let state = self.knowledge.refresh(self.game, position);
        self.knowledge.defence(self.game, position, &state, claim.side)
    }

    /// What the table holds, in a file.
    pub(crate) fn table_content(&self) -> Vec<u8> {
        self.table.content(WORTH_SAVING)
    }

    pub(crate) fn add_to_table(&mut self, content: &[u8]) {
        self.table.add(content);
    }

    pub(super) fn is_claimant(&self, position: &G::Position) -> bool {
        self.game.to_move(position) == self.claim.side
    }

    /// The key of a result that holds on every path, and the one of a result on
    /// this path.
    fn keys(&self, position: &G::Position, place: Place) -> (u64, u64) {
        let number = (self.claim.at_least as u64) << 1 | self.claim.side.index() as u64;
        let claim = mix(SALT ^ number);
        let extra = place.left.map_or(claim, |left| mix(claim ^ u64::from(left)));
        let anywhere = self.game.canonical_key(position).0 ^ extra;
        if place.left.is_some() || !self.game.can_recur(position) {
            return (anywhere, anywhere);
        }
        match self.path.mark(true) {
            0 => (anywhere, anywhere),
            // The path is not turned with the position, so neither is the key.
            mark => (anywhere, self.game.key(position) ^ extra ^ mark),
        }
    }

    pub(super) fn probe(&self, position: &G::Position, place: Place) -> Option<Numbers> {
        let (anywhere, here) = self.keys(position, place);
        let solved = |numbers: &Numbers| here == anywhere || numbers.verdict().is_some();
        let everywhere = self.table.probe(anywhere).filter(solved);
        everywhere.or_else(|| self.table.probe(here).filter(|_| here != anywhere))
    }

    pub(super) fn store(
        &mut self,
        position: &G::Position,
        place: Place,
        numbers: Numbers,
        work: u64,
    ) {
        let (anywhere, here) = self.keys(position, place);
        // A win needs no draw by repetition, so it is one on every path.
        let key = if numbers.verdict() == Some(true) { anywhere } else { here };
        self.table.store(key, numbers, work);
    }

    pub(super) fn tell(
        &mut self,
        place: Place,
        numbers: Numbers,
        budget: &Budget<'_>,
        listener: &mut Listener<'_>,
    ) {
        if place.ply == 0 && self.told.elapsed() >= TOLD_EVERY {
            self.told = Instant::now();
            let Numbers { proof, disproof } = numbers;
            let [proof, disproof] = [proof, disproof].map(|number| number.min(INFINITE));
            listener(Progress { nodes: budget.nodes(), proof, disproof });
        }
    }
}
