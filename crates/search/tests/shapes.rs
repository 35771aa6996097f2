//! The search of (m,n,k) by shapes leaves out moves, extends, follows fours beyond the
//! horizon and asks for forced wins. What it calls certain is the oracle's value.

mod common;

use common::{Hashed, random_position};
use plywood_game::Random;
use plywood_games::mnk::{Mnk, Params, Shapes, Threats};
use plywood_search::{Engine, Limits, Options, Root, Score, minimax};
use std::sync::atomic::AtomicBool;

/// As on large boards, and with everything that is not certain besides.
fn configurations() -> [Options; 2] {
    let usual = Options::default().with(|options| {
        options.windows.null = true;
        options.horizon.quiescence = 12;
        options.late_moves.reductions = true;
    });
    let all = usual.clone().with(|options| {
        options.futility.margin = Some(50);
        options.late_moves.count = Some(1);
        options.null_move.on = true;
        options.extensions.only_moves = true;
    });
    [usual, all]
}

/// How many values were certain, and how many were wins or losses.
fn compare(params: &str, plies: std::ops::Range<usize>, positions: usize) -> (u32, u32) {
    let params: Params = params.parse().expect("good parameters");
    let game = Mnk::<1>::new(params);
    let mut shapes = Shapes::new(params);
    shapes.windows.near = Some(1);
    let mut dice = Random::new(11);
    let (mut certain, mut decided) = (0, 0);
    for number in 0..positions {
        let moves = plies.start + dice.below(plies.len());
        let (position, history) = random_position(&game, &mut dice, moves);
        let end = params.cells() as u32;
        let oracle = minimax(&game, &Mnk::<1>::hash(false), &position, &history, end).score;
        shapes.windows.threats = (number % 2 == 0).then_some(Threats::All);
        for options in configurations() {
            let words = format!("{params} {options:?} {position:?}");
            let mut engine = Engine::new(game.clone(), shapes.clone(), options, 1).expect("memory");
            let depth = Some(1 + dice.below(6) as u32);
            let limits = Limits { depth, ..Limits::default() };
            let root = Root { position: &position, history: &history };
            let stop = AtomicBool::new(false);
            let found = engine.search(&root, &limits, &stop, &mut |_| {}).value;
            if !found.exact {
                continue;
            }
            let sign = |score: Score| i32::from(score.is_win()) - i32::from(score.is_loss());
            assert_eq!(sign(found.score), sign(oracle), "depth {depth:?}: {words}");
            certain += 1;
            decided += u32::from(sign(oracle) != 0);
        }
    }
    (certain, decided)
}

#[test]
fn what_a_search_by_shapes_calls_certain_is_the_oracles_value() {
    let (mut certain, mut decided) = (0, 0);
    for (params, plies, positions) in [
        ("4,4,3", 7..12, 400),
        ("5,4,4", 10..16, 400),
        ("4,4,4", 6..12, 300),
        ("4,5,4,exact", 10..16, 300),
        ("5,4,3,exact", 10..16, 300),
        ("3,6,2", 8..12, 50),
    ] {
        let (some, of_these) = compare(params, plies, positions);
        println!("{params}: {some} certain, {of_these} decided");
        certain += some;
        decided += of_these;
    }
    assert!(certain > 1500 && decided > 800, "{certain} certain, {decided} decided");
}
