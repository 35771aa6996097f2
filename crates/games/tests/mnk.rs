//! (m,n,k): laws, counts, texts, and texts that are none.

use plywood_game::testkit::{assert_laws, playthrough};
use plywood_game::{Game, Notation, Outcome, Side, View, perft, perft_played};
use plywood_games::mnk::{MOST_WORDS, Mnk, Params};

fn mnk<const W: usize>(rows: u16, columns: u16, k: u32) -> Mnk<W> {
    Mnk::new(Params::new(rows, columns, k).expect("good parameters"))
}

#[test]
fn laws_hold_on_boards_of_every_shape() {
    assert_laws(&mnk::<1>(3, 3, 3), 300, 1);
    assert_laws(&mnk::<1>(4, 6, 4), 100, 2);
    assert_laws(&mnk::<1>(8, 8, 5), 20, 3);
    assert_laws(&mnk::<1>(1, 1, 1), 3, 4);
    assert_laws(&mnk::<1>(1, 9, 3), 30, 5);
    assert_laws(&mnk::<1>(9, 1, 2), 30, 6);
    assert_laws(&mnk::<1>(3, 4, 7), 30, 7);
    assert_laws(&mnk::<2>(13, 5, 4), 10, 8);
    assert_laws(&mnk::<2>(4, 4, 3), 50, 9);
    assert_laws(&mnk::<4>(15, 15, 5), 2, 10);
    assert_laws(&mnk::<8>(6, 28, 3), 5, 11);
    assert_laws(&Mnk::<1>::new(exact("6,7,3")), 30, 12);
    assert_laws(&Mnk::<4>::new(exact("15,15,5")), 2, 13);
}

fn exact(params: &str) -> Params {
    params.parse::<Params>().expect("good parameters").exactly()
}

#[test]
fn only_lines_of_exactly_k_win_where_that_is_the_rule() {
    let game = Mnk::<1>::new(exact("4,6,3"));
    assert_eq!(game.name(), "mnk:4,6,3,exact");
    let picture = |text| {
        let position = game.parse_position(text).expect(text);
        let decisive = game.picture(&position, None).decisive;
        assert_eq!(game.outcome(&position).is_some(), !decisive.is_empty(), "{text}");
        decisive
    };
    assert_eq!(picture("xxxx2/6/6/6 o"), [0; 0], "four");
    assert_eq!(picture("6/xxxxxx/6/6 o"), [0; 0], "six");
    assert_eq!(picture("xxx3/6/6/6 o"), [0, 1, 2], "the edge ends a line");
    assert_eq!(picture("3xxx/6/6/6 o"), [3, 4, 5]);
    assert_eq!(picture("xxxo2/6/6/6 o"), [0, 1, 2], "so does a mark of the other side");
    assert_eq!(picture("xxxx2/1x4/2x3/6 o"), [0, 7, 14], "a diagonal of three wins beside it");
    assert_eq!(picture("2x3/2x3/2x3/2x3 o"), [0; 0], "a column of four");
    // The middle of xx.xx makes five, which does not end the game.
    let mut position = game.parse_position("xx1xx1/6/6/6 x").expect("a board");
    let mv = game.parse_move(&position, "c4").expect("a cell");
    game.play(&mut position, mv);
    assert_eq!(game.outcome(&position), None);
}

#[test]
fn perft_of_tic_tac_toe_is_as_published() {
    let game = mnk::<1>(3, 3, 3);
    let published = [9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872];
    for (depth, count) in (1..).zip(published) {
        assert_eq!(perft(&game, &game.initial(), depth), count, "depth {depth}");
        assert_eq!(perft_played(&game, &game.initial(), depth), count, "depth {depth}, played");
    }
    assert_eq!(perft(&game, &game.initial(), 10), 0);
}

#[test]
fn the_number_of_words_does_not_change_the_game() {
    let count = |depth| {
        let one = mnk::<1>(4, 4, 3);
        let many = mnk::<MOST_WORDS>(4, 4, 3);
        let counts = [perft(&one, &one.initial(), depth), perft(&many, &many.initial(), depth)];
        assert_eq!(counts[0], counts[1], "depth {depth}");
    };
    (1..=6).for_each(count);
}

#[test]
fn the_largest_board_has_all_its_cells_and_lines() {
    let game = mnk::<MOST_WORDS>(100, 100, 100);
    let start = game.initial();
    assert_eq!(game.legal_moves(&start).len(), 10_000);
    let corner = |text| game.parse_move(&start, text).expect(text).0;
    assert_eq!(["a100", "cv100", "a1", "cv1"].map(corner), [0, 99, 9900, 9999]);
    let row = "x".repeat(100);
    let diagonal: Vec<String> =
        (0..100).map(|n| format!("{}x{}", ".".repeat(n), ".".repeat(99 - n))).collect();
    let rows = [vec![row], vec!["100".to_owned(); 99]].concat();
    for board in [rows, diagonal] {
        let position = game.parse_position(&format!("{} o", board.join("/"))).expect("a board");
        assert_eq!(game.outcome(&position), Some(Outcome::Win(Side::First)));
        assert_eq!(game.picture(&position, None).decisive.len(), 100);
    }
}

#[test]
fn lines_longer_than_k_win_and_do_not_wrap_around_the_edge() {
    let game = mnk::<1>(4, 5, 3);
    let outcome = |text| game.outcome(&game.parse_position(text).expect(text));
    assert_eq!(outcome("xxxx1/5/5/oo3 o"), Some(Outcome::Win(Side::First)));
    assert_eq!(outcome("3xx/x4/5/5 o"), None, "a row does not go on in the next");
    assert_eq!(outcome("4x/x4/1x3/5 o"), None, "neither does a diagonal");
    assert_eq!(outcome("2o2/1o3/o4/5 x"), Some(Outcome::Win(Side::Second)));
}

#[test]
fn any_number_of_marks_is_a_position() {
    let game = mnk::<1>(3, 3, 3);
    for text in ["xx1/1x1/3 x", "3/3/2o x", "ooo/xx1/3 o"] {
        let position = game.parse_position(text).expect(text);
        assert_eq!(game.position_text(&position), text);
    }
}

#[test]
fn a_board_may_be_written_in_several_ways() {
    let game = mnk::<1>(3, 3, 3);
    let position = game.parse_position("x2/1o1/3 x").expect("a board");
    for text in ["x../.o./... x", "X../.O./3 X", "x..\n.o.\n...\nx\n", "x2\r\n.o1\r\n3\r\nx"] {
        assert_eq!(game.parse_file(text), Ok(position.clone()), "{text:?}");
    }
    assert_eq!(game.file_text(&position), "x..\n.o.\n...\nx\n");
}

#[test]
fn bad_boards_are_pointed_at() {
    let game = mnk::<1>(3, 3, 3);
    let cases = [
        ("", "1:1 row 1 has only 0 cells; 3 cells a row"),
        ("x.z/3/3 x", "1:3 'z' is no mark; x, o, . or a number of empty cells"),
        ("x./3/3 x", "1:3 row 1 has only 2 cells; 3 cells a row"),
        ("x..o/3/3 x", "1:4 row 1 goes on with 'o'; / after 3 cells"),
        ("4/3/3 x", "1:1 '4' empty cells do not fit here; at least 1 and at most 3"),
        ("x0/3/3 x", "1:2 '0' empty cells do not fit here; at least 1 and at most 2"),
        (
            "99999999999999999999/3/3 x",
            "1:1 '99999999999999999999' empty cells do not fit here; at least 1 and at most 3",
        ),
        ("3/3 x", "1:4 the board has only 2 rows; / and another row, 3 in all"),
        ("3/3/3/3 x", "1:6 the last row goes on with '/'; a space and the side to move"),
        ("3\n3\n3\n3\nx\n", "4:1 '3' is not a side to move; x or o after 3 rows"),
        ("3/3/3", "1:6 the side to move is missing; a space and x or o"),
        ("3/3/3x", "1:6 the last row goes on with 'x'; a space and the side to move"),
        ("3/3/3 y", "1:7 'y' is not a side to move; x or o after 3 rows"),
        ("3/3/3 x x", "1:9 there is 'x' after the side to move; nothing more"),
        ("3\n3\n3\nx\n\nrub bish\n", "6:1 there is 'rub' after the side to move; nothing more"),
        ("x", "1:2 row 1 has only 1 cell; 3 cells a row"),
        ("3 x", "1:2 the board has only 1 row; / and another row, 3 in all"),
        ("3\n3\n\n", "3:1 row 3 has only 0 cells; 3 cells a row"),
        ("٣/3/3 x", "1:1 '٣' is no mark; x, o, . or a number of empty cells"),
        ("-3/3/3 x", "1:1 '-' is no mark; x, o, . or a number of empty cells"),
        (
            "xxx/ooo/3 x",
            "1:1 both sides have a line, x at a3 and o at a2; a line of one side at the most",
        ),
    ];
    for (text, expected) in cases {
        let error = game.parse_file(text).expect_err(text);
        let (line, column) = (error.line(), error.column());
        let said = format!("{line}:{column} {}; {}", error.problem(), error.expected());
        assert_eq!(said, expected, "{text:?}");
    }
}

#[test]
fn bad_moves_are_explained() {
    let game = mnk::<1>(3, 3, 3);
    let position = game.parse_position("3/1x1/3 o").expect("a board");
    let over = game.parse_position("3/xxx/3 o").expect("a board");
    let cases = [
        (&position, "", "1 '' is not a cell; a column and a row, from a1 to c3"),
        (&position, "b", "1 'b' is not a cell; a column and a row, from a1 to c3"),
        (&position, "2b", "1 '2b' is not a cell; a column and a row, from a1 to c3"),
        (&position, "b-1", "1 'b-1' is not a cell; a column and a row, from a1 to c3"),
        (&position, "d1", "1 there is no column 'd'; a to c"),
        (&position, "zzz1", "1 there is no column 'zzz'; a to c"),
        (&position, "a4", "2 there is no row '4'; 1 to 3"),
        (&position, "a0", "2 there is no row '0'; 1 to 3"),
        (&position, "a99999999999", "2 there is no row '99999999999'; 1 to 3"),
        (&position, "b2", "1 'b2' already has an x; an empty cell"),
        (&over, "a1", "1 the game is over; no more moves"),
    ];
    for (position, text, expected) in cases {
        let error = game.parse_move(position, text).expect_err(text);
        let said = format!("{} {}; {}", error.column(), error.problem(), error.expected());
        assert_eq!(said, expected, "{text:?}");
    }
    let error = game.parse_moves(&position, "a1 b2 c3").expect_err("b2 is taken");
    assert_eq!(error.column(), 4);
}

#[test]
fn bad_parameters_are_pointed_at() {
    let cases = [
        (
            "",
            "1 three numbers are needed, as in 3,3,3; M, the number of rows, a whole number from 1 to 100",
        ),
        (
            "3,3",
            "4 three numbers are needed, as in 3,3,3; K, the length of a line, a whole number from 1 to 4294967295",
        ),
        (",,", "1 '' is not valid; M, the number of rows, a whole number from 1 to 100"),
        ("0,3,3", "1 '0' is not valid; M, the number of rows, a whole number from 1 to 100"),
        ("3,101,3", "3 '101' is not valid; N, the number of columns, a whole number from 1 to 100"),
        ("3,-3,3", "3 '-3' is not valid; N, the number of columns, a whole number from 1 to 100"),
        ("+3,3,3", "1 '+3' is not valid; M, the number of rows, a whole number from 1 to 100"),
        ("3,3,3,3", "7 '3' is too much; three numbers, as in 3,3,3, and perhaps exact"),
        ("3,3,3,exact,", "13 '' is too much; nothing after exact"),
        (
            "3,3,４",
            "5 '４' is not valid; K, the length of a line, a whole number from 1 to 4294967295",
        ),
    ];
    for (text, expected) in cases {
        let error = text.parse::<Params>().expect_err(text);
        let said = format!("{} {}; {}", error.column(), error.problem(), error.expected());
        assert_eq!(said, expected, "{text:?}");
    }
}

#[test]
fn a_hundred_megabytes_of_rubbish_are_an_error() {
    let game = mnk::<1>(3, 3, 3);
    for rubbish in ["9", "x", "/", "\n", "3/3/3 x", "é"] {
        let text = rubbish.repeat(100_000_000 / rubbish.len());
        assert!(game.parse_file(&text).is_err(), "{rubbish:?}");
        assert!(game.parse_moves(&game.initial(), &text).is_err() || rubbish == "\n");
    }
}

#[test]
fn playthroughs_are_as_committed() {
    insta::assert_snapshot!("mnk-3,3,3", playthrough(&mnk::<1>(3, 3, 3), 1));
    insta::assert_snapshot!("mnk-4,5,3", playthrough(&mnk::<1>(4, 5, 3), 2));
}
