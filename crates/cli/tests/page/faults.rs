//! What the system refuses: room on the disk, reading and writing, threads, descriptors;
//! and the end of the process at every step of making a store. Each time the server goes
//! on, says what is wrong, and what was answered is kept as soon as that is possible.

use crate::common::skipped;
use crate::http::Connection;
use crate::keeping::VERSION_1;
use crate::served::{PLYWOOD, Served, another_user, as_another_user, command, folder};
use rustix::process::{Resource, Rlimit, prlimit};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A small disk, until it is dropped.
struct Disk(PathBuf);

impl Disk {
    /// None where this user may not mount one.
    fn of_kilobytes(folder: &Path, kilobytes: u32) -> Option<Self> {
        let path = folder.join("disk");
        std::fs::create_dir(&path).expect("a folder");
        let size = format!("size={kilobytes}k");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &size, "none"]).arg(&path).stderr(Stdio::null());
        mount.status().is_ok_and(|status| status.success()).then_some(Self(path))
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        // A process that still has a file open on it keeps it until then.
        let _ = Command::new("umount").arg("--lazy").arg(&self.0).status();
    }
}

/// Begins games until one is not kept; gives all, and what is said about the last.
fn begin_until_refused(served: &Served) -> (Vec<String>, String) {
    let moves = "f5 d6 c3 d3 c4 f4 f6 g5 e6 c5 d7 e7";
    let mut ids = Vec::new();
    for _ in 0..500 {
        let state = served.post("/api/games", &json!({ "game": "othello", "moves": moves }));
        ids.push(state["id"].as_str().expect("a name").to_owned());
        if let Some(said) = state["storage"].as_str() {
            return (ids, said.to_owned());
        }
    }
    panic!("500 games were kept");
}

/// All of these are kept once the server can write, also after it is killed.
fn all_are_kept(served: Served, store: &Path, ids: &[String]) {
    for id in ids {
        served.wait_until(id, |state| state["storage"].is_null());
    }
    served.kill();
    let served = Served::keeping(store);
    for id in ids {
        assert_eq!(served.state(id)["ply"], 12, "{id}");
    }
}

#[test]
fn games_of_a_full_disk_are_kept_when_there_is_room_again() {
    let folder = folder();
    let Some(disk) = Disk::of_kilobytes(folder.path(), 400) else {
        skipped("games on a full disk, this user may not mount a small disk");
        return;
    };
    let filler = disk.0.join("filler");
    let store = disk.0.join("games.sqlite");
    let served = Served::keeping(&store);
    std::fs::write(&filler, vec![0; 200 << 10]).expect("half of the disk");
    let (mut ids, said) = begin_until_refused(&served);
    assert!(said.contains("full") && said.contains("games.sqlite"), "{said}");
    for _ in 0..5 {
        let (more, _) = begin_until_refused(&served);
        ids.extend(more);
    }
    std::fs::remove_file(&filler).expect("room");
    all_are_kept(served, &store, &ids);
}

#[test]
fn games_that_the_disk_does_not_take_are_kept_when_it_does() {
    let folder = folder();
    let store = folder.path().join("games.sqlite");
    // A write beyond the limit would end a process that does not ignore this signal.
    let mut ignoring = Command::new("env");
    ignoring.args(["--ignore-signal=XFSZ", PLYWOOD]).args(command(&store).get_args());
    let served = Served::start(&mut ignoring);
    let pid = served.pid();
    let before = prlimit(Some(pid), Resource::Fsize, limit(0, Resource::Fsize)).expect("a limit");
    let (mut ids, said) = begin_until_refused(&served);
    assert!(said.contains("cannot keep this game") && said.contains("games.sqlite"), "{said}");
    ids.extend(begin_until_refused(&served).0);
    prlimit(Some(pid), Resource::Fsize, before).expect("no limit");
    all_are_kept(served, &store, &ids);
}

/// A soft limit that can be raised again.
fn limit(current: u64, resource: Resource) -> Rlimit {
    Rlimit { current: Some(current), ..rustix::process::getrlimit(resource) }
}

/// Plays moves on a server that has no more descriptors while 40 connections wait. How
/// long after they came the last move was answered; none if they are not all there yet
/// when they are sent away, as all who are silent are after five seconds.
fn play_without_descriptors(served: &Served) -> Option<Duration> {
    let id = served.begin(&json!({ "game": "othello" }));
    let start = Instant::now();
    let idle: Vec<Connection> = (0..40).map(|_| Connection::open(served.address)).collect();
    let descriptors = format!("/proc/{}/fd", served.pid().as_raw_nonzero());
    let open = || std::fs::read_dir(&descriptors).map_or(0, Iterator::count);
    while open() <= 40 {
        if start.elapsed() > SENT_AWAY {
            return None;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    // Those that are open stay so; for a new one, one with a low number must close.
    let fewer = limit(open() as u64 - 10, Resource::Nofile);
    let before = prlimit(Some(served.pid()), Resource::Nofile, fewer).expect("a limit");
    for (ply, mv) in ["f5", "d6", "c3"].into_iter().enumerate() {
        let words = json!({ "move": mv, "ply": ply });
        let state = served.post(&format!("/api/games/{id}/play"), &words);
        assert_eq!((&state["ply"], &state["storage"]), (&json!(ply + 1), &Value::Null));
    }
    let took = start.elapsed();
    prlimit(Some(served.pid()), Resource::Nofile, before).expect("no limit");
    drop(idle);
    Some(took)
}

/// When those who are silent are sent away, and make room that nobody had to make.
const SENT_AWAY: Duration = Duration::from_secs(5);

#[test]
fn without_descriptors_who_waits_makes_room_and_nobody_is_turned_away() {
    let folder = folder();
    let served = Served::keeping(&folder.path().join("games.sqlite"));
    // The check of the store gives its files back: their numbers are to be taken.
    std::thread::sleep(Duration::from_millis(500));
    // A busy machine may need several attempts to be quick enough.
    let attempts = (0..10).map(|_| play_without_descriptors(&served));
    let times: Vec<_> =
        attempts.take_while(|took| took.is_none_or(|took| took >= SENT_AWAY)).collect();
    assert!(times.len() < 10, "who waits makes no room: {times:?}");
}

#[test]
fn without_threads_the_server_says_so_and_one_that_runs_goes_on() {
    let folder = folder();
    let store = folder.path().join("games.sqlite");
    // The limit counts the processes of a user, and does not bind the superuser.
    let serve = |words: &[&str]| {
        let mut server = Command::new(words[0]);
        server.args(&words[1..]);
        as_another_user(&mut server, folder.path(), &store);
        server
    };
    let output = serve(&["prlimit", "--nproc=1:"]).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && said.contains("gives no threads"), "{said}");
    let served = Served::start(&mut serve(&["env"]));
    let id = served.begin(&json!({ "game": "othello", "second": "best[depth=4]" }));
    let limit_threads = |most: &str| {
        let mut prlimit = Command::new("prlimit");
        let pid = served.pid().as_raw_nonzero().to_string();
        prlimit.args(["--pid", &pid, &format!("--nproc={most}:")]);
        assert!(another_user(&mut prlimit).status().is_ok_and(|status| status.success()));
    };
    limit_threads("1");
    let play = format!("/api/games/{id}/play");
    served.post(&play, &json!({ "move": "f5", "ply": 0 }));
    let other = served.begin(&json!({ "game": "tictactoe" }));
    let state =
        served.post(&format!("/api/games/{other}/play"), &json!({ "move": "b2", "ply": 0 }));
    assert_eq!((&state["ply"], &state["storage"]), (&json!(1), &Value::Null));
    limit_threads("500");
    served.post(&format!("/api/games/{id}/stop"), &json!({}));
    served.post(&format!("/api/games/{id}/resume"), &json!({}));
    served.wait_until(&id, |state| state["ply"] == 2);
}

/// The server under strace, which makes some of its requests to the system go wrong, only
/// those that concern `file` if one is given; none where it cannot be used. The process
/// that is started is the server's.
fn with_injected(what: &str, file: Option<&Path>, store: &Path) -> Option<Command> {
    let probe = Command::new("strace").args(["-qq", "-o", "/dev/null", "true"]).status();
    if !probe.is_ok_and(|status| status.success()) {
        skipped("failing reads and writes of the store, there is no strace or it may not be used");
        return None;
    }
    let mut strace = Command::new("strace");
    let quiet = ["-D", "-f", "-qq", "-o", "/dev/null", "-e"];
    strace.args(quiet).arg(format!("inject={what}"));
    if let Some(file) = file {
        strace.arg("-P").arg(file);
    }
    strace.arg(PLYWOOD).args(command(store).get_args());
    Some(strace)
}

#[test]
fn reads_that_fail_lose_no_game_and_a_disk_that_is_late_is_not_taken_for_damage() {
    let folder = folder();
    let sound = folder.path().join("sound.sqlite");
    let served = Served::keeping(&sound);
    let ids: Vec<String> = (0..50).map(|_| served.begin(&json!({ "game": "othello" }))).collect();
    let bytes = served.end_with_all_in(&sound);
    // Every thread that reads the store fails at this read: the one that opens it at an
    // early one, the one that checks it at a later one.
    for (error, read) in (1..12).flat_map(|read| [("ETIMEDOUT", read), ("EIO", read)]) {
        let what = format!("{error} at read {read}");
        let store = folder.path().join(format!("{error}-{read}.sqlite"));
        std::fs::write(&store, &bytes).expect("a copy");
        let injected = format!("pread64:error={error}:when={read}");
        let Some(mut failing) = with_injected(&injected, Some(&store), &store) else { return };
        let served = Served::start(&mut failing);
        let state = served.post("/api/games", &json!({ "game": "othello" }));
        let said = state["storage"].as_str().unwrap_or_default();
        // The database takes the other one for damage of the disk.
        assert!(error == "EIO" || !said.contains("damaged"), "{what}: {said}");
        served.kill();
        let aside = folder.path().join(format!("{error}-{read}.sqlite-damaged-1"));
        if let Ok(damaged) = std::fs::read(aside) {
            assert!(damaged == bytes, "{what}: it was written to");
        }
        let served = Served::keeping(&store);
        assert!(ids.iter().all(|id| served.state(id)["ply"] == 0), "{what}: all are there");
    }
}

/// Kills a server at the given write of its store, before it has said where it listens;
/// whether it came that far.
fn killed_at(write: usize, store: &Path) -> Option<bool> {
    let writes = "pwrite64,write,fdatasync,fsync,ftruncate,unlink,fallocate,chmod";
    let mut dying = with_injected(&format!("{writes}:signal=KILL:when={write}"), None, store)?;
    dying.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = dying.spawn().expect("strace starts");
    let mut line = String::new();
    let output = child.stdout.take().expect("a pipe");
    BufReader::new(output).read_line(&mut line).expect("text");
    let _ = child.kill();
    child.wait().expect("it ends");
    Some(line.is_empty())
}

/// Kills servers at every `step`th write while they make a store, or bring one of an
/// earlier version up to date, and looks whether the next one works and has all games.
/// Gives how many were killed.
pub(crate) fn kill_while_making(step: usize) -> Option<usize> {
    let mut kills = 0;
    for before in [None, Some(VERSION_1)] {
        for write in (1..).step_by(step) {
            let folder = folder();
            let store = folder.path().join("games.sqlite");
            if let Some(bytes) = before {
                std::fs::write(&store, bytes).expect("a store");
            }
            if !killed_at(write, &store)? {
                break;
            }
            kills += 1;
            let served = Served::keeping(&store);
            let id = served.begin(&json!({ "game": "othello" }));
            assert!(served.state(&id)["storage"].is_null(), "killed at {write}: it is kept");
            let listed = served.get("/api/games").json()["games"].as_array().map(Vec::len);
            let expected = if before.is_some() { 6 } else { 1 };
            assert_eq!(listed, Some(expected), "killed at {write}");
        }
    }
    Some(kills)
}

#[test]
fn a_kill_while_a_store_is_made_or_brought_up_to_date_loses_nothing() {
    if let Some(kills) = kill_while_making(9) {
        assert!(kills >= 4, "only {kills} were killed in time");
    }
}
