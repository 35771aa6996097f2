//! An evaluator that looks at the last move may have a table: only positions
//! that were searched are stored, and below them the last moves are the same.

mod common;

use common::random_position;
use plywood_game::{Game, Knowledge, Move, Random, Step, mix};
use plywood_games::mnk::{Cell, Mnk, Params, Position};
use plywood_search::{Engine, Limits, Options, Root, minimax};

/// A hash of the position and of the move that led to it.
struct LastMove;

impl Knowledge<Mnk<1>> for LastMove {
    type State = ();

    fn refresh(&self, _: &Mnk<1>, _: &Position<1>) {}

    fn update(&self, _: &Mnk<1>, (): &(), _: Step<'_, Mnk<1>>, _: &Position<1>, (): &mut ()) {}

    fn candidates(
        &self,
        game: &Mnk<1>,
        position: &Position<1>,
        (): &(),
        forced: bool,
        moves: &mut Vec<Cell>,
    ) -> bool {
        if forced {
            game.keep_forced(position, moves);
        }
        true
    }

    fn evaluate(&self, game: &Mnk<1>, at: &Position<1>, last: Option<Cell>, (): &()) -> i32 {
        let last = last.map_or(0, |last| u64::from(last.pack()) + 1);
        (mix(game.key(at) ^ mix(last)) % 41) as i32 - 20
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
        let options = Options::default().with(|options| {
            options.table.same_depth_only = true;
            options.proofs.forced_moves = number % 2 == 0;
            options.proofs.known_draws = false;
        });
        let mut engine = Engine::new(game.clone(), LastMove, options, 1).expect("a table");
        let root = Root { position: &position, history: &[] };
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let found = engine.search(&root, &limits, &false.into(), &mut |_| {});
        let oracle = minimax(&game, &LastMove, &position, &[], depth);
        assert_eq!(found.value.score, oracle.score, "{position:?} to depth {depth}");
    }
}
