//! Counting what the test programs report, and the closing words of the test command.

/// What the tests and checks have come to so far.
#[derive(Debug, Default)]
pub(crate) struct Count {
    pub(crate) passed: u64,
    failed: u64,
    /// The tests that failed, by the names in their lines.
    names: Vec<String>,
    /// The tests that take long and have not ended.
    slow: Vec<String>,
    /// Steps that failed, with the reason.
    problems: Vec<String>,
    /// What could not be checked on this machine.
    pub(crate) skipped: Vec<String>,
}

impl Count {
    /// Reads a line that a test program printed.
    pub(crate) fn read(&mut self, line: &str) {
        if let Some(rest) = line.strip_prefix("test result: ") {
            self.passed += number_before(" passed", rest);
            self.failed += number_before(" failed", rest);
        } else if let Some(rest) = line.strip_prefix("test ") {
            if let Some((name, _)) = rest.split_once(" has been running for over ") {
                self.slow.push(name.to_owned());
            } else if let Some((name, ending)) = rest.split_once(" ... ") {
                self.slow.retain(|slow| slow != name);
                if ending == "FAILED" {
                    self.names.push(name.to_owned());
                }
            }
        }
    }

    /// The tests that take long and have not ended, in words.
    pub(crate) fn slow(&self) -> String {
        self.slow.join(", ")
    }

    /// Notes how a step ended; what it gave, if it is good.
    pub(crate) fn note<T>(&mut self, result: Result<T, String>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(problem) => {
                println!("== {problem}");
                self.problems.push(problem);
                None
            }
        }
    }

    /// The last lines of a run: what failed, what was skipped, and how many tests passed. A
    /// step that fails without a failing test counts as one.
    pub(crate) fn closing(&self) -> String {
        let mut lines: Vec<String> = Vec::new();
        lines.extend(self.skipped.iter().map(|what| format!("skipped: {what}")));
        lines.extend(self.problems.iter().map(|problem| format!("failed: {problem}")));
        lines.extend(self.names.iter().map(|name| format!("failed: {name}")));
        let failed = self.failed.max(self.problems.len() as u64);
        lines.push(format!("{} passed, {failed} failed", self.passed));
        lines.join("\n")
    }

    /// An error if anything failed.
    pub(crate) fn end(&self) -> Result<(), String> {
        match self.failed.max(self.problems.len() as u64) {
            0 => Ok(()),
            _ => Err("not everything is good".to_owned()),
        }
    }
}

/// The number before a word, as in `ok. 12 passed; 3 failed`; 0 if there is none.
fn number_before(word: &str, text: &str) -> u64 {
    let before = text.split_once(word).map_or("", |(before, _)| before);
    before.rsplit(' ').next().and_then(|number| number.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closing_lines_of_test_programs_are_added_up_whether_they_pass_or_fail() {
        let mut count = Count::default();
        for line in [
            "test result: ok. 12 passed; 0 failed; 0 ignored; 0 measured; 3 filtered out",
            "test result: FAILED. 4 passed; 2 failed; 0 ignored",
            "test words::a_law ... FAILED",
            "test another ... ok",
            "test a_long_one has been running for over 60 seconds",
            "test an_endless_one has been running for over 60 seconds",
            "test a_long_one ... ok",
            "test result_parses ... ok",
            "1 passed, 1 failed",
        ] {
            count.read(line);
        }
        assert_eq!((count.passed, count.failed), (16, 2));
        assert_eq!(count.slow(), "an_endless_one");
        assert_eq!(count.closing(), "failed: words::a_law\n16 passed, 2 failed");
        assert!(count.end().is_err());
    }

    #[test]
    fn a_step_that_fails_and_what_is_skipped_are_named_before_the_count() {
        let mut count = Count { passed: 3, ..Count::default() };
        assert_eq!(count.closing(), "3 passed, 0 failed");
        assert_eq!(count.end(), Ok(()));
        count.skipped.push("a check".to_owned());
        assert_eq!(count.note(Ok(7)), Some(7));
        assert_eq!(count.note::<()>(Err("format failed".to_owned())), None);
        assert_eq!(count.closing(), "skipped: a check\nfailed: format failed\n3 passed, 1 failed");
        assert!(count.end().is_err());
    }
}
