//! `solve` writes certificates, `verify` checks them, and every failure has its
//! exit status.

use super::{PATIENCE, PLYWOOD, Said, folder, plywood, run, until_it_listens};
use plywood_solver::Certificate;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The command with its output in pipes.
fn start(folder: &Path, arguments: &[&str]) -> Child {
    let mut command = Command::new(PLYWOOD);
    command.args(arguments).current_dir(folder).env("NO_COLOR", "1").stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts")
}

/// What a command that ends by itself said; one that does not is ended.
fn ended(mut child: Child, what: &str) -> Said {
    let start = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        if start.elapsed() > PATIENCE {
            child.kill().expect("killed");
            child.wait().expect("it ends");
            panic!("{what} did not end by itself");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    child.wait_with_output().expect("its output").into()
}

/// Sends Ctrl-C as soon as the program listens to it.
#[cfg(target_os = "linux")]
fn interrupt(child: &Child) {
    until_it_listens(child);
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.expect("kill").success());
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_a_solve_with_what_it_has_and_how_to_go_on() {
    let here = folder();
    let words = ["solve", "mnk:15,15,5", "--hash", "16", "--json"];
    for (more, told) in [
        (&["--resume", "state"][..], "run again with --resume state to go on"),
        (&[], "with --resume FILE the next attempt can go on from this one"),
    ] {
        let child = start(here.path(), &[&words[..], more].concat());
        interrupt(&child);
        let said = ended(child, "an interrupted solve");
        assert_eq!(said.status, Some(130), "{}", said.err);
        assert!(said.err.contains(told), "{}", said.err);
        let document: Value = serde_json::from_str(&said.out).expect("a document");
        assert_eq!(document["stopped_by"], "interrupted", "{document}");
        assert_eq!((&document["exact"], &document["proven"]), (&false.into(), &false.into()));
    }
    let again = [&words[..], &["--resume", "state", "--nodes", "1000"]].concat();
    let said = plywood(here.path(), &again, "");
    assert_eq!(said.status, Some(1), "the saved state is taken: {}", said.err);
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_the_build_of_a_table_and_the_same_command_goes_on() {
    let here = folder();
    let words = ["solve", "delta:pieces=5", "--table", "t", "--threads", "1"];
    let child = start(here.path(), &words);
    interrupt(&child);
    let said = ended(child, "an interrupted build");
    assert_eq!(said.status, Some(130), "{}", said.err);
    assert!(said.err.contains("the same command goes on with it"), "{}", said.err);
    assert!(said.out.contains("not solved"), "{}", said.out);
    assert!(!here.path().join("t").exists(), "no unfinished table under its name");
    assert!(here.path().join("t.partial").exists(), "what is done is kept");
}

#[test]
fn a_certificate_is_written_verified_and_not_accepted_after_a_change() {
    let here = folder();
    let solve = ["solve", "mnk:5,4,4", "--certificate", "F", "--json"];
    let solved = plywood(here.path(), &solve, "");
    let document: Value = serde_json::from_str(&solved.out).expect("JSON");
    assert_eq!(document["score"]["kind"], "draw");
    assert_eq!((&document["exact"], &document["proven"]), (&true.into(), &true.into()));
    assert_eq!(document["certificate"], "F");
    let checked = plywood(here.path(), &["verify", "F", "--json"], "");
    let document: Value = serde_json::from_str(&checked.out).expect("JSON");
    assert_eq!(checked.status, Some(0));
    assert_eq!((&document["valid"], &document["judged"]), (&true.into(), &true.into()));
    assert!(document["checked"].as_u64() > Some(100), "{document}");
    assert_eq!(plywood(here.path(), &solve, "").status, Some(2), "an existing file stays");
    let mut bytes = fs::read(here.path().join("F")).expect("the file");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(here.path().join("F"), bytes).expect("the file");
    let checked = plywood(here.path(), &["verify", "F"], "");
    assert_eq!(checked.status, Some(1));
    assert!(checked.err.contains("damaged"), "{}", checked.err);
}

#[test]
fn an_attempt_that_was_stopped_is_taken_up() {
    let here = folder();
    let solve = |limits: &[&str]| {
        let words = [&["solve", "mnk:5,5,4", "--resume", "state", "--json"], limits].concat();
        let said = plywood(here.path(), &words, "");
        let document: Value = serde_json::from_str(&said.out).expect("JSON");
        (said.status, document)
    };
    // A little that is known changes the order of a search, and may cost nodes: most of
    // it is done first.
    let (status, document) = solve(&["--nodes", "200000"]);
    assert_eq!((status, &document["exact"]), (Some(1), &false.into()));
    let (status, resumed) = solve(&[]);
    assert_eq!((status, &resumed["score"]["kind"]), (Some(0), &"draw".into()));
    fs::remove_file(here.path().join("state")).expect("the state");
    let (_, whole) = solve(&[]);
    let halves = whole["nodes"].as_u64().map(|nodes| nodes / 2);
    assert!(resumed["nodes"].as_u64() < halves, "{resumed} {whole}");
    fs::write(here.path().join("state"), "rubbish").expect("a file");
    let refused = plywood(here.path(), &["solve", "mnk:5,5,4", "--resume", "state"], "");
    assert_eq!(refused.status, Some(2), "{}", refused.err);
}

#[test]
fn every_faulty_certificate_is_refused_with_a_document() {
    let here = folder();
    let (game, position) = ("chess".to_owned(), "start".to_owned());
    let unknown = Certificate { game, position, parts: Vec::new() }.to_bytes();
    for (bytes, problem) in [
        (b"plywood certif".to_vec(), "does not begin"),
        (b"plywood certificate 1\n{} and four".to_vec(), "damaged or cut short"),
        (unknown, "chess"),
    ] {
        fs::write(here.path().join("F"), bytes).expect("a file");
        let said = plywood(here.path(), &["verify", "F", "--json"], "");
        assert_eq!(said.status, Some(1), "{}", said.err);
        let document: Value = serde_json::from_str(&said.out).expect("JSON");
        assert_eq!((&document["kind"], &document["valid"]), (&"certificate".into(), &false.into()));
        let told = document["problem"].as_str().expect("a problem");
        assert!(told.contains(problem), "{told}");
    }
}

#[cfg(unix)]
#[test]
fn a_certificate_is_read_from_a_pipe() {
    let here = folder();
    let solved = plywood(here.path(), &["solve", "mnk:3,3,3", "--certificate", "F"], "");
    assert_eq!(solved.status, Some(0), "{}", solved.err);
    for name in ["-", "/dev/stdin"] {
        let script = format!("cat F | {PLYWOOD} verify {name}");
        let said = run(Command::new("sh").args(["-c", &script]).current_dir(here.path()), "");
        assert_eq!(said.status, Some(0), "{}", said.err);
        assert!(said.out.contains("by the judge's rules"), "{}", said.out);
    }
}

#[test]
fn what_cannot_be_used_is_told_before_the_work() {
    let here = folder();
    for (arguments, problem) in [
        // Without limits: were it told after the work, this would not end.
        (&["solve", "mnk:15,15,5", "--resume", "no/state"][..], "no such folder"),
        (&["solve", "mnk:9,9,5", "--nodes", "1000", "--threads", "2"], "--threads is for tables"),
        (&["solve", "azulejos:5x5,3,seed=1", "--resume", "state"], "keeps no state"),
        (&["solve", "delta:pieces=4", "--table", "t", "--nodes", "5"], "--nodes"),
        (&["solve", "delta:pieces=4", "--table", "t", "--hash", "5"], "--hash"),
    ] {
        let said = ended(start(here.path(), arguments), "what cannot be used");
        assert_eq!((said.status, &*said.out), (Some(2), ""), "{arguments:?}: {}", said.err);
        assert!(said.err.contains(problem), "{arguments:?}: {}", said.err);
        assert_eq!(fs::read_dir(here.path()).expect("a folder").count(), 0);
    }
}
