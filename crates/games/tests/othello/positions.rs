//! Positions and files as text.

use super::*;

const START: &str = "---------------------------OX------XO--------------------------- X";

#[test]
fn a_position_is_read_in_any_case_and_with_space_behind_it() {
    for text in [START, &START.to_lowercase(), &format!("{START}  \r\n")] {
        assert_eq!(Othello.parse_position(text), Ok(Othello.initial()));
    }
}

#[test]
fn a_wrong_position_is_pointed_at() {
    let short = &START[1..];
    let squares = "expected 64 squares, each X, O or -";
    for (text, message) in [
        (String::new(), format!("1:1 the board has 0 squares; {squares}")),
        (short.to_owned(), format!("1:64 the board has 63 squares; {squares}")),
        (format!("-{START}"), format!("1:65 the board has more than 64 squares; {squares}")),
        (START.replacen('O', "*", 1), format!("1:28 '*' is no square; {squares}")),
        (START.replacen('-', "ß", 1), format!("1:1 'ß' is no square; {squares}")),
        (START[..64].to_owned(), "1:65 the side to move is missing; expected X or O".to_owned()),
        (START.replace(" X", " Z"), "1:66 'Z' is no side; expected X or O".to_owned()),
        (
            format!("{START} 3"),
            "1:68 there is more text after the side to move; expected the end of the line"
                .to_owned(),
        ),
    ] {
        assert_eq!(told(Othello.parse_position(&text)), message, "{text:?}");
    }
}

#[test]
fn a_file_is_a_position_an_obf_file_or_a_ggf_game() {
    let game = "(;GM[Othello]TY[8]BO[8 ---------------------------O*------*O\
                --------------------------- *]B[F5]W[D6];)\n";
    assert_eq!(Othello.parse_file(START), Ok(Othello.initial()));
    assert_eq!(Othello.parse_file(&format!("{START}\r\n")), Ok(Othello.initial()));
    let obf = format!("% first\r\n\r\n{START}; f5:+0;\r\n{}; % second", "X".repeat(64) + " O");
    assert_eq!(Othello.parse_file(&obf), Ok(Othello.initial()));
    assert_eq!(Othello.parse_file(game), Ok(after(&read("f5d6"))));
    assert_eq!(Othello.parse_file(&format!("1 {game}")), Ok(after(&read("f5d6"))));
}

#[test]
fn a_file_is_checked_to_its_end() {
    assert_eq!(
        told(Othello.parse_file(&format!("{START}\n{START} rubbish\n"))),
        "2:68 there is more text after the side to move; expected the end of the line"
    );
    for empty in ["", "\r\n\n", "% only a comment"] {
        assert_eq!(
            told(Othello.parse_file(empty)),
            "1:1 the file holds no position; expected a position, a transcript, an OBF file or a GGF game"
        );
    }
}

#[test]
fn megabytes_of_anything_are_read_in_linear_time() {
    for part in ["-", "X O", "f5", "(", "(;", "(;A", "9", "%", "--", "\n", "é", ";", "(;A[", "\\"]
    {
        let text = part.repeat(10_000_000 / part.len());
        assert!(Othello.parse_file(&text).is_err(), "{part:?}");
        assert!(Othello.parse_position(&text).is_err(), "{part:?}");
        assert!(Othello.parse_move(&Othello.initial(), &text).is_err(), "{part:?}");
        let moves = Othello.parse_moves(&Othello.initial(), &text);
        assert_eq!(moves.is_ok(), part == "\n", "{part:?}");
    }
}
