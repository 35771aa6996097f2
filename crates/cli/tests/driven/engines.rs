//! Engines from outside, and Plywood as one, by the command alone.

use super::{PLYWOOD, folder, plywood};

#[test]
fn two_processes_of_plywood_play_each_other_in_different_protocols() {
    let place = folder();
    let ugi = format!("ugi[nodes=200]:{PLYWOOD} engine mnk:7,7,5 --protocol ugi");
    let gomocup = format!("gomocup[depth=2]:{PLYWOOD} engine gomoku --protocol gomocup");
    let arguments =
        ["match", "mnk:7,7,5", &ugi, &gomocup, "--games", "2", "--json", "--dialogue", "said"];
    let said = plywood(place.path(), &arguments, "");
    assert_eq!(said.status, Some(0), "{}", said.err);
    assert!(said.out.contains("\"faults\": 0"), "{}", said.out);
    let dialogue = std::fs::read_to_string(place.path().join("said")).expect("a dialogue");
    for words in ["> ugi\n", "< ugiok\n", "> START 7\n", "< OK\n", "= ended: exit status: 0\n"] {
        assert!(dialogue.contains(words), "{words}");
    }
    let again = plywood(place.path(), &arguments, "");
    assert_eq!(again.status, Some(2), "a dialogue is not overwritten");
}

#[test]
fn an_engine_plays_in_the_terminal_and_faults_are_explained() {
    let place = folder();
    let gtp = format!("gtp:{PLYWOOD} engine othello --protocol gtp --player random");
    let nboard = format!("nboard:{PLYWOOD} engine othello --protocol nboard --player random");
    let game = ["play", "othello", "--first", &gtp, "--second", &nboard];
    let said = plywood(place.path(), &game, "");
    assert_eq!(said.status, Some(0), "{}", said.err);
    let problems = [
        (vec!["match", "delta", "gtp:cat", "random"], "gtp plays othello, not delta"),
        (vec!["match", "othello", "ugi:no-such-engine", "random"], "there is no program"),
        (vec!["match", "othello", "ugi:'cat", "random"], "unclosed quote"),
        (
            vec!["match", "mnk:7,7,5", "mnkgame:here", "random", "--opening-moves", "0"],
            "CLASSPATH:CLASS",
        ),
        (vec!["engine", "delta", "--protocol", "nboard"], "nboard plays othello, not delta"),
        (vec!["engine", "delta", "--protocol", "uci"], "expected ugi, gomocup, nboard or gtp"),
        (vec!["check-engine", "othello", "best"], "only external engines are checked"),
        (vec!["serve", "--engine", "best=ugi:cat"], "there is a player best already"),
        (vec!["serve", "--engine", "x=ugi:no-such-engine"], "there is no program no-such-engine"),
        (vec!["serve", "--engine", "x=ugi:."], "there is no program ."),
        (vec!["serve", "--engine", "x=ugi:./"], "is a folder"),
        (vec!["match", "othello", "gtp:cat", "random", "--time", "500ms"], "counts whole seconds"),
        (vec!["match", "othello", "gtp[time=1s,time=2s]:cat", "best"], "time is given twice"),
        (vec!["match", "mnk:5,5,4", "mnkgame:.:X", "random"], "--opening-moves 0"),
        (
            vec!["play", "tictactoe", "--moves", "b2", "--second", "mnkgame:.:X"],
            "only games from the empty board",
        ),
        (vec!["analyze", "othello", "--player", "ugi:cat"], "does not analyse"),
    ];
    for (arguments, problem) in problems {
        let said = plywood(place.path(), &arguments, "");
        assert_eq!(said.status, Some(2), "{arguments:?}");
        assert!(said.err.contains(problem), "{arguments:?}: {}", said.err);
    }
}

#[test]
fn check_engine_tells_what_passed_and_what_failed() {
    let place = folder();
    let good = format!("ugi:{PLYWOOD} engine tictactoe --protocol ugi");
    let check = || plywood(place.path(), &["check-engine", "tictactoe", &good], "");
    // A busy machine may hold an engine up for longer than a check allows, not every time.
    let said = (0..5).map(|_| check()).find(|said| said.status == Some(0)).unwrap_or_else(check);
    assert_eq!((said.status, said.out.lines().count()), (Some(0), 19), "{}{}", said.out, said.err);
    let skipped = said.out.lines().filter(|line| !line.starts_with("passed "));
    assert_eq!(skipped.collect::<Vec<_>>(), ["skipped  pass: the game has no passes"]);
    let bad = ["check-engine", "tictactoe", "ugi[start=100ms]:cat", "--json"];
    let said = plywood(place.path(), &bad, "");
    assert_eq!(said.status, Some(1));
    assert!(said.out.contains("\"passed\": false"), "{}", said.out);
    assert!(said.out.contains("no ugiok within 100 ms; its last line: 'ugi'"), "{}", said.out);
}

#[test]
fn a_refused_engine_leaves_no_dialogue_and_two_files_need_two_names() {
    let here = folder();
    let script = here.path().join("script.sh");
    std::fs::write(&script, "#!/bin/sh\n").expect("written");
    #[cfg(unix)]
    executable(&here.path().join("lost.sh"), "#!/no/such/sh\n");
    for (engine, reason) in [
        ("ugi:./missing", "there is no program"),
        ("ugi:./script.sh", "chmod +x ./script.sh"),
        #[cfg(unix)]
        ("ugi:./lost.sh", "there is no /no/such/sh, which"),
    ] {
        let game = ["match", "othello", engine, "random", "--dialogue", "said"];
        let refused = plywood(here.path(), &game, "");
        assert_eq!(refused.status, Some(2), "{}", refused.err);
        assert!(refused.err.contains(reason), "{}", refused.err);
        assert!(!here.path().join("said").exists(), "{engine}: nothing was said");
    }
    let same = ["match", "tictactoe", "best", "random", "--dialogue", "one", "--save", "one"];
    let said = plywood(here.path(), &same, "");
    assert_eq!(said.status, Some(2));
    assert!(said.err.contains("need two files"), "{}", said.err);
    assert!(!here.path().join("one").exists());
}

/// Writes a script that may be run.
#[cfg(unix)]
fn executable(path: &std::path::Path, text: &str) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::write(path, text).expect("written");
    std::fs::set_permissions(path, PermissionsExt::from_mode(0o755)).expect("allowed");
}

/// A UGI engine for tic-tac-toe as a script, which does this when it is asked to move
/// and that with a command it does not know.
#[cfg(unix)]
fn scripted(place: &std::path::Path, go: &str, unknown: &str) {
    let text = format!(
        "#!/bin/sh\nwhile read -r word rest; do case $word in ugi) echo ugiok;; isready) echo \
         readyok;; position|setoption|uginewgame|stop|query|'') ;; go) {go};; quit) exit;; \
         *) {unknown};; esac; done\n"
    );
    executable(&place.join("engine.sh"), &text);
}

/// Starts a command, interrupts it as soon as a process with these words runs, and
/// waits for its end: what it said, and how long that took after the interrupt.
#[cfg(target_os = "linux")]
fn interrupted(
    place: &std::path::Path,
    arguments: &[&str],
    words: &str,
) -> (super::Said, std::time::Duration) {
    use std::process::{Command, Stdio};
    let mut command = Command::new(PLYWOOD);
    command.args(arguments).current_dir(place).stdin(Stdio::null());
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let deadline = std::time::Instant::now() + super::PATIENCE;
    while !runs(words) {
        assert!(std::time::Instant::now() < deadline, "{words} never ran");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()));
    let began = std::time::Instant::now();
    let said = child.wait_with_output().expect("it ends").into();
    (said, began.elapsed())
}

/// Whether a process with this command line runs.
#[cfg(target_os = "linux")]
fn runs(words: &str) -> bool {
    let mut processes = std::fs::read_dir("/proc").expect("processes").flatten();
    processes.any(|process| {
        let line = std::fs::read(process.path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).replace('\0', " ").trim_end() == words
    })
}

/// A number of seconds that no other test sleeps.
#[cfg(target_os = "linux")]
fn sleep(number: u32) -> String {
    format!("sleep 7{number}{}", std::process::id())
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_a_command_whose_engine_is_starting_and_leaves_no_process() {
    let place = folder();
    let sleep = sleep(1);
    let engine = format!("ugi[start=60s]:{sleep}");
    for arguments in [
        vec!["match", "tictactoe", &engine, "random"],
        vec!["match", "tictactoe", "random", &engine, "--concurrency", "2"],
        vec!["play", "tictactoe", "--first", &engine, "--second", "random"],
        vec!["check-engine", "tictactoe", &engine],
    ] {
        let (said, time) = interrupted(place.path(), &arguments, &sleep);
        assert_eq!(said.status, Some(130), "{arguments:?}: {}", said.err);
        // Less than the engine has for its start.
        assert!(time < std::time::Duration::from_secs(30), "{arguments:?}: {time:?}");
        assert!(!said.err.contains("timeout"), "{arguments:?}: {}", said.err);
        assert!(!runs(&sleep), "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_engine_that_hangs_is_not_blamed_for_an_interrupted_game() {
    let place = folder();
    let sleep = sleep(2);
    scripted(place.path(), &sleep, ":");
    let play = ["play", "tictactoe", "--first", "ugi[time=50s]:./engine.sh", "--second", "random"];
    let (said, time) = interrupted(place.path(), &play, &sleep);
    assert_eq!(said.status, Some(130), "{}", said.err);
    // Less than the engine has for its move.
    assert!(time < std::time::Duration::from_secs(30), "{time:?}");
    assert!(said.err.contains("no move was played"), "{}", said.err);
    assert!(!said.err.contains("timeout") && !runs(&sleep), "{}", said.err);
}

#[cfg(unix)]
#[test]
fn check_engine_finds_an_engine_that_dislikes_unknown_commands() {
    let place = folder();
    scripted(place.path(), "echo bestmove b2", "exit 3");
    let check = ["check-engine", "tictactoe", "ugi:./engine.sh"];
    let said = plywood(place.path(), &check, "");
    assert_eq!(said.status, Some(1), "{}{}", said.out, said.err);
    let line = said.out.lines().find(|line| line.contains("unknown commands")).expect("a line");
    assert!(line.starts_with("FAILED ") && line.contains("exit status 3"), "{line}");
    let query = said.out.lines().find(|line| line.contains("query")).expect("a line");
    assert!(query.starts_with("noted "), "{query}");
    let other = said.out.lines().find(|line| line.contains("other positions")).expect("a line");
    assert!(other.starts_with("FAILED ") && other.contains("illegal"), "{other}");
}

#[test]
fn a_gtp_engine_is_told_whole_seconds_rounded_down() {
    let place = folder();
    let gtp = format!("gtp[time=1900ms]:{PLYWOOD} engine othello --protocol gtp --player random");
    let play = ["match", "othello", &gtp, "random", "--games", "1", "--dialogue", "said"];
    let said = plywood(place.path(), &play, "");
    assert_eq!(said.status, Some(0), "{}", said.err);
    let dialogue = std::fs::read_to_string(place.path().join("said")).expect("a dialogue");
    assert!(dialogue.contains("> time_settings 0 1 1\n"), "{dialogue}");
}

/// A Plywood player inside the course's framework (here the stand-in classes of the
/// tests), which is itself played through the bridge.
#[test]
fn plywood_plays_as_a_player_of_the_course() {
    let place = folder();
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let framework = format!("{root}/crates/engines/tests/java/mnkgame");
    let classes = std::fs::read_dir(framework).expect("sources").flatten();
    let mut compiler = std::process::Command::new("javac");
    compiler.arg("-d").arg(place.path()).args(classes.map(|file| file.path()));
    let compiled = compiler.arg(format!("{root}/examples/mnkgame/PlywoodPlayer.java")).output();
    let compiled = compiled.expect("javac");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let mut command = std::process::Command::new(PLYWOOD);
    command.env("PLYWOOD_COMMAND", PLYWOOD).env("PLYWOOD_PLAYER", "greedy");
    command.args(["match", "mnk:5,5,4", "mnkgame[time=20s,start=60s]:.:PlywoodPlayer", "random"]);
    command.args(["--games", "4", "--opening-moves", "0", "--json"]).current_dir(place.path());
    let said = super::run(&mut command, "");
    assert_eq!(said.status, Some(0), "{}", said.err);
    assert!(said.out.contains("\"faults\": 0"), "{}", said.out);
    assert!(said.out.contains("\"wins\": 4"), "greedy beats random: {}", said.out);
}
