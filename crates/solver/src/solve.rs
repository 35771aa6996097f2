//! The exact value of a position, and the certificate for it.

use crate::certificate::{By, Certificate, Part, write_strategy};
use crate::sealed::{FileError, seal, unseal};
use crate::{Claim, Progress, ProofSearch};
use plywood_game::{
    Budget, Defence, Knowledge, Limits, Notation, Rest, Stopped, StoppedBy, Symmetry,
};
use plywood_search::{Engine, Options, Root, TableError, Verdict};
use std::sync::atomic::AtomicBool;

/// How to solve a position.
#[derive(Debug, Clone, Copy)]
pub struct Question<'q> {
    /// What ends the work; the depth limits the distance of wins.
    pub limits: Limits,
    /// The memory of the table.
    pub megabytes: usize,
    /// Look for the shortest win, not for any.
    pub shortest: bool,
    /// Ends the work when it is set.
    pub stop: &'q AtomicBool,
}

/// What a position is worth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solved<M> {
    /// The value for the side to move: 1, 0, -1, or the margin.
    pub value: i32,
    /// How many plies a win or loss takes with best play, if that was looked
    /// for.
    pub plies: Option<u32>,
    /// A move that keeps the value.
    pub best: Option<M>,
    /// Moves played in search of it.
    pub nodes: u64,
}

/// Why there is no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unsolved {
    /// A limit was reached after this many moves were played.
    Stopped(StoppedBy, u64),
    /// The table does not fit into memory.
    Memory(TableError),
}

impl From<TableError> for Unsolved {
    fn from(error: TableError) -> Self {
        Self::Memory(error)
    }
}

/// Solves positions of one game.
pub struct Solver<'a, G: Symmetry, K: Knowledge<G>> {
    game: &'a G,
    knowledge: &'a K,
    question: Question<'a>,
    search: ProofSearch<'a, G, K>,
    budget: Budget<'a>,
}

/// The first line of a file with the state of a search.
const PROOFS_MAGIC: &[u8] = b"plywood proofs 1\n";

/// In a game with repetition, the first unlimited attempt at a claim plays at
/// most this many moves; later ones an eighth of those played before.
const FIRST_ATTEMPT: u64 = 10_000;

impl<'a, G: Notation + Symmetry, K: Knowledge<G> + Clone> Solver<'a, G, K> {
    /// A solver that begins to count time and nodes now.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(game: &'a G, knowledge: &'a K, question: Question<'a>) -> Result<Self, TableError> {
        let search = ProofSearch::new(game, knowledge, question.megabytes)?;
        let budget = Budget::new(&question.limits, question.stop);
        Ok(Self { game, knowledge, question, search, budget })
    }

    /// What the search knows, for [`Solver::resume`].
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        seal(PROOFS_MAGIC, self.game.name().as_bytes(), &self.search.table_content())
    }

    /// Takes up what another search of the same game has saved.
    ///
    /// # Errors
    /// If the file is damaged or belongs to another game.
    pub fn resume(&mut self, saved: &[u8]) -> Result<(), FileError> {
        let (game, content) = unseal(PROOFS_MAGIC, saved)?;
        if game != self.game.name().as_bytes() {
            let game = String::from_utf8_lossy(game);
            let problem = format!("the file belongs to {game}, not to {}", self.game.name());
            return Err(FileError::Nonsense(problem));
        }
        self.search.add_to_table(&content);
        Ok(())
    }

    /// The value of a position.
    ///
    /// # Errors
    /// If a limit is reached first.
    pub fn solve(
        &mut self,
        position: &G::Position,
        listener: &mut dyn FnMut(Progress),
    ) -> Result<Solved<G::Move>, Unsolved> {
        if let Some(outcome) = self.game.outcome(position) {
            let value = outcome.value_for(self.game.to_move(position));
            return Ok(Solved { value, plies: Some(0), best: None, nodes: 0 });
        }
        if self.game.counts_points() {
            return self.margin(position, listener);
        }
        let found = self.value(position, listener).and_then(|(value, plies)| {
            let best = self.best(position, value, plies)?;
            Ok(Solved { value, plies, best, nodes: self.budget.nodes() })
        });
        found.map_err(|Stopped(by)| Unsolved::Stopped(by, self.budget.nodes()))
    }

    /// The certificate of a value that was found.
    ///
    /// # Errors
    /// If a limit is reached first.
    pub fn certify(
        &mut self,
        position: &G::Position,
        solved: &Solved<G::Move>,
    ) -> Result<Certificate, Unsolved> {
        let side = self.game.to_move(position);
        let Solved { value, plies, .. } = *solved;
        let claims = match (self.game.counts_points(), value) {
            (false, 1..) => vec![Claim::win(side)],
            (false, ..=-1) => vec![Claim::win(side.other())],
            (_, value) => {
                let other = Claim { side: side.other(), at_least: -value };
                vec![Claim { side, at_least: value }, other]
            }
        };
        let mut parts = Vec::new();
        for claim in claims {
            let part = self.part(position, claim, plies.filter(|_| claim.at_least == 1));
            let nodes = self.budget.nodes();
            parts.push(part.map_err(|Stopped(by)| Unsolved::Stopped(by, nodes))?);
        }
        let (game, position) = (self.game.name(), self.game.position_text(position));
        Ok(Certificate { game, position, parts })
    }

    fn part(
        &mut self,
        position: &G::Position,
        claim: Claim,
        plies: Option<u32>,
    ) -> Result<Part, Stopped> {
        if self.search.defence(position, claim) == Some(Defence::Stealing) {
            return Ok(Part { claim, plies: None, by: By::Stealing });
        }
        let strategy = write_strategy(&mut self.search, position, claim, plies, &mut self.budget)?;
        Ok(Part { claim, plies, by: By::Strategy(strategy) })
    }

    /// The value in a game that only knows winning and losing.
    fn value(
        &mut self,
        position: &G::Position,
        listener: &mut dyn FnMut(Progress),
    ) -> Result<(i32, Option<u32>), Stopped> {
        if self.game.can_repeat() {
            return self.value_with_repetition(position, listener);
        }
        let side = self.game.to_move(position);
        for (side, value) in [(side, 1), (side.other(), -1)] {
            let claim = Claim::win(side);
            if self.search.decide(position, claim, None, &mut self.budget, listener)? {
                let plies = match self.question.shortest {
                    true => Some(self.distance(position, claim, listener)?),
                    false => None,
                };
                return Ok((value, plies));
            }
        }
        Ok((0, None))
    }

    /// The fewest plies within which a true claim can be made true.
    fn distance(
        &mut self,
        position: &G::Position,
        claim: Claim,
        listener: &mut dyn FnMut(Progress),
    ) -> Result<u32, Stopped> {
        for plies in 1..=self.deepest() {
            let budget = &mut self.budget;
            if self.search.decide(position, claim, Some(plies), budget, listener)? {
                return Ok(plies);
            }
        }
        Err(Stopped(StoppedBy::Depth))
    }

    fn deepest(&self) -> u32 {
        self.question.limits.depth.unwrap_or(u32::MAX)
    }

    /// Where positions can come back, wins are looked for within more and more
    /// plies, for which repetition does not matter; that neither side can win
    /// needs a search without that limit, which is tried in between.
    fn value_with_repetition(
        &mut self,
        position: &G::Position,
        listener: &mut dyn FnMut(Progress),
    ) -> Result<(i32, Option<u32>), Stopped> {
        let side = self.game.to_move(position);
        let mut open = vec![(Claim::win(side), 1), (Claim::win(side.other()), -1)];
        let mut attempt = FIRST_ATTEMPT;
        for plies in 1..=self.deepest() {
            for &(claim, value) in &open {
                let budget = &mut self.budget;
                if self.search.decide(position, claim, Some(plies), budget, listener)? {
                    return Ok((value, Some(plies)));
                }
            }
            let mut still_open = Vec::new();
            for (claim, value) in open {
                let outer = self.budget.reserve(attempt, None);
                let found = self.search.decide(position, claim, None, &mut self.budget, listener);
                self.budget.release(outer);
                match found {
                    Ok(false) => {}
                    Err(Stopped(StoppedBy::Nodes)) if self.budget.nodes_left() == 0 => {
                        return Err(Stopped(StoppedBy::Nodes));
                    }
                    Ok(true) | Err(Stopped(StoppedBy::Nodes)) => still_open.push((claim, value)),
                    Err(stopped) => return Err(stopped),
                }
            }
            open = still_open;
            if open.is_empty() {
                return Ok((0, None));
            }
            attempt = attempt.max(self.budget.nodes() / 8);
        }
        Err(Stopped(StoppedBy::Depth))
    }

    /// A move that keeps the value: the shortest win or the longest defence,
    /// where the distance is known.
    fn best(
        &mut self,
        position: &G::Position,
        value: i32,
        plies: Option<u32>,
    ) -> Result<Option<G::Move>, Stopped> {
        let side = self.game.to_move(position);
        let budget = &mut self.budget;
        if value >= 0 {
            let claim = Claim { side, at_least: value };
            let within = plies.filter(|_| value > 0);
            return self.search.choose(position, claim, within, budget);
        }
        let moves = self.game.legal_moves(position);
        let sooner = plies.and_then(|plies| plies.checked_sub(2));
        for &mv in moves.iter().filter(|_| sooner.is_some()) {
            let mut next = position.clone();
            self.game.play(&mut next, mv);
            let loses = Claim::win(side.other());
            if !self.search.decide(&next, loses, sooner, budget, &mut |_| {})? {
                return Ok(Some(mv));
            }
        }
        Ok(moves.first().copied())
    }

    /// The margin, by the game's own solver of endgames where it takes the
    /// position, otherwise by the alpha-beta engine.
    fn margin(
        &mut self,
        position: &G::Position,
        listener: &mut dyn FnMut(Progress),
    ) -> Result<Solved<G::Move>, Unsolved> {
        if let Some(solved) = self.endgame(position) {
            return Ok(solved);
        }
        let (game, knowledge) = (self.game.clone(), self.knowledge.clone());
        let Question { limits, megabytes, stop, .. } = self.question;
        let mut engine = Engine::new(game, knowledge, Options::default(), megabytes)?;
        let root = Root { position, history: &[] };
        let nodes = limits.nodes.map(|nodes| nodes.saturating_sub(self.budget.nodes()).max(1));
        let time = limits.time.map(|time| time.saturating_sub(self.budget.elapsed()));
        let limits = Limits { nodes, time, ..limits };
        let report = engine.search(&root, &limits, stop, &mut |report| {
            listener(Progress { nodes: report.nodes, proof: 1, disproof: 1 });
        });
        let nodes = self.budget.nodes() + report.nodes;
        match report.value.verdict(true) {
            Verdict::Margin { points } if report.value.exact => {
                Ok(Solved { value: points, plies: None, best: report.best(), nodes })
            }
            _ => {
                let by = report.stopped_by.unwrap_or(StoppedBy::Depth);
                Err(Unsolved::Stopped(by, nodes))
            }
        }
    }
    /// What the game's own solver of endgames finds: none if it declines or a
    /// limit is reached first.
    fn endgame(&mut self, position: &G::Position) -> Option<Solved<G::Move>> {
        // The budget ends the work: the solver need not be sure of its end.
        let rest = Rest { lines: 1, ties: false, selective: false, limits: Limits::default() };
        let (parts, budget) = ((self.game, self.knowledge), &mut self.budget);
        let found = self.knowledge.solve(parts, position, &rest, budget, &mut |_, _| {})?;
        let (outcome, line) = found.lines.first().filter(|_| found.confidence.is_none())?;
        let value = outcome.value_for(self.game.to_move(position));
        let best = line.first().copied();
        Some(Solved { value, plies: None, best, nodes: self.budget.nodes() })
    }
}
