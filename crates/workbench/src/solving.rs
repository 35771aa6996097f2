//! Solving a position, and checking what was written about one.

use crate::analysis::{ScoreKind, ScoreReport, in_moves};
use crate::family::GameParts;
use crate::meaning::Certainty;
use crate::report::{SCHEMA, Snapshot};
use crate::tables::TableSummary;
use crate::{Error, Limits};
use plywood_game::{Knowledge, Playable, Side, StoppedBy};
use plywood_judges::Judge;
use plywood_players::{Cause, Failure};
use plywood_solver::table::{Solution, TableValue};
use plywood_solver::{
    Certificate, Checked, Claim, Contradiction, OwnRules, Question, SOLVER_STACK, Solved, Solver,
    Unsolved, verify_certificate,
};
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

pub use plywood_solver::Progress as SolveProgress;

/// What is asked of the solver.
#[derive(Debug, Clone, Default)]
pub struct SolveRequest {
    /// What ends the work; without any limit it ends with the answer. The depth
    /// is the longest win that is looked for.
    pub limits: Limits,
    /// The memory of the table, in megabytes.
    pub megabytes: usize,
    /// Look for the shortest win, not for any.
    pub shortest: bool,
    /// Write a certificate, and verify it.
    pub certificate: bool,
    /// What an earlier attempt has saved.
    pub resume: Option<Vec<u8>>,
    /// Save what was found if a limit is reached.
    pub save: bool,
}

/// What the solver found.
#[derive(Debug, Clone, Serialize)]
pub struct SolveReport {
    /// Version of the document.
    pub schema: u32,
    /// The words that name the game.
    pub game: String,
    /// The position as text.
    pub position: String,
    /// Whose turn it is.
    pub to_move: Side,
    /// The value for the side to move; an estimate of 0 if it was not found.
    pub score: ScoreReport,
    /// Whether the value was found.
    pub exact: bool,
    /// Whether a certificate was written and verified.
    pub proven: bool,
    /// A move that keeps the value; none in a finished game.
    pub best: Option<String>,
    /// Moves played in search of it.
    pub nodes: u64,
    /// How long it took.
    pub elapsed_ms: u64,
    /// What ended the work.
    pub stopped_by: StoppedBy,
    /// The name of the file with the certificate, if one was written.
    pub certificate: Option<String>,
    /// The table that was asked, if one was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<TableSummary>,
    /// What the verification of the certificate found.
    #[serde(skip)]
    pub verification: Option<Verification>,
    /// The bytes of the certificate.
    #[serde(skip)]
    pub certificate_file: Option<Vec<u8>>,
    /// What a further attempt can go on from.
    #[serde(skip)]
    pub saved: Option<Vec<u8>>,
    /// Whether attempts at this game can be saved.
    #[serde(skip)]
    pub can_be_saved: bool,
}

/// What a verification found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verification {
    /// The claims in words, if they hold.
    pub claims: Vec<String>,
    /// What was looked at, or why the certificate is not accepted.
    pub result: Result<Checked, Contradiction>,
    /// Whether a judge was asked, and not the game's own rules.
    pub judged: bool,
    /// The value that follows from what holds, for the first side, and whether the game
    /// counts points; none if several values are left.
    value: Option<(i32, bool)>,
}

impl Verification {
    /// The value that follows, for this side; none if what holds leaves several, or
    /// nothing holds.
    #[must_use]
    pub fn score(&self, side: Side) -> Option<ScoreReport> {
        let (first, counts) = self.value?;
        let value = if side == Side::First { first } else { -first };
        let kind = kind(value, counts);
        let mut score = ScoreReport::plain(kind, value, None);
        if !counts {
            kind.name().clone_into(&mut score.text);
        }
        let checked = self.result.as_ref().ok()?;
        Some(score.within(checked.claims.iter().find_map(|(_, plies)| *plies)))
    }
}

/// How a value is called.
fn kind(value: i32, counts: bool) -> ScoreKind {
    match (counts, value) {
        (true, _) => ScoreKind::Margin,
        (false, 1..) => ScoreKind::Win,
        (false, ..=-1) => ScoreKind::Loss,
        (false, 0) => ScoreKind::Draw,
    }
}

/// Checks certificates of one game with its judge.
pub(crate) type Verifier = Arc<
    dyn Fn(&Certificate, &AtomicBool, &mut dyn FnMut(u64)) -> Result<Checked, Contradiction>
        + Send
        + Sync,
>;

/// The verifier that asks this judge.
pub(crate) fn verifier<J: Judge + Send + Sync + 'static>(judge: J) -> Verifier {
    Arc::new(move |certificate, stop, listener| {
        verify_certificate(&judge, certificate, stop, listener)
    })
}

/// Runs work that may recurse deeply on a thread of its own.
fn on_a_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, Error> {
    let failed = || Error::Failed(Failure::new(Cause::Crash, "the solver has no thread or failed"));
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(SOLVER_STACK);
        let running = thread.spawn_scoped(scope, work).map_err(|_| failed())?;
        running.join().map_err(|_| failed())
    })
}

impl<G: Playable, K: Knowledge<G> + Clone + 'static> GameParts<G, K> {
    /// Solves a position that is not the end of a game.
    pub(crate) fn solve(
        &self,
        position: &G::Position,
        request: &SolveRequest,
        stop: &AtomicBool,
        listener: &mut (dyn FnMut(SolveProgress) + Send),
    ) -> Result<SolveReport, Error> {
        on_a_deep_stack(|| self.solve_here(position, request, stop, listener))?
    }

    fn solve_here(
        &self,
        position: &G::Position,
        request: &SolveRequest,
        stop: &AtomicBool,
        listener: &mut dyn FnMut(SolveProgress),
    ) -> Result<SolveReport, Error> {
        let start = Instant::now();
        let SolveRequest { limits, megabytes, shortest, .. } = *request;
        let question = Question { limits, megabytes, shortest, stop };
        let knowledge = match self.engines.configure {
            Some(configure) => configure(self.knowledge.clone(), None, true),
            None => self.knowledge.clone(),
        };
        let game = &self.game;
        if game.counts_points() && (request.save || request.resume.is_some()) {
            let problem = "margins are found by alpha-beta, which keeps no state to go on from";
            return Err(Error::Resume(problem.to_owned()));
        }
        let mut solver = Solver::new(game, &knowledge, question)?;
        if let Some(saved) = &request.resume {
            solver.resume(saved).map_err(|error| Error::Resume(error.to_string()))?;
        }
        let (name, text) = (game.name(), game.position_text(position));
        let mut report = SolveReport::unsolved(name, text, game.to_move(position));
        report.can_be_saved = !game.counts_points();
        let found = solver.solve(position, listener).and_then(|solved| {
            report.tell(game, position, &solved);
            match request.certificate {
                true => solver.certify(position, &solved).map(Some),
                false => Ok(None),
            }
        });
        match found {
            Ok(None) => {}
            Ok(Some(certificate)) => self.attach(&mut report, &certificate, stop),
            Err(Unsolved::Memory(error)) => return Err(error.into()),
            Err(Unsolved::Stopped(by, nodes)) => {
                (report.stopped_by, report.nodes) = (by, nodes);
                report.saved = request.save.then(|| solver.save());
            }
        }
        report.elapsed_ms = start.elapsed().as_millis() as u64;
        Ok(report)
    }

    /// Adds a certificate to the report, as it will be read from its file.
    fn attach(&self, report: &mut SolveReport, certificate: &Certificate, stop: &AtomicBool) {
        let bytes = certificate.to_bytes();
        let Ok(read) = Certificate::from_bytes(&bytes) else { return };
        let verification = self.verify_here(&read, stop, &mut |_| {});
        report.proven = verification.result.is_ok();
        // The certificate shows that the win takes no longer, not that none is
        // shorter.
        if let Ok(checked) = &verification.result {
            let plies = checked.claims.iter().find_map(|(_, plies)| *plies);
            report.score = report.score.clone().within(plies);
        }
        report.certificate_file = Some(bytes);
        report.verification = Some(verification);
    }

    /// Checks a certificate of this game.
    pub(crate) fn verify(
        &self,
        certificate: &Certificate,
        stop: &AtomicBool,
        listener: &mut (dyn FnMut(u64) + Send),
    ) -> Result<Verification, Error> {
        on_a_deep_stack(|| self.verify_here(certificate, stop, listener))
    }

    fn verify_here(
        &self,
        certificate: &Certificate,
        stop: &AtomicBool,
        listener: &mut dyn FnMut(u64),
    ) -> Verification {
        let result = match &self.verifier {
            Some(verifier) => verifier(certificate, stop, listener),
            None => verify_certificate(&OwnRules(self.game.clone()), certificate, stop, listener),
        };
        let names = self.game.picture(&self.game.initial(), None).sides.map(|side| side.name);
        let claims = result.as_ref().map_or(Vec::new(), |checked| {
            let stolen = |side: Side| checked.stealing.contains(&side);
            let counts = self.game.counts_points();
            let claims = checked.claims.iter();
            claims.map(|claim| in_words(claim, &names, counts, stolen(claim.0.side))).collect()
        });
        let value = result.as_ref().ok().and_then(|checked| self.value_of(checked));
        Verification { claims, result, judged: self.verifier.is_some(), value }
    }

    /// The value for the first side that claims leave: a win where nothing is counted, or
    /// what both sides are sure of.
    fn value_of(&self, checked: &Checked) -> Option<(i32, bool)> {
        let counts = self.game.counts_points();
        let sure = |side: Side| {
            let claims = checked.claims.iter().map(|(claim, _)| claim);
            claims.filter(|claim| claim.side == side).map(|claim| claim.at_least).max()
        };
        match [Side::First, Side::Second].map(sure) {
            [first, _] if !counts && first >= Some(1) => Some((1, counts)),
            [_, second] if !counts && second >= Some(1) => Some((-1, counts)),
            [Some(first), Some(second)] if first + second >= 0 => Some((first, counts)),
            _ => None,
        }
    }
}

/// A claim that holds, with the number of plies if it is a win.
fn in_words(
    &(Claim { side, at_least }, plies): &(Claim, Option<u32>),
    names: &[String; 2],
    counts: bool,
    by_stealing: bool,
) -> String {
    let name = &names[side.index()];
    match (counts, plies) {
        (true, _) => format!("{name} gets a margin of {at_least:+} or more"),
        (false, Some(plies)) => format!("{name} wins in at most {}", in_moves(plies)),
        (false, None) if by_stealing => format!("{name} does not lose (by strategy stealing)"),
        (false, None) => format!("{name} does not lose"),
    }
}

impl SolveReport {
    /// What is said of a position before anything is known of it.
    fn unsolved(game: String, position: String, to_move: Side) -> Self {
        Self {
            schema: SCHEMA,
            game,
            position,
            to_move,
            score: ScoreReport::unsolved(),
            exact: false,
            proven: false,
            best: None,
            nodes: 0,
            elapsed_ms: 0,
            stopped_by: StoppedBy::Solved,
            certificate: None,
            table: None,
            verification: None,
            certificate_file: None,
            saved: None,
            can_be_saved: false,
        }
    }

    /// What a table says of a position; none if the table or the look into it was
    /// stopped.
    #[must_use]
    pub fn from_table(
        snapshot: &Snapshot,
        table: Option<TableSummary>,
        solution: Option<Solution>,
        elapsed: Duration,
    ) -> Self {
        let (game, position) = (snapshot.game.clone(), snapshot.position.clone());
        let mut report = Self::unsolved(game, position, snapshot.to_move);
        report.table = table;
        report.elapsed_ms = elapsed.as_millis() as u64;
        match solution {
            None => report.stopped_by = StoppedBy::Interrupted,
            Some(Solution { value, best, nodes }) => {
                report.score = ScoreReport::of_table(value);
                (report.best, report.nodes, report.exact) = (best, nodes, true);
            }
        }
        report
    }

    /// How sure the value is.
    #[must_use]
    pub fn certainty(&self) -> Certainty {
        match (self.exact, self.proven) {
            (true, true) => Certainty::Proven,
            (true, false) => Certainty::Exact,
            (false, _) => Certainty::Estimate,
        }
    }

    fn tell<G: Playable>(&mut self, game: &G, position: &G::Position, solved: &Solved<G::Move>) {
        let kind = kind(solved.value, game.counts_points());
        self.score = ScoreReport::plain(kind, solved.value, solved.plies);
        if matches!(kind, ScoreKind::Win | ScoreKind::Loss) && solved.plies.is_none() {
            kind.name().clone_into(&mut self.score.text);
        }
        self.best = solved.best.map(|mv| game.move_text(position, mv));
        (self.exact, self.nodes) = (true, solved.nodes);
    }
}

impl ScoreReport {
    /// The value that a table has of a position.
    #[must_use]
    pub fn of_table(value: TableValue) -> Self {
        Self::plain(kind(value.sign(), false), value.sign(), value.plies().map(u32::from))
    }

    /// What is said of a value that was not found.
    fn unsolved() -> Self {
        Self { text: "not solved".to_owned(), ..Self::plain(ScoreKind::Estimate, 0, None) }
    }

    /// The same win or loss, of which a strategy takes at most this many plies.
    fn within(mut self, plies: Option<u32>) -> Self {
        if let Some(plies) = plies {
            self.text = format!("{} in at most {}", self.kind.name(), in_moves(plies));
        }
        self
    }
}
