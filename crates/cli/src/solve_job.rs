//! `plywood solve --store postgres://...`: workers solve, and this verifies what they
//! return before it counts.

use crate::failure::{Failure, complain};
use crate::games::print_json;
use crate::interrupt;
use crate::save::{Existing, check_place, replace_file};
use crate::table_work;
use crate::thinking::progress_bar;
use crate::verify::checked_in_words;
use plywood_arena::{Goal, Listener, Notice, Place, Solve, StoredSolve};
use plywood_solver::table::{Sample, TableProblem, TableWork};
use plywood_solver::{Certificate, Contradiction};
use plywood_workbench::{Certainty, SCHEMA, ScoreReport, Session, Start, Workbench};
use serde::Serialize;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Where an answer goes.
pub(crate) struct Job<'a> {
    pub(crate) solve: Solve,
    pub(crate) place: Place,
    /// The file of the certificate or the table; only a certificate may have none.
    pub(crate) file: Option<&'a str>,
    pub(crate) existing: Existing,
    /// Threads that check a table.
    pub(crate) threads: usize,
    /// Whether the question is asked without waiting for the answer.
    pub(crate) detach: bool,
    pub(crate) json: bool,
}

#[derive(Serialize)]
struct Document<'a> {
    schema: u32,
    store: String,
    #[serde(flatten)]
    stored: &'a StoredSolve,
    score: Option<&'a ScoreReport>,
    exact: bool,
    verified: bool,
    best: Option<&'a str>,
    /// How long this command has waited.
    elapsed_ms: u64,
    certificate: Option<&'a str>,
    table: Option<&'a str>,
    /// What holds, in words; nothing for a table.
    claims: &'a [String],
    /// The positions that were looked at.
    checked: u64,
}

/// What stood the check.
struct Answer {
    score: ScoreReport,
    /// A move that keeps the value, as a table has it.
    best: Option<String>,
    claims: Vec<String>,
    checked: u64,
    words: String,
    /// Its bytes; a table is in a file.
    certificate: Option<Vec<u8>>,
}

pub(crate) fn run(workbench: &Workbench, job: &Job<'_>) -> Result<(), Failure> {
    let began = Instant::now();
    if !job.place.is_server() {
        let problem = "--store: workers need a server, as postgres://USER@HOST/DATABASE";
        return Err(Failure::Usage(problem.to_owned()));
    }
    let Solve { game, position, goal, .. } = &job.solve;
    let start = Start { position: Some(position.clone()), ..Start::default() };
    let session = workbench.open(game, &start, 0)?;
    if session.ending().is_some() {
        return Err(plywood_workbench::Error::GameOver.into());
    }
    let table = match goal {
        Goal::Table { .. } => Some(table_work::table_of(workbench, game)?),
        Goal::Certificate { .. } => None,
    };
    match job.file {
        Some(name) if table.is_some() && Path::new(name).exists() => {
            let problem = "exists already; without --store this command answers from it";
            return Err(Failure::file(name, problem));
        }
        Some(name) => check_place(name, job.existing)?,
        None => {}
    }
    if job.detach {
        return show(job, began, &job.solve.ask(&job.place)?, None);
    }
    let stop = interrupt::stop_flag();
    let bar = progress_bar();
    let mut progress = |stored: &StoredSolve| bar.set_message(stored.in_brief());
    let mut tell = |notice: &Notice| bar.suspend(|| complain(&notice.to_string()));
    let listener = Listener { progress: &mut progress, tell: &mut tell };
    // What goes wrong on this machine is no fault of the worker.
    let mut local = None;
    let mut check = |bytes: &[u8]| match &table {
        None => certificate(&*session, job, bytes, &stop),
        Some(table) => table_of(workbench, job, &**table, bytes, &stop).unwrap_or_else(|failure| {
            local = Some(failure);
            Ok(None)
        }),
    };
    let found = job.solve.wait(&job.place, &stop, listener, &mut check);
    bar.finish_and_clear();
    let found = found?;
    if let Some(failure) = local {
        return Err(failure);
    }
    let Some((stored, answer)) = found else {
        let place = &job.place;
        let resume = format!("workers of {place} go on; the same command fetches the answer");
        return Err(Failure::Interrupted { resume });
    };
    match (job.file, &answer.certificate) {
        (Some(name), Some(bytes)) => replace_file(name, bytes, job.existing)?,
        (Some(name), None) => std::fs::rename(unchecked(name), name)
            .map_err(|error| Failure::file(name, error.to_string()))?,
        (None, _) => {}
    }
    show(job, began, &stored, Some(&answer))
}

/// Prints the question, and the answer if there is one.
fn show(
    job: &Job<'_>,
    began: Instant,
    stored: &StoredSolve,
    answer: Option<&Answer>,
) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    if job.json {
        let file = job.file.filter(|_| answer.is_some());
        let is_table = matches!(job.solve.goal, Goal::Table { .. });
        let document = Document {
            schema: SCHEMA,
            store: job.place.to_string(),
            stored,
            score: answer.map(|answer| &answer.score),
            exact: answer.is_some(),
            verified: answer.is_some(),
            best: answer.and_then(|answer| answer.best.as_deref()),
            elapsed_ms: began.elapsed().as_millis() as u64,
            certificate: file.filter(|_| !is_table),
            table: file.filter(|_| is_table),
            claims: answer.map_or(&[], |answer| &answer.claims),
            checked: answer.map_or(0, |answer| answer.checked),
        };
        return print_json(&mut out, &document);
    }
    let Some(answer) = answer else {
        writeln!(out, "question {}: {}", stored.id, stored.in_brief())?;
        return Ok(());
    };
    write!(out, "{} {}\n{}", job.solve.game, job.solve.position, answer.words)?;
    if let Some(file) = job.file {
        writeln!(out, "wrote  {file}")?;
    }
    Ok(())
}

/// Checks a certificate with the judge of the game.
fn certificate(
    session: &dyn Session,
    job: &Job<'_>,
    bytes: &[u8],
    stop: &AtomicBool,
) -> Result<Option<Answer>, String> {
    let certificate = Certificate::from_bytes(bytes).map_err(|error| error.to_string())?;
    let Solve { game, position, .. } = &job.solve;
    if (&certificate.game, &certificate.position) != (game, position) {
        return Err(format!("it is about {} {}", certificate.game, certificate.position));
    }
    let found = session.verify(&certificate, stop, &mut |_| {});
    let found = found.map_err(|error| error.to_string())?;
    let checked = match &found.result {
        Err(Contradiction::Stopped) => return Ok(None),
        Err(problem) => return Err(problem.to_string()),
        Ok(checked) => checked.positions,
    };
    let Some(score) = found.score(session.to_move()) else {
        return Err("what it shows leaves the value open".to_owned());
    };
    let proven = Certainty::Proven.word();
    let words = format!("value  {}, {proven}\n{}", score.words(), checked_in_words(&found));
    let (best, certificate) = (None, Some(bytes.to_vec()));
    Ok(Some(Answer { score, best, claims: found.claims, checked, words, certificate }))
}

/// Where a table is until it stood the check.
fn unchecked(name: &str) -> String {
    format!("{name}.unchecked")
}

/// Checks all of a table with the judge of the game. The outer error is one of this
/// machine.
fn table_of(
    workbench: &Workbench,
    job: &Job<'_>,
    work: &dyn TableWork,
    bytes: &[u8],
    stop: &AtomicBool,
) -> Result<Result<Option<Answer>, String>, Failure> {
    let name = unchecked(job.file.unwrap_or_default());
    replace_file(&name, bytes, Existing::Replaced)?;
    let path = Path::new(&name);
    let how = (Sample::All, job.threads);
    let answer = match table_work::checked(workbench, path, how, stop, &|_| {}) {
        Err(TableProblem::Stopped) => Ok(None),
        Err(problem) => Err(problem.to_string()),
        Ok((summary, _)) if summary.game != work.name() => {
            Err(format!("it is the table of {}", summary.game))
        }
        Ok((summary, checked)) => {
            match work.solve(path, &job.solve.position, stop).map_err(|error| error.to_string()) {
                Ok(Some(found)) => {
                    let value = table_work::value_lines(&found, Certainty::Proven);
                    let checks = table_work::checked_in_words(&checked);
                    Ok(Some(Answer {
                        score: ScoreReport::of_table(found.value),
                        best: found.best,
                        claims: Vec::new(),
                        checked: checked.positions,
                        words: format!("{value}{}{checks}", summary.in_full()),
                        certificate: None,
                    }))
                }
                Ok(None) => Ok(None),
                Err(problem) => Err(problem),
            }
        }
    };
    if !matches!(answer, Ok(Some(_))) {
        // It may be gone already.
        let _ = std::fs::remove_file(path);
    }
    Ok(answer)
}
