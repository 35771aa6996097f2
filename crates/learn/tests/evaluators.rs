//! Learned evaluators as knowledge, and their files.

use plywood_game::testkit::assert_knowledge;
use plywood_game::{Knowledge, Playable, Random, ZeroEvaluator};
use plywood_games::azulejos::Azulejos;
use plywood_games::delta::{Delta, Potential};
use plywood_games::mnk::{Mnk, Windows};
use plywood_games::othello::{Othello, Positional};
use plywood_learn::file::{FileError, Kept};
use plywood_learn::{Learned, Plan, Predicts, Shape, Tables};
use std::sync::Arc;

/// Tables with weights from a seed.
fn random_tables<G: Playable>(game: &G, plan: &Plan) -> Tables {
    let mut dice = Random::new(7);
    let shape = Shape::of_game(game, plan, 3);
    Tables::with_weights(shape, Predicts::Result, 2, || dice.below(2001) as i16 - 1000)
}

fn assert_laws<G: Playable, K: Knowledge<G> + Clone>(game: &G, own: &K, plan: &Plan, games: u32) {
    let tables = Arc::new(random_tables(game, plan));
    assert_knowledge(game, &Learned::new(own.clone(), Some(Arc::clone(&tables))), games, 1);
    assert_knowledge(game, &Learned::new(own.clone(), None), games, 1);
    // What is shared under symmetries has the same value in every image.
    let learned = Learned::new(ZeroEvaluator, Some(tables));
    let mut dice = Random::new(5);
    for _ in 0..games {
        let mut position = game.initial();
        while let Some(&mv) = dice.pick(&game.legal_moves(&position)) {
            let value = |position: &G::Position| {
                learned.evaluate(game, position, None, &learned.refresh(game, position))
            };
            for symmetry in 1..game.symmetries() {
                assert_eq!(value(&game.transform(symmetry, &position)), value(&position));
            }
            game.play(&mut position, mv);
        }
    }
}

#[test]
fn updating_equals_refreshing_and_images_are_worth_the_same_in_every_game() {
    let own =
        Plan { tuples: vec![(0..8).collect(), vec![0, 1, 8, 9]], phases: 6, ..Plan::default() };
    assert_laws(&Othello, &Positional, &own, 4);
    assert_laws(&Othello, &Positional, &Plan { exchange: true, ..Plan::default() }, 2);
    assert_laws(&Delta::standard(), &Potential::default(), &Plan::default(), 4);
    let params = "5,6,4".parse().expect("a board");
    assert_laws(&Mnk::<1>::new(params), &Windows::new(params), &Plan::default(), 10);
    let tiles = Azulejos::parse_params("6x6,3,seed=1", 0).expect("a board");
    assert_laws(&tiles, &ZeroEvaluator, &Plan::default(), 4);
}

#[test]
fn with_exchanged_sides_an_evaluation_stays_the_same() {
    let tables = random_tables(&Othello, &Plan { exchange: true, ..Plan::default() });
    let value = |text: &str| {
        let position = plywood_game::Notation::parse_position(&Othello, text).expect("a position");
        tables.evaluate(&Othello, &position, &tables.refresh(&Othello, &position))
    };
    let board = format!("{}OX------XO{}", "-".repeat(20), "-".repeat(34));
    let exchanged: String = board
        .chars()
        .map(|c| {
            if c == 'X' {
                'O'
            } else if c == 'O' {
                'X'
            } else {
                c
            }
        })
        .collect();
    assert_eq!(value(&format!("{board} X")), value(&format!("{exchanged} O")));
    assert_ne!(value(&format!("{board} X")), value(&format!("{board} O")));
}

fn small() -> Kept {
    let game = Mnk::<1>::new("4,4,3".parse().expect("a board"));
    let tables = random_tables(&game, &Plan { tuples: vec![vec![0, 1, 2]], ..Plan::default() });
    Kept { game: "mnk:4,4,3".to_owned(), made_by: "a test".to_owned(), tables }
}

#[test]
fn a_file_gives_the_evaluator_back() {
    let kept = small();
    assert_eq!(Kept::from_bytes(&kept.to_bytes()), Ok(kept));
}

#[test]
fn every_changed_byte_and_every_missing_one_is_noticed() {
    let bytes = small().to_bytes();
    for place in 0..bytes.len() {
        for flip in [1, 0x80, 0xff] {
            let mut changed = bytes.clone();
            changed[place] ^= flip;
            assert!(Kept::from_bytes(&changed).is_err(), "byte {place} by {flip}");
        }
        assert!(Kept::from_bytes(&bytes[..place]).is_err(), "cut off at {place}");
    }
    assert!(Kept::from_bytes(&[&bytes[..], b"x"].concat()).is_err(), "a byte more");
}

#[test]
fn what_is_wrong_with_a_file_is_said() {
    let bytes = small().to_bytes();
    assert_eq!(Kept::from_bytes(b"plywood game 1\n"), Err(FileError::NotOne));
    let mut newer = bytes.clone();
    newer[16] = 9;
    assert_eq!(Kept::from_bytes(&newer), Err(FileError::Newer(9)));
    let mut damaged = bytes;
    damaged[40] ^= 4;
    assert_eq!(Kept::from_bytes(&damaged), Err(FileError::Damaged));
    let other = small().for_game("othello").expect_err("another game");
    assert_eq!(other.to_string(), "was learned for 'mnk:4,4,3', not for 'othello'");
}
