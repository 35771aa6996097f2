//! A game at the table: typed lines, taking back, going on another time.

use super::{PLYWOOD, folder, plywood, run};
use std::fs;
use std::process::Command;

#[test]
fn without_a_move_of_your_own_there_is_nothing_to_take_back() {
    let folder = folder();
    let game = ["play", "tictactoe", "--first", "random[seed=1]"];
    let left = plywood(folder.path(), &game, "");
    let said = plywood(folder.path(), &game, "undo\n");
    assert_eq!(said.status, Some(2));
    let mut lines = said.err.lines();
    assert_eq!(lines.next(), Some("plywood: there is no move to take back"));
    assert_eq!(lines.next(), left.err.lines().next(), "the other player's move stays");
    assert!(left.err.contains(" --moves "), "{}", left.err);
    assert_eq!(said.out, left.out);
    let said = plywood(folder.path(), &["play", "tictactoe"], "undo\n");
    assert_eq!(said.err, "plywood: there is no move to take back\n");
}

#[test]
fn your_own_move_is_taken_back_with_the_answer() {
    let folder = folder();
    let game = ["play", "tictactoe", "--second", "random[seed=1]"];
    let said = plywood(folder.path(), &game, "b2\nundo\nsave game\nb2\nresign\nundo\nundo\n");
    assert_eq!((said.status, said.err.as_str()), (Some(0), ""));
    let saved = fs::read_to_string(folder.path().join("game")).expect("saved");
    assert_eq!(saved, "plywood game 1\ngame mnk:3,3,3\n");
}

#[test]
fn whoever_leaves_a_game_is_told_how_to_go_on() {
    let folder = folder();
    fs::write(folder.path().join("other"), "plywood game 1\ngame othello\n").expect("written");
    let command = "plywood play mnk:3,3,3 --second 'random[seed=1]' --moves ";
    let game = ["play", "tictactoe", "--second", "random[seed=1]"];
    for (typed, problem, what) in [
        ("b2\n", "", "this game"),
        ("b2\nquit\n", "", "this game"),
        ("b2\nb2\n", "plywood: 'b2' already has an x; expected an empty cell\n", "this game"),
        ("b2\nload none\n", "plywood: none: cannot be read", "this game"),
        ("b2\nload other\n", "", "the game that you leave"),
    ] {
        let said = plywood(folder.path(), &game, typed);
        assert!(said.err.starts_with(problem), "{}", said.err);
        assert_eq!(said.status, Some(if problem.is_empty() { 0 } else { 2 }));
        let hint = said.err.lines().last().expect("a hint");
        let expected = format!("to go on with {what}: {command}'b2 ");
        assert!(hint.starts_with(&expected), "{typed:?}: {hint}");
    }
    let nothing_lost = plywood(folder.path(), &game, "load other\n");
    assert_eq!(nothing_lost.err, "");
}

#[test]
fn a_seed_that_nobody_chose_is_told_and_repeats_the_game() {
    let folder = folder();
    let told = plywood(folder.path(), &["play", "tictactoe", "--second", "random"], "b2\n").out;
    let mut lines = told.lines();
    assert_eq!(lines.next(), Some("mnk:3,3,3"));
    let player = lines.next().and_then(|line| line.strip_prefix("second plays "));
    let player = player.expect("the player and its seed");
    assert!(player.starts_with("random[seed="), "{player}");
    let again = plywood(folder.path(), &["play", "tictactoe", "--second", player], "b2\n").out;
    assert_eq!(again, told.replace(&format!("second plays {player}\n"), ""));
}

#[test]
fn help_shows_a_legal_move_and_commands_ignore_case() {
    let folder = folder();
    for (game, example) in [("delta", "a5"), ("azulejos:5x5,3,seed=1", "(0,1)"), ("othello", "d3")]
    {
        let said = plywood(folder.path(), &["play", game], &format!("Help\n{example}\nQUIT\n"));
        assert!(said.out.contains(&format!("Type a move such as {example}, or\n  moves ")));
        assert_eq!(said.status, Some(0), "{}", said.err);
    }
}

/// util-linux's `script` gives the command a terminal; where it is missing
/// there is nothing to test with.
#[cfg(target_os = "linux")]
#[test]
fn lines_typed_ahead_at_a_terminal_are_all_played() {
    let folder = folder();
    let mut script = Command::new("script");
    if script.arg("--version").output().is_err() {
        return;
    }
    let typed = "b2\na1\nc3\na3\nsave game\nquit\n";
    let arguments = ["-qec", &format!("{PLYWOOD} play tictactoe"), "/dev/null"];
    let said = run(Command::new("script").args(arguments).current_dir(folder.path()), typed);
    let saved = fs::read_to_string(folder.path().join("game")).expect(&said.out);
    assert_eq!(saved, "plywood game 1\ngame mnk:3,3,3\nmoves b2 a1 c3 a3\n");
}

#[test]
fn an_engine_answers_and_says_what_it_thinks() {
    let folder = folder();
    let arguments = ["play", "tictactoe", "--second", "alphabeta[depth=9]"];
    let said = plywood(folder.path(), &arguments, "a1\nb1\nquit\n");
    assert_eq!(said.status, Some(0), "{}", said.err);
    assert!(said.out.contains("o plays b2 (draw, depth "), "{}", said.out);
    let resume = "--second 'alphabeta[depth=9]' --moves 'a1 b2 b1 c1'";
    assert!(said.err.contains(resume), "{}", said.err);
}

#[test]
fn two_engines_play_to_the_end() {
    let folder = folder();
    let engine = "alphabeta[depth=4]";
    let arguments = ["play", "tictactoe", "--first", engine, "--second", engine];
    let said = plywood(folder.path(), &arguments, "");
    assert_eq!(said.status, Some(0), "{}", said.err);
    assert!(said.out.contains("A draw"), "{}", said.out);
}
