//! An engine's process: started in its own group, heard line by line, and ended
//! with everything that it started.
//!
//! What is kept of its output is bounded: at most [`queue::MOST_BYTES`] of lines
//! that nobody has read yet (then the engine waits), and the end of its standard
//! error. Input is written by a thread of its own, because an engine that does
//! not read would block it.

mod kin;
mod launch;
mod queue;
mod tail;
#[cfg(target_os = "linux")]
mod watch;

use crate::dialogue::Voice;
use kin::Kin;
use launch::Launched;
use plywood_players::{Cause, Failure};
use plywood_workbench::ExternalSpec;
use process_wrap::std::ChildWrapper;
use queue::Queue;
use std::io::Write;
use std::process::{ChildStdin, ExitStatus};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::time::{Duration, Instant};
use tail::Tail;

pub(crate) use launch::{Launch, in_path};
pub(crate) use queue::{Heard, shortened};

/// How many lines may wait to be written.
const UNWRITTEN: usize = 8;
/// How long a process may take to end after it was asked to, and after TERM.
const FAREWELL: Duration = Duration::from_secs(1);
const TERM_GRACE: Duration = Duration::from_millis(200);
/// How long its end may come after the end of its output.
const LAST_GASP: Duration = Duration::from_millis(500);

/// A running engine.
pub(crate) struct Process {
    child: Box<dyn ChildWrapper>,
    kin: Kin,
    input: Option<SyncSender<String>>,
    output: Arc<Queue>,
    errors: Arc<Tail>,
    voice: Option<Voice>,
    line_end: &'static str,
    paused: bool,
    running: bool,
    memory: Option<u64>,
    cpu: Option<u64>,
}

impl Process {
    /// Starts the engine.
    ///
    /// # Errors
    /// If the system does not start it.
    pub(crate) fn start(
        spec: &ExternalSpec,
        launch: Launch,
        voice: Option<Voice>,
    ) -> Result<Self, Failure> {
        let kin = Kin::new();
        let Launched { mut child, program } = launch.start(&kin)?;
        if let Some(voice) = &voice {
            voice.remark(&format!("started {program}, process {}", child.id()));
        }
        let (output, errors) = (Arc::new(Queue::default()), Arc::new(Tail::default()));
        let (input, lines) = sync_channel(UNWRITTEN);
        if let Some(stdin) = child.stdin().take() {
            let output = Arc::clone(&output);
            std::thread::spawn(move || write_lines(stdin, &lines, &output));
        }
        if let Some(stdout) = child.stdout().take() {
            let (output, voice) = (Arc::clone(&output), voice.clone());
            std::thread::spawn(move || output.fill(stdout, voice.as_ref()));
        }
        if let Some(stderr) = child.stderr().take() {
            let (errors, voice) = (Arc::clone(&errors), voice.clone());
            std::thread::spawn(move || errors.fill(stderr, voice.as_ref()));
        }
        Ok(Self {
            child,
            kin,
            input: Some(input),
            output,
            errors,
            voice,
            line_end: "\n",
            paused: false,
            running: true,
            memory: spec.memory,
            cpu: spec.cpu,
        })
    }

    /// Lines sent from now on end with this.
    pub(crate) fn end_lines_with(&mut self, line_end: &'static str) {
        self.line_end = line_end;
    }

    /// Sends a line. That the engine has closed its input shows when it is
    /// heard.
    ///
    /// # Errors
    /// If it has not read many lines before this one.
    pub(crate) fn send(&mut self, line: &str) -> Result<(), Failure> {
        if let Some(voice) = &self.voice {
            voice.told(line);
        }
        let Some(input) = &self.input else { return Ok(()) };
        match input.try_send(format!("{line}{}", self.line_end)) {
            Err(TrySendError::Full(_)) => {
                Err(Failure::new(Cause::Protocol, "it does not read its input"))
            }
            // The thread that writes has ended: the queue knows why.
            Ok(()) | Err(TrySendError::Disconnected(_)) => Ok(()),
        }
    }

    /// The next line, if one comes before `deadline` and before `stop` is set.
    ///
    /// # Errors
    /// If there cannot be another line: the process has ended or is out of
    /// order.
    pub(crate) fn hear(
        &mut self,
        deadline: Instant,
        stop: Option<&AtomicBool>,
    ) -> Result<Heard, Failure> {
        match self.output.next(deadline, stop) {
            Heard::Closed { unfinished } => Err(self.gone("output", unfinished)),
            Heard::InputClosed => Err(self.gone("input", None)),
            Heard::TooLong => {
                let detail = format!("a line of more than {} bytes", queue::LONGEST_LINE);
                Err(Failure::new(Cause::Protocol, detail))
            }
            heard => Ok(heard),
        }
    }

    /// What it has begun to say and not ended.
    pub(crate) fn unfinished(&self) -> Option<String> {
        self.output.unfinished()
    }

    /// Why a process that closed its input or output can say no more.
    fn gone(&mut self, what: &str, unfinished: Option<String>) -> Failure {
        let mut detail = match self.wait(LAST_GASP) {
            Some(status) => return self.ended(status, unfinished),
            None => format!("it closed its standard {what}"),
        };
        if let Some(line) = self.errors.last_line() {
            detail.push_str(&format!("; its last words: {line}"));
        }
        Failure::new(Cause::Protocol, detail)
    }

    /// The failure of a process that ended in the middle of a game.
    fn ended(&self, status: ExitStatus, unfinished: Option<String>) -> Failure {
        let signal = signal_of(status);
        let mut detail = match (signal, status.code()) {
            (Some(signal), _) => format!("it was ended by signal {signal}"),
            (None, Some(code)) => format!("it ended with exit status {code}"),
            (None, None) => "it ended".to_owned(),
        };
        if let Some(text) = unfinished {
            detail.push_str(&format!(" in the middle of the line '{text}'"));
        }
        self.errors.settle();
        let words = self.errors.text().to_lowercase();
        let starved =
            ["memory", "alloc", "heap", "map segment"].iter().any(|word| words.contains(word));
        if let Some(line) = self.errors.last_line() {
            detail.push_str(&format!("; its last words: {line}"));
        }
        if let (Some(megabytes), true) = (self.memory, starved) {
            let detail = format!("{detail} (memory={megabytes})");
            return Failure::new(Cause::Resource, detail);
        }
        if let (Some(seconds), true) = (self.cpu, ended_by_cpu_limit(signal)) {
            let detail = format!("it used its {seconds} s of processor time (cpu={seconds})");
            return Failure::new(Cause::Resource, detail);
        }
        Failure::new(Cause::Crash, detail)
    }

    /// Lets the process stand still, with all of its group, or go on.
    pub(crate) fn pause(&mut self, paused: bool) {
        if self.paused != paused {
            self.paused = paused;
            self.signal(if paused { Signal::Stop } else { Signal::Continue });
        }
    }

    /// Closes its input; whether it ends then by itself.
    pub(crate) fn ends_without_input(&mut self) -> bool {
        self.input = None;
        self.wait(FAREWELL).is_some()
    }

    /// Ends the process: a farewell, TERM, KILL, each with some time, and then
    /// whatever it has left behind. Whether the farewell was enough.
    pub(crate) fn end(mut self, farewell: &str) -> bool {
        self.pause(false);
        // If it does not read, it is ended anyway.
        let _ = self.send(farewell);
        self.input = None;
        let status = self.wait(FAREWELL);
        self.kill(status);
        status.is_some()
    }

    /// Ends the process and what it started.
    fn kill(&mut self, status: Option<ExitStatus>) {
        self.running = false;
        let status = status.or_else(|| {
            self.signal(Signal::Terminate);
            self.pause(false);
            self.wait(TERM_GRACE)
        });
        // Everything that is still in the group, and then what has left it.
        let _ = self.child.start_kill();
        self.kin.kill();
        let status = status.or_else(|| self.child.wait().ok());
        if let (Some(voice), Some(status)) = (self.voice.take(), status) {
            voice.remark(&format!("ended: {status}"));
        }
    }

    /// Its exit status, if it ends in this time.
    fn wait(&mut self, time: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + time;
        let mut nap = Duration::from_micros(200);
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            if Instant::now() >= deadline {
                return None;
            }
            std::thread::sleep(nap);
            nap = (nap * 2).min(Duration::from_millis(10));
        }
    }

    #[cfg(unix)]
    fn signal(&self, signal: Signal) {
        use rustix::process::Signal as S;
        let signal = match signal {
            Signal::Stop => S::STOP,
            Signal::Continue => S::CONT,
            Signal::Terminate => S::TERM,
        };
        // A process that has ended needs no signal.
        let _ = self.child.signal(signal.as_raw());
    }

    #[cfg(not(unix))]
    fn signal(&self, _: Signal) {}
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.running {
            let status = self.child.try_wait().ok().flatten();
            self.kill(status);
        }
    }
}

/// What a group is told by a signal.
#[derive(Clone, Copy)]
enum Signal {
    Stop,
    Continue,
    Terminate,
}

#[cfg(unix)]
fn signal_of(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal_of(_: ExitStatus) -> Option<i32> {
    None
}

/// Whether a process with a limit of processor time was ended by it.
#[cfg(unix)]
fn ended_by_cpu_limit(signal: Option<i32>) -> bool {
    use rustix::process::Signal;
    let limit = [Signal::XCPU.as_raw(), Signal::KILL.as_raw()];
    signal.is_some_and(|signal| limit.contains(&signal))
}

#[cfg(not(unix))]
fn ended_by_cpu_limit(_: Option<i32>) -> bool {
    false
}

/// Writes lines until there are no more or the engine has closed its input.
fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>, output: &Queue) {
    for line in lines {
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            output.close_input();
            return;
        }
    }
}

/// Whether a flag is set.
pub(crate) fn is_set(flag: Option<&AtomicBool>) -> bool {
    flag.is_some_and(|flag| flag.load(Ordering::Relaxed))
}
