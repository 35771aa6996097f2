//! The judge of Delta.

use super::{after, assert_counts, assert_random_games, error, moves, outcome, play_all, read};
use plywood_game::{Outcome, Side};
use plywood_judges::{DeltaJudge, Judge};

const START: &str = "...../...../...../...../..... *";
const DELTA: DeltaJudge = DeltaJudge { second_turn_must_place: false, pieces: 9 };
const DELTA_PLACEMENT: DeltaJudge = DeltaJudge { second_turn_must_place: true, pieces: 9 };

/// Nine and nine. Black's only slide is c1 to a1, White has none; with a
/// new piece on b1, Black's e4, d3 and c2 are a line of four.
const LIFTING: &str = ".*.o./*o*o*/.oo*./o**oo/..*o*";

const RECORDED: [&str; 3] = [
    "b2 b4 b2e2 b4b1 d2b4 b2d2 e2e4 c2a4 e3e1 b1d3 e4c4",
    "b2 c2 b2e5 c5 d4b4 c2e2 e5a1",
    "b2 c3 b2b5 b3 b5e5 b3d1 b4e4 c3a3 d5a5 a3c5 a5a1 c5c3 a1c1 c3e3 d4b2 d3d5 c3e1 c4e2",
];

#[test]
fn the_start_has_the_published_number_of_games() {
    assert_counts(&DELTA, START, &[25, 600, 3_768, 103_904, 893_200, 7_306_976]);
}

#[test]
fn the_start_has_the_published_number_of_games_when_white_must_place() {
    let published = [25, 600, 3_768, 82_896, 714_216, 6_004_648];
    assert_counts(&DELTA_PLACEMENT, START, &published);
}

#[test]
fn the_board_of_figure_2_has_the_published_number_of_games() {
    let figure_2 = "o.*../.*.../.*oo*/.*.o./*...o o";
    assert_counts(&DELTA, figure_2, &[9, 74, 394, 2_181, 8_237]);
    assert_counts(&DELTA_PLACEMENT, figure_2, &[9, 74, 394, 2_181, 8_237]);
}

/// The counts were found by a second program as well, in another language.
#[test]
fn the_lifting_phase_has_the_number_of_games_that_another_program_found() {
    let last = after(&DELTA, START, RECORDED[2]);
    assert_eq!(last, ".*.o*/.o.o*/.o.oo/**o*o/.**o* *");
    assert_counts(&DELTA, &last, &[16, 360, 7_696]);
}

#[test]
fn recorded_games_are_legal_and_unfinished() {
    for game in RECORDED {
        let last = play_all(&DELTA, START, game);
        assert_eq!(DELTA.outcome(&last), None, "{game}");
    }
    assert_eq!(after(&DELTA, START, "b2 b4 b2e2"), "...../.o.../...../...**/..... o");
    assert_eq!(after(&DELTA, START, "b2 b4 b2e2 b4b1"), "...../...../...../.o.**/.o... *");
}

#[test]
fn the_variants_differ_in_whites_second_turn_alone() {
    let second_turn = "...../.o.../...../...**/..... o";
    let all = moves(&DELTA, second_turn);
    let placements = moves(&DELTA_PLACEMENT, second_turn);
    assert_eq!(placements.len(), 22);
    let slides = ["b4d4", "b4e4", "b4b2", "b4b1"];
    assert_eq!(all, [placements, slides.map(str::to_owned).to_vec()].concat());
    let third_turn = after(&DELTA, START, "b2 b4 b2e2 a1 e2c4");
    assert_eq!(moves(&DELTA, &third_turn), moves(&DELTA_PLACEMENT, &third_turn));
}

#[test]
fn a_slide_passes_one_empty_cell_at_least_and_jumps_nothing() {
    let text = "...../...../..o../.*.../..... *";
    let mut slides = moves(&DELTA, text);
    slides.sort_unstable();
    assert_eq!(slides, ["b2b4", "b2b5", "b2d2", "b2e2"]);
    let state = read(&DELTA, text);
    for mv in ["b2c2", "b2d4", "b2e5", "b2b2", "a1", "c3c5", "b2b4^c3", "b2e2/d2", "b2"] {
        assert!(DELTA.play(&state, mv).is_err(), "{mv}");
    }
    assert_eq!(after(&DELTA, text, "b2b5"), ".*.../.*.../..o../...../..... o");
}

#[test]
fn with_nine_pieces_any_but_the_moved_one_is_lifted() {
    let black = format!("{LIFTING} *");
    let mut lifts = moves(&DELTA, &black);
    lifts.sort_unstable();
    let own = ["a4", "b2", "b5", "c2", "c4", "d3", "e1", "e4"];
    assert_eq!(lifts, own.map(|cell| format!("c1a1^{cell}")));
    assert_eq!(after(&DELTA, &black, "c1a1^c2"), ".*.o./*o*o*/.oo*./o*.oo/**.o* o");
}

#[test]
fn a_line_wins_after_the_whole_turn_only() {
    let black = read(&DELTA, &format!("{LIFTING} *"));
    for mv in DELTA.moves(&black) {
        let breaks_the_line = ["^c2", "^d3", "^e4"].iter().any(|lift| mv.ends_with(lift));
        let next = DELTA.play(&black, &mv).expect("a listed move");
        let expected = if breaks_the_line { None } else { Some(Outcome::Win(Side::First)) };
        assert_eq!(DELTA.outcome(&next), expected, "{mv}");
    }
}

#[test]
fn four_in_every_direction_and_five_win() {
    for text in [
        ".****/o.o../.o.../...../..... o",
        "*.o../*.o../*..../*..../o.... o",
        "*.o../.*o../..*../...*./o.... o",
        "o...*/o..*./o.*../.*.../..... o",
        "*****/oo..o/...../.o.../..... o",
    ] {
        assert_eq!(outcome(&DELTA, text), Some(Outcome::Win(Side::First)), "{text}");
        assert_eq!(moves(&DELTA, text), [""; 0], "{text}");
    }
    let white = "oooo./..*.*/...../**.../..... *";
    assert_eq!(outcome(&DELTA, white), Some(Outcome::Win(Side::Second)));
    assert_eq!(outcome(&DELTA, "***.*/oo..o/...../o..../..... *"), None, "a gap");
}

#[test]
fn a_side_that_cannot_move_loses_even_with_pieces_in_reserve() {
    let lost = Some(Outcome::Win(Side::First));
    assert_eq!(outcome(&DELTA, &format!("{LIFTING} o")), lost);
    let in_reserve = LIFTING.replace("o**oo", "o**.o");
    assert_eq!(outcome(&DELTA, &format!("{in_reserve} o")), lost);
    assert_eq!(moves(&DELTA, &format!("{in_reserve} o")), [""; 0]);
}

#[test]
fn what_is_no_position_is_refused_in_words() {
    let few = "1 black and 0 white pieces; expected White to be on the move";
    let lines = "both sides have a line; expected one at most";
    let many = "2 black and 0 white pieces; expected as many white as black ones or one fewer";
    let whites = "0 black and 1 white pieces; expected as many white as black ones or one fewer";
    let tens = "10 black and 9 white pieces; expected 9 at most";
    for (text, message) in [
        ("...../...../...../..... *", "the board has 4 rows; expected 5"),
        ("...../...../..../...../..... *", "the row '....' has 4 cells; expected 5"),
        ("...../...../.x.../...../..... *", "'x' is no cell; expected *, o or ."),
        ("...../...../...../...../..... x", "'x' is no side; expected * or o"),
        ("*..../...../...../...../..... *", few),
        ("**.../...../...../...../..... o", many),
        ("o..../...../...../...../..... *", whites),
        ("****o/****o/**ooo/oooo./..... o", tens),
        ("****./oooo./...../...../..... *", lines),
    ] {
        assert_eq!(error(&DELTA, text), message);
    }
}

#[test]
fn random_games_round_trip() {
    for judge in [DELTA, DELTA_PLACEMENT] {
        assert_random_games(&judge, 1_000, |_| START.to_owned());
    }
}
