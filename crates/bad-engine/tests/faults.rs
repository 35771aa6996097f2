//! Every fault of the bad engine is survived: the match goes on, the cause is
//! exact, no process is left, and the opponent's time is its own.
//!
//! `cargo xtask measure faults` plays 1,000 games; this is its short form. With
//! `PLYWOOD_FAULTS` set to a number of games and `PLYWOOD_FAULTS_FILE` to a file,
//! games that the file holds already are not played again.

use plywood_arena::Match;
use plywood_bad_engine::{FAULTS, Fault};
use plywood_workbench::Workbench;
use std::collections::HashSet;
use std::fs::OpenOptions;
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

const BAD: &str = env!("CARGO_BIN_EXE_bad-engine");
const LIMITS: [&str; 3] = ["time=100ms", "nodes=10", "depth=2"];
/// How many games are played at once. Most of the time of most is waiting.
const AT_ONCE: usize = 6;

fn spec(fault: &Fault, limits: &str) -> String {
    let (name, options) = (fault.name, fault.options);
    // An engine that uses up its processor time needs time to do so.
    let limits = if options.contains("cpu") { "nodes=9" } else { limits };
    let wait = if options.contains("cpu") { "20s" } else { "3s" };
    format!("ugi[{options}{limits},start=3s,ready=3s,wait={wait}]:{BAD} {name}")
}

/// Plays the game of this number; its opponent's longest move, or what was wrong.
fn play(number: usize) -> Result<Duration, String> {
    let fault = &FAULTS[number % FAULTS.len()];
    let limits = LIMITS[(number / FAULTS.len() + number) % LIMITS.len()];
    let spec = spec(fault, limits);
    let wrong = |error: plywood_workbench::Error| format!("{spec}: {error}");
    let players = [spec.parse().map_err(wrong)?, "random[seed=7]".parse().map_err(wrong)?];
    // Two games in a row, so that the engine is started again or kept.
    let plan = Match { games: 2, opening_moves: 2, ..Match::new("mnk:5,5,4", players) };
    let mut longest = Duration::ZERO;
    let score = plan.play(&Workbench::standard(), &false.into(), &mut |_, game| {
        let first = usize::from(game.number == 2);
        let times = game.record.notes.iter().find(|(name, _)| *name == "times");
        let times = times.map_or("", |(_, times)| times.as_str());
        let opponent = times.split(' ').skip(1 - first).step_by(2);
        let most = opponent.filter_map(|ms| ms.parse().ok()).max().unwrap_or(0);
        longest = longest.max(Duration::from_millis(most));
    });
    let score = score.map_err(wrong)?;
    if score.games() != 2 {
        return Err(format!("{spec}: {} of 2 games", score.games()));
    }
    let expected = if fault.cause.is_some() { 2 } else { 0 };
    if score.failed.len() != expected {
        return Err(format!("{spec}: {:?}", score.failed));
    }
    for failed in &score.failed {
        let said = &failed.failure;
        if Some(said.cause.name()) != fault.cause || !said.detail.contains(fault.detail) {
            return Err(format!("{spec}: {said}"));
        }
        if failed.player != 0 {
            return Err(format!("{spec}: the opponent lost by {said}"));
        }
    }
    Ok(longest)
}

/// The games that an earlier run has played.
fn played(file: Option<&str>) -> HashSet<usize> {
    let text = file.and_then(|file| std::fs::read_to_string(file).ok()).unwrap_or_default();
    text.lines().filter_map(|line| line.split('\t').next()?.parse().ok()).collect()
}

#[test]
fn every_fault_is_a_loss_with_its_cause_and_leaves_nothing_behind() {
    let games: usize =
        std::env::var("PLYWOOD_FAULTS").map_or(2 * FAULTS.len(), |n| n.parse().expect("a number"));
    let file = std::env::var("PLYWOOD_FAULTS_FILE").ok();
    let done = played(file.as_deref());
    let log = file.map(|file| {
        Mutex::new(OpenOptions::new().create(true).append(true).open(file).expect("a file"))
    });
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let (began, matches) = (Instant::now(), games.div_ceil(2));
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= matches {
                        return;
                    }
                    if done.contains(&number) {
                        continue;
                    }
                    match play(number) {
                        Ok(longest) if longest > Duration::from_secs(1) => {
                            let said = format!("{number}: the opponent waited {longest:?}");
                            wrong.lock().expect("no panic").push(said);
                        }
                        Ok(_) => {
                            if let Some(log) = &log {
                                let name = FAULTS[number % FAULTS.len()].name;
                                let mut log = log.lock().expect("no panic");
                                writeln!(log, "{number}\t{name}").expect("written");
                            }
                        }
                        Err(problem) => wrong.lock().expect("no panic").push(problem),
                    }
                    if number % 50 == 49 {
                        println!("{} of {games} games, {:?}", 2 * (number + 1), began.elapsed());
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().expect("no panic");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(left_behind(std::process::id()), Vec::<String>::new());
    println!("{games} games in {:?}: every cause exact, no process left", began.elapsed());
}

/// The processes that engines of this manager have started and that still run.
fn left_behind(manager: u32) -> Vec<String> {
    let mark = format!("PLYWOOD_ENGINE={manager}.");
    let processes = std::fs::read_dir("/proc").expect("processes").flatten();
    let marked = processes.filter(|process| {
        let environment = std::fs::read(process.path().join("environ")).unwrap_or_default();
        String::from_utf8_lossy(&environment).contains(&mark)
    });
    marked
        .map(|process| std::fs::read(process.path().join("cmdline")).unwrap_or_default())
        .map(|line| String::from_utf8_lossy(&line).replace('\0', " "))
        .collect()
}

#[test]
fn engines_of_a_manager_that_was_killed_end_too() {
    let spec = format!("ugi:{BAD} children");
    let mut manager = Command::new(BAD);
    let mut manager =
        manager.args(["manage", &spec]).stdout(Stdio::piped()).spawn().expect("a manager");
    let mut said = String::new();
    let output = manager.stdout.take().expect("a pipe");
    std::io::BufRead::read_line(&mut std::io::BufReader::new(output), &mut said).expect("a line");
    assert_eq!(said, "managing\n");
    let id = manager.id();
    // A process that is just being started shows no environment for a moment.
    let deadline = Instant::now() + Duration::from_secs(5);
    while left_behind(id).len() < 4 {
        assert!(Instant::now() < deadline, "an engine and its children: {:?}", left_behind(id));
        std::thread::sleep(Duration::from_millis(10));
    }
    manager.kill().expect("killed");
    manager.wait().expect("ended");
    // The kernel ends the engine, the next manager ends its children.
    let deadline = Instant::now() + Duration::from_secs(5);
    while left_behind(id).iter().any(|line| line.contains("bad-engine")) {
        assert!(Instant::now() < deadline, "{:?}", left_behind(id));
        std::thread::sleep(Duration::from_millis(10));
    }
    let next = format!("ugi:{BAD} none");
    let next = Command::new(BAD).args(["manage", &next, "--end"]).output().expect("a manager");
    assert!(next.status.success());
    assert_eq!(left_behind(id), Vec::<String>::new());
}

#[test]
fn an_engine_that_may_not_be_restarted_loses_its_other_games() {
    let spec = format!("ugi[restart=off,time=100ms]:{BAD} crash-in-move");
    let players = [spec.parse().expect("an engine"), "random".parse().expect("a player")];
    let plan = Match { games: 4, ..Match::new("mnk:5,5,4", players) };
    let score = plan.play(&Workbench::standard(), &false.into(), &mut |_, _| {}).expect("played");
    assert_eq!((score.games(), score.failed.len()), (4, 4));
    assert!(score.failed[1].failure.detail.starts_with("not started again"));
}

/// What the referee and the protocol add to each move of an instant engine.
#[test]
fn the_overhead_of_a_move_is_below_a_millisecond() {
    let spec = format!("ugi[nodes=1]:{BAD} none");
    let players = [spec.parse().expect("an engine"), spec.parse().expect("an engine")];
    let plan = Match { games: 20, opening_moves: 0, ..Match::new("mnk:9,9,9", players) };
    let mut times: Vec<u64> = Vec::new();
    let (mut moves, began) = (0, Instant::now());
    plan.play(&Workbench::standard(), &false.into(), &mut |_, game| {
        let note = game.record.notes.iter().find(|(name, _)| *name == "times");
        times.extend(
            note.map_or("", |(_, text)| text).split(' ').filter_map(|ms| ms.parse::<u64>().ok()),
        );
        moves = times.len();
    })
    .expect("played");
    let each = began.elapsed() / u32::try_from(moves).expect("few");
    times.sort_unstable();
    println!("{moves} moves, {each:?} each; the median move took {} ms", times[moves / 2]);
    // Half of the moves: another process may put any single one off.
    assert_eq!(times[moves / 2], 0, "whole milliseconds of the median move");
}
