//! Games whose positions come back: the value is that of retrograde analysis,
//! in which a line without end is a draw, on every one of many random graphs.

use super::{certify, solve, verify};
use plywood_game::testkit::TreeGame;
use plywood_game::{Game, Notation, Outcome, Random, Side, ZeroEvaluator};
use plywood_solver::OwnRules;
use std::collections::HashMap;

/// A graph of this many nodes with random branches and few ends.
fn random_graph(dice: &mut Random, nodes: usize) -> String {
    let ends = ["1", "2", "="];
    let node = |number: usize, dice: &mut Random| {
        let branch = |dice: &mut Random| match dice.below(6) {
            0 => ends[dice.below(3)].to_owned(),
            _ => format!("n{}", dice.below(nodes)),
        };
        let mut branches: Vec<String> = (0..1 + dice.below(3)).map(|_| branch(dice)).collect();
        // Every node must be reached from somewhere.
        if number + 1 < nodes {
            branches.insert(dice.below(branches.len() + 1), format!("n{}", number + 1));
        }
        let side = 1 + number % 2;
        format!("n{number}@{side}: {}", branches.join(" "))
    };
    let nodes: Vec<String> = (0..nodes).map(|number| node(number, dice)).collect();
    nodes.join("; ")
}

/// The value for the first side of every node that can be reached, by repeated
/// sweeps: what is never decided is a draw.
fn values(game: &TreeGame) -> HashMap<String, i32> {
    let mut found = vec![game.initial()];
    let mut next = 0;
    while next < found.len() {
        let position = found[next];
        for mv in game.legal_moves(&position) {
            let mut child = position;
            game.play(&mut child, mv);
            if !found.contains(&child) {
                found.push(child);
            }
        }
        next += 1;
    }
    let mut known: HashMap<String, i32> = HashMap::new();
    loop {
        let before = known.len();
        for position in &found {
            let text = game.position_text(position);
            let sign = game.to_move(position).sign();
            let value = match game.outcome(position) {
                Some(outcome) => Some(outcome.value_for(Side::First)),
                None => {
                    let children = game.legal_moves(position).into_iter().map(|mv| {
                        let mut child = *position;
                        game.play(&mut child, mv);
                        known.get(&game.position_text(&child)).map(|value| value * sign)
                    });
                    let children: Vec<Option<i32>> = children.collect();
                    match children.iter().max() {
                        Some(Some(1)) => Some(sign),
                        _ if children.iter().all(|value| *value == Some(-1)) => Some(-sign),
                        _ => None,
                    }
                }
            };
            if let Some(value) = value.filter(|value| *value != 0) {
                known.insert(text, value);
            }
        }
        if known.len() == before {
            return known;
        }
    }
}

#[test]
fn a_graph_with_cycles_has_the_value_of_retrograde_analysis_and_a_certificate() {
    let mut dice = Random::new(5);
    let mut draws = 0;
    for round in 0..400 {
        let text = random_graph(&mut dice, 3 + round % 12);
        let game: TreeGame = text.parse().expect("a graph");
        let start = game.initial();
        let expected = values(&game).get(&game.position_text(&start)).copied().unwrap_or(0);
        let expected = expected * game.to_move(&start).sign();
        let solved = solve(&game, &ZeroEvaluator, &start, false);
        assert_eq!(solved.value, expected, "{text}");
        let (_, certificate) = certify(&game, &ZeroEvaluator, &start);
        let checked = verify(&OwnRules(game), &certificate);
        assert!(checked.is_ok(), "{text}: {checked:?}");
        draws += u32::from(expected == 0);
    }
    assert!((50..350).contains(&draws), "all kinds occur: {draws} draws");
}

/// The known trap: what is a draw by repetition on one path is a win on another.
#[test]
fn a_draw_on_one_path_is_not_a_draw_on_another() {
    let game: TreeGame = "a@1: b c; b@2: c; c@1: b d; d@2: 1 a".parse().expect("a graph");
    let value = solve(&game, &ZeroEvaluator, &game.initial(), false).value;
    assert_eq!(value, 0, "the second side goes from d back to a for ever");
    let game: TreeGame = "a@1: b; b@2: c; c@1: b 1".parse().expect("a graph");
    assert_eq!(game.outcome(&game.initial()), None::<Outcome>);
    assert_eq!(solve(&game, &ZeroEvaluator, &game.initial(), false).value, 1);
}
