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
        (vec!["match", "mnk:7,7,5", "mnkgame:here", "random"], "CLASSPATH:CLASS"),
        (vec!["engine", "delta", "--protocol", "nboard"], "nboard plays othello, not delta"),
        (vec!["engine", "delta", "--protocol", "uci"], "expected ugi, gomocup, nboard or gtp"),
        (vec!["check-engine", "othello", "best"], "only external engines are checked"),
        (vec!["serve", "--engine", "best=ugi:cat"], "there is a player best already"),
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
    let said = plywood(place.path(), &["check-engine", "tictactoe", &good], "");
    assert_eq!((said.status, said.out.lines().count()), (Some(0), 11), "{}{}", said.out, said.err);
    assert!(said.out.lines().all(|line| line.starts_with("passed ")), "{}", said.out);
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
    for (engine, reason) in
        [("ugi:./missing", "there is no program"), ("ugi:./script.sh", "chmod +x ./script.sh")]
    {
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
