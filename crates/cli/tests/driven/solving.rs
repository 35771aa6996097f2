//! `solve` writes certificates, `verify` checks them, and every failure has its
//! exit status.

use super::{folder, plywood};
use serde_json::Value;
use std::fs;

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
