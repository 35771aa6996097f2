//! A game at the table: typed lines, taking back, going on another time.

use super::{PLYWOOD, Said, folder, plywood, run};
use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

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
fn leaving_a_game_tells_how_to_go_on() {
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
fn a_game_that_a_player_cannot_play_is_not_loaded() {
    let folder = folder();
    fs::write(folder.path().join("other"), "plywood game 1\ngame mnk:3,3,3\nmoves b2\n")
        .expect("a file");
    let game = ["play", "othello", "--second", "omatic-id[depth=1]"];
    let said = plywood(folder.path(), &game, "f5\nload other\n");
    assert_eq!(said.status, Some(2), "{}", said.out);
    assert!(said.err.contains("omatic-id plays othello, not mnk"), "{}", said.err);
    assert!(said.err.contains("to go on with this game: plywood play othello"), "{}", said.err);
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

#[test]
fn a_hint_names_the_best_moves_with_their_values_and_changes_nothing() {
    let folder = folder();
    let game = ["play", "tictactoe", "--moves", "a1 b1 b2 a2"];
    let said = plywood(folder.path(), &game, "hint\nsave game\n");
    assert_eq!(said.status, Some(0), "{}", said.err);
    let hint: Vec<&str> = said.out.lines().filter(|line| line.contains("win in")).collect();
    assert_eq!(hint.len(), 3, "{}", said.out);
    assert!(hint[0].contains("win in 1 move"), "{hint:?}");
    assert!(said.out.contains("(exact)"), "{}", said.out);
    let saved = fs::read_to_string(folder.path().join("game")).expect("saved");
    assert!(saved.ends_with("moves a1 b1 b2 a2\n"), "{saved}");
    let drawn = plywood(folder.path(), &["play", "mnk:7,7,7"], "hint\n");
    assert!(drawn.out.contains("(the position: draw, exact; the moves: "), "{}", drawn.out);
    let over =
        plywood(folder.path(), &["play", "tictactoe", "--moves", "a1 b1 a2 b2 a3"], "hint\n");
    assert_eq!(
        (over.status, over.err.lines().next()),
        (Some(2), Some("plywood: the game is over; no more moves can be played"))
    );
}

#[test]
fn clocks_limit_the_engines_and_are_told_when_a_game_goes_on() {
    let folder = folder();
    let game = ["play", "mnk:7,7,5", "--second", "best", "--clock", "3s+100ms"];
    let said = plywood(folder.path(), &game, "d4\n");
    assert_eq!(said.status, Some(0), "{}", said.err);
    assert!(said.out.contains("o plays "), "{}", said.out);
    assert!(said.err.contains(" --clock 3s+100ms --moves 'd4 "), "{}", said.err);
    for wrong in ["5", "5m+", "0s", "-5m"] {
        let said = plywood(folder.path(), &["play", "tictactoe", "--clock", wrong], "");
        assert_eq!(said.status, Some(2));
        assert!(said.err.contains("such as 5m or 5m+3s"), "{}", said.err);
    }
}

#[test]
fn a_player_without_time_left_loses() {
    let folder = folder();
    // Each side would have up to 5,000 moves to list and choose in its millisecond:
    // no machine plays this game to its end, however fast it is.
    let players = ["--first", "random[seed=1]", "--second", "random[seed=2]"];
    let game = [&["play", "mnk:100,100,100"], players.as_slice(), &["--clock", "1ms"]].concat();
    let said = plywood(folder.path(), &game, "");
    assert_eq!(said.status, Some(0), "{}", said.err);
    assert!(said.out.trim_end().ends_with(" is up"), "{}", said.out);
}

/// A command whose lines are typed one by one, by hand as it were.
#[cfg(unix)]
fn typing(program: &str, arguments: &[&str]) -> (std::process::Child, std::process::ChildStdin) {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.env("NO_COLOR", "1").spawn().expect("the command starts");
    let stdin = child.stdin.take().expect("a pipe");
    (child, stdin)
}

/// The first line that has these words, as soon as it is printed.
#[cfg(unix)]
fn line_with(child: &mut std::process::Child, words: &str) -> String {
    use std::io::BufRead;
    let out = std::io::BufReader::new(child.stdout.as_mut().expect("a pipe"));
    let mut lines = out.lines().map_while(Result::ok);
    lines.find(|line| line.contains(words)).unwrap_or_default()
}

#[cfg(unix)]
#[test]
fn a_clock_runs_down_while_nothing_is_typed() {
    let (mut child, mut stdin) = typing(PLYWOOD, &["play", "tictactoe", "--clock", "300ms"]);
    stdin.write_all(b"b2\n").expect("it listens");
    // Standard input stays open: nobody types anything any more.
    assert_eq!(line_with(&mut child, " is up"), "x wins: the time of o is up");
    drop(stdin);
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

#[cfg(target_os = "linux")]
#[test]
fn a_line_that_was_too_late_does_not_count() {
    if Command::new("script").arg("--version").output().is_err() {
        return super::common::skipped("a line typed too late, there is no script");
    }
    let game = format!("{PLYWOOD} play tictactoe --clock 300ms");
    let (mut child, mut stdin) = typing("script", &["-qec", &game, "/dev/null"]);
    stdin.write_all(b"b2\nqui").expect("it listens");
    line_with(&mut child, "The time is up");
    stdin.write_all(b"t\nundo\nquit\n").expect("it listens");
    let said = Said::from(child.wait_with_output().expect("it ends"));
    assert!(said.out.contains("the time of o is up"), "{}", said.out);
    assert!(said.out.contains("to go on with this game"), "{}", said.out);
}

#[cfg(unix)]
#[test]
fn ctrl_c_is_heard_while_a_pipe_is_silent() {
    let (mut child, mut stdin) = typing(PLYWOOD, &["play", "tictactoe"]);
    stdin.write_all(b"b2\nboard\n").expect("it listens");
    line_with(&mut child, "x");
    let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupt.expect("kill").success());
    let said = Said::from(child.wait_with_output().expect("it ends"));
    assert_eq!(said.status, Some(130), "{}", said.err);
    assert!(said.err.contains("to go on with this game: "), "{}", said.err);
    drop(stdin);
}

#[test]
fn the_opening_is_named_once_the_game_is_in_it_and_stays_named() {
    let folder = folder();
    let said = plywood(folder.path(), &["play", "othello"], "f5\nf6\ne6\nd6\nc5\ne3\n");
    let named: Vec<&str> =
        said.out.lines().map(|line| line.strip_prefix("Opening: ").unwrap_or(line)).collect();
    let count = |name| named.iter().filter(|line| **line == name).count();
    assert_eq!((count("Diagonal"), count("Cow")), (3, 2), "{}", said.out);
    let other = plywood(folder.path(), &["play", "tictactoe"], "b2\n");
    assert!(!other.out.contains("Opening"), "{}", other.out);
}
