//! GGF files.

use super::*;

const BOARD: &str = "BO[8 ---------------------------O*------*O--------------------------- *]";

fn game(head: &str, moves: &str) -> String {
    format!("(;GM[Othello]{head}TY[8]{BOARD}{moves};)")
}

fn parse(text: &str) -> ggf::Record {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_game_is_written_as_it_was_read() {
    let text = game(
        r"PC[GGS/os]PB[Ann [1\]]PW[B\\b]RE[-2.000:r]TI[15:00//02:00]DT[2003.12.15]",
        "B[F5/0.5/1.25]W[D6]B[C3//0.3]W[D3/-12]",
    );
    let record = parse(&text);
    assert_eq!(record.place.as_deref(), Some("GGS/os"));
    assert_eq!(record.black.as_deref(), Some("Ann [1]"));
    assert_eq!(record.white.as_deref(), Some(r"B\b"));
    assert_eq!(record.result.as_deref(), Some("-2.000:r"));
    assert_eq!(record.time.as_deref(), Some("15:00//02:00"));
    assert_eq!(record.moves()[0].evaluation, Some(0.5));
    assert_eq!(record.moves()[0].seconds, Some(1.25));
    assert_eq!(record.moves()[3].evaluation, Some(-12.0));
    assert_eq!(record.start(), &Othello.initial());
    assert_eq!(record.position(), &after(&read("f5d6c3d3")));
    assert_eq!(record.to_string(), text);
}

#[test]
fn rows_apart_line_breaks_case_and_an_archives_numbers_do_not_matter() {
    let rows = "-------- -------- -------- ---O*--- ---*O--- -------- -------- --------";
    let free = format!("(;\r\nGM[othello]\r\nTY[s8r14] BO[8 {rows} *]\r\nB[ f5 / 1 ]\r\n;)");
    let record = parse(&free);
    assert_eq!(record.position(), &after(&read("f5")));
    assert_eq!(record.to_string(), game("", "B[F5/1]").replace("TY[8]", "TY[s8r14]"));
    assert_eq!(ggf::records(&format!("1 {free}\n2 {free}{free}")).count(), 3);
}

#[test]
fn passes_are_written_read_implied_by_the_colour_and_dropped_after_the_end() {
    let mut record = ggf::Record::new(Othello.initial());
    for ply in read(GAME_WITH_PASS) {
        record.play(ply, None, None).expect("legal");
    }
    let text = record.to_string();
    assert!(text.contains("[PA]"));
    assert_eq!(parse(&text), record);
    assert_eq!(parse(&text.replace("W[PA]", "").replace("B[PA]", "")), record);
    assert_eq!(parse(&text.replace(";)", "B[PA]W[pass];)")), record);
    assert!(record.play(Ply::Pass, None, None).is_err(), "the game is over");
}

#[test]
fn white_may_begin_from_any_position() {
    let mut record = ggf::Record::new(must_pass());
    record.play(Ply::Pass, Some(f64::NAN), Some(f64::INFINITY)).expect("legal");
    let text = record.to_string();
    assert!(text.ends_with("B[PA];)"), "GGF has no word for what is not finite");
    let after_pass = ggf::Record::new(record.position().clone());
    assert!(after_pass.to_string().ends_with(" O];)"));
    assert_eq!(parse(&after_pass.to_string()), after_pass);
}

#[test]
fn a_wrong_game_is_pointed_at() {
    let tag = "expected a tag such as PB[name], or ;)";
    for (text, message) in [
        (String::new(), "1:1 no game begins here; expected (; and a game in GGF".to_owned()),
        ("(GM".to_owned(), "1:1 no game begins here; expected (; and a game in GGF".to_owned()),
        ("(;".to_owned(), format!("1:3 the game does not end; {tag}")),
        ("(;GM[Othello]\npb[x];)".to_owned(), format!("2:1 'p' is no tag; {tag}")),
        ("(;PBX[x];)".to_owned(), format!("1:3 'PBX' is no tag; {tag}")),
        ("(;PB x;)".to_owned(), format!("1:3 'PB' is no tag; {tag}")),
        (r"(;PB[x\];)".to_owned(), "1:5 PB[ is not closed; expected a ]".to_owned()),
        ("(;GM[Go];)".to_owned(), "1:6 the game is 'Go'; expected Othello".to_owned()),
        (
            "(;TY[10];)".to_owned(),
            "1:6 the type is '10'; expected 8, a board of 8 by 8 squares".to_owned(),
        ),
        (
            "(;TY[8a];)".to_owned(),
            "1:6 the type is '8a'; expected 8, a board of 8 by 8 squares".to_owned(),
        ),
        (
            "(;PB[a]PB[b];)".to_owned(),
            "1:8 PB is there twice; expected each tag once, moves excepted".to_owned(),
        ),
        (
            "(;GM[Othello];)".to_owned(),
            "1:16 the game has no board; expected BO[8, 64 squares and the side to move]"
                .to_owned(),
        ),
        (
            "(;BO[10 --];)".to_owned(),
            "1:6 the size of the board is not 8; expected 8, 64 squares and the side to move"
                .to_owned(),
        ),
        (
            "(;BO[8 -*O *];)".to_owned(),
            "1:12 the board has 3 squares; expected 64 squares, each *, O or -".to_owned(),
        ),
        (
            "(;BO[8 X *];)".to_owned(),
            "1:8 'X' is no square; expected 64 squares, each *, O or -".to_owned(),
        ),
        (
            format!("(;{};)", BOARD.replace(" *]", " X]")),
            "1:73 'X' is no side; expected * or O".to_owned(),
        ),
    ] {
        assert_eq!(told(text.parse::<ggf::Record>()), message, "{text:?}");
    }
}

#[test]
fn a_wrong_move_of_a_game_is_pointed_at() {
    let number = "expected a number such as -1.25";
    for (text, message) in [
        (
            "(;B[F5];)".to_owned(),
            "1:3 there is a move before the board; expected BO[...] first".to_owned(),
        ),
        (
            format!("(;{BOARD}W[F5];)"),
            "1:75 it is Black's turn; expected a move of Black".to_owned(),
        ),
        (
            format!("(;{BOARD}B[A1];)"),
            "1:77 Black turns no disc at a1; expected one of d3 c4 f5 e6".to_owned(),
        ),
        (
            format!("(;{BOARD}B[F55];)"),
            "1:77 'F55' is no move; expected a square from A1 to H8, or PA".to_owned(),
        ),
        (format!("(;{BOARD}B[F5/x];)"), format!("1:80 'x' is no number; {number}")),
        (format!("(;{BOARD}B[F5//nan];)"), format!("1:81 'nan' is no number; {number}")),
        (format!("(;{BOARD}B[F5/1e9];)"), format!("1:80 '1e9' is no number; {number}")),
        (
            format!("(;{BOARD}B[F5/{}];)", "9".repeat(400)),
            format!("1:80 '{}...' is no number; {number}", "9".repeat(24)),
        ),
        (format!("(;{BOARD}B[F5//-1];)"), "1:81 the time is negative; expected seconds".to_owned()),
        (
            format!("(;{BOARD}B[F5/1/2/3];)"),
            "1:84 there is more after the time; expected only a move, an evaluation and a time"
                .to_owned(),
        ),
        (
            format!("(;{BOARD};) x"),
            "1:78 there is more text after the game; expected only one game".to_owned(),
        ),
    ] {
        assert_eq!(told(text.parse::<ggf::Record>()), message, "{text:?}");
    }
}

#[test]
fn an_error_ends_the_reading_of_a_file() {
    let file = format!("{}(;TY[10];){}", game("", ""), game("", ""));
    let read: Vec<bool> = ggf::records(&file).map(|record| record.is_ok()).collect();
    assert_eq!(read, [true, false]);
}
