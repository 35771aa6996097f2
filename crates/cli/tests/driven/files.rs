//! Files given to `--file`, and what is said of them.

use super::{Said, folder, interrupted, plywood};
use serde_json::Value;
use std::fs;
use std::path::Path;

const POSITION: &str = "---------------------------OX------XO--------------------------- X";

/// What is said of a file with this content.
fn said_of(game: &str, content: &[u8]) -> (Option<i32>, String) {
    let folder = folder();
    fs::write(folder.path().join("game.txt"), content).expect("written");
    let said = plywood(folder.path(), &["show", game, "--file", "game.txt"], "");
    (said.status, said.err)
}

#[test]
fn only_the_first_of_several_positions_is_used_and_this_is_said() {
    let note = "plywood: note: of the 2 positions or games in the file, the first is used\n";
    let obf = format!("{POSITION};\n{};\n", POSITION.replace(" X", " O"));
    assert_eq!(said_of("othello", obf.as_bytes()), (Some(0), note.to_owned()));
    let game = format!("(;GM[Othello]TY[8]BO[8 {}];)\n", POSITION.replace('X', "*"));
    assert_eq!(said_of("othello", game.repeat(2).as_bytes()), (Some(0), note.to_owned()));
    assert_eq!(said_of("othello", game.as_bytes()), (Some(0), String::new()));
}

#[test]
fn a_byte_order_mark_is_skipped() {
    let saved = "\u{feff}plywood game 1\r\ngame tictactoe\r\nmoves b2\r\n";
    assert_eq!(said_of("tictactoe", saved.as_bytes()), (Some(0), String::new()));
    assert_eq!(said_of("tictactoe", "\u{feff}3/3/3 x".as_bytes()), (Some(0), String::new()));
}

#[test]
fn an_error_in_a_file_names_the_file() {
    for (content, place) in [
        (&b"3/3/z"[..], "in the file game.txt: line 1, column 5: 'z' is no mark"),
        (b"3/3/\xff", "in the file game.txt: line 1, column 5: these bytes are not UTF-8"),
        (b"plywood game 3\n", "in the saved game game.txt: line 1, column 1: "),
        (
            b"plywood game 1\ngame tictactoe\nmoves b2 b2\n",
            "in the moves of the saved game game.txt: line 1, column 4: 'b2' already",
        ),
        (
            b"plywood game 1\ngame tictactoe\nstart 3\n",
            "in the start of the saved game game.txt: line 1, column 2: the board has only 1 row",
        ),
    ] {
        let (status, said) = said_of("tictactoe", content);
        assert_eq!(status, Some(2));
        assert!(said.starts_with(&format!("plywood: {place}")), "{said}");
    }
    let folder = folder();
    let said = plywood(folder.path(), &["show", "tictactoe", "--file", "-"], "3/3/z");
    assert!(said.err.starts_with("plywood: in the file on standard input: line 1, column 5: "));
}

#[test]
fn a_complete_count_says_so_in_its_document() {
    let folder = folder();
    let arguments = ["perft", "tictactoe", "--depth", "2", "--json"];
    let said = plywood(folder.path(), &arguments, "");
    let document: Value = serde_json::from_str(&said.out).expect("a document");
    assert_eq!(document["complete"], true);
}

#[cfg(unix)]
#[test]
fn an_interrupted_count_says_what_is_missing() {
    let arguments = ["perft", "gomoku", "--depth", "50", "--json"];
    let document = |said: &Said| serde_json::from_str(&said.out).unwrap_or(Value::Null);
    // The first depths are counted at once; the rest would take for ever.
    let counted = |said: &Said, _: &Path| document(said)["counts"][0]["nodes"] == 225;
    let (said, _) = interrupted(&arguments, "-INT", counted);
    assert_eq!(said.status, Some(130));
    let document = document(&said);
    assert_eq!(document["complete"], false);
    assert_eq!(document["counts"][0]["nodes"], 225);
    let err = said.err;
    assert!(err.ends_with("; run again with --depth 50 for what is missing\n"), "{err}");
}
