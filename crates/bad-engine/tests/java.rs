//! Java players of the course play through the bridge, and every fault of a bad
//! one is a loss with its cause. The framework's classes are stand-ins
//! (`crates/engines/tests/java`). `cargo xtask measure java-faults` plays 1,000
//! games; this is its short form.

mod many;

use std::path::{Path, PathBuf};
use std::process::Command;

const CLASSES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../engines/tests/java");
/// How many games are played at once, each with one JVM.
const AT_ONCE: usize = 3;

/// Compiles the stand-ins and the players; the folder of their classes.
fn compiled() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("java-players");
    std::fs::create_dir_all(&folder).expect("a folder");
    let sources = ["mnkgame", "sample"].into_iter().flat_map(|package| {
        let files = std::fs::read_dir(Path::new(CLASSES).join(package)).expect("sources");
        files.flatten().map(|file| file.path())
    });
    let compiler = Command::new("javac").arg("-d").arg(&folder).args(sources).output();
    let compiled = compiler.expect("javac");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    folder
}

#[test]
fn every_fault_of_a_java_player_is_a_loss_with_its_cause() {
    let classes = compiled();
    let table = std::fs::read_to_string(Path::new(CLASSES).join("faults.tsv")).expect("a table");
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    let mut cases: Vec<(String, &str)> = rows
        .filter_map(|row| row.split_once('\t'))
        .map(|(class, outcome)| (format!("BadPlayer${class}"), outcome))
        .collect();
    assert_eq!(cases.len(), 32);
    cases.push(("GoodPlayer".to_owned(), "plays"));
    many::survive(2 * cases.len(), AT_ONCE, |number| {
        let (class, outcome) = &cases[number % cases.len()];
        // Who plays is not hurried: the machine may be busy.
        let time = if *outcome == "plays" { "10s" } else { "1s" };
        let options = format!("time={time},start=20s,ready=8s,wait=1s,memory=64");
        let player = format!("mnkgame[{options}]:{}:sample.{class}", classes.display());
        let failed = many::failures(&player, "mnk:5,5,4", 0)?;
        let causes: Vec<&str> = failed.iter().map(|failed| failed.failure.cause.name()).collect();
        let expected = if *outcome == "plays" { vec![] } else { vec![*outcome; 2] };
        match causes == expected {
            true => Ok(()),
            false => Err(format!("{class}: {failed:?}")),
        }
    });
}
