//! What the commit messages promise: where search behaviour changes, the last
//! line of the message is `Bench: N`, the number of nodes that `plywood bench`
//! prints.

use std::process::Command;

/// What `plywood bench` prints; a test of the command compares the two.
const COMMITTED: &str = "crates/cli/tests/cmd/bench.md";

/// An error if the newest such line in the history differs from the committed
/// nodes. Without a history, or without such a line in it, there is nothing to
/// compare.
pub(crate) fn check_bench_line() -> Result<(), String> {
    let text = std::fs::read_to_string(COMMITTED).map_err(|e| format!("{COMMITTED}: {e}"))?;
    let nodes = committed_nodes(&text).ok_or(format!("{COMMITTED} names no nodes"))?;
    let log = ["log", "-1", "--extended-regexp", "--grep=^Bench: [0-9]+$", "--format=%B"];
    let output = Command::new("git").args(log).output();
    let message = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    match message.ok().as_deref().and_then(bench_line) {
        Some(promised) if promised != nodes => {
            Err(format!("the newest Bench line says {promised}, {COMMITTED} says {nodes}"))
        }
        Some(_) => Ok(()),
        None => {
            println!("== no Bench line in the history to compare with");
            Ok(())
        }
    }
}

/// The number in the last line of a message, if that is a Bench line.
fn bench_line(message: &str) -> Option<u64> {
    message.trim_end().lines().last()?.strip_prefix("Bench: ")?.parse().ok()
}

/// The number of nodes in what `plywood bench` prints.
fn committed_nodes(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.trim().strip_prefix("nodes"))?;
    line.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_of_a_message_may_promise_nodes() {
        assert_eq!(bench_line("search: a change\n\nWhy.\n\nBench: 12345\n"), Some(12345));
        assert_eq!(bench_line("Bench: 12345\n\nMore.\n"), None);
        assert_eq!(bench_line("search: a change\n"), None);
        assert_eq!(bench_line(""), None);
    }
}
