//! The checker in Python accepts what the solver writes, and nothing else.

use super::certificates::mnk;
use super::certify;
use plywood_game::{Game, Notation};
use plywood_games::delta::{Delta, Potential};
use plywood_games::mnk::{Mnk, Params, Windows};
use plywood_solver::{By, Certificate};
use std::process::Command;

/// What the script says, and whether it accepts.
fn run(certificate: &Certificate, name: &str) -> (bool, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join(name);
    std::fs::write(&file, certificate.to_bytes()).expect("a file");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/verify/verify.py");
    let output = Command::new("python3").arg(script).arg(&file).output().expect("python3");
    let text = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8_lossy(&text).into_owned())
}

#[test]
fn the_second_checker_accepts_true_certificates_only() {
    for (rows, columns, k) in [(3, 3, 3), (4, 4, 3), (5, 4, 4), (5, 5, 5)] {
        let (game, windows, _) = mnk(rows, columns, k);
        let (_, mut certificate) = certify(&game, &windows, &game.initial());
        let (accepted, text) = run(&certificate, "mnk.proof");
        assert!(accepted && text.contains("holds: "), "{rows},{columns},{k}: {text}");
        certificate.parts.iter_mut().for_each(|part| part.claim = part.claim.denial());
        let (accepted, text) = run(&certificate, "false.proof");
        assert!(!accepted, "{rows},{columns},{k}: {text}");
        certificate.parts.clear();
        let (accepted, text) = run(&certificate, "empty.proof");
        assert!(!accepted && text.contains("it claims nothing"), "{text}");
    }
}

/// A line of four is none where exactly three win: the script must not take it for one,
/// nor accept strategy stealing.
#[test]
fn the_second_checker_knows_exactly_k() {
    for name in ["3,4,3,exact", "4,4,3,exact", "4,5,4,exact"] {
        let params: Params = name.parse().expect("good parameters");
        let (game, windows) = (Mnk::<1>::new(params), Windows::new(params));
        let (_, mut certificate) = certify(&game, &windows, &game.initial());
        let (accepted, text) = run(&certificate, "exact.proof");
        assert!(accepted && text.contains("holds: "), "{name}: {text}");
        certificate.parts.iter_mut().for_each(|part| part.by = By::Stealing);
        let (accepted, text) = run(&certificate, "stolen.proof");
        assert!(!accepted && text.contains("stealing does not hold"), "{name}: {text}");
    }
}

#[test]
fn what_the_second_checker_cannot_check_is_told_in_a_line() {
    let certificate = |game: &str| Certificate {
        game: game.to_owned(),
        position: "x".to_owned(),
        parts: Vec::new(),
    };
    for (game, problem) in
        [("othello", "there are no rules of othello here"), ("mnk:3,x,3", "invalid literal")]
    {
        let (accepted, text) = run(&certificate(game), "other.proof");
        assert!(!accepted && text.contains(problem), "{text}");
        assert_eq!(text.lines().count(), 1, "no traceback: {text}");
    }
}

#[test]
fn the_second_checker_knows_delta() {
    let moves = "b2 c2 b2e5 c5 d4b4 c2e2";
    for game in [Delta::standard(), Delta::placement()] {
        let mut position = game.initial();
        for mv in game.parse_moves(&position, moves).expect("legal moves") {
            game.play(&mut position, mv);
        }
        let (solved, certificate) = certify(&game, &Potential::default(), &position);
        assert!(solved.plies.is_some(), "{moves} is decided");
        let (accepted, text) = run(&certificate, "delta.proof");
        assert!(accepted && text.contains("holds: "), "{text}");
    }
}

#[test]
fn the_script_is_short() {
    let script = include_str!("../../../../examples/verify/verify.py");
    assert!(script.lines().count() <= 200);
}
