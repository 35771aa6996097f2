//! What the solver finds against what others find: the oracle, the judge, and a
//! checker in another language.

mod certificates;
mod damage;
mod mnk;
mod oracle;
mod python;
mod repetition;

use plywood_game::{Knowledge, Limits, Notation, Symmetry};
use plywood_judges::Judge;
use plywood_solver::{
    Certificate, Checked, Contradiction, Question, Solved, Solver, verify_certificate,
};
use std::sync::atomic::AtomicBool;

static NEVER: AtomicBool = AtomicBool::new(false);

/// Enough for everything here.
const MEGABYTES: usize = 16;

fn question() -> Question<'static> {
    Question { limits: Limits::default(), megabytes: MEGABYTES, shortest: false, stop: &NEVER }
}

/// The value of a position, without limits.
fn solve<G: Notation + Symmetry, K: Knowledge<G> + Clone>(
    game: &G,
    knowledge: &K,
    position: &G::Position,
    shortest: bool,
) -> Solved<G::Move> {
    let question = Question { shortest, ..question() };
    let mut solver = Solver::new(game, knowledge, question).expect("memory");
    solver.solve(position, &mut |_| {}).expect("no limits")
}

/// The value of a position and its certificate, read back from its file.
fn certify<G: Notation + Symmetry, K: Knowledge<G> + Clone>(
    game: &G,
    knowledge: &K,
    position: &G::Position,
) -> (Solved<G::Move>, Certificate) {
    let mut solver = Solver::new(game, knowledge, question()).expect("memory");
    let solved = solver.solve(position, &mut |_| {}).expect("no limits");
    let certificate = solver.certify(position, &solved).expect("no limits");
    let read = Certificate::from_bytes(&certificate.to_bytes()).expect("what was written");
    assert_eq!(read, certificate);
    (solved, read)
}

fn verify<J: Judge>(judge: &J, certificate: &Certificate) -> Result<Checked, Contradiction> {
    verify_certificate(judge, certificate, &NEVER, &mut |_| {})
}
