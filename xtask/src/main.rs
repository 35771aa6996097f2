//! The project's own tasks. `cargo xtask test` is the one test command: it
//! installs what is missing, runs every check and every test, and ends with
//! their count. `cargo xtask bench` runs the benchmarks, `cargo xtask measure` a
//! measurement that takes too long for the tests.

mod count;
mod extras;
mod gomoku;
mod history;
mod measure;
mod portable;
mod release;
mod run;
mod techniques;
mod tools;

use count::Count;
use run::Step;
use std::collections::BTreeSet;
use std::process::ExitCode;
use std::time::{Duration, Instant};

const USAGE: &str = "\
cargo xtask test     install what is missing, run every check and test
cargo xtask bench    run the benchmarks (criterion, then instruction counts under valgrind)
cargo xtask fuzz N   run every fuzz target for N seconds
cargo xtask attack   attack the page's server and its store, and print the figures (minutes)
cargo xtask release [FILE]
                     build target/dist/release/plywood, which names no path of this machine, and
                     check that; or check a binary that is there
cargo xtask measure NAME
                     run a measurement of docs/measurements.md:
";

fn main() -> ExitCode {
    // Paths below are those of the repository, wherever the command was given.
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    if let Err(error) = std::env::set_current_dir(root) {
        eprintln!("xtask: {root}: {error}");
        return ExitCode::FAILURE;
    }
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["test"] => test(),
        ["bench"] => bench(),
        ["attack"] => attack(),
        ["measure", name] => measure::measure(name),
        ["release"] => release::release(),
        ["release", file] => release::check(file),
        ["fuzz", seconds] if seconds.parse::<u32>().is_ok() => {
            tools::ensure(&tools::FUZZING).and_then(|()| fuzz(seconds)).map(|_| ())
        }
        _ => {
            eprint!("{USAGE}");
            for (name, what) in measure::MEASUREMENTS {
                eprintln!("    {name:<16} {what}");
            }
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("xtask: {problem}");
            ExitCode::FAILURE
        }
    }
}

/// How long each fuzz target runs as a part of the tests.
const FUZZ_SECONDS: &str = "30";

/// How long the tests may take, with what they build: some twenty minutes on two cores. One
/// that hangs must not take the count of the others with it.
const TESTS_WITHIN: Duration = Duration::from_secs(50 * 60);

/// Every step is run, whatever became of those before: one run names all that is wrong.
fn test() -> Result<(), String> {
    tools::ensure(&tools::TESTING)?;
    let (start, mut count) = (Instant::now(), Count::default());
    count.note(Step::cargo("format", &["fmt", "--all", "--check"]).run());
    let clippy = ["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"];
    count.note(Step::cargo("clippy", &clippy).run());
    count.note(lint_fuzz_targets());
    let rustdoc = Step::cargo("rustdoc", &["doc", "--workspace", "--no-deps", "--locked"]);
    count.note(rustdoc.env("RUSTDOCFLAGS", "-D warnings").run());
    let deny = ["deny", "--locked", "check", "bans", "licenses", "sources"];
    count.note(Step::cargo("licences", &deny).run());
    extras::run(&mut count);
    count.note(history::check_bench_line());
    run_tests(&mut count)?;
    let targets = count.note(fuzz(FUZZ_SECONDS)).unwrap_or_default();
    let minutes = start.elapsed().as_secs() / 60;
    println!(
        "\nformat, clippy, rustdoc, licences, tests and {targets} fuzz targets: {minutes} min"
    );
    println!("{}", count.closing());
    count.end()
}

/// Runs all tests, of all programs even if one fails. What a test could not test here, it
/// writes to a file, since what passing tests print is not shown.
fn run_tests(count: &mut Count) -> Result<(), String> {
    const SKIPPED: &str = "target/skipped.txt";
    let file = std::path::absolute(SKIPPED).map_err(|error| format!("{SKIPPED}: {error}"))?;
    std::fs::write(&file, "").map_err(|error| format!("{SKIPPED}: {error}"))?;
    let all = ["test", "--workspace", "--locked", "--no-fail-fast"];
    let tests = Step::cargo("tests", &all).env("PLYWOOD_SKIPPED", &file.to_string_lossy());
    let result = tests.count_tests(TESTS_WITHIN, count);
    count.note(result);
    let skipped = std::fs::read_to_string(&file).unwrap_or_default();
    let skipped: BTreeSet<&str> = skipped.lines().collect();
    count.skipped.extend(skipped.into_iter().map(str::to_owned));
    Ok(())
}

/// The tests' attack in full: docs/measurements.md has the last figures.
fn attack() -> Result<(), String> {
    let test = ["test", "--locked", "-p", "plywood-cli", "--test", "page", "--"];
    let only = ["--nocapture", "--exact", "attack::the_attack_is_withstood"];
    Step::cargo("attack", &[&test[..], &only].concat()).env("PLYWOOD_ATTACK", "1").run()
}

/// Checks the fuzz targets, which are a separate workspace.
fn lint_fuzz_targets() -> Result<(), String> {
    let there = ["--manifest-path", "fuzz/Cargo.toml"];
    let format = [&["fmt"], &there[..], &["--check"]].concat();
    Step::cargo("format of the fuzz targets", &format).run()?;
    let clippy = [&["clippy"], &there[..], &["--all-targets", "--locked", "--", "-D", "warnings"]];
    Step::cargo("clippy of the fuzz targets", &clippy.concat()).run()
}

/// Runs every fuzz target, two at a time, and returns how many there are.
fn fuzz(seconds: &str) -> Result<usize, String> {
    let targets = tools::fuzz_targets()?;
    let build = ["fuzz", "build", "--sanitizer", "none"];
    Step::cargo("build of the fuzz targets", &build).run()?;
    let limit = format!("-max_total_time={seconds}");
    for pair in targets.chunks(2) {
        let mut steps = Vec::new();
        for target in pair {
            steps.push(fuzz_step(target, &limit)?);
        }
        Step::run_together(steps)?;
    }
    Ok(targets.len())
}

/// A run of one target, from the committed seeds and those found by earlier
/// runs.
fn fuzz_step(target: &str, limit: &str) -> Result<Step, String> {
    let (corpus, seeds) = (format!("fuzz/corpus/{target}"), format!("fuzz/seeds/{target}"));
    std::fs::create_dir_all(&corpus).map_err(|error| format!("{corpus}: {error}"))?;
    let run = ["fuzz", "run", "--sanitizer", "none", target, &corpus, &seeds, "--", limit];
    let limits = ["-rss_limit_mb=1024", "-timeout=60", "-verbosity=0", "-print_final_stats=1"];
    Ok(Step::cargo(&format!("fuzz {target}"), &[&run[..], &limits[..]].concat()))
}

fn bench() -> Result<(), String> {
    tools::ensure(&tools::MEASURING)?;
    Step::cargo("time", &["bench", "--workspace", "--bench", "time"]).run()?;
    for search in ["techniques", "forced_wins", "azulejos", "threads"] {
        Step::cargo(search, &["bench", "-p", "plywood-search", "--bench", search]).run()?;
    }
    let peer = ["run", "--release", "--locked", "--manifest-path", "peer/Cargo.toml"];
    Step::cargo("peer", &peer).run()?;
    Step::cargo("instructions", &["bench", "--workspace", "--bench", "instructions"]).run()
}
