//! The example game through the whole command, as a user would play it.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn connect_four(arguments: &[&str], typed: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_connect-four"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the example starts");
    child.stdin.take().expect("a pipe").write_all(typed.as_bytes()).expect("it reads");
    child.wait_with_output().expect("it ends")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("text")
}

#[test]
fn a_game_is_played_to_its_end() {
    let output = connect_four(&["play", "connect-four"], "d\ne\nd\ne\nd\ne\nd\n");
    assert!(output.status.success(), "{output:?}");
    let last_board = "  . . . . . . .
  . . . . . . .
  . . . x . . .
  . . . x o . .
  . . . x o . .
  . . . x o . .
  a b c d e f g
x wins
";
    let last_board = last_board.replace("\n  ", "\n ");
    assert!(text(&output.stdout).contains(last_board.trim_start()), "{}", text(&output.stdout));
}

#[test]
fn it_stands_beside_the_games_that_come_with_plywood() {
    let output = connect_four(&["games"], "");
    for name in ["connect-four", "mnk:M,N,K"] {
        assert!(text(&output.stdout).contains(name), "{name}");
    }
    let counted = connect_four(&["perft", "connect-four", "--depth", "3"], "");
    assert!(text(&counted.stdout).ends_with("1  7\n    2  49\n    3  343\n"));
}

#[test]
fn a_full_column_is_refused() {
    let output = connect_four(&["show", "connect-four", "--moves", "a a a a a a a"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    assert!(text(&output.stderr).contains("'a' is not a legal move here"), "{output:?}");
}

/// Without a line of code about solving: the values that the certificates prove
/// by the example's own judge.
#[test]
fn small_boards_are_solved_and_verified_by_its_judge() {
    let folder = tempfile::tempdir().expect("a folder");
    for board in ["4x4", "5x4", "6x5"] {
        let file = folder.path().join(board).display().to_string();
        let game = format!("connect-four:{board}");
        let solved = connect_four(&["solve", &game, "--certificate", &file], "");
        let found = text(&solved.stdout);
        assert!(found.contains("value  draw, proven"), "{board}: {found}");
        let checked = connect_four(&["verify", &file], "");
        assert!(checked.status.success(), "{checked:?}");
        assert!(text(&checked.stdout).contains("by the judge's rules"), "{checked:?}");
    }
}
