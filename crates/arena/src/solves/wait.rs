//! Waits for the answer to a question, and lets nothing count that was not verified.

use super::line::Line;
use super::{Solve, SolveState, StoredSolve, queue};
use crate::store::{Place, Store, StoreError, runtime};
use crate::workers::Notice;
use plywood_game::counted;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::Duration;

/// How often it is looked for an answer.
const LOOK: Duration = Duration::from_millis(300);
/// How long the server may take for an answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// What checks an answer: none if it was stopped, an error in words if it does not hold.
pub type Check<'c, T> = dyn FnMut(&[u8]) -> Result<Option<T>, String> + 'c;

/// What who waits is told.
pub struct Listener<'l> {
    /// How far the question is.
    pub progress: &'l mut dyn FnMut(&StoredSolve),
    /// What the operator should know.
    pub tell: &'l mut dyn FnMut(&Notice),
}

impl Solve {
    /// Asks this question, and does not wait.
    ///
    /// # Errors
    /// If the store cannot be used.
    pub fn ask(&self, place: &Place) -> Result<StoredSolve, StoreError> {
        runtime(place)?.block_on(async {
            let mut store = Store::open(place, true).await?;
            let stored = self.find(&mut store).await?;
            store.close().await;
            Ok(stored)
        })
    }

    /// Asks this question and waits for an answer that stands the check; none if `stop`
    /// is set first. An answer that does not is refused, its worker is named, and the
    /// question waits again. While the server is away, this waits.
    ///
    /// # Errors
    /// If the store cannot be used.
    pub fn wait<T>(
        &self,
        place: &Place,
        stop: &AtomicBool,
        listener: Listener<'_>,
        check: &mut Check<'_, T>,
    ) -> Result<Option<(StoredSolve, T)>, StoreError> {
        let runtime = runtime(place)?;
        let store = runtime.block_on(Store::open(place, true))?;
        let Listener { progress, tell } = listener;
        let mut line = Line::new(place, runtime, store, PATIENCE, tell);
        while !stop.load(Ordering::Relaxed) {
            let found = line.with(async |store| self.look(store).await)?;
            let (stored, bytes) = match found {
                Some((stored, Some(bytes))) => (stored, bytes),
                Some((stored, None)) => {
                    progress(&stored);
                    sleep(LOOK);
                    continue;
                }
                None => {
                    sleep(LOOK);
                    continue;
                }
            };
            match check(&bytes) {
                Ok(None) => return Ok(None),
                // If the server is away now, all of this is done again.
                Ok(Some(answer)) => {
                    if line.with(async |store| store.accept_solve(&stored).await)?.is_some() {
                        return Ok(Some((stored, answer)));
                    }
                }
                Err(reason) => {
                    let refused =
                        async |store: &mut Store| store.refuse_solve(&stored, &reason).await;
                    if let Some(barred) = line.with(refused)? {
                        let (worker, solve) = (stored.worker.unwrap_or_default(), stored.id);
                        (line.tell)(&Notice::RefusedSolve { worker, solve, reason, barred });
                    }
                }
            }
        }
        Ok(None)
    }

    /// The question as it is kept. It is asked again each time, because another process may
    /// have let it be forgotten.
    async fn find(&self, store: &mut Store) -> Result<StoredSolve, StoreError> {
        let id = store.ask_to_solve(self).await?;
        let stored = store.solves().await?.into_iter().find(|stored| stored.id == id);
        let gone = || StoreError::Unusable {
            place: store.place().clone(),
            problem: "has lost the question".to_owned(),
            passes: true,
        };
        stored.ok_or_else(gone)
    }

    /// The question as it is kept, with the answer if there is one.
    async fn look(&self, store: &mut Store) -> Result<(StoredSolve, Option<Vec<u8>>), StoreError> {
        let stored = self.find(store).await?;
        let has_result = matches!(stored.state, SolveState::Returned | SolveState::Verified);
        let Some(version) = stored.result.filter(|_| has_result) else {
            return Ok((stored, None));
        };
        let mut bytes = Vec::new();
        for number in 0.. {
            let part = queue::part(store.needs_server()?, stored.id, version, number).await;
            match part.map_err(|error| store.cannot("read a result", &error))? {
                Some(part) => bytes.extend(part),
                None => break,
            }
        }
        Ok((stored, Some(bytes)))
    }
}

impl Store {
    async fn accept_solve(&mut self, stored: &StoredSolve) -> Result<(), StoreError> {
        let done = queue::accept(self.needs_server()?, stored.id, stored.lease).await;
        done.map_err(|error| self.cannot("accept a result", &error))
    }

    /// Refuses a result; whether its worker gets nothing more.
    async fn refuse_solve(
        &mut self,
        stored: &StoredSolve,
        reason: &str,
    ) -> Result<bool, StoreError> {
        let done = queue::refuse(self.needs_server()?, stored, reason).await;
        done.map_err(|error| self.cannot("refuse a result", &error))
    }
}

impl StoredSolve {
    /// How far it is, in a line.
    #[must_use]
    pub fn in_brief(&self) -> String {
        let worker = self.worker.as_deref().unwrap_or("nobody");
        match self.state {
            SolveState::Waiting => match &self.problem {
                Some(problem) => format!("waits for a worker; {problem}"),
                None => "waits for a worker; 'plywood worker --solve' is one".to_owned(),
            },
            SolveState::Running => format!(
                "{worker}: {}, {}",
                if self.progress.is_empty() { "begins" } else { &self.progress },
                counted(self.checkpoints as usize, "checkpoint")
            ),
            SolveState::Returned => format!("{worker} has an answer, which is not verified yet"),
            SolveState::Verified => format!("{worker} had the answer, which was verified"),
        }
    }
}
