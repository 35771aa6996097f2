//! Workers that solve: a lost one is followed by another from its checkpoint, with the
//! same result, and no result counts that was not verified.

use crate::cluster::Server;
use crate::people::{Running, Stage, log, output, start, wait};
use plywood_solver::Certificate;
use std::path::Path;

/// A win whose proof takes some ten checkpoints.
const WIN: [&str; 6] = ["solve", "mnk:6,5,4", "--hash", "16", "--checkpoint-nodes", "2000"];

fn bench(stage: &Stage, name: &str) -> Running {
    let solve = ["worker", "--solve", "--store", &stage.url, "--name", name, "--until-done"];
    let lease = ["--lease-heartbeat", "1s", "--missed", "3"];
    start(stage.path(), &stage.password, &[&solve[..], &lease].concat(), &format!("{name}.log"))
}

/// Asks without waiting.
fn ask(stage: &Stage, question: &[&str]) {
    let store = ["--store", &stage.url, "--detach"];
    stage.text(&[question, &store].concat());
}

/// Fetches and verifies the answer.
fn fetch(stage: &Stage, question: &[&str], goal: &str, file: &str) -> Vec<u8> {
    let store = ["--store", &stage.url, goal, file, "--json"];
    let said = stage.text(&[question, &store].concat());
    assert!(said.contains("\"verified\": true"), "{said}");
    std::fs::read(stage.path().join(file)).expect("a file")
}

/// Waits until this number of checkpoints was written, and kills a worker without a warning.
fn kill_after(server: &mut Server, stage: &Stage, worker: &mut Running, checkpoints: usize) {
    let written = "SELECT checkpoints FROM plywood.solves WHERE state = 1";
    let reached = |said: String| said.parse::<usize>().is_ok_and(|count| count >= checkpoints);
    wait("checkpoints", || reached(server.sql(&stage.database, written)));
    worker.signal("-KILL");
    assert_eq!(worker.end(), None, "it was killed, and had not ended");
    assert_eq!(server.sql(&stage.database, "SELECT state FROM plywood.solves"), "1");
}

/// Replaces the result that a worker returned by other bytes.
fn forge(server: &mut Server, stage: &Stage, bytes: &[u8]) {
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let update =
        format!("UPDATE plywood.solve_parts SET bytes = decode($${hex}$$, $$hex$$) WHERE part = 0");
    assert_eq!(server.sql(&stage.database, &update), "");
    let named = "UPDATE plywood.solves SET worker = $$mallory$$";
    assert_eq!(server.sql(&stage.database, named), "");
}

#[test]
fn another_worker_goes_on_from_the_checkpoint_and_the_certificate_is_the_same() {
    let mut server = Server::get();
    let (calm, stage) = (Stage::new(&mut server, ""), Stage::new(&mut server, ""));
    ask(&calm, &WIN);
    assert_eq!(bench(&calm, "alone").end(), Some(0), "{}", log(calm.path(), "alone.log"));
    let expected = fetch(&calm, &WIN, "--certificate", "calm.proof");

    ask(&stage, &WIN);
    let mut first = bench(&stage, "first");
    kill_after(&mut server, &stage, &mut first, 3);
    let before = "SELECT nodes > 4000 FROM plywood.solves";
    assert_eq!(server.sql(&stage.database, before), "t", "the checkpoint is not lost");
    let mut second = bench(&stage, "second");
    let found = fetch(&stage, &WIN, "--certificate", "found.proof");
    assert_eq!(second.end(), Some(0), "{}", log(stage.path(), "second.log"));
    assert!(found == expected, "the certificates differ");
    let counts = |server: &mut Server, stage: &Stage| {
        server.sql(&stage.database, "SELECT nodes, checkpoints, state FROM plywood.solves")
    };
    assert_eq!(
        counts(&mut server, &stage),
        counts(&mut server, &calm),
        "work was lost or done twice"
    );
    assert_eq!(server.sql(&stage.database, "SELECT lease, worker FROM plywood.solves"), "2|second");
    stage.text(&["verify", "found.proof"]);
    let list = stage.text(&["solves", "--json", "--store", &stage.url]);
    assert!(list.contains("\"state\": \"verified\"") && list.contains("mnk:6,5,4"), "{list}");
    stage.text(&["solves", "--forget", "1", "--store", &stage.url]);
    assert_eq!(server.sql(&stage.database, "SELECT count(*) FROM plywood.solve_parts"), "0");
}

#[test]
fn another_worker_builds_the_table_that_a_killed_one_began_and_the_file_is_the_same() {
    const TABLE: [&str; 4] = ["solve", "delta:pieces=4", "--checkpoint", "0"];
    let mut server = Server::get();
    let stage = Stage::new(&mut server, "");
    stage.text(&["solve", "delta:pieces=4", "--table", "whole"]);
    let expected = std::fs::read(stage.path().join("whole")).expect("a table");
    ask(&stage, &[&TABLE[..], &["--table", "found"]].concat());
    let mut first = bench(&stage, "first");
    // A build of this size may end before its first checkpoint.
    kill_after(&mut server, &stage, &mut first, 0);
    let mut second = bench(&stage, "second");
    assert_eq!(second.end(), Some(0), "{}", log(stage.path(), "second.log"));
    let sum = server.shell(&format!("md5sum < {}/whole", stage.path().display()));
    let found = "SELECT md5(string_agg(bytes, $$$$::bytea ORDER BY part)) FROM plywood.solve_parts";
    let found = server.sql(&stage.database, found);
    assert_eq!(sum.split(' ').next(), Some(&*found), "the tables differ");
    if std::env::var_os("PLYWOOD_STRICT").is_some() {
        // The judge looks at all ten million positions.
        assert!(fetch(&stage, &TABLE, "--table", "found") == expected, "the tables differ");
    } else {
        forge(&mut server, &stage, &expected[..1000]);
        let fetch = [&TABLE[..], &["--store", &stage.url, "--table", "found"]].concat();
        refused(&stage, &fetch, "found", "damaged");
    }
    assert!(!stage.path().join("found.unchecked").exists());
}

/// Waits until an answer is refused for this reason, and for no more.
fn refused(stage: &Stage, fetch: &[&str], file: &str, reason: &str) {
    let mut waiting = start(stage.path(), &stage.password, fetch, "fetch.log");
    wait("a refusal", || log(stage.path(), "fetch.log").contains(reason));
    assert!(!stage.path().join(file).exists(), "nothing false is written");
    waiting.signal("-INT");
    assert_eq!(waiting.end(), Some(130));
}

fn proof_of(folder: &Path, password: &str, game: &str) -> Vec<u8> {
    let solve = ["solve", game, "--certificate", "other.proof", "--force"];
    crate::people::text(folder, password, &solve);
    std::fs::read(folder.join("other.proof")).expect("a certificate")
}

#[test]
fn a_forged_answer_is_refused_and_its_worker_is_named_and_excluded() {
    let mut server = Server::get();
    let stage = Stage::new(&mut server, "");
    let question = ["solve", "mnk:4,4,4"];
    let mut true_one = proof_of(stage.path(), &stage.password, "mnk:4,4,4");
    let other = proof_of(stage.path(), &stage.password, "mnk:5,5,5");
    let mut half = Certificate::from_bytes(&true_one).expect("a certificate");
    half.parts.truncate(1);
    let half = half.to_bytes();
    if let Some(byte) = true_one.last_mut() {
        *byte ^= 1;
    }
    for (bytes, reason) in [
        (&other, "it is about mnk:5,5,5"),
        (&half, "leaves the value open"),
        (&true_one, "damaged"),
    ] {
        ask(&stage, &question);
        assert_eq!(bench(&stage, "honest").end(), Some(0));
        forge(&mut server, &stage, bytes);
        let fetch = ["--store", &stage.url, "--certificate", "found.proof", "--json"];
        let fetch = [&question[..], &fetch].concat();
        refused(&stage, &fetch, "found.proof", reason);
    }
    let list = stage.text(&["arena", "workers", "--store", &stage.url]);
    let mallory = list.lines().find(|line| line.contains("mallory")).expect("it is named");
    assert!(mallory.contains("excluded"), "{list}");
    assert!(log(stage.path(), "fetch.log").contains("of worker mallory"));
    let mut again = bench(&stage, "honest");
    fetch(&stage, &question, "--certificate", "found.proof");
    assert_eq!(again.end(), Some(0));
    let exists = [&question[..], &["--store", &stage.url, "--certificate", "found.proof"]].concat();
    assert_eq!(output(stage.path(), &stage.password, &exists).status.code(), Some(2));
}
