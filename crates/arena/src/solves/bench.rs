//! A worker that solves: takes one question at a time and returns what it found.

use super::desk::Desk;
use super::line::Line;
use super::queue::{self, Held, Taken};
use super::work::{News, Work};
use crate::store::{Place, StoreError, runtime};
use crate::workers::{Notice, Terms, enter};
use plywood_workbench::Workbench;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How often news and the request to stop are looked at.
const GLANCE: Duration = Duration::from_millis(50);
/// How often questions are looked for, if there are none.
const LOOK: Duration = Duration::from_millis(500);

/// What solves positions and builds tables for others on this machine.
pub struct Bench<'w> {
    /// The games.
    pub workbench: &'w Workbench,
    /// The server.
    pub place: Place,
    /// Its name, which no other living worker has.
    pub name: String,
    /// The most memory that a question may take, in megabytes.
    pub megabytes: u64,
    /// Heartbeat and lease, and whether it ends when every question has a result.
    pub terms: Terms,
}

/// What a worker has solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Solved {
    /// Results that were returned in time.
    pub returned: u64,
    /// Questions that had been handed to others.
    pub late: u64,
}

/// How the work on a question ended.
enum Ended {
    Returned,
    Late,
    /// It waits again, for this worker too.
    Released,
    /// This worker cannot answer it.
    Failed,
}

impl Bench<'_> {
    /// Works until `stop` is set, or every question has a result if the terms say so.
    ///
    /// # Errors
    /// If the store cannot be used at first, or another worker has this name.
    pub fn run(
        &self,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&Notice),
    ) -> Result<Solved, StoreError> {
        let runtime = runtime(&self.place)?;
        let lease = self.terms.lease();
        let entered = enter(&self.place, (&self.name, &[]), lease, stop);
        let store = runtime.block_on(entered)?;
        let line = Line::new(&self.place, runtime, store, lease, tell);
        let (heartbeat, next_beat) = (self.terms.heartbeat, Instant::now());
        let mut desk = Desk { line, heartbeat, next_beat, progress: String::new(), versions: 0 };
        let (mut solved, mut left, mut is_excluded) = (Solved::default(), Vec::new(), false);
        while !stop.load(Ordering::Relaxed) {
            let (name, memory) = (&self.name, self.megabytes as i64);
            let taken = desk.line.ask("take a question", async |to| {
                queue::take(to, name, lease, memory, &left).await
            })?;
            let Some(taken) = taken.flatten() else {
                if self.terms.until_done && desk.line.ask("look", queue::has_open)? == Some(false) {
                    break;
                }
                self.rest(&mut desk, &mut is_excluded)?;
                continue;
            };
            let id = taken.held.id;
            match self.answer(&mut desk, &taken, stop)? {
                Ended::Returned => solved.returned += 1,
                Ended::Late => solved.late += 1,
                Ended::Released => {}
                Ended::Failed => left.push(id),
            }
        }
        // What cannot be said now is known when the last sign of life is old.
        let _ = desk.line.with(async |store| store.leave(&self.name).await);
        Ok(solved)
    }

    /// Waits, with signs of life.
    fn rest(&self, desk: &mut Desk<'_>, was_excluded: &mut bool) -> Result<(), StoreError> {
        if Instant::now() >= desk.next_beat {
            desk.next_beat = Instant::now() + self.terms.heartbeat;
            desk.line.ask("give a sign of life", async |to| queue::idle(to, &self.name).await)?;
            let is_excluded = desk.line.with(async |store| store.is_excluded(&self.name).await)?;
            if is_excluded == Some(true) && !*was_excluded {
                (desk.line.tell)(&Notice::Barred);
            }
            *was_excluded = is_excluded.unwrap_or(*was_excluded);
        }
        sleep(LOOK.min(self.terms.heartbeat));
        Ok(())
    }

    /// Works on a question on a thread of its own, and talks to the server meanwhile.
    fn answer(
        &self,
        desk: &mut Desk<'_>,
        taken: &Taken,
        stop: &AtomicBool,
    ) -> Result<Ended, StoreError> {
        desk.next_beat = Instant::now();
        desk.progress.clear();
        let Ok(solve) = serde_json::from_str(&taken.request) else {
            return fail(desk, &taken.held, "this Plywood does not understand the question");
        };
        let checkpoint = desk.download(taken)?;
        if checkpoint.is_none() && taken.checkpoint.is_some() {
            // Its lease runs out, and then it is taken again.
            return Ok(Ended::Released);
        }
        let nodes = taken.nodes as u64;
        let work = Work { workbench: self.workbench, solve, nodes, checkpoint };
        let (ended, (tell, news)) = (AtomicBool::new(false), channel());
        std::thread::scope(|scope| {
            let ended = &ended;
            scope.spawn(move || work.run(ended, &tell));
            let outcome = attend(desk, &taken.held, &news, (ended, stop));
            ended.store(true, Ordering::Relaxed);
            outcome
        })
    }
}

/// Passes on what the thread that works finds, until it or the lease ends.
fn attend(
    desk: &mut Desk<'_>,
    held: &Held,
    news: &Receiver<News>,
    (ended, stop): (&AtomicBool, &AtomicBool),
) -> Result<Ended, StoreError> {
    // The newest that the server has not got yet.
    let mut pending: Option<(u64, Vec<u8>, bool)> = None;
    loop {
        let mut is_over = false;
        match news.recv_timeout(GLANCE) {
            Ok(News::Progress(words)) => desk.progress = words,
            Ok(News::Checkpoint { nodes, bytes }) => pending = Some((nodes, bytes, false)),
            Ok(News::Done { nodes, bytes }) => pending = Some((nodes, bytes, true)),
            Ok(News::Failed(problem)) => return fail(desk, held, &problem),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                is_over = true;
                sleep(GLANCE);
            }
        }
        let is_stopped = stop.load(Ordering::Relaxed);
        ended.fetch_or(is_stopped, Ordering::Relaxed);
        if !desk.beat(held)? {
            return late(desk, held);
        }
        if let Some((nodes, bytes, last)) = &pending {
            match desk.upload(held, (*nodes, bytes, *last))? {
                Some(true) if *last => return Ok(Ended::Returned),
                Some(true) => pending = None,
                Some(false) => return late(desk, held),
                None => {}
            }
        }
        if is_over && (pending.is_none() || is_stopped) {
            desk.line
                .ask("give a question back", async |to| queue::release(to, held, None).await)?;
            return Ok(Ended::Released);
        }
    }
}

fn fail(desk: &mut Desk<'_>, held: &Held, problem: &str) -> Result<Ended, StoreError> {
    (desk.line.tell)(&Notice::Unsolvable { solve: held.id, problem: problem.to_owned() });
    let words = format!("worker {} cannot: {problem}", held.worker);
    let words = Some(&*words);
    desk.line.ask("give a question back", async |to| queue::release(to, held, words).await)?;
    Ok(Ended::Failed)
}

fn late(desk: &mut Desk<'_>, held: &Held) -> Result<Ended, StoreError> {
    desk.line.with(async |store| store.count_late(&held.worker).await)?;
    (desk.line.tell)(&Notice::LateSolve { solve: held.id, lease: held.lease });
    Ok(Ended::Late)
}
