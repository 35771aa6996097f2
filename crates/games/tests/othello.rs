//! Othello: the laws, the counts, and every form in which it is written.

use plywood_game::testkit::{assert_laws, playthrough};
use plywood_game::{
    Game, Move, Notation, Outcome, Random, Side, Symmetry, TextError, View, perft, perft_played,
};
use plywood_games::othello::{Othello, Ply, Position, Square, ggf, obf};

#[path = "othello/damage.rs"]
mod damage;
#[path = "othello/ggf.rs"]
mod ggf_files;
#[path = "othello/moves.rs"]
mod moves_as_text;
#[path = "othello/obf.rs"]
mod obf_files;
#[path = "othello/positions.rs"]
mod positions_as_text;

/// A human game (WTHOR, 1977) in which White passes twice: 34 discs to 30.
const GAME_WITH_PASS: &str = "f5d6c3f3f4d3c4g6f6e6c5c6d7d8e7g5e3d2g4h3f7b5h5g3b4b6c8b8c7e8f8g8h4h6\
                              e2d1c1a3a6a5e1f2g7c2a4h8a2b7f1b3b1b2h7a7a8a1g1g2h2h1";

/// The shortest game there is: nine moves, and White has no disc left.
const WIPEOUT: &str = "e6f4e3f6g5d6e7f5c5";

/// Black on g1, White on h1: Black encloses nothing, White can on f1.
fn must_pass() -> Position {
    position("------XO -------- -------- -------- -------- -------- -------- --------", 'X')
}

fn position(rows: &str, side: char) -> Position {
    let line = format!("{} {side}", rows.replace(' ', ""));
    Othello.parse_position(&line).expect("a position")
}

fn after(moves: &[Ply]) -> Position {
    let mut position = Othello.initial();
    for &ply in moves {
        Othello.try_play(&mut position, ply).expect("legal");
    }
    position
}

fn read(transcript: &str) -> Vec<Ply> {
    Othello.parse_moves(&Othello.initial(), transcript).expect("a transcript")
}

fn words(position: &Position) -> Vec<String> {
    let moves = Othello.legal_moves(position);
    moves.into_iter().map(|ply| Othello.move_text(position, ply)).collect()
}

/// What an error says, with its place.
fn told<T: std::fmt::Debug>(result: Result<T, TextError>) -> String {
    let error = result.expect_err("not readable");
    let (line, column) = (error.line(), error.column());
    format!("{line}:{column} {}; expected {}", error.problem(), error.expected())
}

mod rules {
    use super::*;

    #[test]
    fn the_laws_hold() {
        assert_laws(&Othello, 300, 1);
    }

    #[test]
    fn the_counts_of_move_sequences_are_the_known_ones() {
        let known = [4, 12, 56, 244, 1396, 8200, 55_092, 390_216, 3_005_288, 24_571_056];
        for (depth, count) in (1..).zip(known) {
            assert_eq!(perft(&Othello, &Othello.initial(), depth), count, "depth {depth}");
            if depth <= 8 {
                assert_eq!(perft_played(&Othello, &Othello.initial(), depth), count);
            }
        }
    }

    #[test]
    fn black_begins_on_d3_c4_f5_or_e6() {
        assert_eq!(Othello.to_move(&Othello.initial()), Side::First);
        assert_eq!(words(&Othello.initial()), ["d3", "c4", "f5", "e6"]);
    }

    #[test]
    fn a_pass_is_legal_exactly_when_only_the_opponent_can_place() {
        let position = must_pass();
        assert_eq!(words(&position), ["pass"]);
        assert!(!Othello.is_legal(&Othello.initial(), Ply::Pass));
        assert!(!Othello.is_legal(&after(&read(WIPEOUT)), Ply::Pass));
    }

    #[test]
    fn a_game_without_placements_ends_at_once_and_empty_squares_go_to_the_winner() {
        let end = after(&read(WIPEOUT));
        assert_eq!(end.discs(Side::First).count_ones(), 13);
        assert_eq!(Othello.outcome(&end), Some(Outcome::Margin(64)));
        assert_eq!(Othello.count_moves(&end), 0);
        assert_eq!(Othello.pass_turn(&end), None);
    }

    #[test]
    fn the_margin_is_blacks_whoever_is_to_move() {
        for side in Side::BOTH {
            let lone = |black, white| Position::new(black, white, side).expect("apart");
            assert_eq!(Othello.outcome(&lone(0, 1)), Some(Outcome::Margin(-64)));
            assert_eq!(Othello.outcome(&lone(1 << 63, 1)), Some(Outcome::Margin(0)));
            assert_eq!(Othello.outcome(&lone(0, 0)), Some(Outcome::Margin(0)));
            let full = lone(u64::MAX >> 20, !(u64::MAX >> 20));
            assert_eq!(Othello.outcome(&full), Some(Outcome::Margin(44 - 20)));
        }
    }

    #[test]
    fn a_turn_can_be_given_away_in_any_game_that_goes_on() {
        let passed = Othello.pass_turn(&Othello.initial()).expect("not over");
        assert_eq!(passed.to_move(), Side::Second);
        assert_eq!(passed.discs(Side::First), Othello.initial().discs(Side::First));
        let stuck = Othello.pass_turn(&must_pass()).and_then(|p| Othello.pass_turn(&p));
        assert_eq!(stuck, Some(must_pass()), "into a position where the side must pass");
    }

    #[test]
    fn every_value_of_a_move_is_answered_and_few_are_legal() {
        let legal = |bits: u32| {
            Ply::unpack(bits).is_some_and(|ply| Othello.is_legal(&Othello.initial(), ply))
        };
        assert_eq!((0..1000).filter(|&bits| legal(bits)).count(), 4);
        assert_eq!(Ply::unpack(64), Some(Ply::Pass));
        for bits in [65, 256, 257, 1 << 16, u32::MAX] {
            assert_eq!(Ply::unpack(bits), None);
        }
        assert_eq!(Square::new(64), None);
        assert_eq!(Position::new(3, 1, Side::First), None, "two discs on a1");
    }

    #[test]
    fn four_symmetries_keep_the_start_and_four_exchange_its_colours() {
        let start = Othello.initial();
        let images: Vec<_> = (0..8).map(|symmetry| Othello.transform(symmetry, &start)).collect();
        assert_eq!(images.iter().filter(|image| **image == start).count(), 4);
        let exchanged = Position::new(start.opponent(), start.own(), Side::First);
        assert_eq!(images.iter().filter(|image| Some(*image) == exchanged.as_ref()).count(), 4);
        assert_eq!(Othello.symmetries(), 8);
    }
}

mod views {
    use super::*;

    #[test]
    fn a_playthrough_reads_as_committed() {
        // A game with two passes, which ends with an empty square.
        insta::assert_snapshot!("othello_playthrough", playthrough(&Othello, 12));
    }

    #[test]
    fn a_placement_is_one_click_and_shows_what_it_turns() {
        let start = Othello.initial();
        let f5 = Othello.parse_move(&start, "f5").expect("legal");
        assert_eq!(Othello.steps(&start, f5), [[37]]);
        let preview = Othello.preview(&start, f5);
        assert_eq!((preview.cells, preview.label), (vec![37, 36], Some("turns 1".to_owned())));
        assert_eq!(Othello.picture(&after(&[f5]), Some(f5)).last, [37]);
    }

    #[test]
    fn a_pass_is_a_button() {
        assert!(Othello.steps(&must_pass(), Ply::Pass).is_empty());
        let preview = Othello.preview(&must_pass(), Ply::Pass);
        assert_eq!((preview.cells, preview.label), (vec![], Some("pass".to_owned())));
        assert!(Othello.picture(&must_pass(), Some(Ply::Pass)).last.is_empty());
    }
}
