//! The judge of the (m,n,k)-game.

use super::{after, assert_counts, assert_random_games, error, moves, outcome, play_all, read};
use plywood_game::{Outcome, Side};
use plywood_judges::{Judge, MnkJudge};

const TIC_TAC_TOE: MnkJudge = MnkJudge { rows: 3, columns: 3, k: 3, exact: false };

#[test]
fn tic_tac_toe_has_the_known_number_of_games() {
    let known = [9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872];
    assert_counts(&TIC_TAC_TOE, "3/3/3 x", &known);
}

#[test]
fn k_or_more_in_any_direction_win() {
    let judge = MnkJudge { rows: 4, columns: 5, k: 4, exact: false };
    for (text, winner) in [
        (".xxxx/5/5/5 o", Side::First),
        ("ooooo/5/5/5 x", Side::Second),
        ("2x2/2x2/2x2/2x2 x", Side::First),
        ("1o3/2o2/3o1/4o x", Side::Second),
        ("4x/3x1/2x2/1x3 o", Side::First),
    ] {
        assert_eq!(outcome(&judge, text), Some(Outcome::Win(winner)), "{text}");
        assert_eq!(moves(&judge, text), [""; 0], "{text}");
    }
    for text in ["xxx.x/5/5/5 o", "xxoxx/xxoxx/xxoxx/5 o", "3x1/4x/x4/1x3 o"] {
        assert_eq!(outcome(&judge, text), None, "{text}");
    }
}

#[test]
fn a_full_board_without_a_line_is_a_draw_and_not_before() {
    assert_eq!(outcome(&TIC_TAC_TOE, "xox/xxo/oxo o"), Some(Outcome::Draw));
    assert_eq!(outcome(&TIC_TAC_TOE, "xox/xxo/ox. o"), None);
    let too_long = MnkJudge { rows: 1, columns: 2, k: usize::MAX, exact: false };
    assert_eq!(outcome(&too_long, "x. o"), None, "even where nobody can win");
    assert_eq!(outcome(&too_long, "xo x"), Some(Outcome::Draw));
}

#[test]
fn the_last_mark_may_win() {
    let last = play_all(&TIC_TAC_TOE, "xoo/oxx/xo. x", "c1");
    assert_eq!(TIC_TAC_TOE.outcome(&last), Some(Outcome::Win(Side::First)));
}

#[test]
fn cells_are_named_by_column_and_row_from_the_bottom() {
    let wide = MnkJudge { rows: 2, columns: 100, k: 5, exact: false };
    let names = moves(&wide, "100/100 x");
    let named = [0, 25, 26, 27, 51, 52, 99, 100, 199].map(|number: usize| &*names[number]);
    assert_eq!(named, ["a2", "z2", "aa2", "ab2", "az2", "ba2", "cv2", "a1", "cv1"]);
    assert_eq!(after(&TIC_TAC_TOE, "3/3/3 x", "a1 c2"), ".../..o/x.. x");
}

#[test]
fn taken_cells_and_cells_off_the_board_are_refused() {
    let state = read(&TIC_TAC_TOE, "x2/3/3 o");
    for mv in ["a3", "d1", "a4", "a0", "", "1a", "A1", "aa1", "a1 "] {
        assert!(TIC_TAC_TOE.play(&state, mv).is_err(), "{mv}");
    }
}

#[test]
fn numbers_and_points_are_the_same_empty_cells() {
    let judge = MnkJudge { rows: 1, columns: 16, k: 5, exact: false };
    assert_eq!(read(&judge, "x15 o"), read(&judge, "x.5.8 o\n"));
}

#[test]
fn what_is_no_position_is_refused_in_words() {
    let one_word = "'3/3/3' is one word; expected the board, a space and the side to move";
    for (text, message) in [
        ("3/3/3", one_word),
        ("3/3/3 X", "'X' is no side; expected x or o"),
        ("3/3/3  x", "' x' is no side; expected x or o"),
        ("3/3 x", "the board has 2 rows; expected 3"),
        ("3/3/xx x", "the row 'xx' does not have 3 cells"),
        ("3/3/xx2 x", "the row 'xx2' does not have 3 cells"),
        ("3/3/xxx0 x", "the row 'xxx0' does not have 3 cells"),
        ("3/3/99999999999999999999 x", "the row '99999999999999999999' does not have 3 cells"),
        ("3/3/x\u{661}o x", "'\u{661}' is no cell; expected x, o, . or a number"),
        ("xxx/ooo/3 x", "both sides have a line; expected one at most"),
    ] {
        assert_eq!(error(&TIC_TAC_TOE, text), message);
    }
}

#[test]
fn random_games_end_and_round_trip() {
    for (rows, columns, k) in [(3, 3, 3), (5, 4, 4), (1, 7, 2), (3, 5, 9), (2, 2, 1)] {
        let judge = MnkJudge { rows, columns, k, exact: false };
        let empty = format!("{} x", vec![columns.to_string(); rows].join("/"));
        assert_random_games(&judge, 2_000, |_| empty.clone());
    }
}
