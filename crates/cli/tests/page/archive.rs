//! `plywood store` beside the server that uses the store, and on a damaged one.

use crate::served::{PLYWOOD, Served, folder, fresh};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

/// What `plywood store` says on standard output, what it complains about, and its status.
fn store(folder: &Path, words: &[&str]) -> (String, String, Option<i32>) {
    let mut command = Command::new(PLYWOOD);
    command.arg("store").args(words).env("NO_COLOR", "1").current_dir(folder);
    let output = command.output().expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (text(output.stdout), text(output.stderr), output.status.code())
}

fn is_done(folder: &Path, words: &[&str]) -> String {
    let (said, problem, status) = store(folder, words);
    assert_eq!((status, problem.as_str()), (Some(0), ""), "{words:?}: {said}");
    said
}

#[test]
fn games_are_copied_checked_exported_and_imported_while_they_are_served() {
    let (served, folder) = fresh();
    let here = folder.path();
    let first = served.begin(&json!({ "game": "othello", "moves": "f5 d6" }));
    served.begin(&json!({ "game": "tictactoe", "moves": "b2", "title": "Sunday" }));
    let from = ["--store", "games.sqlite"];
    let of = |words: &[&str]| is_done(here, &[words, &from[..]].concat());
    assert_eq!(of(&["check"]), "games.sqlite: 2 games can be read\n");
    assert_eq!(of(&["backup", "copy.sqlite"]), "2 games copied to copy.sqlite\n");
    assert_eq!(of(&["export", "all.json"]), "2 games written to all.json\n");
    assert_eq!(of(&["export", "all.txt"]), "2 games written to all.txt\n");
    // Nothing is replaced unasked.
    for words in [["backup", "copy.sqlite"], ["export", "all.txt"]] {
        let (_, problem, status) = store(here, &[&words[..], &from[..]].concat());
        assert!(status == Some(2) && problem.contains("exists already"), "{problem}");
    }
    served.post(&format!("/api/games/{first}/play"), &json!({ "move": "c3", "ply": 2 }));
    assert_eq!(served.change("DELETE", &format!("/api/games/{first}"), &json!({})).status, 204);
    assert_eq!(of(&["import", "all.json"]), "1 game added, 1 there already\n");
    assert_eq!(served.state(&first)["ply"], 2, "as it was exported");
    assert_eq!(of(&["import", "all.txt"]), "2 games added, 0 there already\n");
    let listed = served.get("/api/games").json()["games"].as_array().map(Vec::len);
    assert_eq!(listed, Some(4));
    // The copy is a store itself.
    let copy = Served::keeping(&here.join("copy.sqlite"));
    assert_eq!(copy.state(&first)["ply"], 2);
    for (words, problem) in [
        (&["import", "copy.sqlite"][..], "copy.sqlite"),
        (&["export", "all.pdf"], ".txt or .json"),
        (&["check", "--store", "none.sqlite"], "does not exist"),
        (&["check", "--store", "all.txt"], "is not a store of games"),
    ] {
        let more = if words.contains(&"--store") { &[][..] } else { &from[..] };
        let (_, said, status) = store(here, &[words, more].concat());
        assert!(status == Some(2) && said.contains(problem), "{words:?}: {said}");
    }
}

/// A store with this many games, of which a page in the middle is overwritten.
fn damaged(path: &Path, games: usize) {
    let served = Served::keeping(path);
    for number in 0..games {
        served.begin(&json!({ "game": "othello", "moves": "f5", "title": number.to_string() }));
    }
    let mut bytes = served.end_with_all_in(path);
    let middle = bytes.len() / 2 / 4096 * 4096;
    bytes[middle..middle + 4096].fill(b'Z');
    std::fs::write(path, bytes).expect("damage");
}

#[test]
fn of_a_damaged_store_all_that_can_be_read_is_counted_and_exported_and_the_rest_is_told() {
    let folder = folder();
    let here = folder.path();
    damaged(&here.join("games.sqlite"), 300);
    let bytes = std::fs::read(here.join("games.sqlite")).expect("the store");
    let from = ["--store", "games.sqlite"];
    let (said, problem, status) = store(here, &[&["check", "--json"], &from[..]].concat());
    assert_eq!(status, Some(1), "{problem}");
    let found: Value = serde_json::from_str(&said).expect("a document");
    let games = found["games"].as_u64().expect("a number");
    assert!((150..300).contains(&games), "{games} of 300 can be read");
    let problems = found["problems"].as_array().expect("problems");
    let mut once = problems.clone();
    once.dedup();
    assert!(!problems.is_empty() && once == *problems, "{problems:?}");
    let (said, problem, status) = store(here, &[&["export", "all.json"], &from[..]].concat());
    assert_eq!((said, status), (format!("{games} games written to all.json\n"), Some(1)));
    assert!(problem.contains("left out"), "{problem}");
    assert_eq!(std::fs::read(here.join("games.sqlite")).expect("the store"), bytes);
    drop(Served::keeping(&here.join("new.sqlite")));
    let added = is_done(here, &["import", "all.json", "--store", "new.sqlite"]);
    assert_eq!(added, format!("{games} games added, 0 there already\n"));
}
