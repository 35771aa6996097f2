//! The end of what an engine wrote to its standard error.

use super::queue::shortened;
use crate::dialogue::Voice;
use std::collections::VecDeque;
use std::io::Read;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How much of it is kept.
const MOST: usize = 8192;

/// The last bytes of a stream.
#[derive(Default)]
pub(crate) struct Tail {
    kept: Mutex<VecDeque<u8>>,
    ended: AtomicBool,
}

impl Tail {
    /// Reads until the stream ends.
    pub(crate) fn fill(&self, mut errors: impl Read, voice: Option<&Voice>) {
        let mut chunk = [0; 4096];
        while let Ok(read @ 1..) = errors.read(&mut chunk) {
            let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
            kept.extend(&chunk[..read]);
            let over = kept.len().saturating_sub(MOST);
            kept.drain(..over);
            drop(kept);
            if let Some(voice) = voice {
                voice.errors(&String::from_utf8_lossy(&chunk[..read]));
            }
        }
        self.ended.store(true, Ordering::Release);
    }

    /// Waits a moment for the end of the stream: the last words of a process that
    /// has ended may still be on their way.
    pub(crate) fn settle(&self) {
        let deadline = Instant::now() + Duration::from_millis(100);
        while !self.ended.load(Ordering::Acquire) && Instant::now() < deadline {
            std::thread::sleep(Duration::from_micros(500));
        }
    }

    /// All that is kept.
    pub(crate) fn text(&self) -> String {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&kept.iter().copied().collect::<Vec<u8>>()).into_owned()
    }

    /// The last line that is not empty, cut to what fits into a message.
    pub(crate) fn last_line(&self) -> Option<String> {
        let text = self.text();
        text.lines().rev().map(str::trim).find(|line| !line.is_empty()).map(shortened)
    }
}
