//! An evaluator that looks at the last move may have a table: only positions
//! that were searched are stored, and below them the last moves are the same.

mod common;

use common::random_position;
use plywood_game::{Evaluator, Game, Move, Random, mix};
use plywood_games::mnk::{Mnk, Params};
use plywood_search::{Engine, Limits, Options, Root, minimax};

/// A hash of the position and of the move that led to it.
struct LastMove;

impl<G: Game> Evaluator<G> for LastMove {
    type Accumulator = ();

    fn refresh(&self, _: &G, _: &G::Position) {}

    fn update(&self, _: &G, (): &mut (), _: G::Move, _: &G::Undo, _: &G::Position) {}

    fn evaluate(&self, game: &G, position: &G::Position, last: Option<G::Move>, (): &()) -> i32 {
        let last = last.map_or(0, |last| u64::from(last.pack()) + 1);
        (mix(game.key(position) ^ mix(last)) % 41) as i32 - 20
    }

    fn is_path_dependent(&self) -> bool {
        true
    }
}

#[test]
fn a_table_leaves_the_values_of_an_evaluator_of_last_moves_as_they_are() {
    let game = Mnk::<1>::new(Params::new(4, 4, 3).expect("parameters"));
    let mut dice = Random::new(5);
    for number in 0..40 {
        let (position, _) = random_position(&game, &mut dice, 1 + number % 6);
        let depth = 2 + number as u32 % 3;
        let options = Options {
            same_depth_only: true,
            forced: number % 2 == 0,
            hopes: false,
            ..Options::default()
        };
        let mut engine = Engine::new(game.clone(), LastMove, options, 1).expect("a table");
        let root = Root { position: &position, history: &[] };
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let found = engine.search(&root, &limits, &false.into(), &mut |_| {});
        let oracle = minimax(&game, &LastMove, &position, &[], depth);
        assert_eq!(found.value.score, oracle.score, "{position:?} to depth {depth}");
    }
}
