//! The lines that an engine has said and that were not read yet.

use super::is_set;
use crate::dialogue::Voice;
use std::collections::VecDeque;
use std::io::Read;
use std::sync::atomic::AtomicBool;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// No line of any protocol is longer: the longest game on the largest board has
/// some 50,000 bytes.
pub(crate) const LONGEST_LINE: usize = 1 << 16;
/// How many bytes of lines wait to be read. After that the engine waits: its
/// pipe is full.
pub(crate) const MOST_BYTES: usize = 1 << 18;
/// How soon a stop is noticed.
const TICK: Duration = Duration::from_millis(10);

/// What came of waiting for a line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    /// A line, without its end.
    Line(String),
    /// Nothing in time.
    Late,
    /// The flag was set.
    Stop,
    /// The engine's output has ended.
    Closed {
        /// The beginning of a line that was never ended.
        unfinished: Option<String>,
    },
    /// The engine reads no more.
    InputClosed,
    /// A line was too long.
    TooLong,
}

/// Lines on their way from an engine.
#[derive(Default)]
pub(crate) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    lines: VecDeque<String>,
    bytes: usize,
    /// What came after the last line.
    partial: Vec<u8>,
    closed: bool,
    input_closed: bool,
    too_long: bool,
}

impl Queue {
    /// Reads lines until the output ends or a line is too long.
    pub(crate) fn fill(&self, mut output: impl Read, voice: Option<&Voice>) {
        let mut chunk = [0; 4096];
        loop {
            let read = match output.read(&mut chunk) {
                Ok(0) => break,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(_) => break,
                Ok(read) => read,
            };
            for part in chunk[..read].split_inclusive(|&byte| byte == b'\n') {
                if !self.take(part, voice) {
                    return;
                }
            }
        }
        self.state().closed = true;
        self.changed.notify_all();
    }

    /// Takes a part of a line, with its end if it is the last; false if the line
    /// is too long.
    fn take(&self, part: &[u8], voice: Option<&Voice>) -> bool {
        let mut state = self.state();
        if state.partial.len() + part.len() > LONGEST_LINE {
            state.too_long = true;
            self.changed.notify_all();
            return false;
        }
        state.partial.extend_from_slice(part);
        if part.last() != Some(&b'\n') {
            return true;
        }
        let line = tidy(&std::mem::take(&mut state.partial));
        if let Some(voice) = voice {
            voice.heard(&line);
        }
        while state.bytes > MOST_BYTES {
            let woken = self.changed.wait(state);
            state = woken.unwrap_or_else(PoisonError::into_inner);
        }
        state.bytes += line.len() + 1;
        state.lines.push_back(line);
        self.changed.notify_all();
        true
    }

    /// The engine has closed its input.
    pub(crate) fn close_input(&self) {
        self.state().input_closed = true;
        self.changed.notify_all();
    }

    /// The next line, or why there is none.
    pub(crate) fn next(&self, deadline: Instant, stop: Option<&AtomicBool>) -> Heard {
        let mut state = self.state();
        loop {
            // First, so that an engine that talks without end can be stopped.
            if is_set(stop) {
                return Heard::Stop;
            }
            if let Some(line) = state.lines.pop_front() {
                state.bytes -= line.len() + 1;
                self.changed.notify_all();
                return Heard::Line(line);
            }
            if state.too_long {
                return Heard::TooLong;
            }
            if state.closed {
                let text = (!state.partial.is_empty()).then(|| tidy(&state.partial));
                return Heard::Closed { unfinished: text.map(|text| shortened(&text)) };
            }
            if state.input_closed {
                return Heard::InputClosed;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Heard::Late;
            }
            let nap = if stop.is_some() { left.min(TICK) } else { left };
            let woken = self.changed.wait_timeout(state, nap);
            state = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// The beginning of a line that has not been ended yet.
    pub(crate) fn unfinished(&self) -> Option<String> {
        let state = self.state();
        (!state.partial.is_empty()).then(|| shortened(&tidy(&state.partial)))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A line as text, without its end, and with tabs and the like as spaces.
fn tidy(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}' || c == '\0');
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// The beginning of a text that goes into a message.
pub(crate) fn shortened(text: &str) -> String {
    const MOST: usize = 200;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(5)
    }

    #[test]
    fn lines_come_in_order_and_tidy() {
        let queue = Queue::default();
        queue.fill(&b"\xef\xbb\xbfugiok\r\n\n  a\tb \nrest"[..], None);
        for line in ["ugiok", "", "a b"] {
            assert_eq!(queue.next(soon(), None), Heard::Line(line.to_owned()));
        }
        assert_eq!(queue.unfinished().as_deref(), Some("rest"));
        let closed = Heard::Closed { unfinished: Some("rest".to_owned()) };
        assert_eq!(queue.next(soon(), None), closed);
    }

    #[test]
    fn a_flood_waits_and_an_endless_line_is_refused() {
        let queue = Arc::new(Queue::default());
        let filled = Arc::clone(&queue);
        let flood = "0123456789abcde\n".repeat(100_000);
        let filling = std::thread::spawn(move || filled.fill(flood.as_bytes(), None));
        std::thread::sleep(Duration::from_millis(50));
        assert!(queue.state().bytes <= MOST_BYTES + 16);
        let heard = (0..100_000).filter(|_| matches!(queue.next(soon(), None), Heard::Line(_)));
        assert_eq!(heard.count(), 100_000);
        filling.join().expect("it ends");
        let endless = Queue::default();
        endless.fill(std::io::repeat(b'x'), None);
        assert_eq!(endless.next(soon(), None), Heard::TooLong);
    }

    #[test]
    fn waiting_ends_at_the_deadline_or_when_stopped() {
        let queue = Queue::default();
        assert_eq!(queue.next(Instant::now(), None), Heard::Late);
        assert_eq!(queue.next(soon(), Some(&true.into())), Heard::Stop);
        queue.close_input();
        assert_eq!(queue.next(soon(), None), Heard::InputClosed);
    }
}
