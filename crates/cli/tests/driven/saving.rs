//! `save` replaces a saved game or nothing, and keeps a file what it was.

use super::{PLYWOOD, Said, folder, plywood, run};
use std::fs;
use std::path::Path;
use std::process::Command;

const SAVED: &str = "plywood game 1\ngame mnk:3,3,3\nmoves b2\n";

fn save(folder: &Path, name: &str) -> Said {
    plywood(folder, &["play", "tictactoe"], &format!("b2\nsave {name}\n"))
}

/// Saving fails with status 2 and this explanation, and leaves no file behind.
fn refused(folder: &Path, name: &str, explanation: &str) {
    let names = || {
        let mut names: Vec<_> =
            fs::read_dir(folder).expect("a folder").map(|file| file.unwrap().file_name()).collect();
        names.sort();
        names
    };
    let before = names();
    let said = save(folder, name);
    assert_eq!(said.status, Some(2), "{}", said.err);
    let first = said.err.lines().next();
    assert_eq!(first, Some(format!("plywood: {name}: {explanation}").as_str()));
    assert_eq!(names(), before);
}

#[test]
fn a_saved_game_may_be_replaced_and_nothing_else() {
    let folder = folder();
    let file = folder.path().join("game");
    for _ in 0..2 {
        assert_eq!(save(folder.path(), "game").status, Some(0));
        assert_eq!(fs::read_to_string(&file).expect("saved"), SAVED);
    }
    fs::write(folder.path().join("letter"), "Dear Ann").expect("written");
    fs::create_dir(folder.path().join("box")).expect("a folder");
    let path = folder.path();
    refused(path, "letter", "exists and is not a saved game; choose another name");
    refused(path, "box", "is a folder; choose another name");
    refused(path, "no/where", "cannot be written: there is no such folder");
    assert_eq!(fs::read_to_string(path.join("letter")).expect("there"), "Dear Ann");
}

#[test]
fn another_game_is_replaced_only_by_those_who_say_so() {
    let folder = folder();
    let file = folder.path().join("game");
    let other = "plywood game 1\ngame mnk:3,3,3\nmoves a1 b2 c3\n";
    fs::write(&file, other).expect("written");
    let explanation = "holds another game; choose another name, or save! game replaces it";
    refused(folder.path(), "game", explanation);
    assert_eq!(fs::read_to_string(&file).expect("there"), other);
    // What was saved or loaded at this table is its own, whatever was taken back.
    let typed = "b2\nsave! game\na1\nsave game\nundo\nundo\nc3\nsave game\n";
    let said = plywood(folder.path(), &["play", "tictactoe"], typed);
    assert_eq!(said.status, Some(0), "{}", said.err);
    let saved = fs::read_to_string(&file).expect("saved");
    assert_eq!(saved, "plywood game 1\ngame mnk:3,3,3\nmoves c3\n");
}

#[test]
fn who_saves_is_told_what_the_file_does_not_hold() {
    let folder = folder();
    let game = ["play", "tictactoe", "--second", "random[seed=1]", "--clock", "5m+1s"];
    let said = plywood(folder.path(), &game, "b2\nsave game\n");
    let told = "to go on, name the players: --second 'random[seed=1]' --clock 5m+1s";
    assert!(said.out.contains(told), "{}", said.out);
}

#[cfg(unix)]
#[test]
fn what_cannot_be_read_is_not_called_output() {
    let folder = folder();
    let stdin = fs::File::open(folder.path()).expect("a folder");
    let mut play = Command::new(PLYWOOD);
    let said = play.args(["play", "tictactoe"]).stdin(stdin).output().expect("it runs");
    assert_eq!(said.status.code(), Some(2));
    let err = String::from_utf8_lossy(&said.stderr);
    assert!(err.starts_with("plywood: standard input cannot be read: "), "{err}");
}

#[test]
fn a_read_only_save_stays() {
    let folder = folder();
    let file = folder.path().join("game");
    fs::write(&file, "plywood game 1\ngame othello\n").expect("written");
    let mut permissions = fs::metadata(&file).expect("there").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&file, permissions).expect("set");
    refused(folder.path(), "game", "is read-only; choose another name");
    assert_eq!(fs::read_to_string(&file).expect("there"), "plywood game 1\ngame othello\n");
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_are_refused_at_once() {
    let folder = folder();
    let made = Command::new("mkfifo").arg(folder.path().join("pipe")).status();
    assert!(made.is_ok_and(|status| status.success()));
    refused(folder.path(), "pipe", "is not an ordinary file; choose another name");
    refused(folder.path(), "/dev/null", "is not an ordinary file; choose another name");
}

#[cfg(unix)]
#[test]
fn permissions_are_those_of_any_file_and_stay() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    let mode = |name: &str| {
        fs::metadata(folder.path().join(name)).expect("saved").permissions().mode() & 0o777
    };
    let script = format!("umask 027; exec {PLYWOOD} play tictactoe");
    let mut shell = Command::new("sh");
    run(shell.args(["-c", &script]).current_dir(folder.path()), "b2\nsave new\n");
    assert_eq!(mode("new"), 0o640);
    let file = folder.path().join("new");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o606)).expect("set");
    assert_eq!(save(folder.path(), "new").status, Some(0));
    assert_eq!(mode("new"), 0o606);
}

#[cfg(unix)]
#[test]
fn a_link_stays_and_its_target_is_written() {
    use std::os::unix::fs::symlink;
    let folder = folder();
    let path = folder.path();
    fs::create_dir(path.join("games")).expect("a folder");
    fs::write(path.join("games/old"), "plywood game 1\ngame mnk:3,3,3\n").expect("written");
    symlink("games/old", path.join("to-old")).expect("a link");
    symlink("games/new", path.join("to-new")).expect("a link");
    symlink("to-new", path.join("to-link")).expect("a link");
    for (name, target) in [("to-old", "games/old"), ("to-link", "games/new")] {
        assert_eq!(save(path, name).status, Some(0));
        assert!(path.join(name).is_symlink());
        assert_eq!(fs::read_to_string(path.join(target)).expect("saved"), SAVED);
    }
    symlink("round", path.join("round")).expect("a link");
    assert_eq!(save(path, "round").status, Some(2));
}

#[test]
fn a_saved_game_opens_under_a_name_that_leaves_its_game_open() {
    let folder = folder();
    let saved = plywood(folder.path(), &["play", "azulejos"], "save az\n");
    let name = saved.out.lines().next().expect("the game's name");
    let opened = plywood(folder.path(), &["play", "azulejos", "--file", "az"], "quit\n");
    assert_eq!((opened.status, opened.out.lines().next()), (Some(0), Some(name)));
}
