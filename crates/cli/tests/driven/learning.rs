//! `learn` writes an evaluator, `evaluator=FILE` plays with it, and every file that is
//! none of this game's is refused.

use super::{folder, plywood};
use serde_json::Value;
use std::fs;

const LEARN: [&str; 10] =
    ["learn", "mnk:4,4,3", "--games", "64", "--nodes", "10", "--threads", "2", "--out", "E"];

#[test]
fn an_evaluator_is_learned_used_and_learned_on() {
    let here = folder();
    let learned = plywood(here.path(), &[&LEARN[..], &["--json"]].concat(), "");
    assert_eq!(learned.status, Some(0), "{}", learned.err);
    let document: Value = serde_json::from_str(&learned.out).expect("JSON");
    assert_eq!((&document["games"], &document["file"]), (&64.into(), &"E".into()));
    assert_eq!(document["repeat"], "plywood learn mnk:4,4,3 --games 64 --seed 1 --nodes 10");
    let plot = fs::read_to_string(here.path().join("E.svg")).expect("a plot");
    assert!(plot.contains("mean logarithmic loss"), "{plot}");
    let player = "pvs[evaluator=E,threats=off,forced=off,hopes=off]";
    let analyse = ["analyze", "mnk:4,4,3", "--player", player, "--depth", "1", "--json"];
    let analysed = plywood(here.path(), &analyse, "");
    let document: Value = serde_json::from_str(&analysed.out).expect("JSON");
    assert!(document["score"]["win_percent"].is_number(), "{document}");
    assert_eq!(plywood(here.path(), &LEARN, "").status, Some(2), "existing files stay");
    let more = [&LEARN[..2], &["--games", "128"], &LEARN[4..], &["--resume"]].concat();
    let more = plywood(here.path(), &more, "");
    assert!(more.out.starts_with("mnk:4,4,3: 128 games,"), "{}{}", more.out, more.err);
    let played = ["match", "mnk:4,4,3", player, "random[seed=1]", "--games", "2", "--depth", "1"];
    assert_eq!(plywood(here.path(), &played, "").status, Some(0));
}

#[test]
fn a_file_that_is_no_evaluator_of_the_game_is_refused() {
    let here = folder();
    assert_eq!(plywood(here.path(), &LEARN, "").status, Some(0));
    let refused = |game: &str, file: &str| {
        let player = format!("best[evaluator={file}]");
        let said =
            plywood(here.path(), &["analyze", game, "--player", &player, "--depth", "1"], "");
        assert_eq!((said.status, said.out.as_str()), (Some(2), ""));
        said.err
    };
    let other = refused("mnk:5,4,3", "E");
    let words = "plywood: the evaluator E was learned for 'mnk:4,4,3', not for 'mnk:5,4,3'\n";
    assert_eq!(other, words);
    assert!(refused("mnk:4,4,3", "E.svg").contains("is not a learned evaluator"));
    assert!(refused("mnk:4,4,3", "Missing").contains("the evaluator Missing cannot be read"));
    let mut bytes = fs::read(here.path().join("E")).expect("the file");
    bytes[16] += 1;
    fs::write(here.path().join("newer"), &bytes).expect("a file");
    assert!(refused("mnk:4,4,3", "newer").contains("has version 2"));
    bytes[16] -= 1;
    bytes[100] ^= 1;
    fs::write(here.path().join("changed"), &bytes).expect("a file");
    assert!(refused("mnk:4,4,3", "changed").contains("is damaged"));
}

#[test]
fn games_of_a_match_are_learned_from_and_those_of_another_game_are_not() {
    let here = folder();
    let played = ["match", "mnk:4,4,3", "random[seed=1]", "random[seed=2]", "--games", "20"];
    let saved = plywood(here.path(), &[&played[..], &["--save", "G"]].concat(), "");
    assert_eq!(saved.status, Some(0), "{}", saved.err);
    let learned = plywood(here.path(), &[&LEARN[..], &["--from", "G"]].concat(), "");
    assert!(learned.out.contains("64 games"), "{}{}", learned.out, learned.err);
    let other = ["learn", "mnk:5,5,4", "--games", "64", "--from", "G"];
    let said = plywood(here.path(), &other, "");
    assert_eq!(said.status, Some(2));
    assert!(said.err.contains("holds a game of mnk:4,4,3"), "{}", said.err);
    let nothing = plywood(here.path(), &[&LEARN[..], &["--resume", "--force"]].concat(), "");
    assert_eq!(nothing.status, Some(2), "the run learned from a file, this one would not");
}

#[test]
fn the_numbers_of_an_evaluator_are_learned_and_used_and_their_file_is_checked() {
    let here = folder();
    let learn = ["learn", "delta", "--parameters", "--games", "64", "--nodes", "10"];
    let learned = plywood(here.path(), &[&learn[..], &["--out", "P", "--json"]].concat(), "");
    assert_eq!(learned.status, Some(0), "{}", learned.err);
    let document: Value = serde_json::from_str(&learned.out).expect("JSON");
    assert_eq!(
        document["repeat"],
        "plywood learn delta --parameters --games 64 --seed 1 --nodes 10"
    );
    assert!(document["parameters"]["threat"].is_i64(), "{document}");
    let analyse = |game: &str, file: &str| {
        let player = format!("pvs[evaluator={file}]");
        plywood(here.path(), &["analyze", game, "--player", &player, "--depth", "2"], "")
    };
    let used = analyse("delta", "P");
    assert_eq!(used.status, Some(0), "{}", used.err);
    let text = fs::read_to_string(here.path().join("P")).expect("a text");
    let refused = |game: &str, text: &str, why: &str| {
        fs::write(here.path().join("Q"), text).expect("a file");
        let said = analyse(game, "Q");
        assert_eq!((said.status, said.out.as_str()), (Some(2), ""), "{text}");
        assert!(said.err.contains(why), "{}", said.err);
    };
    refused("mnk:4,4,3", &text, "was learned for 'delta', not for 'mnk:4,4,3'");
    refused("delta", &text.replace("version = 1", "version = 2"), "has version 2");
    refused(
        "delta",
        &text.replace("\"threat\" = ", "\"threat\" = 1"),
        "does not have its checksum",
    );
    refused("delta", &text.replace("\"threat\"", "\"thread\""), "does not have its checksum");
    refused("delta", "[parameters]\nnonsense", "is not a learned evaluator");
    let none = plywood(here.path(), &["learn", "mnk:4,4,3", "--parameters", "--games", "64"], "");
    assert_eq!(none.status, Some(2));
    assert!(none.err.contains("names no parameters"), "{}", none.err);
}

#[test]
fn a_regression_goes_on_from_the_values_that_were_found() {
    let here = folder();
    let played = ["match", "othello", "random[seed=1]", "random[seed=2]", "--games", "20"];
    let saved = plywood(here.path(), &[&played[..], &["--save", "G"]].concat(), "");
    assert_eq!(saved.status, Some(0), "{}", saved.err);
    let learn = ["learn", "othello", "--regression", "--from", "G", "--out", "F"];
    let valued = ["--sampled", "4", "--variations", "1", "--valued-by", "pvs[nodes=50,table=1]"];
    let run = |more: &[&str]| plywood(here.path(), &[&learn[..], &valued, more].concat(), "");
    let read = |name: &str| fs::read(here.path().join(name)).expect("a file");
    let whole = run(&[]);
    assert_eq!(whole.status, Some(0), "{}", whole.err);
    let (evaluator, state) = (read("F"), read("F.state"));
    assert_eq!(run(&[]).status, Some(2), "the files exist");
    // As a kill would have left it.
    fs::write(here.path().join("F.state"), &state[..state.len() - 3]).expect("a file");
    let resumed = run(&["--resume"]);
    assert_eq!(resumed.status, Some(0), "{}", resumed.err);
    assert!(read("F") == evaluator && read("F.state") == state, "the same files");
    let missing = [&learn[..], &["--valued-by", "pvs[evaluator=M]", "--force"]].concat();
    assert_eq!(plywood(here.path(), &missing, "").status, Some(2), "there is no file M");
    assert!(read("F.state") == state, "a command that fails takes nothing away");
    let other = run(&["--resume", "--seed", "2"]);
    assert_eq!(other.status, Some(2));
    assert!(other.err.contains("other options"), "{}", other.err);
    assert!(read("F.state") == state, "it stays as it was");
}
