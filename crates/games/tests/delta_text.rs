//! Delta as people write it: forms that are taken, and what is said of others.

use plywood_game::{Game, Notation, TextError};
use plywood_games::delta::{Delta, Position};

const LIFTING: &str = "oo..*/*o*o./.*o*o/o*.*o/**..o *";

fn position(text: &str) -> Position {
    Delta::standard().parse_position(text).unwrap_or_else(|error| panic!("{error}"))
}

/// "line.column: problem; expected so".
fn gist<T>(text: &str, result: Result<T, TextError>) -> String {
    let Err(error) = result else { panic!("{text} is taken") };
    let (line, column) = (error.line(), error.column());
    format!("{line}.{column}: {}; expected {}", error.problem(), error.expected())
}

#[test]
fn a_turn_may_be_written_in_several_ways() {
    let game = Delta::standard();
    for (start, text, plain) in [
        (game.initial(), "C3", "c3"),
        (game.initial(), "c3! ", "c3"),
        (position(LIFTING), "b1d1/c1^a1", "b1d1^a1"),
        (position(LIFTING), "B1D1^A1+", "b1d1^a1"),
        (position("o..../...../...../.*.../..... *"), "b2e2/d2", "b2e2"),
        (position("o..../...../...../.*.../..... *"), "b2e2+!", "b2e2"),
    ] {
        let turn = game.parse_move(&start, text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(game.move_text(&start, turn), plain);
    }
}

#[test]
fn a_variant_that_does_not_exist_is_told_why() {
    const VARIANT: &str = "placement, pieces=N with N from 4 to 9, or both";
    const COUNT: &str = "a number from 4 to 9";
    for (text, column, problem, expected) in [
        ("", 1, "'' is no variant", VARIANT),
        ("slide", 1, "'slide' is no variant", VARIANT),
        ("placement,slide", 11, "'slide' is no variant", VARIANT),
        ("size=5", 1, "'size' is no parameter", VARIANT),
        ("pieces=3", 8, "'3' is no number of pieces", COUNT),
        ("pieces=10", 8, "'10' is no number of pieces", COUNT),
        ("placement,pieces=", 18, "'' is no number of pieces", COUNT),
        ("pieces=4,placement", 10, "'placement' after the number of pieces", "nothing more"),
    ] {
        let said = gist(text, text.parse::<Delta>());
        assert_eq!(said, format!("1.{column}: {problem}; expected {expected}"));
    }
    assert_eq!("PLACEMENT,Pieces=9".parse(), Ok(Delta::placement()));
}

#[test]
fn with_fewer_pieces_the_sides_meet_their_limit_sooner() {
    let game = Delta::standard().with_pieces(4).expect("a variant");
    let five = "*.*.*/...../*.*../...../.o.oo o";
    let said = gist(five, game.parse_position(five));
    assert_eq!(said, "1.15: Black has more than 4 pieces; expected at most 4");
    let lifting = "*...o/.o.../..*../.*.o./o...*";
    for side in ["*", "o"] {
        let text = format!("{lifting} {side}");
        let position = game.parse_position(&text).expect("either side may be to move");
        assert_eq!(game.position_text(&position), text);
        assert_eq!(game.file_text(&position).lines().last(), Some(side));
    }
}

#[test]
fn a_word_that_is_no_turn_is_pointed_at() {
    const A_ROW: &str = "a digit from 1 to 5";
    const A_CELL: &str = "a cell such as c3";
    let game = Delta::standard();
    for (text, column, problem, expected) in [
        ("", 1, "the column of a cell is missing", A_CELL),
        ("!", 1, "the column of a cell is missing", A_CELL),
        (" c3", 1, "' ' is no column", A_CELL),
        ("x3", 1, "'x' is no column", A_CELL),
        ("c", 2, "the row of a cell is missing", A_ROW),
        ("c9", 2, "'9' is no row", A_ROW),
        ("c0", 2, "'0' is no row", A_ROW),
        ("c-1", 2, "'-' is no row", A_ROW),
        ("c\u{665}", 2, "'\u{665}' is no row", A_ROW),
        ("\u{ff43}3", 1, "'\u{ff43}' is no column", A_CELL),
        ("c3^a1", 3, "'^' is no column", A_CELL),
        ("c3c1c2", 5, "'c2' after a whole move", "the end of the move"),
        ("c3c1/", 6, "the column of a cell is missing", A_CELL),
        ("c3c1^", 6, "the column of a cell is missing", A_CELL),
        ("c3c1^a1/c2", 8, "'/c2' after a whole move", "the end of the move"),
    ] {
        let result = game.parse_move(&game.initial(), text);
        assert_eq!(gist(text, result), format!("1.{column}: {problem}; expected {expected}"));
    }
}

#[test]
fn a_turn_that_is_not_legal_is_told_why() {
    let sliding = "o.*.o/...../...../**.**/o.o.o *";
    for (start, text, error) in [
        (
            "...../...../...../...../..... *",
            "c3c5",
            "1.1: this turn places a new piece and slides none; expected an empty cell such as c3",
        ),
        ("...../...../..*../...../..... o", "c3", "1.1: c3 is not empty; expected an empty cell"),
        (
            sliding,
            "c3",
            "1.1: this turn slides a piece; \
             expected one of c5c3 c5c2 a2a4 b2b4 b2b5 d2d4 d2d5 e2e4 ... (16 in all)",
        ),
        (sliding, "a5c3", "1.1: the piece on a5 is White's; expected one of Black's pieces (*)"),
        (sliding, "b3d3", "1.1: there is no piece on b3; expected one of Black's pieces (*)"),
        (
            sliding,
            "c5c4",
            "1.3: c5c4 goes only one cell; \
             expected a cell at least two away in one of 8 directions",
        ),
        (
            sliding,
            "c5b3",
            "1.3: c5b3 does not go along a row, column or diagonal; \
             expected a cell at least two away in one of 8 directions",
        ),
        (
            sliding,
            "c5c5",
            "1.3: c5c5 does not go along a row, column or diagonal; \
             expected a cell at least two away in one of 8 directions",
        ),
        (sliding, "e2e5", "1.3: e5 is in the way of e2e5; expected a slide through empty cells"),
        (sliding, "a2c2", "1.3: b2 is in the way of a2c2; expected a slide through empty cells"),
        (sliding, "c5c2/c4", "1.6: the second piece of c5c2 goes to c3; expected c3"),
        (
            sliding,
            "c5c2^a2",
            "1.6: nothing is lifted as long as there are pieces in reserve; expected c5c2 alone",
        ),
    ] {
        let result = Delta::standard().parse_move(&position(start), text);
        assert_eq!(gist(text, result), error);
    }
}

#[test]
fn a_lift_that_is_not_legal_is_told_why() {
    for (start, text, error) in [
        (
            LIFTING,
            "b1d1",
            "1.1: all your pieces are on the board, so another must be lifted; \
             expected b1d1^ and its cell",
        ),
        (
            LIFTING,
            "b1d1^b1",
            "1.6: the piece just moved cannot be lifted; expected another of your pieces",
        ),
        (
            LIFTING,
            "b1d1^d1",
            "1.6: the piece just moved cannot be lifted; expected another of your pieces",
        ),
        (LIFTING, "b1d1^a5", "1.6: the piece on a5 is White's; expected one of Black's pieces (*)"),
        (LIFTING, "b1d1^c2", "1.6: there is no piece on c2; expected one of Black's pieces (*)"),
        (
            "o...o/...../..*../****./o.o.. o",
            "a5a3",
            "1.1: the game is over; expected no more moves",
        ),
    ] {
        let result = Delta::standard().parse_move(&position(start), text);
        assert_eq!(gist(text, result), error);
    }
}

#[test]
fn whites_second_slide_is_refused_where_white_must_place() {
    let game = Delta::placement();
    let start = game.parse_position("..*../..*../...../...../o.... o").expect("two against one");
    assert_eq!(
        gist("a1a4", game.parse_move(&start, "a1a4")),
        "1.1: this turn places a new piece and slides none; expected an empty cell such as c3"
    );
    assert!(Delta::standard().parse_move(&start, "a1a4").is_ok());
}

/// What stands on a cell.
const CONTENT: &str = "* for Black, o for White or . for an empty cell";

#[test]
fn a_line_that_is_no_position_is_told_why() {
    let cell =
        |column: usize, piece: &str| format!("1.{column}: {piece} is no piece; expected {CONTENT}");
    let rows = |column: usize, row: usize| {
        format!("1.{column}: row {row} is missing; expected 5 rows separated by /, top row first")
    };
    for (text, error) in [
        ("", "1.1: row 1 has 0 cells; expected 5 cells a row".to_owned()),
        ("  ", "1.1: row 1 has 0 cells; expected 5 cells a row".to_owned()),
        ("..... *", rows(6, 2)),
        ("...../...../...../..... *", rows(24, 5)),
        (
            "...../.../...../...../..... *",
            "1.10: row 2 has 3 cells; expected 5 cells a row".to_owned(),
        ),
        (
            "....../...../...../...../..... *",
            "1.6: row 1 has more than 5 cells; expected 5 cells a row".to_owned(),
        ),
        ("...../..x../...../...../..... *", cell(9, "'x'")),
        ("...../..O../...../...../..... *", cell(9, "'O'")),
        ("...../..\u{e9}../...../...../..... *", cell(9, "'\u{e9}'")),
        ("-1.../...../...../...../..... *", cell(1, "'-'")),
        ("5/...../...../...../..... *", cell(1, "'5'")),
        (
            "...../...../...../...../...../..... *",
            "1.31: there are more than 5 rows; expected a space and the side to move".to_owned(),
        ),
    ] {
        assert_no_position(text, &error);
    }
}

/// That both variants refuse it, with these words.
fn assert_no_position(text: &str, error: &str) {
    for game in [Delta::standard(), Delta::placement()] {
        assert_eq!(gist(text, game.parse_position(text)), error, "{text:?}");
    }
}

#[test]
fn pieces_and_sides_that_no_game_can_have_are_told() {
    let no_side = "1.30: the side to move is missing; \
                   expected after the rows a space and * for Black or o for White";
    let counts = |counts: &str| {
        format!("1.1: there are {counts} pieces; expected as many of each, or one black piece more")
    };
    for (text, error) in [
        ("...../...../...../...../.....", no_side.to_owned()),
        ("...../...../...../...../.....  ", no_side.to_owned()),
        (
            "...../...../...../...../..... x",
            "1.31: 'x' is no side to move; expected * for Black or o for White".to_owned(),
        ),
        (
            "...../...../...../...../..... * o",
            "1.31: '* o' is no side to move; expected * for Black or o for White".to_owned(),
        ),
        (
            "...../...../...../...../..... o",
            "1.31: with 0 black and 0 white pieces it is Black's turn; expected *".to_owned(),
        ),
        (
            "...../...../..*../*..../o.... *",
            "1.31: with 2 black and 1 white pieces it is White's turn; expected o".to_owned(),
        ),
        ("...../...../.**../...../..... o", counts("2 black and 0 white")),
        ("...../...../.o.../...../..... *", counts("0 black and 1 white")),
        (
            "*****/*****/...../...../..... *",
            "1.11: Black has more than 9 pieces; expected at most 9".to_owned(),
        ),
        (
            "..o../oooo*/*.oo*/oo*../..*oo o",
            "1.28: White has more than 9 pieces; expected at most 9".to_owned(),
        ),
        (
            "****./...../...../...../oooo. *",
            "1.1: both Black and White have four in line; expected a line of one side at most"
                .to_owned(),
        ),
    ] {
        assert_no_position(text, &error);
    }
}

#[test]
fn a_file_that_holds_no_position_is_told_why() {
    let no_side = "5.6: with 9 black and 9 white pieces it can be anybody's turn; \
                   expected a sixth line, * for Black or o for White";
    let cell = |place: &str| format!("{place} is no piece; expected {CONTENT}");
    for (text, error) in [
        ("", "1.1: row 1 is missing; expected 5 lines, a row each, top row first".to_owned()),
        (
            ".....\n.....\n",
            "2.6: row 3 is missing; expected 5 lines, a row each, top row first".to_owned(),
        ),
        (
            ".....\n....\n.....\n.....\n.....\n",
            "2.5: row 2 has 4 cells; expected 5 cells a row".to_owned(),
        ),
        (
            ".....\n\n.....\n.....\n.....\n",
            "2.1: row 2 has 0 cells; expected 5 cells a row".to_owned(),
        ),
        (".....\r\n.....\r\n...x.\r\n.....\r\n.....", cell("3.4: 'x'")),
        (
            ".....\n.....\n.....\n.....\n.....\no\n",
            "6.1: with 0 black and 0 white pieces it is Black's turn; expected *".to_owned(),
        ),
        (
            ".....\n.....\n.....\n.....\n.....\nblack\n",
            "6.1: 'black' is no side to move; expected * for Black or o for White".to_owned(),
        ),
        (
            ".....\n.....\n.....\n.....\n.....\n*\n*\n",
            "7.1: there is a seventh line; expected the end of the file".to_owned(),
        ),
        ("oo..*\n*o*o.\n.*o*o\no*.*o\n**..o\n", no_side.to_owned()),
    ] {
        assert_eq!(gist(text, Delta::standard().parse_file(text)), error, "{text:?}");
    }
}

#[test]
fn files_may_end_and_break_lines_in_any_usual_way() {
    let game = Delta::standard();
    let figure_2 = position("o.*../.*.../.*oo*/.*.o./*...o o");
    let plain = "o.*..\n.*...\n.*oo*\n.*.o.\n*...o\n";
    assert_eq!(game.file_text(&figure_2), plain, "as the report prints it");
    for text in [
        plain.to_owned(),
        plain.trim_end().to_owned(),
        plain.replace('\n', "\r\n"),
        format!("{plain}o"),
        format!("{plain}o\r\n\r\n"),
    ] {
        assert_eq!(game.parse_file(&text), Ok(figure_2), "{text:?}");
    }
    for side in ["*", "o"] {
        let text = format!("oo..*\n*o*o.\n.*o*o\no*.*o\n**..o\n{side}\n");
        let start = game.parse_file(&text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(game.file_text(&start), text);
    }
    assert_eq!(game.parse_position("o.*../.*.../.*oo*/.*.o./*...o o \r\n"), Ok(figure_2));
}

#[test]
fn very_long_texts_are_refused_at_their_first_offence() {
    const LENGTH: usize = 100_000_000;
    let game = Delta::standard();
    for (head, tail, place) in [
        ("", ".", (1, 6)),
        ("", "\n.", (1, 1)),
        ("", "/", (1, 1)),
        ("...../...../...../...../..... ", "*", (1, 31)),
        ("...../...../...../...../.....", "/.....", (1, 31)),
    ] {
        let text = head.to_owned() + &tail.repeat(LENGTH / tail.len());
        let error = game.parse_position(&text).expect_err("too long");
        assert_eq!((error.line(), error.column()), place, "{head}{tail}...");
        assert!(error.to_string().len() < 1_000);
        assert!(game.parse_file(&text).is_err());
        assert!(game.parse_move(&game.initial(), &text).is_err());
    }
    let patient = "c3".to_owned() + &"!".repeat(LENGTH);
    assert!(game.parse_move(&game.initial(), &patient).is_ok());
}

#[test]
fn a_file_may_hold_the_one_line_form() {
    let game = Delta::standard();
    let line = "o.*../.*.../.*oo*/.*.o./*...o o";
    let position = game.parse_position(line).expect(line);
    assert_eq!(game.parse_file(&format!("{line}\r\n")), Ok(position));
}
