//! Every fault of the bad engine is survived: the match goes on, the cause is
//! exact, no process is left, and the opponent's time is its own.
//!
//! `cargo xtask measure faults` plays 1,000 games; this is its short form.

mod many;

use many::left_behind;
use plywood_arena::Match;
use plywood_bad_engine::{FAULTS, Fault};
use plywood_workbench::Workbench;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const BAD: &str = env!("CARGO_BIN_EXE_bad-engine");
const LIMITS: [&str; 3] = ["time=100ms", "nodes=10", "depth=2"];
/// How many games are played at once. Most of the time of most is waiting.
const AT_ONCE: usize = 6;

fn spec(fault: &Fault, limits: &str) -> String {
    let (name, options) = (fault.name, fault.options);
    // An engine that uses up its memory or processor time needs time to do so.
    let (limits, wait) = if options.is_empty() { (limits, "3s") } else { ("nodes=9", "20s") };
    format!("ugi[{options}{limits},start=3s,ready=3s,wait={wait}]:{BAD} {name}")
}

/// Plays the match of this number; what was wrong.
fn play(number: usize) -> Result<(), String> {
    let fault = &FAULTS[number % FAULTS.len()];
    let limits = LIMITS[(number / FAULTS.len() + number) % LIMITS.len()];
    let spec = spec(fault, limits);
    let failed = many::failures(&spec, "mnk:5,5,4", 2)?;
    let expected = if fault.cause.is_some() { 2 } else { 0 };
    if failed.len() != expected {
        return Err(format!("{spec}: {failed:?}"));
    }
    let exact = |said: &plywood_players::Failure| {
        Some(said.cause.name()) == fault.cause && said.detail.contains(fault.detail)
    };
    match failed.iter().find(|failed| !exact(&failed.failure)) {
        Some(failed) => Err(format!("{spec}: {}", failed.failure)),
        None => Ok(()),
    }
}

#[test]
fn every_fault_is_a_loss_with_its_cause_and_leaves_nothing_behind() {
    many::survive(2 * FAULTS.len(), AT_ONCE, play);
}

/// A manager of an engine with children, one of which has left its group, another
/// its parent too.
fn manager() -> Child {
    let spec = format!("ugi:{BAD} children");
    let mut manager = Command::new(BAD);
    let mut manager =
        manager.args(["manage", &spec]).stdout(Stdio::piped()).spawn().expect("a manager");
    let mut said = String::new();
    let output = manager.stdout.take().expect("a pipe");
    std::io::BufRead::read_line(&mut std::io::BufReader::new(output), &mut said).expect("a line");
    assert_eq!(said, "managing\n");
    // A process that is just being started shows no environment for a moment.
    let id = manager.id();
    within_a_minute(|| left_behind(id).len() >= 4, || format!("children: {:?}", left_behind(id)));
    manager
}

fn within_a_minute(holds: impl Fn() -> bool, what: impl Fn() -> String) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while !holds() {
        assert!(Instant::now() < deadline, "{}", what());
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn all_that_engines_of_a_killed_manager_have_started_ends_at_once() {
    let mut manager = manager();
    let id = manager.id();
    manager.kill().expect("killed");
    manager.wait().expect("ended");
    within_a_minute(|| left_behind(id).is_empty(), || format!("{:?}", left_behind(id)));
}

#[test]
fn without_its_watcher_the_next_manager_ends_them() {
    let mut manager = manager();
    let id = manager.id();
    let mut search = Command::new("pgrep");
    let found = search.args(["-P", &id.to_string(), "-f", "plywood-watch"]).output();
    let watcher = String::from_utf8(found.expect("pgrep").stdout).expect("a number");
    let killed = Command::new("kill").args(["-9", watcher.trim()]).status().expect("kill");
    assert!(killed.success(), "{watcher}");
    manager.kill().expect("killed");
    manager.wait().expect("ended");
    // The kernel ends the engine, the next manager ends its children.
    let engine = || left_behind(id).iter().any(|line| line.contains("bad-engine"));
    within_a_minute(|| !engine(), || format!("{:?}", left_behind(id)));
    assert!(!left_behind(id).is_empty(), "the children had nobody to end them");
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

/// What the referee and the protocol add to each move of an instant engine. A busy machine
/// may hold up half of the moves of an attempt.
#[test]
fn the_overhead_of_a_move_is_below_a_millisecond() {
    let quick = (0..10).any(|_| median_of_a_move() == 0);
    assert!(quick, "the median move took whole milliseconds every time");
}

/// The whole milliseconds that half of the moves of two instant engines take at most.
fn median_of_a_move() -> u64 {
    let spec = format!("ugi[nodes=1]:{BAD} none");
    let players = [spec.parse().expect("an engine"), spec.parse().expect("an engine")];
    let plan = Match { games: 20, opening_moves: 0, ..Match::new("mnk:9,9,9", players) };
    let mut times: Vec<u64> = Vec::new();
    let began = Instant::now();
    plan.play(&Workbench::standard(), &false.into(), &mut |_, game| {
        let note = game.record.notes.iter().find(|(name, _)| *name == "times");
        let note = note.map_or("", |(_, text)| text);
        times.extend(note.split(' ').filter_map(|ms| ms.parse::<u64>().ok()));
    })
    .expect("played");
    let each = began.elapsed() / u32::try_from(times.len()).expect("few");
    times.sort_unstable();
    let median = times[times.len() / 2];
    println!("{} moves, {each:?} each; the median move took {median} ms", times.len());
    median
}
