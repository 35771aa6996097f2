//! Running a command as a named step, and counting the tests it reports.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::Instant;

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

    /// Runs the tests, showing what they print, and returns how many passed.
    pub(crate) fn count_tests(mut self) -> Result<u64, String> {
        let start = self.announce();
        let mut child =
            self.command.stdout(Stdio::piped()).spawn().map_err(|error| self.cannot(&error))?;
        let mut passed = 0;
        if let Some(output) = child.stdout.take() {
            for line in BufReader::new(output).lines() {
                let line = line.map_err(|error| self.cannot(&error))?;
                passed += passed_tests(&line);
                println!("{line}");
            }
        }
        let status = child.wait().map_err(|error| self.cannot(&error))?;
        self.finish(start, status.success() && passed > 0)?;
        Ok(passed)
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

/// The number in `test result: ok. 12 passed; ...`, or 0 for any other line.
fn passed_tests(line: &str) -> u64 {
    let count = line.strip_prefix("test result: ok. ").and_then(|rest| rest.split(' ').next());
    count.and_then(|word| word.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_closing_lines_of_passing_tests_count() {
        assert_eq!(passed_tests("test result: ok. 12 passed; 0 failed; 0 ignored"), 12);
        assert_eq!(passed_tests("test result: FAILED. 12 passed; 1 failed"), 0);
        assert_eq!(passed_tests("test result_parses ... ok"), 0);
    }
}
