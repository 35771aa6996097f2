//! The laws of the evaluators of (m,n,k) and Azulejos.

use plywood_game::testkit::assert_knowledge;
use plywood_game::{Evaluator, Game, Knowledge, Notation, Outcome, Random, Side, Step, Symmetry};
use plywood_games::azulejos::{self, Azulejos, Points};
use plywood_games::mnk::{MOST_WORDS, Mnk, Params, Windows};

const MOST: i32 = 1_000_000;

fn mnk<const W: usize>(params: &str) -> (Mnk<W>, Windows) {
    let params: Params = params.parse().expect("parameters");
    (Mnk::new(params), Windows::new(params))
}

fn value<G: Game, K: Knowledge<G>>(game: &G, evaluator: &K, position: &G::Position) -> i32 {
    let state = evaluator.refresh(game, position);
    Knowledge::evaluate(evaluator, game, position, None, &state)
}

/// The move after which the opponent likes the position least.
fn greedy<G: Game, K: Knowledge<G>>(game: &G, evaluator: &K, position: &G::Position) -> G::Move {
    let liking = |mv: &G::Move| {
        let mut after = position.clone();
        game.play(&mut after, *mv);
        match game.outcome(&after) {
            Some(Outcome::Win(_)) => i32::MIN,
            _ => value(game, evaluator, &after),
        }
    };
    game.legal_moves(position).into_iter().min_by_key(liking).expect("a move")
}

/// Plays a game in which `choose` moves for both sides.
fn play_out<G: Game>(game: &G, mut choose: impl FnMut(&G::Position) -> G::Move) -> Outcome {
    let mut position = game.initial();
    loop {
        if let Some(outcome) = game.outcome(&position) {
            return outcome;
        }
        let mv = choose(&position);
        game.play(&mut position, mv);
    }
}

#[test]
fn updating_the_windows_equals_counting_them_afresh() {
    fn check<const W: usize>(params: &str, games: u32) {
        let (game, windows) = mnk::<W>(params);
        assert_knowledge(&game, &windows, games, 11);
    }
    check::<1>("3,3,3", 100);
    check::<1>("4,4,3", 50);
    check::<1>("5,5,2", 50);
    check::<1>("7,7,4", 20);
    check::<1>("8,8,8", 5);
    check::<1>("3,9,5", 20);
    check::<1>("1,20,5", 20);
    check::<1>("20,1,3", 20);
    check::<2>("6,12,6", 10);
    check::<4>("15,15,5", 2);
    check::<4>("15,15,10", 1);
    check::<6>("19,19,6", 1);
    check::<1>("5,5,2,exact", 50);
    check::<1>("6,7,3,exact", 50);
    check::<1>("1,20,5,exact", 20);
    check::<2>("9,9,4,exact", 10);
    check::<4>("15,15,5,exact", 2);
}

#[test]
fn updating_the_windows_equals_counting_them_afresh_on_the_largest_boards() {
    for params in ["100,100,5", "100,100,50", "100,100,100", "100,7,60", "3,100,99"] {
        let (game, windows) = mnk::<MOST_WORDS>(params);
        let mut position = game.initial();
        let mut tallies = windows.refresh(&game, &position);
        let mut dice = Random::new(5);
        for _ in 0..2000 {
            if game.outcome(&position).is_some() {
                break;
            }
            let moves = game.legal_moves(&position);
            let mv = moves[dice.below(moves.len())];
            let undo = game.play(&mut position, mv);
            let before = tallies;
            windows.update(&game, &before, Step::Move(mv, &undo), &position, &mut tallies);
        }
        assert_eq!(tallies, windows.refresh(&game, &position), "{params}");
    }
}

#[test]
fn without_windows_every_value_is_zero() {
    for params in ["1,1,1", "3,3,1", "3,3,4", "4,7,8", "5,5,101", "5,5,4294967295"] {
        let (game, windows) = mnk::<1>(params);
        assert_knowledge(&game, &windows, 10, 3);
        let mut position = game.initial();
        while game.outcome(&position).is_none() {
            assert_eq!(value(&game, &windows, &position), 0, "{params}");
            let mv = game.legal_moves(&position)[0];
            game.play(&mut position, mv);
        }
    }
}

/// For five in a line, xx.xxx lacks one mark in two windows, but the same one.
#[test]
fn only_two_cells_that_complete_a_line_cannot_be_stopped() {
    let (game, windows) = mnk::<2>("9,9,5");
    let of = |row: &str| {
        let text = format!("9/9/{row}/9/9/2o1o1o2/9/1o1o5/9 o");
        value(&game, &windows, &game.parse_position(&text).expect("a board"))
    };
    for row in ["1xx1xxx2", "xxx1xxx2", "oxx1xxxo1"] {
        assert!(of(row) > -90_000, "{row} has one end: {}", of(row));
    }
    for row in ["2xxxx3", "xx1xx1xx1", "x1xxx1x2"] {
        assert!(of(row) < -90_000, "{row} has two ends: {}", of(row));
    }
}

#[test]
fn mirror_images_have_the_same_value() {
    let (game, windows) = mnk::<4>("15,15,5");
    let mut dice = Random::new(9);
    let mut position = game.initial();
    for _ in 0..40 {
        let here = value(&game, &windows, &position);
        for symmetry in 0..game.symmetries() {
            let image = game.transform(symmetry, &position);
            assert_eq!(value(&game, &windows, &image), here);
        }
        let moves = game.legal_moves(&position);
        game.play(&mut position, moves[dice.below(moves.len())]);
        if game.outcome(&position).is_some() {
            break;
        }
    }
}

#[test]
fn exchanging_the_sides_keeps_the_value() {
    let (game, windows) = mnk::<1>("6,6,4");
    for text in ["6/1x1o2/2xo2/2x3/6/6 o", "6/1xxx2/2oo2/2o3/6/6 x", "6/1xxx2/2oo2/2o3/6/6 o"] {
        let exchanged: String = text
            .chars()
            .map(|mark| match mark {
                'x' => 'o',
                'o' => 'x',
                other => other,
            })
            .collect();
        let [one, other] = [text, &exchanged].map(|text| {
            let position = game.parse_position(text).expect("a position");
            value(&game, &windows, &position)
        });
        assert_eq!(one, other, "{text}");
    }
}

#[test]
fn a_line_about_to_be_completed_is_the_highest_value_and_two_to_be_stopped_nearly_the_lowest() {
    let (game, windows) = mnk::<1>("8,8,5");
    let value = |text| value(&game, &windows, &game.parse_position(text).expect("a position"));
    assert_eq!(value("8/8/1xxx1x2/8/8/8/8/oooo4 x"), MOST, "across a gap");
    assert_eq!(value("8/8/1xxx1x2/8/8/8/8/oooo4 o"), MOST, "for the side to move");
    let open_four = value("8/8/2xxxx2/8/8/1oo1o3/8/8 o");
    let closed_four = value("8/8/1oxxxx2/8/8/1oo5/8/8 o");
    assert!(open_four < -90_000, "{open_four}");
    assert!(open_four < closed_four && closed_four < 0, "{closed_four}");
}

#[test]
fn values_of_windows_stay_within_a_million_on_any_board() {
    for k in [5, 7, 25, 49, 95] {
        let (game, windows) = mnk::<MOST_WORDS>(&format!("100,100,{k}"));
        // K - 1 crosses, then a gap, and every row two further on, so that
        // there is no line and as many threats as can be; K has no divisor in
        // common with 1, 2 or 3, the steps along the lines.
        let mark = |row: usize, column: usize| {
            if (column + 2 * row).is_multiple_of(k) { '.' } else { 'x' }
        };
        let row = |row| (0..100).map(|column| mark(row, column)).collect::<String>();
        let board: Vec<String> = (0..100).map(row).collect();
        for side in ["x", "o"] {
            let text = format!("{} {side}", board.join("/"));
            let position = game.parse_position(&text).expect("a position");
            assert_eq!(game.outcome(&position), None);
            let value = value(&game, &windows, &position);
            assert!(value.abs() <= MOST, "{k}: {value}");
            assert_eq!(value > 0, side == "x", "{k}: {value}");
        }
    }
}

#[test]
fn whoever_follows_the_windows_beats_a_random_player() {
    let (game, windows) = mnk::<1>("7,7,4");
    let mut dice = Random::new(21);
    for number in 0..40 {
        let side = Side::BOTH[number % 2];
        let outcome = play_out(&game, |position| {
            if game.to_move(position) == side {
                greedy(&game, &windows, position)
            } else {
                let moves = game.legal_moves(position);
                moves[dice.below(moves.len())]
            }
        });
        assert_eq!(outcome, Outcome::Win(side), "game {number}");
    }
}

#[test]
fn points_obey_the_law_of_evaluators() {
    for (rows, columns, colours) in [(1, 1, 1), (1, 9, 2), (9, 1, 2), (6, 6, 3), (10, 10, 4)] {
        for seed in 0..5 {
            let game = Azulejos::generated(rows, columns, colours, seed).expect("a board");
            assert_knowledge(&game, &Points, 2, seed);
        }
    }
    let large = Azulejos::generated(30, 30, 5, 1).expect("a board");
    assert_knowledge(&large, &Points, 1, 1);
}

#[test]
fn points_are_the_lead_and_half_of_the_largest_group() {
    let game = Azulejos::any();
    let value = |text| value(&game, &Points, &game.parse_position(text).expect("a position"));
    assert_eq!(value("0,0;121/212/112 1"), 100, "three ones, 2 points");
    assert_eq!(value("7,3;121/212/112 1"), 500);
    assert_eq!(value("7,3;121/212/112 2"), -300);
    assert_eq!(value("7,3;12/21 2"), -400, "nothing to take");
    assert_eq!(value("7,3;1 1"), 400, "a single tile cannot be taken");
    assert_eq!(value("10,3;111/111 1"), (28 - 3) * 100, "the whole board: 22 * 1.3 - 3");
}

#[test]
fn points_stay_within_bounds_with_the_highest_scores() {
    let game = Azulejos::any();
    let board = vec!["1".repeat(100); 100].join("/");
    for text in [format!("1000000,0;{board} 1"), format!("1000000,0;{board} 2")] {
        let position = game.parse_position(&text).expect("a position");
        assert!(value(&game, &Points, &position).abs() <= 400_000_000);
    }
}

/// Who looks no farther than the points made, for comparison.
#[derive(Clone)]
struct Lead;

impl Evaluator<Azulejos> for Lead {
    fn evaluate(&self, game: &Azulejos, position: &azulejos::Position) -> i32 {
        let side = game.to_move(position);
        position.score(side) as i32 - position.score(side.other()) as i32
    }
}

#[test]
fn whoever_minds_what_is_left_to_take_beats_who_does_not() {
    let (mut wins, mut margins) = (0, 0);
    for seed in 0..50 {
        let game = Azulejos::generated(10, 10, 4, seed).expect("a board");
        for (side, sign) in Side::BOTH.into_iter().zip([1, -1]) {
            let outcome = play_out(&game, |position| {
                if game.to_move(position) == side {
                    greedy(&game, &Points, position)
                } else {
                    greedy(&game, &Lead, position)
                }
            });
            let Outcome::Margin(margin) = outcome else { panic!("{outcome:?} counts no points") };
            wins += i32::from(sign * margin > 0);
            margins += sign * margin;
        }
    }
    assert!(wins >= 65 && margins >= 300, "{wins} of 100 won, by {margins} points in all");
}
