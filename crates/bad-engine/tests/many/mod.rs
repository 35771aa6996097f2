//! Many matches at once, each of two games of a bad player against `random`.
//!
//! With `PLYWOOD_FAULTS` set to a number of games and `PLYWOOD_FAULTS_FILE` to a
//! file, matches that the file holds already are not played again.

use plywood_arena::{Failed, Match};
use plywood_workbench::{Error, Workbench};
use std::collections::HashSet;
use std::fs::OpenOptions;
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// How long a move of the opponent, which takes none of its own, may take on a busy
/// machine.
const OPPONENT: Duration = Duration::from_secs(1);

/// Plays two games in a row, one with each side, so that an engine is started again
/// or kept; the failures of the player. Anything else that is wrong is an error.
pub(crate) fn failures(
    player: &str,
    game: &str,
    opening_moves: usize,
) -> Result<Vec<Failed>, String> {
    let wrong = |error: Error| format!("{player}: {error}");
    let players = [player.parse().map_err(wrong)?, "random[seed=7]".parse().map_err(wrong)?];
    let plan = Match { games: 2, opening_moves, ..Match::new(game, players) };
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
        return Err(format!("{player}: {} of 2 games", score.games()));
    }
    if longest > OPPONENT {
        return Err(format!("{player}: a move of the opponent took {longest:?}"));
    }
    match score.failed.iter().find(|failed| failed.player != 0) {
        Some(failed) => Err(format!("{player}: the opponent lost by {}", failed.failure)),
        None => Ok(score.failed),
    }
}

/// How often a match is played in which something is wrong: a busy machine may hold up an
/// engine or its opponent once, a fault comes again.
const ATTEMPTS: usize = 3;

/// Plays matches, `usual` games if the environment names no number, `at_once` at a
/// time; every match must be in order and leave no process.
pub(crate) fn survive(
    usual: usize,
    at_once: usize,
    play: impl Fn(usize) -> Result<(), String> + Sync,
) {
    let games = std::env::var("PLYWOOD_FAULTS").map_or(usual, |n| n.parse().expect("a number"));
    let file = std::env::var("PLYWOOD_FAULTS_FILE").ok();
    let done = played(file.as_deref());
    let log = file.map(|file| {
        Mutex::new(OpenOptions::new().create(true).append(true).open(file).expect("a file"))
    });
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let (began, matches) = (Instant::now(), games.div_ceil(2));
    std::thread::scope(|scope| {
        for _ in 0..at_once {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= matches {
                        return;
                    }
                    if done.contains(&number) {
                        continue;
                    }
                    match attempted(number, &play) {
                        Err(problem) => wrong.lock().expect("no panic").push(problem),
                        Ok(()) => {
                            if let Some(log) = &log {
                                let mut log = log.lock().expect("no panic");
                                writeln!(log, "{number}").expect("written");
                            }
                        }
                    }
                    if number % 50 == 49 {
                        println!("{} of {games} games, {:?}", 2 * (number + 1), began.elapsed());
                    }
                }
            });
        }
    });
    assert_eq!(left_behind(std::process::id()), Vec::<String>::new());
    let wrong = wrong.into_inner().expect("no panic");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let before = 2 * done.len();
    println!(
        "{games} games ({before} of an earlier run) in {:?}: every cause exact, no process left",
        began.elapsed()
    );
}

/// Plays a match until nothing is wrong in it, at most so often.
fn attempted(number: usize, play: impl Fn(usize) -> Result<(), String>) -> Result<(), String> {
    let mut last = play(number);
    for _ in 1..ATTEMPTS {
        let Err(problem) = &last else { break };
        println!("once more: {problem}");
        last = play(number);
    }
    last
}

/// The matches that an earlier run has played.
fn played(file: Option<&str>) -> HashSet<usize> {
    let text = file.and_then(|file| std::fs::read_to_string(file).ok()).unwrap_or_default();
    text.lines().filter_map(|line| line.parse().ok()).collect()
}

/// The processes that engines of this manager have started and that still run.
pub(crate) fn left_behind(manager: u32) -> Vec<String> {
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
