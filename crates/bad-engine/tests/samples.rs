//! The sample players in Python, Java and C are built and play: they win against
//! random moves and never fail. So does what `docs/write-a-player.md` builds on.

use plywood_arena::Match;
use plywood_engines::{Checked, check};
use plywood_workbench::{Start, Workbench};
use std::process::Command;
use std::sync::Arc;

const SAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/players");
const BUILT: &str = env!("CARGO_TARGET_TMPDIR");

fn build(program: &str, arguments: &[&str]) {
    let built = Command::new(program).args(arguments).output().expect(program);
    assert!(built.status.success(), "{program}: {}", String::from_utf8_lossy(&built.stderr));
}

/// The player wins most of eight games against random moves on this board.
fn beats_random(game: &str, command: &str) {
    let player = format!("ugi[time=20s,start=60s]:{command}");
    let players = [player.parse().expect("a player"), "random[seed=5]".parse().expect("a player")];
    let plan = Match { games: 8, opening_moves: 2, ..Match::new(game, players) };
    let score = plan.play(&Workbench::standard(), &false.into(), &mut |_, _| {}).expect("a match");
    assert!(score.failed.is_empty(), "{game} {command}: {:?}", score.failed);
    assert!(score.wins >= 6, "{game} {command}: {score:?}");
}

/// The player passes every check that its author is told to run: a busy machine may hold
/// it up for longer than the checks allow, but not every time.
fn passes_the_checks(game: &str, command: &str) {
    let mut failed = failed_checks(game, command);
    for _ in 0..4 {
        if !failed.is_empty() {
            println!("once more: {failed:?}");
            failed = failed_checks(game, command);
        }
    }
    assert!(failed.is_empty(), "{command}: {failed:?}");
}

fn failed_checks(game: &str, command: &str) -> Vec<String> {
    let player = format!("ugi[start=60s]:{command}").parse().expect("a player");
    let workbench = Workbench::standard();
    let session = workbench.open(game, &Start::default(), 0).expect("a game");
    let checks = check(&workbench, &*session, &player, &Arc::default(), &mut |_| {});
    let checks = checks.expect("it can be started");
    assert!(checks.len() > 15, "{command}: {checks:?}");
    let failed = checks.iter().filter(|check| check.result == Checked::Failed);
    failed.map(|check| format!("{check:?}")).collect()
}

#[test]
fn the_python_sample_beats_random() {
    for game in ["mnk:5,5,4", "mnk:3,7,3"] {
        beats_random(game, &format!("python3 {SAMPLES}/line_player.py"));
    }
    passes_the_checks("mnk:5,5,4", &format!("python3 {SAMPLES}/line_player.py"));
}

/// The player of the document, put together as its reader is told to.
#[test]
fn the_player_of_the_document_beats_random_and_passes_the_checks() {
    let text = include_str!("../../../docs/write-a-player.md");
    let mut blocks = text.split("```python\n").skip(1).filter_map(|rest| rest.split("```").next());
    let [first, lines, set_up] = [(); 3].map(|()| blocks.next().expect("a block of Python"));
    let replaced = |text: String, old: &str, new: &str| {
        assert!(text.contains(old), "{old}");
        text.replace(old, new)
    };
    let random = "def choose(board):\n    return random.choice(board.candidates())\n";
    let player = replaced(first.to_owned(), random, &format!("{lines}\n\n{set_up}"));
    let player = replaced(player, "import random\n", "");
    let simple = "            board = Board(game)\n            for move in words[3:]:  # position \
                  startpos moves m1 m2 ...\n                board.play(parse_cell(move))\n";
    let player = replaced(player, simple, "            board = set_up(game, words)\n");
    let file = format!("{BUILT}/document_player.py");
    std::fs::write(&file, player).expect("written");
    let command = format!("python3 {file}");
    beats_random("mnk:5,5,4", &command);
    passes_the_checks("mnk:7,7,4", &command);
}

#[test]
fn the_java_sample_beats_random() {
    build("javac", &["-d", BUILT, &format!("{SAMPLES}/LinePlayer.java")]);
    for game in ["mnk:5,5,4", "mnk:3,7,3"] {
        beats_random(game, &format!("java -cp {BUILT} LinePlayer"));
    }
    passes_the_checks("mnk:5,5,4", &format!("java -cp {BUILT} LinePlayer"));
}

#[test]
fn the_c_sample_beats_random() {
    let program = format!("{BUILT}/line_player");
    build("cc", &["-std=c11", "-O2", "-Wall", "-o", &program, &format!("{SAMPLES}/line_player.c")]);
    for game in ["mnk:5,5,4", "mnk:3,7,3"] {
        beats_random(game, &program);
    }
    passes_the_checks("mnk:5,5,4", &program);
}

#[test]
fn every_sample_has_at_most_100_lines() {
    for name in ["line_player.py", "LinePlayer.java", "line_player.c"] {
        let text = std::fs::read_to_string(format!("{SAMPLES}/{name}")).expect(name);
        assert!(text.lines().count() <= 100, "{name}");
    }
}
