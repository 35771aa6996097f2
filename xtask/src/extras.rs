//! Checks that need something which not every machine has: a database that is fetched, a
//! toolchain, a target. What is not there is skipped, and that is said.

use crate::count::Count;
use crate::run::Step;
use std::process::{Command, Stdio};

/// A target whose addresses have 32 bits, and the crates that need no C compiler for it.
const SECOND_TARGET: &str = "i686-unknown-linux-gnu";
const PORTABLE: [&str; 8] =
    ["-p", "plywood-game", "-p", "plywood-games", "-p", "plywood-search", "-p", "plywood-judges"];

/// Runs each check that this machine can run, and notes what was skipped, in words.
pub(crate) fn run(count: &mut Count) {
    for check in [advisories(), miri(), second_target()] {
        if let Some(what) = count.note(check).flatten() {
            println!("== skipped: {what}");
            count.skipped.push(what);
        }
    }
}

/// Known faults of the crates that we use, and crates that nobody maintains.
fn advisories() -> Result<Option<String>, String> {
    let fetch = Step::cargo("database of advisories", &["deny", "--locked", "fetch", "db"]);
    if fetch.run().is_err() {
        return Ok(Some("advisories, their database cannot be reached".to_owned()));
    }
    let check = ["deny", "--locked", "--offline", "check", "advisories"];
    Step::cargo("advisories", &check).run().map(|()| None)
}

/// The shared table under Miri, which knows what the memory model allows.
fn miri() -> Result<Option<String>, String> {
    if !answers("cargo", &["+nightly", "miri", "--version"]) {
        return Ok(Some("Miri, it is not installed (rustup +nightly component add miri)".into()));
    }
    // Large tables take Miri minutes.
    let tests = ["test", "-p", "plywood-search", "--lib", "--", "table::tests", "--skip", "size"];
    let arguments = [&["+nightly", "miri"], &tests[..]].concat();
    // Through rustup, which chooses the toolchain: the cargo that runs us is another.
    Step::program("miri", "cargo", &arguments)
        .env("MIRIFLAGS", "-Zmiri-disable-isolation")
        .run()
        .map(|()| None)
}

/// The crates of the rules and of the search, checked for addresses of another size.
fn second_target() -> Result<Option<String>, String> {
    let list = Command::new("rustup").args(["target", "list", "--installed"]).output();
    let installed = list.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    if !installed.unwrap_or_default().lines().any(|line| line == SECOND_TARGET) {
        let how = format!("rustup target add {SECOND_TARGET}");
        return Ok(Some(format!("{SECOND_TARGET}, it is not installed ({how})")));
    }
    let check = [&["check", "--locked", "--target", SECOND_TARGET], &PORTABLE[..]].concat();
    Step::cargo(SECOND_TARGET, &check).run().map(|()| None)
}

fn answers(program: &str, arguments: &[&str]) -> bool {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // What cargo sets for us would choose its own toolchain again.
    command.env_remove("RUSTUP_TOOLCHAIN");
    command.status().is_ok_and(|status| status.success())
}
