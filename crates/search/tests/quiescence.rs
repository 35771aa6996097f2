//! Beyond the horizon the engine finds what plain minimax finds that looks at
//! noisy moves only.

mod common;

use common::random_position;
use plywood_game::{Game, Knowledge, Random};
use plywood_games::mnk::{Mnk, Params, Position, Windows};
use plywood_search::{Engine, Limits, Options, Root, RootWindows, Score};
use std::sync::atomic::AtomicBool;

const BEYOND: u32 = 4;

/// The value by looking at every move for `depth` moves, and at noisy ones for
/// `beyond` more; `ply` moves have been played.
fn plain(
    game: &Mnk<1>,
    windows: &Windows,
    position: &Position<1>,
    (ply, depth, beyond): (u32, u32, u32),
) -> Score {
    if let Some(outcome) = game.outcome(position) {
        return Score::of_outcome(outcome, game.to_move(position), ply);
    }
    let sums = windows.refresh(game, position);
    let opinion = Score::estimate(windows.evaluate(game, position, None, &sums));
    let mut moves = Vec::new();
    let is_free = depth == 0 && windows.noisy(game, position, &sums, &mut moves);
    if depth > 0 {
        game.moves(position, &mut moves);
    } else if moves.is_empty() || beyond == 0 {
        return opinion;
    }
    let below = match depth {
        0 => (ply + 1, 0, beyond - 1),
        _ => (ply + 1, depth - 1, beyond),
    };
    let values = moves.into_iter().map(|mv| {
        let mut next = position.clone();
        game.play(&mut next, mv);
        -plain(game, windows, &next, below)
    });
    values.chain(is_free.then_some(opinion)).max().expect("a move")
}

#[test]
fn noisy_moves_are_searched_beyond_the_horizon() {
    let params = Params::new(4, 4, 3).expect("good parameters");
    let (game, windows) = (Mnk::<1>::new(params), Windows::new(params));
    let mut dice = Random::new(4);
    let mut changed = 0;
    for round in 0..300 {
        let (position, _) = random_position(&game, &mut dice, 1 + round % 6);
        let depth = 1 + dice.below(3) as u32;
        let expected = plain(&game, &windows, &position, (0, depth, BEYOND));
        changed += u32::from(expected != plain(&game, &windows, &position, (0, depth, 0)));
        for (null_windows, root_windows) in
            [(false, RootWindows::Full), (true, RootWindows::Full), (true, RootWindows::Mtdf)]
        {
            let options = Options::default().with(|options| {
                options.horizon.quiescence = BEYOND;
                options.windows.null = null_windows;
                options.windows.root = root_windows;
                options.proofs.known_draws = false;
                options.table.same_depth_only = true;
            });
            let mut engine =
                Engine::new(game.clone(), windows.clone(), options, 1).expect("memory");
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let root = Root { position: &position, history: &[] };
            let report = engine.search(&root, &limits, &AtomicBool::new(false), &mut |_| {});
            assert_eq!(report.value.score, expected, "depth {depth}: {position:?}");
        }
    }
    assert!(changed > 30, "it matters in {changed} of 300 positions");
}
