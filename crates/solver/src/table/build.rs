//! Distance after distance, with threads, checkpoints and progress.

use super::error::TableError;
use super::file::{self, Census, Header, Unfinished};
use super::indexed::Indexed;
use super::probe::{open_finished, open_of_game};
use super::sweep::{Sweep, Values};
use super::value::MOST_PLIES;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How a table is built.
#[derive(Debug, Clone, Copy)]
pub struct BuildOptions {
    /// Threads that work.
    pub threads: usize,
    /// Megabytes that may be used.
    pub megabytes: u64,
    /// The time between checkpoints: what a kill can cost. A checkpoint takes
    /// some seconds for a billion positions.
    pub checkpoint: Duration,
}

impl Default for BuildOptions {
    fn default() -> Self {
        Self { threads: 2, megabytes: 6_000, checkpoint: Duration::from_secs(180) }
    }
}

/// How far a build is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Building {
    /// The distance that is being looked for.
    pub distance: u8,
    /// The share of that distance that is done, from 0 to 1.
    pub share: f64,
    /// Numbers decided so far.
    pub decided: u64,
    /// Numbers in all.
    pub count: u64,
    /// How long it has taken, earlier runs included.
    pub elapsed: Duration,
    /// How long it will still take, as far as can be told.
    pub remaining: Option<Duration>,
}

impl Building {
    /// Most positions are decided at small distances, and the many distances
    /// that follow decide few. On Delta with 5 and 6 pieces the share of the
    /// time that has passed was near `1 - u^0.35`, where `u` is the share of
    /// positions that are still undecided: 0.35 (really 0.28), 0.54 (0.52) and
    /// 0.71 (0.70) after distances 4, 10 and 20 with 6 pieces.
    fn remaining(elapsed: Duration, decided: u64, count: u64) -> Option<Duration> {
        let undecided = 1.0 - decided as f64 / count.max(1) as f64;
        let passed = 1.0 - undecided.max(0.0).powf(0.35);
        (passed > 0.02).then(|| elapsed.mul_f64((1.0 - passed) / passed))
    }
}

/// The build of one table.
pub struct Build<'a, I, S> {
    /// The numbers of the positions.
    pub indexed: &'a I,
    /// How a distance is found.
    pub sweep: &'a S,
    /// The file that is written.
    pub path: &'a Path,
    /// Threads, memory, checkpoints.
    pub options: BuildOptions,
}

/// The file of checkpoints beside a table.
#[must_use]
pub fn partial_path(path: &Path) -> PathBuf {
    let mut partial = path.as_os_str().to_owned();
    partial.push(".partial");
    partial.into()
}

/// A build while it runs.
struct Run {
    values: Values,
    state: Unfinished,
    /// When the state's seconds were counted.
    since: Instant,
    last_checkpoint: Instant,
}

impl Run {
    fn elapsed(&self) -> Duration {
        Duration::from_secs(self.state.seconds) + self.since.elapsed()
    }
}

impl<I: Indexed, S: Sweep> Build<'_, I, S> {
    /// Builds the table, or goes on from the last checkpoint, and returns its
    /// header. A finished file is not built again.
    ///
    /// # Errors
    /// If there is not enough memory, the file cannot be written, a checkpoint
    /// is damaged, or the build was stopped.
    pub fn run(
        &self,
        stop: &AtomicBool,
        listener: &mut dyn FnMut(&Building),
    ) -> Result<Header, TableError> {
        if self.path.exists() {
            let file = open_finished(self.path, self.indexed)?;
            self.remove_checkpoint()?;
            return Ok(file.header);
        }
        let mut run = self.start()?;
        loop {
            self.distance(&mut run, stop, listener)?;
            let Unfinished { distance, found, .. } = run.state;
            if found == 0 && distance > 0 {
                return self.finish(&run);
            }
            if distance == MOST_PLIES {
                return Err(TableError::TooFar);
            }
            run.state.distance += 1;
            run.state.found = 0;
        }
    }

    fn start(&self) -> Result<Run, TableError> {
        let needed = (self.indexed.count() + self.sweep.memory()).div_ceil(1_000_000);
        if needed > self.options.megabytes {
            return Err(TableError::Memory { needed, allowed: self.options.megabytes });
        }
        let partial = partial_path(self.path);
        let (values, state) = if partial.exists() {
            let file = open_of_game(&partial, self.indexed)?;
            let state = file.header.unfinished.ok_or_else(|| {
                TableError::damaged(&partial, "this is no checkpoint; move it away")
            })?;
            (file.values()?, state)
        } else {
            // A folder that does not exist, or a full disk, is told at once.
            let state = Unfinished { distance: 0, found: 0, decided: 0, seconds: 0 };
            fs::write(&partial, b"")
                .and_then(|()| fs::remove_file(&partial))
                .map_err(|error| TableError::file(&partial, "write there", error))?;
            (Values::new(self.indexed.count() as usize), state)
        };
        let now = Instant::now();
        Ok(Run { values, state, since: now, last_checkpoint: now })
    }

    /// One distance, with checkpoints on the way.
    fn distance(
        &self,
        run: &mut Run,
        stop: &AtomicBool,
        listener: &mut dyn FnMut(&Building),
    ) -> Result<(), TableError> {
        let next = AtomicUsize::new(0);
        loop {
            let found = self.work(run, &next, stop, listener);
            run.state.found += found;
            run.state.decided += found;
            let is_done = next.load(Relaxed) >= self.sweep.units();
            let stopped = stop.load(Relaxed) && !is_done;
            if stopped || run.last_checkpoint.elapsed() >= self.options.checkpoint {
                self.checkpoint(run)?;
            }
            if stopped {
                return Err(TableError::Stopped);
            }
            if is_done {
                return Ok(());
            }
        }
    }

    /// Works on a distance until it is done, a checkpoint is due or the build
    /// is stopped. Returns how many numbers were decided.
    fn work(
        &self,
        run: &Run,
        next: &AtomicUsize,
        stop: &AtomicBool,
        listener: &mut dyn FnMut(&Building),
    ) -> u64 {
        const TICK: Duration = Duration::from_millis(100);
        let (found, pause) = (AtomicU64::new(0), AtomicBool::new(false));
        let units = self.sweep.units();
        let distance = run.state.distance;
        std::thread::scope(|scope| {
            let (done, working) = channel::<()>();
            for _ in 0..self.options.threads.max(1) {
                let done = done.clone();
                let (found, pause) = (&found, &pause);
                scope.spawn(move || {
                    let mut scratch = self.sweep.scratch();
                    while !pause.load(Relaxed) {
                        let unit = next.fetch_add(1, Relaxed);
                        if unit >= units {
                            break;
                        }
                        let number = self.sweep.sweep(unit, distance, &run.values, &mut scratch);
                        found.fetch_add(number, Relaxed);
                    }
                    drop(done);
                });
            }
            drop(done);
            while let Err(RecvTimeoutError::Timeout) = working.recv_timeout(TICK) {
                let due = run.last_checkpoint.elapsed() >= self.options.checkpoint;
                pause.store(due || stop.load(Relaxed), Relaxed);
                let decided = run.state.decided + found.load(Relaxed);
                let (count, elapsed) = (self.indexed.count(), run.elapsed());
                listener(&Building {
                    distance,
                    share: next.load(Relaxed).min(units) as f64 / units.max(1) as f64,
                    decided,
                    count,
                    elapsed,
                    remaining: Building::remaining(elapsed, decided, count),
                });
            }
        });
        found.into_inner()
    }

    fn header(&self, unfinished: Option<Unfinished>, census: Census) -> Header {
        Header {
            game: self.indexed.name(),
            count: self.indexed.count(),
            block_len: self.indexed.block_len() as u64,
            unfinished,
            census,
        }
    }

    fn checkpoint(&self, run: &mut Run) -> Result<(), TableError> {
        let state = Unfinished { seconds: run.elapsed().as_secs(), ..run.state };
        let header = self.header(Some(state), Census::default());
        file::write(&partial_path(self.path), &header, &run.values, self.options.threads)?;
        run.last_checkpoint = Instant::now();
        Ok(())
    }

    fn finish(&self, run: &Run) -> Result<Header, TableError> {
        let census = Census::take(self.indexed, &run.values, self.options.threads);
        let header = self.header(None, census);
        file::write(self.path, &header, &run.values, self.options.threads)?;
        self.remove_checkpoint()?;
        Ok(header)
    }

    fn remove_checkpoint(&self) -> Result<(), TableError> {
        let partial = partial_path(self.path);
        match fs::remove_file(&partial) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(TableError::file(&partial, "remove the checkpoint", error))
            }
            _ => Ok(()),
        }
    }
}
