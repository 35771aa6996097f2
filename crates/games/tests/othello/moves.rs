//! Moves and transcripts as text.

use super::*;

#[test]
fn a_move_is_read_in_any_case_and_a_pass_in_any_of_its_forms() {
    let start = Othello.initial();
    assert_eq!(Othello.parse_move(&start, "F5"), Othello.parse_move(&start, "f5"));
    for pass in ["pass", "PASS", "pa", "Ps", "--"] {
        assert_eq!(Othello.parse_move(&must_pass(), pass), Ok(Ply::Pass), "{pass}");
    }
}

#[test]
fn a_refused_move_says_why() {
    let start = Othello.initial();
    let hint = "expected one of d3 c4 f5 e6";
    for (text, problem) in [
        ("d4", "1:1 d4 is taken"),
        ("a1", "1:1 Black turns no disc at a1"),
        ("pass", "1:1 Black can place a disc and may not pass"),
    ] {
        assert_eq!(told(Othello.parse_move(&start, text)), format!("{problem}; {hint}"));
    }
    for text in ["", "f", "f9", "f0", "i5", "5f", "f5 ", "f55", "ü5", "f５", "-", "passe"] {
        let problem = format!("1:1 '{text}' is no move");
        let expected = "expected a square from a1 to h8, or pass";
        assert_eq!(told(Othello.parse_move(&start, text)), format!("{problem}; {expected}"));
    }
    let told = told(Othello.parse_move(&must_pass(), "f1"));
    assert_eq!(told, "1:1 Black turns no disc at f1; expected one of pass");
}

#[test]
fn transcripts_are_read_joined_or_apart_in_any_case() {
    let moves = read("f5d6c3");
    for same in ["F5D6C3", "f5 d6 c3", "  f5\td6\r\nC3\n", "f5d6 c3"] {
        assert_eq!(read(same), moves, "{same:?}");
    }
    assert_eq!(read(""), []);
}

#[test]
fn passes_may_be_left_out_or_written() {
    let moves = read(GAME_WITH_PASS);
    let pass = moves.iter().position(|&ply| ply == Ply::Pass).expect("a pass");
    assert_eq!(moves.len(), 62, "60 placements and two passes");
    assert_eq!(Othello.outcome(&after(&moves)), Some(Outcome::Margin(34 - 30)));
    let (before, behind) = GAME_WITH_PASS.split_at(2 * pass);
    for written in ["pass", "--", " PA ", "ps"] {
        assert_eq!(read(&format!("{before}{written}{behind}")), moves);
    }
    assert_eq!(Othello.moves_text(&Othello.initial(), &moves), GAME_WITH_PASS);
}

#[test]
fn a_pass_that_comes_last_is_written() {
    let moves = read(GAME_WITH_PASS);
    let pass = moves.iter().position(|&ply| ply == Ply::Pass).expect("a pass");
    for cut in [pass, pass + 1] {
        let text = Othello.moves_text(&Othello.initial(), &moves[..cut]);
        assert_eq!(text.ends_with("--"), cut > pass);
        assert_eq!(read(&text), moves[..cut]);
    }
}

#[test]
fn closing_passes_are_read_and_not_played() {
    assert_eq!(read(&format!("{WIPEOUT}----")), read(WIPEOUT));
    assert_eq!(read(&format!("{WIPEOUT} pass ps")), read(WIPEOUT));
}

#[test]
fn a_wrong_transcript_is_pointed_at() {
    let start = Othello.initial();
    for (text, message) in [
        ("f5d6f5", "1:5 f5 is taken; expected one of c3 c4 c5 c6 c7"),
        ("f5\nd6 h8", "2:4 Black turns no disc at h8; expected one of c3 c4 c5 c6 c7"),
        ("f5--", "1:3 White can place a disc and may not pass; expected one of f4 d6 f6"),
        ("f5d6z9c3", "1:5 'z9' is no move; expected a square from a1 to h8, or pass"),
        ("f5d6c", "1:5 'c' is no move; expected a square from a1 to h8, or pass"),
        (
            "e6f4e3f6g5d6e7f5c5a1",
            "1:19 the game is over before a1; expected no move, for the game is over",
        ),
    ] {
        assert_eq!(told(Othello.parse_moves(&start, text)), message);
    }
}

#[test]
fn a_wrong_move_after_a_silent_pass_is_the_other_sides() {
    let told = told(Othello.parse_moves(&must_pass(), "a1"));
    assert_eq!(told, "1:1 White turns no disc at a1; expected one of f1");
}

#[test]
fn a_file_may_be_a_transcript() {
    let moves = Othello.parse_moves(&Othello.initial(), GAME_WITH_PASS).expect("a transcript");
    let split = format!("\r\n{}\r\n{}", &GAME_WITH_PASS[..20], &GAME_WITH_PASS[20..]);
    assert_eq!(Othello.parse_file(&split), Ok(after(&moves)));
    assert_eq!(Othello.count_in_file(&split), 1);
    let wrong = Othello.parse_file("f5d6\nf5\n");
    assert_eq!(told(wrong), "2:1 f5 is taken; expected one of c3 c4 c5 c6 c7");
}
