//! Drawing lots among equally good moves.

use plywood_game::testkit;
use plywood_game::{Game, Random};
use plywood_games::delta::{Delta, DeltaMove, MobilityAndGaps, Position};
use plywood_search::{Engine, Limits, Options, Report, Root, RootWindows};
use std::collections::HashSet;

const DEPTH: u32 = 3;

fn search(position: &Position, options: Options) -> Report<DeltaMove> {
    let mut engine = Engine::with_table(Delta::standard(), MobilityAndGaps, options, None);
    let root = Root { position, history: &[] };
    let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
    engine.search(&root, &limits, &false.into(), &mut |_| {})
}

/// Positions in the middle of random games.
fn positions() -> Vec<Position> {
    let (game, mut dice) = (Delta::standard(), Random::new(9));
    let mut positions = Vec::new();
    for _ in 0..40 {
        testkit::random_game(&game, &mut dice, |position, played| {
            if (5..9).contains(&played.len()) && game.outcome(position).is_none() {
                positions.push(*position);
            }
        });
    }
    positions
}

#[test]
fn what_is_drawn_in_a_narrow_window_is_as_good_as_the_best_and_all_equals_are_drawn() {
    let mut drawn_among_several = 0;
    for position in positions() {
        let every_move = Options::plain().with(|options| options.lines = usize::MAX);
        let lines = search(&position, every_move).lines;
        let best = lines[0].value;
        let equals = lines.iter().filter(|line| line.value.score == best.score);
        let equals: HashSet<DeltaMove> = equals.map(|line| line.moves[0]).collect();
        let drawn: HashSet<DeltaMove> = (0..64)
            .map(|seed| {
                let options = Options::plain().with(|options| {
                    options.deepening.on = true;
                    options.windows.root = RootWindows::Aspiration { delta: 2 };
                    options.tie_seed = Some(seed);
                });
                let report = search(&position, options);
                assert_eq!(report.value.score, best.score, "{position:?}");
                report.lines[0].moves[0]
            })
            .collect();
        assert!(drawn.is_subset(&equals), "{position:?}: {drawn:?} of {equals:?}");
        // What is certain may be known at a smaller depth, before all equals are,
        // and 64 seeds need not choose each of many.
        assert!(drawn == equals || best.exact || equals.len() > 5, "{position:?}");
        drawn_among_several += usize::from(drawn.len() > 1);
    }
    assert!(drawn_among_several > 10, "only {drawn_among_several} positions had equals");
}
