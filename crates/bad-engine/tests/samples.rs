//! The sample players in Python, Java and C are built and play: they win against
//! random moves and never fail. So does what `docs/write-a-player.md` builds on.

use plywood_arena::Match;
use plywood_workbench::Workbench;
use std::process::Command;

const SAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/players");
const BUILT: &str = env!("CARGO_TARGET_TMPDIR");

fn build(program: &str, arguments: &[&str]) {
    let built = Command::new(program).args(arguments).output().expect(program);
    assert!(built.status.success(), "{program}: {}", String::from_utf8_lossy(&built.stderr));
}

/// The player wins most of eight games against random moves on this board.
fn beats_random(game: &str, command: &str) {
    let player = format!("ugi[time=2s,start=20s]:{command}");
    let players = [player.parse().expect("a player"), "random[seed=5]".parse().expect("a player")];
    let plan = Match { games: 8, opening_moves: 2, ..Match::new(game, players) };
    let score = plan.play(&Workbench::standard(), &false.into(), &mut |_, _| {}).expect("a match");
    assert!(score.failed.is_empty(), "{game} {command}: {:?}", score.failed);
    assert!(score.wins >= 6, "{game} {command}: {score:?}");
}

#[test]
fn the_python_sample_beats_random() {
    for game in ["mnk:5,5,4", "mnk:3,7,3"] {
        beats_random(game, &format!("python3 {SAMPLES}/line_player.py"));
    }
}

#[test]
fn the_java_sample_beats_random() {
    build("javac", &["-d", BUILT, &format!("{SAMPLES}/LinePlayer.java")]);
    for game in ["mnk:5,5,4", "mnk:3,7,3"] {
        beats_random(game, &format!("java -cp {BUILT} LinePlayer"));
    }
}

#[test]
fn the_c_sample_beats_random() {
    let program = format!("{BUILT}/line_player");
    build("cc", &["-std=c11", "-O2", "-Wall", "-o", &program, &format!("{SAMPLES}/line_player.c")]);
    for game in ["mnk:5,5,4", "mnk:3,7,3"] {
        beats_random(game, &program);
    }
}

#[test]
fn every_sample_has_at_most_100_lines() {
    for name in ["line_player.py", "LinePlayer.java", "line_player.c"] {
        let text = std::fs::read_to_string(format!("{SAMPLES}/{name}")).expect(name);
        assert!(text.lines().count() <= 100, "{name}");
    }
}
