//! The judge of Azulejos.

use super::{after, assert_random_games, error, moves, outcome, play_all, read};
use plywood_game::{Outcome, Random};
use plywood_judges::{AzulejosJudge, Judge};

/// The text after the moves from a board without points, player 1 to move.
fn from(board: &str, moves: &str) -> String {
    after(&AzulejosJudge, &format!("0,0;{board} 1"), moves)
}

#[test]
fn tiles_fall_on_load() {
    assert_eq!(from("12/00/21", ""), "0,0;00/12/21 1");
    assert_eq!(from("123/000/040", ""), "0,0;000/020/143 1");
}

#[test]
fn empty_columns_close_to_the_left_on_load() {
    assert_eq!(from("0102/0203", ""), "0,0;1200/2300 1");
    assert_eq!(from("00/00", ""), "0,0;00/00 1");
    assert_eq!(from("001/200", ""), "0,0;000/210 1", "after the fall");
}

#[test]
fn a_group_is_joined_by_sides() {
    assert_eq!(moves(&AzulejosJudge, "0,0;12/21 1"), [""; 0], "corners do not join");
    assert_eq!(moves(&AzulejosJudge, "0,0;1213/1113/4455 1"), ["(0,0)", "(0,3)", "(2,0)", "(2,2)"]);
    assert_eq!(moves(&AzulejosJudge, "0,0;00/00 1"), [""; 0], "empty cells are no group");
}

#[test]
fn a_group_is_named_by_its_first_tile_and_found_by_any() {
    let board = "0010/1111";
    assert_eq!(moves(&AzulejosJudge, "0,0;0010/1111 1"), ["(0,2)"]);
    for tile in ["(0,2)", "(1,0)", "(1,1)", "(1,2)", "(1,3)"] {
        assert_eq!(from(board, tile), "10,0;0000/0000 2", "{tile}");
    }
}

#[test]
fn tiles_fall_and_then_columns_close() {
    // Without the 1s the 3 falls on the 2 and the second column is empty.
    assert_eq!(from("3104/1145/2156", "(0,1)"), "4,0;0040/3450/2560 2");
}

#[test]
fn a_group_scores_by_its_size() {
    for (tiles, points) in [(2, 1), (3, 2), (4, 4), (5, 8), (6, 12), (7, 14), (20, 40)] {
        let (ones, nothing) = ("1".repeat(tiles), "0".repeat(tiles));
        assert_eq!(from(&format!("{ones}2"), "(0,0)"), format!("{points},0;2{nothing} 2"));
    }
}

#[test]
fn each_side_has_its_own_points() {
    assert_eq!(from("1122345", "(0,0)"), "1,0;2234500 2");
    assert_eq!(from("1122345", "(0,0) (0,0)"), "1,1;3450000 1");
    assert_eq!(outcome(&AzulejosJudge, "1,1;3450000 1"), Some(Outcome::Margin(0)));
    assert_eq!(after(&AzulejosJudge, "5,70;1112 2", "(0,0)"), "5,72;2000 1");
    assert_eq!(outcome(&AzulejosJudge, "5,72;2000 1"), Some(Outcome::Margin(-67)));
}

#[test]
fn the_player_who_empties_the_board_has_the_whole_score_times_1_3_cut() {
    for (before, after_it, margin) in [
        ("10,0;11 1", "14,0;00 2", 14),
        ("5,7;111 2", "5,11;000 1", -6),
        ("0,0;11 1", "1,0;00 2", 1),
        ("9,9;11 1", "13,9;00 2", 4),
    ] {
        let state = play_all(&AzulejosJudge, before, "(0,0)");
        assert_eq!(AzulejosJudge.write(&state), after_it);
        assert_eq!(AzulejosJudge.outcome(&state), Some(Outcome::Margin(margin)), "{before}");
    }
    let loaded = outcome(&AzulejosJudge, "10,0;00 1");
    assert_eq!(loaded, Some(Outcome::Margin(10)), "nobody emptied this one");
}

#[test]
fn single_tiles_and_empty_cells_are_refused() {
    let state = read(&AzulejosJudge, "0,0;00/12/11 1");
    for mv in ["(1,1)", "(0,0)", "(3,0)", "(2,2)", "(-1,0)", "(01,0)", "1,0", "", "(1, 0)"] {
        assert!(AzulejosJudge.play(&state, mv).is_err(), "{mv}");
    }
}

#[test]
fn what_is_no_position_is_refused_in_words() {
    let absurd = "is no score; expected a number from 0 to 100000000";
    let form = "is no position; expected the scores and the board as in 0,0;112/121";
    for (text, message) in [
        ("0,0;11", "'0,0;11' is one word; expected the board, a space and the side to move"),
        ("0,0;11 3", "'3' is no side; expected 1 or 2"),
        ("0;11 1", &format!("'0;11' {form}")),
        ("11 1", &format!("'11' {form}")),
        ("-1,0;11 1", &format!("'-1' {absurd}")),
        ("+1,0;11 1", &format!("'+1' {absurd}")),
        ("0,;11 1", &format!("'' {absurd}")),
        ("0,99999999999;11 1", &format!("'99999999999' {absurd}")),
        ("0,0; 1", "a board of 1 rows and 0 columns; expected 1 to 100"),
        ("0,0;11/111 1", "the row '111' has 3 tiles; expected 2"),
        ("0,0;11/1a 1", "'a' is no tile; expected 1 to 9, or 0 for none"),
    ] {
        assert_eq!(error(&AzulejosJudge, text), message);
    }
    assert!(AzulejosJudge.read(&format!("0,0;{} 1", "1".repeat(101))).is_err());
    assert!(AzulejosJudge.read(&format!("0,0;{} 1", vec!["1"; 101].join("/"))).is_err());
    assert!(AzulejosJudge.read(&format!("0,0;{} 1", "1".repeat(100))).is_ok());
}

#[test]
fn random_games_end_and_round_trip() {
    let mut dice = Random::new(2);
    assert_random_games(&AzulejosJudge, 5_000, |game| {
        let (rows, columns, colours) = (1 + game % 7, 1 + game % 8, 1 + game % 9);
        let mut row = || -> String {
            (0..columns).map(|_| (b'1' + dice.below(colours) as u8) as char).collect()
        };
        let rows: Vec<String> = (0..rows).map(|_| row()).collect();
        format!("0,0;{} 1", rows.join("/"))
    });
}
