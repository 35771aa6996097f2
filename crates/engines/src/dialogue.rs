//! The log of what engines are told and say.
//!
//! ```text
//! 0.001523 ugi:./engine #1 = started ./engine, process 4711
//! 0.001544 ugi:./engine #1 > ugi
//! 0.004012 ugi:./engine #1 < ugiok
//! ```
//!
//! Seconds since the log began, the engine and the number of its process, and a
//! sign: `>` to the engine, `<` from it, `!` from its standard error, `=` a
//! remark of the manager.

use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// A file that takes down every dialogue. It is removed again if nothing was said,
/// as when a player is refused.
#[derive(Debug)]
pub struct Dialogue {
    path: PathBuf,
    file: Mutex<File>,
    began: Instant,
    processes: AtomicUsize,
}

/// How many bytes of one process are taken down, so that an engine that talks
/// without end does not fill the disk.
const MOST: usize = 16 << 20;

impl Dialogue {
    /// A log that is written to this file, which must not exist yet.
    ///
    /// # Errors
    /// If it exists, or cannot be made.
    pub fn create(path: impl Into<PathBuf>) -> io::Result<Self> {
        let path = path.into();
        let file = Mutex::new(File::create_new(&path)?);
        Ok(Self { path, file, began: Instant::now(), processes: AtomicUsize::new(0) })
    }

    /// The next process of the engine of this name.
    pub(crate) fn voice(self: &Arc<Self>, name: &str) -> Voice {
        let number = self.processes.fetch_add(1, Ordering::Relaxed) + 1;
        let name = Arc::from(format!("{name} #{number}"));
        Voice { log: Arc::clone(self), name, written: Arc::default() }
    }
}

impl Drop for Dialogue {
    fn drop(&mut self) {
        if self.processes.load(Ordering::Relaxed) == 0 {
            // An empty file that stays is no harm.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// The dialogue with one process.
#[derive(Clone)]
pub(crate) struct Voice {
    log: Arc<Dialogue>,
    name: Arc<str>,
    written: Arc<AtomicUsize>,
}

impl Voice {
    pub(crate) fn told(&self, line: &str) {
        self.write('>', line);
    }

    pub(crate) fn heard(&self, line: &str) {
        self.write('<', line);
    }

    pub(crate) fn errors(&self, text: &str) {
        text.lines().for_each(|line| self.write('!', line));
    }

    pub(crate) fn remark(&self, line: &str) {
        self.write('=', line);
    }

    fn write(&self, sign: char, line: &str) {
        let before = self.written.fetch_add(line.len() + 1, Ordering::Relaxed);
        if before > MOST && sign != '=' {
            return;
        }
        let seconds = self.log.began.elapsed().as_secs_f64();
        let mut file = self.log.file.lock().unwrap_or_else(PoisonError::into_inner);
        // A full disk must not end a match.
        let _ = writeln!(file, "{seconds:.6} {} {sign} {line}", self.name);
    }
}
