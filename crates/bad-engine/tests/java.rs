//! Java players of the course play through the bridge, and every fault of a bad
//! one is a loss with its cause. The framework's classes are stand-ins
//! (`crates/engines/tests/java`).

use plywood_arena::Match;
use plywood_workbench::Workbench;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

const CLASSES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../engines/tests/java");
/// How many games are played at once, each with one JVM.
const AT_ONCE: usize = 3;

/// Compiles the stand-ins and the players; the folder of their classes.
fn compiled() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("java-players");
    std::fs::create_dir_all(&folder).expect("a folder");
    let sources = ["mnkgame", "sample"].into_iter().flat_map(|package| {
        let files = std::fs::read_dir(Path::new(CLASSES).join(package)).expect("sources");
        files.flatten().map(|file| file.path())
    });
    let compiler = Command::new("javac").arg("-d").arg(&folder).args(sources).output();
    let compiled = compiler.expect("javac");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    folder
}

/// Plays two games of this class, one with each side; the causes of its losses.
fn causes(classes: &Path, class: &str) -> Vec<&'static str> {
    let options = "time=1s,start=20s,ready=8s,wait=1s,memory=64";
    let player = format!("mnkgame[{options}]:{}:sample.{class}", classes.display());
    let players = [player.parse().expect("a player"), "random[seed=3]".parse().expect("a player")];
    let plan = Match { games: 2, opening_moves: 0, ..Match::new("mnk:5,5,4", players) };
    let score = plan.play(&Workbench::standard(), &false.into(), &mut |_, _| {});
    let score = score.unwrap_or_else(|error| panic!("{class}: {error}"));
    assert_eq!(score.games(), 2, "{class}");
    assert!(score.failed.iter().all(|failed| failed.player == 0), "{class}: {:?}", score.failed);
    score.failed.iter().map(|failed| failed.failure.cause.name()).collect()
}

#[test]
fn every_fault_of_a_java_player_is_a_loss_with_its_cause() {
    let classes = compiled();
    let table = std::fs::read_to_string(Path::new(CLASSES).join("faults.tsv")).expect("a table");
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    let mut cases: Vec<(String, &str)> = rows
        .filter_map(|row| row.split_once('\t'))
        .map(|(class, outcome)| (format!("BadPlayer${class}"), outcome))
        .collect();
    assert_eq!(cases.len(), 32);
    cases.push(("GoodPlayer".to_owned(), "plays"));
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                while let Some((class, outcome)) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let expected = if *outcome == "plays" { vec![] } else { vec![*outcome; 2] };
                    let found = causes(&classes, class);
                    if found != expected {
                        wrong.lock().expect("no panic").push(format!("{class}: {found:?}"));
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().expect("no panic");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let left = Command::new("pgrep").args(["-f", "sleep 3601"]).output().expect("pgrep");
    assert!(left.stdout.is_empty(), "a child of a player still runs");
}
