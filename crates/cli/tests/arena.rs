//! Events as a user runs them: killed, interrupted, continued.

use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

fn plywood() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plywood"));
    command.env("NO_COLOR", "1").stdin(Stdio::null());
    command
}

/// Players with node limits play the same games everywhere.
fn event(seed: u64) -> String {
    format!(
        r#"
players = ["pvs[nodes=300]", "random", "crazyplayer[nodes=500]", "mcts[nodes=200]"]
games = ["mnk:5,4,4", "tictactoe"]
games-per-pair = 10
points = "course"
seed = {seed}
concurrency = 2

[openings]
moves = 2
"#
    )
}

fn start(folder: &Path, store: &str) -> Child {
    let mut command = plywood();
    command.args(["arena", "run", "event.toml", "--store", store]).current_dir(folder);
    command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("plywood")
}

fn output(folder: &Path, arguments: &[&str]) -> Output {
    plywood().args(arguments).current_dir(folder).output().expect("plywood")
}

fn text(folder: &Path, arguments: &[&str]) -> String {
    let output = output(folder, arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

/// Everything about an event but times: the standings and the games.
fn outcome(folder: &Path, store: &str) -> (String, String) {
    let show = text(folder, &["arena", "show", "event", "--json", "--store", store]);
    let timed = ["mean_ms", "longest_ms", "nodes_per_second"];
    let show = show.lines().filter(|line| !timed.iter().any(|key| line.contains(key)));
    let games =
        text(folder, &["arena", "export", "event", "-", "--format", "text", "--store", store]);
    let games = games.lines().filter(|line| !line.starts_with("times "));
    let joined = |lines: &mut dyn Iterator<Item = &str>| lines.collect::<Vec<_>>().join("\n");
    (joined(&mut show.into_iter()), joined(&mut games.into_iter()))
}

/// Numbers that look random, the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

/// `cargo xtask measure kills` kills 200 times.
#[test]
fn a_killed_event_goes_on_and_ends_like_one_that_was_not_killed() {
    let wanted = std::env::var("PLYWOOD_KILLS").ok().and_then(|kills| kills.parse().ok());
    let wanted: usize = wanted.unwrap_or(20);
    let (mut kills, mut events, mut dice) = (0, 0, Dice(5));
    while kills < wanted {
        events += 1;
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        std::fs::write(folder.join("event.toml"), event(events)).expect("an event");
        assert!(start(folder, "whole.sqlite").wait().expect("it ends").success());
        loop {
            let mut child = start(folder, "killed.sqlite");
            if kills < wanted {
                std::thread::sleep(Duration::from_millis(20 + dice.below(300)));
            }
            if kills < wanted && child.try_wait().expect("a child").is_none() {
                child.kill().expect("SIGKILL");
                child.wait().expect("it is dead");
                kills += 1;
                continue;
            }
            assert!(child.wait().expect("it ends").success());
            break;
        }
        let (whole, killed) = (outcome(folder, "whole.sqlite"), outcome(folder, "killed.sqlite"));
        assert_eq!(whole, killed, "event {events} after {kills} kills");
        assert!(whole.0.contains("\"over\": true"));
    }
    println!("{kills} kills in {events} events");
}

#[cfg(unix)]
#[test]
fn an_interrupted_event_says_how_to_go_on_and_a_second_process_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let long = event(1).replace("games-per-pair = 10", "games-per-pair = 100000");
    std::fs::write(folder.join("event.toml"), long).expect("an event");
    let child = start(folder, "store.sqlite");
    let finished = || {
        let list = output(folder, &["arena", "list", "--store", "store.sqlite"]);
        let list = String::from_utf8_lossy(&list.stdout).into_owned();
        let line = list.lines().find(|line| line.contains("event  ") || line.contains("| event"));
        list.lines().count() > 2 && line.is_some_and(|line| !line.contains("|        0 |"))
    };
    let began = Instant::now();
    while !finished() {
        assert!(began.elapsed() < Duration::from_secs(300), "no game was finished");
        std::thread::sleep(Duration::from_millis(50));
    }
    let second = output(folder, &["arena", "run", "event.toml", "--store", "store.sqlite"]);
    assert_eq!(second.status.code(), Some(2));
    let words = String::from_utf8_lossy(&second.stderr);
    assert!(words.contains("is being played by another process"), "{words}");
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill").success());
    let ended = child.wait_with_output().expect("it ends");
    assert_eq!(ended.status.code(), Some(130));
    let words = String::from_utf8_lossy(&ended.stderr);
    assert!(words.contains("are finished and kept; the same command goes on"), "{words}");
}

#[test]
fn pairs_that_are_all_split_leave_a_test_undecided() {
    let folder = tempfile::tempdir().expect("a folder");
    let test = ["sprt", "mnk:4,3,3", "pvs[depth=4]", "pvs[depth=4]", "--opening-moves", "0"];
    let more = ["--games", "40", "--json", "--concurrency", "2", "--store", "store.sqlite"];
    let output = output(folder.path(), &[&test[..], &more[..]].concat());
    assert_eq!(output.status.code(), Some(1));
    let words = String::from_utf8_lossy(&output.stdout);
    assert!(words.contains("\"verdict\": \"undecided\""), "{words}");
    assert!(words.contains("\"games\": 40"), "{words}");
    assert!(
        output.stderr.is_empty() || !String::from_utf8_lossy(&output.stderr).contains("undecided")
    );
    // The same again shows the test that has ended; --new plays another.
    let command = [&test[..], &more[..]].concat();
    let again = self::output(folder.path(), &command);
    assert_eq!((again.status.code(), &again.stdout), (Some(1), &output.stdout));
    assert!(String::from_utf8_lossy(&again.stderr).contains("--new plays it again"));
    let other = self::output(folder.path(), &[&command[..], &["--new"]].concat());
    assert!(String::from_utf8_lossy(&other.stdout).contains("sprt mnk:4,3,3 2"));
}

#[test]
fn games_that_an_export_leaves_out_are_counted() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let players = ["--player", "random[seed=1]", "--player", "random[seed=2]", "--store", "s"];
    let games = ["--game", "othello", "--game", "tictactoe", "--games-per-pair", "4"];
    text(folder, &[&["arena", "run", "--name", "both"], &players[..], &games[..]].concat());
    let export = ["arena", "export", "both", "g.ggf", "--store", "s"];
    let words = output(folder, &export).stderr;
    let words = String::from_utf8_lossy(&words);
    assert!(words.contains("4 games written; 4 games left out, because GGF"), "{words}");
}

#[test]
fn every_form_of_an_export_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let players = ["--player", "random[seed=1]", "--player", "pvs[depth=1]", "--player", "greedy"];
    let games = ["--game", "othello", "--game", "gomoku", "--opening-moves", "2", "--store", "s"];
    let run = [&["arena", "run", "--name", "<cup> & \"more\""], &players[..4], &games[..]].concat();
    text(folder, &run);
    let begins = [
        ("r.html", "<!DOCTYPE html>"),
        ("t.csv", "place,player,points"),
        ("g.txt", "plywood game 1"),
        ("g.ggf", "(;GM[Othello]"),
        ("g.psq", "Piskvorky 15x15"),
        ("g.json", "{"),
    ];
    for (file, begin) in begins {
        text(folder, &["arena", "export", "<cup> & \"more\"", file, "--store", "s"]);
        let written = std::fs::read_to_string(folder.join(file)).expect("a file");
        assert!(written.starts_with(begin), "{file}: {}", &written[..60.min(written.len())]);
        let again = output(folder, &["arena", "export", "<cup> & \"more\"", file, "--store", "s"]);
        assert_eq!(again.status.code(), Some(2), "{file} is not replaced");
    }
    let page = std::fs::read_to_string(folder.join("r.html")).expect("the report");
    assert!(page.contains("&lt;cup&gt; &amp; &quot;more&quot;") && !page.contains("<cup>"));
    for outside in ["http://", "https://", "src=", "href="] {
        let rest = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!rest.contains(outside), "the page needs {outside}");
    }
    let shown = text(folder, &["show", "othello", "--file", "g.txt"]);
    assert!(shown.contains("wins") || shown.contains("draw"), "{shown}");
    let read = text(folder, &["show", "othello", "--file", "g.ggf"]);
    assert!(read.contains("a b c d e f g h") || read.contains("A B C D E F G H"), "{read}");
}

#[test]
fn an_export_never_replaces_its_store_and_reading_never_makes_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = ["arena", "run", "--player", "random", "--player", "greedy", "--game", "tictactoe"];
    text(folder.path(), &[&run[..], &["--name", "cup", "--store", "s.db"]].concat());
    let export = ["arena", "export", "cup", "./s.db", "--format", "csv", "--force"];
    let refused = output(folder.path(), &[&export[..], &["--store", "s.db"]].concat());
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("this is the store itself"));
    assert!(text(folder.path(), &["arena", "list", "--store", "s.db"]).contains("cup"));

    std::fs::write(folder.path().join("empty.db"), "").expect("written");
    let refused = output(folder.path(), &["arena", "list", "--store", "empty.db"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(std::fs::read(folder.path().join("empty.db")).expect("still there").is_empty());
}
