//! The portable build beside the usual one: both must find the same, and how much the
//! instructions of x86-64-v3 are worth.

use crate::run::Step;
use std::process::Command;

/// What replaces the flags of `.cargo/config.toml`.
const PORTABLE: &str = "-C target-cpu=x86-64";

/// What both builds are asked; what they print must be equal.
const QUESTIONS: [&[&str]; 5] = [
    &["bench"],
    &["perft", "othello", "--depth", "9"],
    &["perft", "delta", "--depth", "6"],
    &["analyze", "gomoku", "--moves", "h8 h9 j8 g7", "--nodes", "50000"],
    &["analyze", "azulejos:10x10,4,seed=1", "--nodes", "50000"],
];

/// Builds the program twice, compares what it prints, and counts instructions in both builds
/// (that needs valgrind and gungraun-runner, which `cargo xtask bench` installs).
pub(crate) fn measure() -> Result<(), String> {
    for question in QUESTIONS {
        let words = question.join(" ");
        let [usual, portable] = [printed(question, false)?, printed(question, true)?];
        if usual != portable {
            return Err(format!("plywood {words}: the portable build prints\n{portable}\n{usual}"));
        }
        println!("== plywood {words}: both builds print the same");
    }
    let count = |package| ["bench", "--locked", "-p", package, "--bench", "instructions"];
    for package in ["plywood-games", "plywood-search"] {
        Step::cargo("instructions, x86-64-v3", &count(package)).run()?;
        Step::cargo("instructions, portable", &count(package))
            .env("RUSTFLAGS", PORTABLE)
            .env("CARGO_TARGET_DIR", "target/portable")
            .run()?;
    }
    Ok(())
}

/// What one of the builds prints.
fn printed(question: &[&str], portable: bool) -> Result<String, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["run", "--release", "--locked", "--quiet", "--"]).args(question);
    if portable {
        command.env("RUSTFLAGS", PORTABLE).env("CARGO_TARGET_DIR", "target/portable");
    }
    let output = command.output().map_err(|error| format!("cargo: {error}"))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}
