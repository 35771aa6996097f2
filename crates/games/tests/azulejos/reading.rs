//! What is read, what is refused, and how.

use super::*;

fn pointed(error: &TextError) -> (usize, usize, &str, &str) {
    (error.line(), error.column(), error.problem(), error.expected())
}

#[test]
fn any_tile_names_its_group() {
    let game = Azulejos::any();
    let corner = position("0,0;212/112/333 1");
    let first = Tile { row: 0, column: 1 };
    for word in ["(0,1)", "(1,1)", "(1,0)", "1,0", "( 1 , 0 )", " 1,0 ", "(01,00)"] {
        assert_eq!(game.parse_move(&corner, word), Ok(first), "{word}");
    }
}

#[test]
fn wrong_moves_are_pointed_at() {
    let game = Azulejos::any();
    let corner = position("0,0;300/212/112 1");
    let form = "(row,column), as in (0,0)";
    let inside = "a whole number from 0 to 2";
    let legal = "one of (1,1) (1,2)";
    for (word, column, problem, expected) in [
        ("", 1, "'' is no move", form),
        ("(1,1", 1, "'(1,1' is no move", form),
        ("11", 1, "'11' is no move", form),
        ("(3,0)", 2, "the row is '3'", inside),
        ("(0,-1)", 4, "the column is '-1', below zero", inside),
        ("(0,1,2)", 5, "the column is '1,2', no whole number", inside),
        (
            "(0,99999999999999999999999999999999999999999)",
            4,
            "the column is '999999999999999999999999...'",
            inside,
        ),
        ("(0,٣)", 4, "the column is '٣', no whole number", inside),
        ("(0,2)", 1, "there is no tile", legal),
        ("(0,0)", 1, "this tile has no neighbour of its colour", legal),
    ] {
        let error = game.parse_move(&corner, word).expect_err(word);
        assert_eq!(
            (error.column(), error.problem(), error.expected()),
            (column, problem, expected)
        );
    }
    let error = game.parse_move(&position("0,0;12 1"), "0,0").expect_err("over");
    assert_eq!(error.expected(), "no move, for the game is over");
}

#[test]
fn wrong_lines_are_pointed_at() {
    let form = "scores, rows and the side to move, as in 0,0;112/212 1";
    let score = "a whole number from 0 to 1000000";
    let player = "1 or 2, the player to move";
    let colour = "a colour from 1 to 9, or 0 where there is none";
    for (line, column, problem, expected) in [
        ("", 1, "there is no ';'", form),
        ("112/212 1", 10, "there is no ';'", form),
        ("0;11 1", 3, "there is only one score", form),
        (",0;11 1", 1, "the score of player 1 is missing", score),
        ("-1,0;11 1", 1, "the score of player 1 is '-1', below zero", score),
        ("0,x;11 1", 3, "the score of player 2 is 'x', no whole number", score),
        ("0,1000000001;11 1", 3, "the score of player 2 is '1000000001'", score),
        ("0,0; 1", 5, "row 1 has 0 tiles", "at least one"),
        ("0,0;11/1 1", 9, "row 2 has 1 tile", "2, one a column"),
        ("0,0;11/122 1", 10, "row 2 has more than 2 tiles", "the end of the row"),
        ("0,0;11//11 1", 8, "row 2 has 0 tiles", "2, one a column"),
        ("0,0;1a/11 1", 6, "'a' is no colour", colour),
        ("0,0;1٣ 1", 6, "'٣' is no colour", colour),
        ("0,0;11", 7, "the side to move is missing", player),
        ("0,0;11 3", 8, "'3' is no player", player),
        ("0,0;11 1 2", 8, "'1 2' is no player", player),
        ("0,0;11  1", 8, "' 1' is no player", player),
        (" 0,0;11 x", 9, "'x' is no player", player),
    ] {
        let error = Azulejos::any().parse_position(line).expect_err(line);
        assert_eq!(pointed(&error), (1, column, problem, expected), "{line}");
    }
}

#[test]
fn boards_have_up_to_a_hundred_rows_and_columns() {
    let error = |line: &str| {
        let error = Azulejos::any().parse_position(line).expect_err("too large");
        (error.column(), error.problem().to_owned())
    };
    let wide = format!("0,0;{} 1", "1".repeat(101));
    assert_eq!(error(&wide), (105, "row 1 has more than 100 tiles".to_owned()));
    let tall = format!("0,0;{} 1", ["1"; 101].join("/"));
    assert_eq!(error(&tall), (205, "there are more than 100 rows".to_owned()));
}

#[test]
fn files_are_read_as_they_come() {
    let board = text(&position("3,4;010/122/122 1"));
    for file in [
        "3\n3\n3\n4\n010\n122\n122\n",
        "3\n3\n3\n4\n010\n122\n122",
        "3\n3\n3\n4\n 1 \n122\n122\n1\n",
        "3\r\n3\r\n3\r\n4\r\n010\r\n122\r\n122\r\n1",
        " 3 \n3\n003\n4\n010\n122\n122\n\n1\n\n  \n",
    ] {
        let read = Azulejos::any().parse_file(file).expect(file);
        assert_eq!(text(&read), board, "{file:?}");
    }
    let second = Azulejos::any().parse_file("1\n2\n0\n0\n11\n2\n").expect("a file");
    assert_eq!(text(&second), "0,0;11 2");
    assert_eq!(Azulejos::any().file_text(&second), "1\n2\n0\n0\n11\n2\n");
}

#[test]
fn wrong_files_are_pointed_at() {
    let side = "a whole number from 1 to 100";
    let score = "a whole number from 0 to 1000000";
    let player = "1 or 2, the player to move";
    let colour = "a colour from 1 to 9, or 0 or a space where there is none";
    for (file, line, column, problem, expected) in [
        ("", 1, 1, "the file ends here", "a line with the number of rows"),
        ("\n", 1, 1, "the number of rows is missing", side),
        ("2", 1, 2, "the file ends here", "a line with the number of columns"),
        ("2\n2\n0\n", 4, 1, "the file ends here", "a line with the score of player 2"),
        ("2\n2\n0\n0\n11\n", 6, 1, "the file ends here", "a line with row 2, 2 tiles"),
        ("0\n2\n0\n0\n", 1, 1, "the number of rows is '0'", side),
        ("2\n101\n0\n0\n", 2, 1, "the number of columns is '101'", side),
        ("-2\n2\n0\n0\n", 1, 1, "the number of rows is '-2', below zero", side),
        ("2\n2.5\n0\n0\n", 2, 2, "the number of columns is '2.5', no whole number", side),
        ("2\n2\n1e9\n0\n", 3, 2, "the score of player 1 is '1e9', no whole number", score),
        ("1\n2\n0\n1000000001\n11\n", 4, 1, "the score of player 2 is '1000000001'", score),
        ("2\n2\n0\n0\n1\n11\n", 5, 2, "row 1 has 1 tile", "2, one a column"),
        ("2\r\n2\r\n0\r\n0\r\n1\r\n11\r\n", 5, 2, "row 1 has 1 tile", "2, one a column"),
        ("2\n2\n0\n0\n11\n111\n", 6, 3, "row 2 has more than 2 tiles", "the end of the row"),
        ("2\n2\n0\n0\n1x\n11\n", 5, 2, "'x' is no colour", colour),
        ("2\n2\n0\n0\n11\n1\t\n", 6, 2, "'\u{fffd}' is no colour", colour),
        ("1\n2\n0\n0\n11\n3\n", 6, 1, "'3' is no player", player),
        ("1\n2\n0\n0\n11\n22\n", 6, 1, "'22' is no player", player),
        (
            "1\n2\n0\n0\n11\n1\nend\n",
            7,
            1,
            "there is 'end' after the player to move",
            "the end of the file",
        ),
    ] {
        let error = Azulejos::any().parse_file(file).expect_err(file);
        assert_eq!(pointed(&error), (line, column, problem, expected), "{file:?}");
    }
}

#[test]
fn a_board_of_its_own_refuses_other_sizes() {
    let game = generated(2, 3, 4, 1);
    assert!(game.parse_position("5,0;111/222 2").is_ok());
    let error = game.parse_position("5,0;111/222/333 2").expect_err("too tall");
    let expected = "2x3, the size of azulejos:2x3,4,seed=1";
    assert_eq!(pointed(&error), (1, 5, "the board is 3x3", expected));
    let error = game.parse_file("2\n2\n0\n0\n11\n11\n").expect_err("too narrow");
    assert_eq!(pointed(&error), (1, 1, "the board is 2x2", expected));
}

#[test]
fn every_position_of_a_game_with_the_highest_scores_can_be_read() {
    let game = Azulejos::any();
    let mut rich = position("1000000,1000000;222333/111111/111111 1");
    while let Some(&mv) = game.legal_moves(&rich).last() {
        game.play(&mut rich, mv);
        assert_eq!(position(&text(&rich)), rich);
    }
    assert!(rich.score(Side::First).max(rich.score(Side::Second)) > 1_300_000);
    let line = "1300011,0;00/00 1";
    assert!(game.parse_position(line).is_err(), "more than any game can bring");
}

#[test]
fn hostile_texts_are_refused_quickly() {
    const LONG: usize = 5_000_000;
    let game = Azulejos::any();
    for unit in ["1", "/", ";", ",", "0,0;", " ", "\n", "\r\n", "-", "x", "٣", "\u{1f600}", "\0"] {
        let text = unit.repeat(LONG / unit.len());
        assert!(game.parse_position(&text).is_err(), "{unit:?}");
        assert!(game.parse_file(&text).is_err(), "{unit:?}");
        assert!(Azulejos::parse_params(&text, 0).is_err() || text.trim().is_empty(), "{unit:?}");
        assert!(game.parse_move(&position("0,0;11 1"), &text).is_err(), "{unit:?}");
        for head in ["0,0;", "0,0;1/", "0,0;1 ", "1\n1\n", "1\n1\n0\n0\n", "1\n1\n0\n0\n1\n1\n"] {
            let whole = head.to_owned() + &text;
            if whole.trim_end() != head.trim_end() {
                assert!(game.parse_position(&whole).is_err(), "{head:?} {unit:?}");
                assert!(game.parse_file(&whole).is_err(), "{head:?} {unit:?}");
            }
        }
    }
}

#[test]
fn damaged_texts_never_panic() {
    let game = Azulejos::any();
    let mut dice = Random::new(3);
    let alphabet = ["0", "1", "2", "9", ",", ";", "/", " ", "\n", "\r", "-", "x", "é", "seed="];
    let originals = ["12,3;1122/2211/1122 2", "3\n4\n12\n3\n1122\n2211\n1122\n2\n"];
    for round in 0..40_000 {
        let mut text = originals[round % 2].to_owned();
        for _ in 0..=dice.below(3) {
            let at = text.floor_char_boundary(dice.below(text.len() + 1));
            match dice.below(3) {
                0 => text.truncate(at),
                1 if at < text.len() => drop(text.remove(at)),
                _ => text.insert_str(at, dice.pick(&alphabet).expect("letters")),
            }
        }
        for read in [game.parse_position(&text), game.parse_file(&text)].into_iter().flatten() {
            assert_eq!(game.parse_position(&game.position_text(&read)), Ok(read.clone()));
            assert_eq!(game.parse_file(&game.file_text(&read)), Ok(read));
        }
        let _ = Azulejos::parse_params(&text, 0);
        let _ = game.parse_move(&game.initial(), &text);
    }
}
