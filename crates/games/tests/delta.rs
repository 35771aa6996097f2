//! Delta as the workbench sees it: laws, counts and recorded games.

use plywood_game::testkit::{assert_laws, playthrough, random_game};
use plywood_game::{
    Game, History, Move, Notation, Outcome, Random, Side, Symmetry, View, perft, perft_played,
};
use plywood_games::delta::{Delta, DeltaMove, Position};
use std::collections::HashSet;

/// The seed of a game in which White's second turn is a slide.
const SLIDING_SEED: u64 = 45;

/// The seed of a game in which both sides come to lift pieces.
const LIFTING_SEED: u64 = 23;

const BOTH: [Delta; 2] = [Delta::standard(), Delta::placement()];

/// Nine pieces a side, and both can shuttle two of them for ever.
const LIFTING: &str = "oo..*/*o*o./.*o*o/o*.*o/**..o *";

/// The board that the report prints as its figure 2.
const FIGURE_2: &str = "o.*../.*.../.*oo*/.*.o./*...o o";

fn position(text: &str) -> Position {
    Delta::standard().parse_position(text).unwrap_or_else(|error| panic!("{error}"))
}

/// The position after some turns.
fn played(game: Delta, mut position: Position, turns: &str) -> Position {
    for turn in game.parse_moves(&position, turns).unwrap_or_else(|error| panic!("{error}")) {
        game.play(&mut position, turn);
    }
    position
}

/// The position after some turns from the start.
fn after(game: Delta, turns: &str) -> Position {
    played(game, game.initial(), turns)
}

fn words(game: Delta, position: &Position) -> Vec<String> {
    let turns = game.legal_moves(position);
    turns.into_iter().map(|turn| game.move_text(position, turn)).collect()
}

#[test]
fn both_variants_obey_the_laws() {
    for (game, seed) in BOTH.into_iter().zip(1..) {
        assert_laws(&game, 300, seed);
    }
}

/// Both variants with four to eight pieces a side.
fn smaller() -> impl Iterator<Item = Delta> {
    (4..=8).flat_map(|pieces| BOTH.map(|game| game.with_pieces(pieces).expect("a variant")))
}

#[test]
fn games_with_fewer_pieces_obey_the_laws() {
    for (game, seed) in smaller().zip(1..) {
        assert_laws(&game, 60, seed);
        let parameters = game.name().replace("delta:", "");
        assert_eq!(parameters.parse::<Delta>(), Ok(game));
    }
}

/// Counted by a program of its own in another language, written from the rules.
#[test]
fn perft_of_games_with_fewer_pieces_is_that_of_an_independent_count() {
    for (text, counts) in [
        ("*...o/.o.../..*../.*.o./o...* *", [36, 1_404, 48_714]),
        ("*...o/.o.../*.*.*/.*.o./o...o o", [40, 1_148, 44_344]),
        ("**..o/.o.../*.*.*/.*.oo/o...o *", [25, 1_140, 45_165]),
        ("**.oo/.o.../*.*.*/.**oo/o...o *", [30, 1_560, 61_992]),
        ("**.oo/.o.*./*.*.*/.**oo/oo..o *", [28, 952, 25_683]),
    ] {
        let pieces = text.matches('*').count() as u32 - u32::from(text.ends_with('*'));
        for game in BOTH.map(|game| game.with_pieces(pieces).expect("a variant")) {
            let start = game.parse_position(text).expect(text);
            for (depth, count) in (1..).zip(counts) {
                assert_eq!(perft(&game, &start, depth), count, "{text} depth {depth}");
            }
        }
    }
}

/// No piece is lifted within five plies, so the counts are the published ones.
#[test]
fn the_opening_does_not_depend_on_the_number_of_pieces() {
    for game in smaller() {
        let full = game.with_pieces(9).expect("the published game");
        assert_eq!(perft(&game, &game.initial(), 5), perft(&full, &full.initial(), 5));
    }
}

#[test]
fn random_games_come_to_lifting_and_to_both_ways_of_losing() {
    let game = Delta::standard();
    let (mut lifts, mut lines, mut blocked) = (0, 0, 0);
    let mut dice = Random::new(1);
    for _ in 0..300 {
        random_game(&game, &mut dice, |position, played| {
            lifts += u32::from(matches!(played.last(), Some(DeltaMove::Lift { .. })));
            if let Some(outcome) = game.outcome(position) {
                let in_line = !game.picture(position, None).decisive.is_empty();
                lines += u32::from(in_line);
                blocked += u32::from(!in_line);
                assert_eq!(outcome, Outcome::Win(game.to_move(position).other()));
            }
        });
    }
    assert!(lifts > 30 && lines > 30 && blocked > 30, "{lifts} {lines} {blocked}");
}

#[test]
fn perft_is_that_of_the_specification() {
    let counts = [
        [25, 600, 3_768, 103_904, 893_200, 7_306_976, 78_760_704],
        [25, 600, 3_768, 82_896, 714_216, 6_004_648, 65_060_136],
    ];
    for (game, counts) in BOTH.iter().zip(counts) {
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft(game, &game.initial(), depth), count, "depth {depth}");
            if depth <= 6 {
                assert_eq!(perft_played(game, &game.initial(), depth), count, "depth {depth}");
            }
        }
    }
}

#[test]
fn perft_of_the_reports_figure_2_is_that_of_the_specification() {
    for game in BOTH {
        for (depth, count) in (1..).zip([9, 74, 394, 2_181, 8_237]) {
            assert_eq!(perft(&game, &position(FIGURE_2), depth), count);
            assert_eq!(perft_played(&game, &position(FIGURE_2), depth), count);
        }
    }
}

#[test]
fn both_ways_of_counting_agree_while_pieces_are_lifted() {
    let game = Delta::standard();
    for depth in 1..=4 {
        let start = position(LIFTING);
        assert_eq!(perft(&game, &start, depth), perft_played(&game, &start, depth));
    }
}

#[test]
fn distinct_positions_by_ply_are_those_of_the_specification() {
    let game = Delta::placement();
    let mut level = vec![game.initial()];
    for count in [6, 85, 198, 2_186, 11_717, 40_389, 278_012] {
        let mut keys = HashSet::new();
        let mut next = Vec::new();
        for position in &level {
            for turn in game.legal_moves(position) {
                let mut child = *position;
                game.play(&mut child, turn);
                if keys.insert(game.canonical_key(&child).0) {
                    next.push(child);
                }
            }
        }
        assert_eq!(next.len(), count);
        level = next;
    }
}

#[test]
fn the_recorded_games_are_legal() {
    let records = [
        ("b2 b4 b2e2 b4b1 d2b4 b2d2 e2e4 c2a4 e3e1 b1d3 e4c4", false),
        ("b2 c2 b2e5 c5 d4b4 c2e2 e5a1", true),
        (
            "b2 c3 b2b5 b3 b5e5 b3d1 b4e4 c3a3 d5a5 a3c5 a5a1 c5c3 a1c1 c3e3 d4b2 d3d5 c3e1 c4e2",
            true,
        ),
    ];
    let [standard, strict] = BOTH;
    for (record, white_places_twice) in records {
        assert_eq!(standard.outcome(&after(standard, record)), None, "resigned: {record}");
        let legal = strict.parse_moves(&strict.initial(), record).is_ok();
        assert_eq!(legal, white_places_twice, "{record}");
    }
}

#[test]
fn the_second_piece_goes_just_before_the_destination() {
    // The report's example: from b2 to e2, and a piece on d2.
    let game = Delta::standard();
    assert_eq!(game.position_text(&after(game, "b2 a5 b2e2")), "o..../...../...../...**/..... o");
    let lifted = played(game, position(LIFTING), "b1d1^e5");
    assert_eq!(game.position_text(&lifted), "oo.../*o*o./.*o*o/o*.*o/*.**o o");
}

#[test]
fn four_in_line_win_and_are_shown() {
    let game = Delta::standard();
    let start = position("..*../o.*.o/*..../o.*../o.... *");
    let fills = game.parse_move(&start, "a3c3").expect("legal");
    let over = played(game, start, "a3c3");
    assert_eq!(game.outcome(&over), Some(Outcome::Win(Side::First)));
    let picture = game.picture(&over, Some(fills));
    assert_eq!(picture.decisive, [2, 7, 12, 17]);
    assert_eq!(picture.last, [10, 12, 11], "from, to and the new piece");
}

#[test]
fn only_the_position_after_the_whole_turn_counts() {
    let game = Delta::standard();
    let start = position("*o*.o/*.o.*/...*o/*oo*./*oo*o *");
    let decisive = |turn: &str| game.picture(&played(game, start, turn), None).decisive;
    assert_eq!(decisive("d3a3^d1"), [0, 5, 10, 15, 20], "five in line");
    assert_eq!(decisive("d3a3^a1"), [0, 5, 10, 15], "four are left");
    assert_eq!(decisive("d3a3^a2"), [], "the lift breaks the line again");
    assert_eq!(game.outcome(&played(game, start, "d3a3^a2")), None);
}

#[test]
fn whoever_cannot_move_loses_even_with_pieces_in_reserve() {
    let game = Delta::standard();
    let blocked = position("oo.o*/.*oo*/**.*./.oo*./.*... o");
    assert_eq!(game.outcome(&blocked), Some(Outcome::Win(Side::First)));
    assert_eq!(game.count_moves(&blocked), 0);
    let picture = game.picture(&blocked, None);
    assert_eq!(picture.decisive, []);
    assert_eq!(
        (&*picture.captions[1].label, &*picture.captions[1].value),
        ("White in reserve", "2")
    );
}

#[test]
fn whites_second_turn_is_what_the_variant_says() {
    for (game, may_slide) in BOTH.into_iter().zip([true, false]) {
        let second = words(game, &after(game, "c3 a1 c3c5"));
        assert_eq!(second.iter().filter(|word| word.len() == 2).count(), 22, "free cells");
        assert_eq!(second.contains(&"a1a4".to_owned()), may_slide);
        let third = words(game, &after(game, "c3 a1 c3c5 e1 c4a2"));
        assert!(third.iter().all(|word| word.len() == 4), "from then on White slides");
    }
}

#[test]
fn whoever_has_nine_pieces_on_the_board_lifts() {
    let game = Delta::standard();
    let last_drop = position("oo..*/*o*o./.*o*o/o*.*o/**... o");
    assert!(words(game, &last_drop).iter().all(|word| word.len() == 4));
    assert_eq!(
        words(game, &position(LIFTING)).join(" "),
        "b1d1^e5 b1d1^a4 b1d1^c4 b1d1^b3 b1d1^d3 b1d1^b2 b1d1^d2 b1d1^a1 \
         e5c5^a4 e5c5^c4 e5c5^b3 e5c5^d3 e5c5^b2 e5c5^d2 e5c5^a1 e5c5^b1 \
         b3d1^e5 b3d1^a4 b3d1^c4 b3d1^d3 b3d1^b2 b3d1^d2 b3d1^a1 b3d1^b1"
    );
}

#[test]
fn positions_of_the_lifting_phase_come_back() {
    let game = Delta::standard();
    assert!(game.can_repeat());
    let mut now = position(LIFTING);
    let mut history = History::default();
    history.push(game.key(&now));
    let shuttle = "b1d1^a1 b5d5^a5 c1a1^d1 c5a5^d5 ".repeat(2);
    for turn in game.parse_moves(&now, &shuttle).expect("legal") {
        assert!(!history.is_draw());
        game.play(&mut now, turn);
        history.push(game.key(&now));
    }
    assert_eq!(now, position(LIFTING));
    assert!(history.is_draw());
}

#[test]
fn a_line_of_either_side_is_a_finished_game() {
    let game = Delta::standard();
    for (text, winner) in [
        ("o...o/...../..*../****./o.o.. o", Side::First),
        ("o...o/...../..*../****./o.o.o *", Side::First),
        ("o.*../...../*.*.*/oooo./*.... *", Side::Second),
    ] {
        let over = position(text);
        assert_eq!(game.outcome(&over), Some(Outcome::Win(winner)), "{text}");
        assert_eq!(game.legal_moves(&over), []);
        assert_eq!(game.count_moves(&over), 0);
    }
}

#[test]
fn legal_means_listed_for_every_turn_there_is() {
    let turns: Vec<DeltaMove> = (0..1 << 15).filter_map(DeltaMove::unpack).collect();
    let over = "o...o/...../..*../****./o.o.. o";
    let second_turn = after(Delta::standard(), "c3 a1 c3c5");
    let starts = [LIFTING, FIGURE_2, over].map(position);
    for start in starts.into_iter().chain([Delta::standard().initial(), second_turn]) {
        for game in BOTH {
            let listed: HashSet<DeltaMove> = game.legal_moves(&start).into_iter().collect();
            for &turn in &turns {
                assert_eq!(game.is_legal(&start, turn), listed.contains(&turn), "{turn:?}");
            }
        }
    }
}

#[test]
fn there_are_eight_symmetries() {
    let game = Delta::standard();
    let start = position(FIGURE_2);
    let images: HashSet<Position> =
        (0..game.symmetries()).map(|symmetry| game.transform(symmetry, &start)).collect();
    assert_eq!(images.len(), 8);
    for image in &images {
        assert!((0..8).all(|symmetry| images.contains(&game.transform(symmetry, image))));
    }
    let turned = game.position_text(&game.transform(5, &start));
    assert_eq!(turned, "*...o/.***./..o.*/.oo../o.*.. o", "a quarter turn clockwise");
}

#[test]
fn a_random_game_reads_as_it_always_did() {
    insta::assert_snapshot!("delta_standard", playthrough(&Delta::standard(), SLIDING_SEED));
    insta::assert_snapshot!("delta_placement", playthrough(&Delta::placement(), LIFTING_SEED));
}
