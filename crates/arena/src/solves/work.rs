//! What computes: a search in slices, or the build of a table. Runs on a thread of its
//! own and tells what it knows.

use super::{Goal, Solve};
use plywood_solver::table::{BuildOptions, TableError, partial_path};
use plywood_workbench::{Limits, SolveRequest, Start, StoppedBy, Workbench};
use std::fs;
use std::num::NonZero;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

/// What the worker hears of its thread.
pub(super) enum News {
    /// How far it is, in words.
    Progress(String),
    /// From where others can go on, after this many moves.
    Checkpoint { nodes: u64, bytes: Vec<u8> },
    /// The certificate or the table.
    Done { nodes: u64, bytes: Vec<u8> },
    /// This machine cannot do it.
    Failed(String),
}

/// How often progress is told.
const TELL: Duration = Duration::from_millis(500);

/// A question with what was found before.
pub(super) struct Work<'a> {
    pub(super) workbench: &'a Workbench,
    pub(super) solve: Solve,
    pub(super) nodes: u64,
    pub(super) checkpoint: Option<Vec<u8>>,
}

impl Work<'_> {
    /// Works until there is an answer or `stop` is set.
    pub(super) fn run(self, stop: &AtomicBool, tell: &Sender<News>) {
        // Who listens may have gone; then nobody wants to know.
        let failed = |problem| drop(tell.send(News::Failed(problem)));
        let done = match self.solve.goal {
            Goal::Certificate { shortest, slice } => {
                self.certificate((shortest, slice), stop, tell)
            }
            Goal::Table { checkpoint } => self.table(Duration::from_secs(checkpoint), stop, tell),
        };
        done.unwrap_or_else(failed);
    }

    /// Later slices play an eighth of the moves played before, so that reading and
    /// writing the table stays a small part, and a slice becomes long enough for whatever
    /// must be done in one.
    fn certificate(
        self,
        (shortest, slice): (bool, u64),
        stop: &AtomicBool,
        tell: &Sender<News>,
    ) -> Result<(), String> {
        let Self { workbench, solve, mut nodes, checkpoint: mut saved } = self;
        let start = Start { position: Some(solve.position), ..Start::default() };
        let session = workbench.open(&solve.game, &start, 0).map_err(|error| error.to_string())?;
        loop {
            let request = SolveRequest {
                limits: Limits { nodes: Some(slice.max(nodes / 8)), ..Limits::default() },
                megabytes: solve.megabytes as usize,
                shortest,
                certificate: true,
                resume: saved.take(),
                save: true,
            };
            let mut told = Instant::now();
            let mut progress = |so_far: plywood_workbench::SolveProgress| {
                if told.elapsed() >= TELL {
                    told = Instant::now();
                    let words = format!("{} nodes", nodes + so_far.nodes);
                    let _ = tell.send(News::Progress(words));
                }
            };
            let report = session.solve(&request, stop, &mut progress);
            let report = report.map_err(|error| error.to_string())?;
            nodes += report.nodes;
            match (report.stopped_by, report.certificate_file, report.saved) {
                (StoppedBy::Solved, Some(bytes), _) => {
                    if let Some(Err(problem)) = report.verification.map(|found| found.result) {
                        return Err(format!("its certificate is not accepted: {problem}"));
                    }
                    let _ = tell.send(News::Done { nodes, bytes });
                    return Ok(());
                }
                (StoppedBy::Nodes, _, Some(bytes)) => {
                    saved = Some(bytes.clone());
                    let _ = tell.send(News::Checkpoint { nodes, bytes });
                }
                (StoppedBy::Interrupted, ..) => return Ok(()),
                (by, ..) => return Err(format!("it stopped without an answer: {by:?}")),
            }
        }
    }

    /// A build writes its checkpoints into a file; they are told from there.
    fn table(
        self,
        checkpoint: Duration,
        stop: &AtomicBool,
        tell: &Sender<News>,
    ) -> Result<(), String> {
        let Self { workbench, solve, checkpoint: saved, .. } = self;
        let words = |error: &dyn std::fmt::Display| error.to_string();
        let work = workbench.table(&solve.game).map_err(|error| words(&error))?;
        let work = work.ok_or_else(|| format!("{} cannot have a table", solve.game))?;
        let folder = tempfile::tempdir().map_err(|error| words(&error))?;
        let path = folder.path().join("table");
        let partial = partial_path(&path);
        if let Some(bytes) = saved {
            fs::write(&partial, bytes).map_err(|error| words(&error))?;
        }
        let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
        let options = BuildOptions { threads, megabytes: solve.megabytes, checkpoint };
        let mut known = written(&partial);
        let (mut told, mut decided) = (Instant::now(), 0);
        let built = work.build(&path, options, stop, &mut |so_far| {
            decided = so_far.decided;
            if told.elapsed() >= TELL {
                told = Instant::now();
                let words = format!(
                    "distance {}, {} of {} positions decided",
                    so_far.distance, so_far.decided, so_far.count
                );
                let _ = tell.send(News::Progress(words));
            }
            // Nothing is written while this runs.
            let now = written(&partial);
            if now.is_some() && now != known {
                known = now;
                checkpoint_of(&partial, decided, tell);
            }
        });
        match built {
            Ok(_) => {
                let bytes = fs::read(&path).map_err(|error| words(&error))?;
                let _ = tell.send(News::Done { nodes: decided, bytes });
                Ok(())
            }
            Err(TableError::Stopped) => {
                checkpoint_of(&partial, decided, tell);
                Ok(())
            }
            Err(error) => Err(error.to_string()),
        }
    }
}

/// When a file was written.
fn written(path: &Path) -> Option<std::time::SystemTime> {
    fs::metadata(path).and_then(|data| data.modified()).ok()
}

fn checkpoint_of(partial: &Path, nodes: u64, tell: &Sender<News>) {
    // A checkpoint that cannot be read is one less.
    if let Ok(bytes) = fs::read(partial) {
        let _ = tell.send(News::Checkpoint { nodes, bytes });
    }
}
