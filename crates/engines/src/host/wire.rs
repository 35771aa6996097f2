//! What passes between a language and its process: a question for a move, the lines
//! sent and heard, and how long an answer is waited for.

use super::interrupted;
use crate::process::{Heard, Process};
use plywood_game::Side;
use plywood_players::{Cause, Failure, Turn};
use plywood_workbench::{ExternalSpec, Session};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// A question for a move.
pub(crate) struct Ask<'a> {
    /// The game up to here.
    pub(crate) session: &'a dyn Session,
    pub(crate) turn: &'a Turn,
    /// Set when the best move so far is wanted.
    pub(crate) stop: &'a AtomicBool,
    pub(crate) began: Instant,
    /// When waiting for the answer ends.
    pub(crate) deadline: Instant,
}

impl Ask<'_> {
    /// The wait for the answer begins.
    pub(crate) fn waiting(&self) -> Waiting {
        Waiting::until(self.deadline)
    }

    /// The failure of an engine that has not answered.
    fn late(&self, wire: &Wire<'_>, last: Option<&str>) -> Failure {
        let waited = self.began.elapsed().as_millis();
        let mut detail = match (self.turn.limits.time, &self.turn.clocks) {
            (Some(time), _) => format!("no move after {waited} ms of {}", time.as_millis()),
            (None, Some(clocks)) => {
                format!("no move after {waited} ms with {} on its clock", clocks.own.as_millis())
            }
            (None, None) => format!("no move after {waited} ms"),
        };
        detail.push_str(&wire.last_words(last));
        Failure::new(Cause::Timeout, detail)
    }
}

/// How soon after it is stopped an engine must give its move.
const AFTER_STOP: Duration = Duration::from_secs(1);

/// How long an answer is still waited for.
pub(crate) struct Waiting {
    deadline: Instant,
    pub(crate) stopped: bool,
    /// The last line that came.
    last: Option<String>,
}

impl Waiting {
    /// Waiting until then.
    pub(crate) fn until(deadline: Instant) -> Self {
        Self { deadline, stopped: false, last: None }
    }
}

/// The line to a process.
pub(crate) struct Wire<'a> {
    pub(crate) process: &'a mut Process,
    pub(crate) spec: &'a ExternalSpec,
    /// The side that the engine will have in its game, if it is known.
    pub(crate) side: Option<Side>,
    /// Set when nobody waits any more.
    pub(crate) stop: Option<&'a AtomicBool>,
}

impl Wire<'_> {
    /// Sends a line.
    pub(crate) fn send(&mut self, line: &str) -> Result<(), Failure> {
        self.process.send(line)
    }

    /// The next line until `deadline`; none if there is none.
    pub(crate) fn line(&mut self, deadline: Instant) -> Result<Option<String>, Failure> {
        match self.process.hear(deadline, self.stop)? {
            Heard::Line(line) => Ok(Some(line)),
            Heard::Stop => Err(interrupted()),
            _ => Ok(None),
        }
    }

    /// Forgets what the engine has said and nobody has asked for. One that talks
    /// without end is not heard out.
    pub(crate) fn drain(&mut self) -> Result<(), Failure> {
        let enough = Instant::now() + Duration::from_millis(50);
        while self.line(Instant::now())?.is_some() && Instant::now() < enough {}
        Ok(())
    }

    /// The next line after a question for a move. When `ask` is stopped, `stop`
    /// is sent, if there is such a word, and the answer must come soon.
    pub(crate) fn answer(
        &mut self,
        ask: &Ask<'_>,
        waiting: &mut Waiting,
        stop: Option<&str>,
    ) -> Result<String, Failure> {
        loop {
            let flag = (!waiting.stopped).then_some(ask.stop);
            match self.process.hear(waiting.deadline, flag)? {
                Heard::Line(line) if Instant::now() < waiting.deadline => {
                    waiting.last = Some(line.clone());
                    return Ok(line);
                }
                Heard::Stop => {
                    stop.map_or(Ok(()), |word| self.send(word))?;
                    waiting.stopped = true;
                    waiting.deadline = waiting.deadline.min(Instant::now() + AFTER_STOP);
                }
                _ => return Err(ask.late(self, waiting.last.as_deref())),
            }
        }
    }

    /// Waits until a line makes `found` return something. A line in time that is
    /// not wanted is skipped.
    ///
    /// # Errors
    /// If none comes within `time`: a failure that says what was `awaited`.
    pub(crate) fn until<T>(
        &mut self,
        time: Duration,
        awaited: &str,
        mut found: impl FnMut(&str) -> Result<Option<T>, Failure>,
    ) -> Result<T, Failure> {
        let deadline = Instant::now() + time;
        let mut last = None;
        while let Some(line) = self.line(deadline)? {
            if let Some(found) = found(&line)? {
                return Ok(found);
            }
            last = Some(line);
            // An engine may say other things faster than they are read.
            if Instant::now() >= deadline {
                break;
            }
        }
        let waited = format!("no {awaited} within {} ms", time.as_millis());
        let detail = format!("{waited}{}", self.last_words(last.as_deref()));
        Err(Failure::new(Cause::Timeout, detail))
    }

    /// What an engine said last that was not the answer.
    fn last_words(&self, last: Option<&str>) -> String {
        match (self.process.unfinished(), last) {
            (Some(text), _) => format!("; an unfinished line: '{text}'"),
            (None, Some(line)) => {
                format!("; its last line: '{}'", crate::process::shortened(line))
            }
            (None, None) => String::new(),
        }
    }
}
