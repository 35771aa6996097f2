//! What the cut by branching leaves out.

mod common;

use common::Hash;
use plywood_game::{Evaluator, Game};
use plywood_games::othello::{Othello, Position};
use plywood_search::{Engine, Limits, Options, Report, Root, Score};

fn search(position: &Position, depth: u32, branching_cut: bool) -> Report<impl Copy> {
    let options = Options::plain().with(|options| options.branching_cut.on = branching_cut);
    let mut engine = Engine::with_table(Othello, Hash { canonical: false }, options, None);
    let root = Root { position, history: &[] };
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    engine.search(&root, &limits, &false.into(), &mut |_| {})
}

#[test]
fn a_node_with_fewer_than_ten_leaves_is_worth_its_evaluation() {
    // After each of the four first moves there are three: with one move to
    // look, three leaves, and with two, nine. With three there are 27.
    let start = Othello.initial();
    for depth in [2, 3] {
        assert_eq!(search(&start, depth, true).nodes, 4, "depth {depth}");
    }
    let value = |mv| {
        let mut after = start.clone();
        Othello.play(&mut after, mv);
        -Hash { canonical: false }.evaluate(&Othello, &after)
    };
    let best = Othello.legal_moves(&start).into_iter().map(value).max().expect("four moves");
    assert_eq!(search(&start, 3, true).value.score, Score::estimate(best));
    assert!(search(&start, 4, true).nodes > 4);
}

#[test]
fn the_root_is_always_searched() {
    assert_eq!(search(&Othello.initial(), 1, true).nodes, 4);
}

#[test]
fn without_the_cut_every_node_is_searched() {
    assert!(search(&Othello.initial(), 2, false).nodes > 4);
}
