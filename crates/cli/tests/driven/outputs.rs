//! Files that a command writes besides what it prints.

use super::{PLYWOOD, Said, folder, interrupted, plywood, until_it_listens};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const COMPARE: [&str; 6] = ["compare", "tictactoe", "--csv", "q.csv", "--plot", "q.svg"];

#[test]
fn files_are_written_though_nobody_reads_the_output() {
    let here = folder();
    let mut command = Command::new(PLYWOOD);
    command.args(COMPARE).current_dir(here.path()).stdin(Stdio::null());
    let mut child = command.stdout(Stdio::piped()).spawn().expect("it starts");
    drop(child.stdout.take());
    assert_eq!(child.wait().expect("it ends").code(), Some(2), "a failed print is no success");
    let csv = fs::read_to_string(here.path().join("q.csv")).expect("written");
    assert!(csv.starts_with("position,algorithm,depth,nodes"), "{csv}");
    assert!(fs::read_to_string(here.path().join("q.svg")).expect("written").contains("</svg>"));
}

/// One rule for all commands: what could not be printed is no success, and a
/// reader that has closed the pipe needs no message about it.
#[test]
fn a_reader_that_closes_the_pipe_ends_every_command_quietly_with_status_2() {
    let here = folder();
    for words in [
        "perft othello --depth 3",
        "perft tictactoe --depth 3 --json",
        "analyze tictactoe --depth 1",
        "analyze tictactoe --depth 1 --json",
        "compare tictactoe --depth 1..2",
        "depths tictactoe --times 1ms",
        "match tictactoe random random --games 2",
        "play tictactoe --first random --second random",
        "show othello",
        "games",
        "players best",
        "generate man",
        "generate completions bash",
        "--help",
    ] {
        let mut command = Command::new(PLYWOOD);
        command.args(words.split(' ')).current_dir(here.path()).stdin(Stdio::null());
        let (reader, writer) = std::io::pipe().expect("a pipe");
        command.stdout(writer).stderr(Stdio::piped());
        // Nobody reads from the beginning, so that there is no race.
        drop(reader);
        let said = Said::from(command.output().expect("it runs"));
        assert_eq!((said.status, said.err.as_str()), (Some(2), ""), "{words}");
    }
}

#[cfg(unix)]
#[test]
fn finished_rows_are_kept_in_the_files_too() {
    let compare = "compare gomoku --moves h8 --depth 1..50 --algorithms minimax --nodes 999999999999 --csv c.csv --plot c.svg";
    let depths = "depths othello --players pvs --times 10ms,600s --csv d.csv --plot d.svg";
    for (command, csv, row) in [(compare, "c.csv", ",minimax,1,"), (depths, "d.csv", ",pvs,10,")] {
        let words: Vec<&str> = command.split(' ').collect();
        let kept = |place: &Path| fs::read_to_string(place.join(csv)).unwrap_or_default();
        let (said, here) = interrupted(&words, "-TERM", |_, place| kept(place).contains(row));
        assert_eq!(said.status, Some(130), "{}", said.err);
        assert!(said.err.contains("also in the files"), "{}", said.err);
        let kept = kept(here.path());
        assert!(kept.contains(row), "{kept}");
        let picture = fs::read_to_string(here.path().join(csv.replace("csv", "svg")));
        assert!(picture.expect("drawn").contains("</svg>"));
    }
}

#[cfg(unix)]
#[test]
fn signals_that_follow_within_a_second_are_one() {
    use rustix::process::{Pid, Signal, kill_process};
    let here = folder();
    let attempt = || {
        let mut command = Command::new(PLYWOOD);
        command.args(["analyze", "othello", "--time", "600s", "--json"]).current_dir(here.path());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().expect("it starts");
        until_it_listens(&child);
        let start = Instant::now();
        for _ in 0..5 {
            // Until it is waited for, a process that has ended is there too.
            kill_process(Pid::from_child(&child), Signal::TERM).expect("sent");
            std::thread::sleep(Duration::from_millis(5));
        }
        let in_time = start.elapsed() < Duration::from_millis(900);
        (in_time, Said::from(child.wait_with_output().expect("it ends")))
    };
    // A busy machine may take longer than a second to send five signals.
    let said = (0..20).map(|_| attempt()).find(|(in_time, _)| *in_time).expect("in time").1;
    assert_eq!(said.status, Some(130));
    let document: serde_json::Value = serde_json::from_str(&said.out).expect("a document");
    assert_eq!(document["stopped_by"], "interrupted");
}

#[test]
fn an_existing_file_is_replaced_only_with_force() {
    let here = folder();
    let tree = ["analyze", "tictactoe", "--depth", "1", "--tree", "t.dot"];
    let games = ["match", "tictactoe", "random", "random", "--games", "2", "--save", "g.txt"];
    let depths = ["depths", "tictactoe", "--times", "1ms", "--plot", "d.svg"];
    for (words, file) in
        [(&COMPARE[..], "q.svg"), (&tree, "t.dot"), (&games, "g.txt"), (&depths, "d.svg")]
    {
        let path = here.path().join(file);
        fs::write(&path, "precious").expect("written");
        let said = plywood(here.path(), words, "");
        let complaint = format!("plywood: {file}: exists already; --force replaces it\n");
        assert_eq!((said.status, said.out, said.err), (Some(2), String::new(), complaint));
        assert_eq!(fs::read_to_string(&path).expect("there"), "precious");
        let said = plywood(here.path(), &[words, &["--force"]].concat(), "");
        assert_eq!(said.status, Some(0), "{}", said.err);
        assert_ne!(fs::read_to_string(&path).expect("there"), "precious");
    }
}

#[cfg(unix)]
#[test]
fn devices_and_pipes_are_written_to() {
    let here = folder();
    let made = Command::new("mkfifo").arg(here.path().join("pipe.svg")).status();
    assert!(made.is_ok_and(|status| status.success()));
    let pipe = here.path().join("pipe.svg");
    let reader = std::thread::spawn(move || fs::read_to_string(pipe).expect("a pipe"));
    let words = ["compare", "tictactoe", "--csv", "/dev/null", "--plot", "pipe.svg"];
    let said = plywood(here.path(), &words, "");
    assert_eq!(said.status, Some(0), "{}", said.err);
    assert!(reader.join().expect("read").contains("</svg>"));
    let games = ["match", "tictactoe", "random", "random", "--games", "2", "--save", "/dev/stderr"];
    assert!(plywood(here.path(), &games, "").err.contains("moves "));
    let full = ["compare", "tictactoe", "--csv", "/dev/full"];
    let said = plywood(here.path(), &full, "");
    assert_eq!((said.status, said.out.as_str()), (Some(2), ""), "{}", said.err);
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_no_success() {
    for words in [&["--help"][..], &["perft", "--help"], &["--version"], &["games"], &["players"]] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
        let said = Command::new(PLYWOOD).args(words).stdout(full).output().expect("it runs");
        assert_eq!(said.status.code(), Some(2), "{words:?}");
        let line = BufReader::new(&said.stderr[..]).lines().next().expect("a line").expect("text");
        assert!(line.starts_with("plywood: cannot write the output: "), "{line}");
    }
}
