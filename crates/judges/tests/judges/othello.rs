//! The judge of Othello.

use super::{after, assert_counts, assert_random_games, error, moves, outcome, play_all, read};
use plywood_game::Outcome;
use plywood_judges::{Judge, OthelloJudge};

const START: &str = "---------------------------OX------XO--------------------------- X";

#[test]
fn the_start_has_the_published_number_of_games() {
    let published = [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216];
    assert_counts(&OthelloJudge, START, &published);
}

/// The board of eight rows, `to_move` behind it.
fn board(rows: [&str; 8], to_move: char) -> String {
    format!("{} {to_move}", rows.concat())
}

#[test]
fn a_move_turns_every_enclosed_line_and_nothing_else() {
    #[rustfmt::skip]
    let before = [
        "X--X--X-",
        "-O-O-O--",
        "--OOO---",
        "XOO-OOO-", // no black disc ends the line to the right
        "--OOO---",
        "-O-O-O--",
        "X--O--O-",
        "---X---X",
    ];
    #[rustfmt::skip]
    let after_d4 = [
        "X--X--X-",
        "-X-X-X--",
        "--XXX---",
        "XXXXOOO-",
        "--XXX---",
        "-X-X-X--",
        "X--X--X-",
        "---X---X",
    ];
    assert_eq!(after(&OthelloJudge, &board(before, 'X'), "d4"), board(after_d4, 'O'));
}

#[test]
fn a_side_without_a_move_passes_and_only_then() {
    let text = format!("OX-{} O", "-".repeat(61));
    assert_eq!(moves(&OthelloJudge, &text), ["c1"]);
    let text = format!("OX-{} X", "-".repeat(61));
    assert_eq!(moves(&OthelloJudge, &text), ["pass"]);
    assert_eq!(outcome(&OthelloJudge, &text), None);
    assert_eq!(after(&OthelloJudge, &text, "pass"), format!("OX-{} O", "-".repeat(61)));
    let start = read(&OthelloJudge, START);
    for mv in ["pass", "d4", "a1", "c3", "F5", "f9", "i5", ""] {
        assert!(OthelloJudge.play(&start, mv).is_err(), "{mv}");
    }
}

#[test]
fn empty_squares_go_to_the_winner_of_a_finished_game() {
    for (discs, side, margin) in
        [("OOO-", 'X', -64), ("XX-O", 'O', 62), ("XX-OO", 'X', 0), ("X--OO--O", 'O', -62)]
    {
        let text = format!("{discs}{} {side}", "-".repeat(64 - discs.len()));
        let expected = Some(Outcome::Margin(margin));
        assert_eq!(outcome(&OthelloJudge, &text), expected, "{text}");
        assert_eq!(moves(&OthelloJudge, &text), [""; 0], "{text}");
    }
}

#[test]
fn a_game_can_end_after_nine_plies() {
    let last = play_all(&OthelloJudge, START, "e6 f4 e3 f6 g5 d6 e7 f5 c5");
    assert_eq!(OthelloJudge.outcome(&last), Some(Outcome::Margin(64)));
    assert!(OthelloJudge.play(&last, "pass").is_err(), "closing passes are not played");
}

#[test]
fn what_is_no_position_is_refused_in_words() {
    let empty = "-".repeat(64);
    for (text, message) in [
        (format!("{empty} x"), "'x' is no side; expected X or O"),
        (format!("{empty}- X"), "the board has 65 squares; expected 64"),
        (format!("{}* X", &empty[1..]), "'*' is no square; expected X, O or -"),
        (String::new(), "'' is one word; expected the board, a space and the side to move"),
    ] {
        assert_eq!(error(&OthelloJudge, &text), message);
    }
}

#[test]
fn random_games_end_and_round_trip() {
    assert_random_games(&OthelloJudge, 1_000, |_| START.to_owned());
}
