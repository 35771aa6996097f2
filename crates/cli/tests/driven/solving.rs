//! `solve` writes certificates, `verify` checks them, and every failure has its
//! exit status.

use super::{PLYWOOD, folder, plywood, run};
use plywood_solver::Certificate;
use serde_json::Value;
use std::fs;
use std::process::Command;

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
    let (status, document) = solve(&["--nodes", "100000"]);
    assert_eq!((status, &document["exact"]), (Some(1), &false.into()));
    let (status, resumed) = solve(&[]);
    assert_eq!((status, &resumed["score"]["kind"]), (Some(0), &"draw".into()));
    fs::remove_file(here.path().join("state")).expect("the state");
    let (_, whole) = solve(&[]);
    assert!(resumed["nodes"].as_u64() < whole["nodes"].as_u64(), "{resumed} {whole}");
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
        (&["solve", "mnk:9,9,5", "--nodes", "1000", "--resume", "no/state"][..], "no such folder"),
        (&["solve", "mnk:9,9,5", "--nodes", "1000", "--threads", "2"], "--threads is for tables"),
        (&["solve", "azulejos:5x5,3,seed=1", "--resume", "state"], "keeps no state"),
        (&["solve", "delta:pieces=4", "--table", "t", "--nodes", "5"], "--nodes"),
        (&["solve", "delta:pieces=4", "--table", "t", "--hash", "5"], "--hash"),
    ] {
        let said = plywood(here.path(), arguments, "");
        assert_eq!((said.status, &*said.out), (Some(2), ""), "{arguments:?}: {}", said.err);
        assert!(said.err.contains(problem), "{arguments:?}: {}", said.err);
        assert_eq!(fs::read_dir(here.path()).expect("a folder").count(), 0);
    }
}
