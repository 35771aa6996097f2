//! Running a command as a named step, and counting the tests it reports.

use crate::count::Count;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// A command with a name.
pub(crate) struct Step {
    name: String,
    command: Command,
}

impl Step {
    /// A cargo command, run by the cargo that runs us.
    pub(crate) fn cargo(name: &str, arguments: &[&str]) -> Self {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = Command::new(cargo);
        command.args(arguments).stdin(Stdio::null());
        if std::env::var_os("CI").is_some() {
            // A checkout that is built once: neither what a second build would
            // reuse nor line numbers for a debugger are worth half of the disk space.
            command.env("CARGO_INCREMENTAL", "0").env("CARGO_PROFILE_DEV_DEBUG", "none");
        }
        Self { name: name.to_owned(), command }
    }

    /// Any other command.
    pub(crate) fn program(name: &str, program: &str, arguments: &[&str]) -> Self {
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::null());
        Self { name: name.to_owned(), command }
    }

    pub(crate) fn env(mut self, name: &str, value: &str) -> Self {
        self.command.env(name, value);
        self
    }

    /// Runs the step; an error if it fails.
    pub(crate) fn run(mut self) -> Result<(), String> {
        let start = self.announce();
        let status = self.command.status().map_err(|error| self.cannot(&error))?;
        self.finish(start, status.success())
    }

    /// Runs steps side by side; an error if any fails.
    pub(crate) fn run_together(steps: Vec<Step>) -> Result<(), String> {
        let mut running = Vec::new();
        for mut step in steps {
            let start = step.announce();
            let child = step.command.spawn().map_err(|error| step.cannot(&error))?;
            running.push((step, child, start));
        }
        let mut result = Ok(());
        for (step, mut child, start) in running {
            let status = child.wait().map_err(|error| step.cannot(&error))?;
            result = result.and(step.finish(start, status.success()));
        }
        result
    }

    /// Runs the tests, showing what they print, and adds them to the count. Tests that do
    /// not end within this time are ended.
    pub(crate) fn count_tests(mut self, within: Duration, count: &mut Count) -> Result<(), String> {
        let start = self.announce();
        self.command.stdout(Stdio::piped());
        #[cfg(unix)]
        if std::env::var_os("CI").is_some() {
            // So that all that the tests have started can be ended. At a terminal they stay
            // in our group, which Ctrl-C ends.
            std::os::unix::process::CommandExt::process_group(&mut self.command, 0);
        }
        let mut child = self.command.spawn().map_err(|error| self.cannot(&error))?;
        let (lines, heard) = channel();
        let output = child.stdout.take();
        std::thread::spawn(move || {
            let read = output.into_iter().flat_map(|out| BufReader::new(out).split(b'\n'));
            let text = |line: Vec<u8>| String::from_utf8_lossy(&line).into_owned();
            read.map_while(Result::ok).try_for_each(|line| lines.send(text(line)))
        });
        loop {
            match heard.recv_timeout(within.saturating_sub(start.elapsed())) {
                Ok(line) => {
                    count.read(&line);
                    println!("{line}");
                }
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    end(&mut child);
                    let (name, slow) = (&self.name, count.slow());
                    return Err(format!("{name} did not end within {within:?}; still: {slow}"));
                }
            }
        }
        let status = child.wait().map_err(|error| self.cannot(&error))?;
        self.finish(start, status.success() && count.passed > 0)
    }

    fn announce(&self) -> Instant {
        println!("== {}", self.name);
        Instant::now()
    }

    fn finish(&self, start: Instant, success: bool) -> Result<(), String> {
        let seconds = start.elapsed().as_secs_f32();
        if success {
            println!("== {}: good, {seconds:.0} s", self.name);
            Ok(())
        } else {
            Err(format!("{} failed after {seconds:.0} s: {:?}", self.name, self.command))
        }
    }

    fn cannot(&self, error: &std::io::Error) -> String {
        format!("{} cannot run: {error}: {:?}", self.name, self.command)
    }
}

/// Ends a command and, where it has a group of its own, all that it has started.
fn end(child: &mut Child) {
    if std::env::var_os("CI").is_some() {
        let group = format!("-{}", child.id());
        let _ = Command::new("kill").args(["-9", "--", &group]).status();
    }
    let _ = child.kill();
    let _ = child.wait();
}
