//! Random games, as graphs.

use plywood_game::Random;
use plywood_game::testkit::TreeGame;

/// A random graph of `size` nodes, with moves after which the same side moves
/// again, with ways of different length to the same node, and with cycles if
/// asked.
pub(crate) fn random_graph(size: usize, cycles: bool, dice: &mut Random) -> TreeGame {
    let mut branches: Vec<Vec<String>> = vec![Vec::new(); size];
    for node in 1..size {
        // Something earlier leads to every node.
        let parent = dice.below(node.min(4)) + node - node.min(4);
        branches[parent].push(format!("n{node}"));
    }
    for (node, branches) in branches.iter_mut().enumerate() {
        for _ in 0..=dice.below(2) {
            branches.push(match dice.below(8) {
                0 => "1".to_owned(),
                1 => "2".to_owned(),
                2 => "=".to_owned(),
                3 => format!("{:+}", dice.below(41) as i32 - 20),
                _ if cycles => format!("n{}", dice.below(size)),
                _ if node + 1 == size => "=".to_owned(),
                _ => format!("n{}", node + 1 + dice.below(size - node - 1)),
            });
        }
        let turned = dice.below(branches.len());
        branches.rotate_left(turned);
    }
    let nodes = branches.iter().enumerate().map(|(number, branches)| {
        let side = if dice.below(8) == 0 { 1 + dice.below(2) } else { 1 + number % 2 };
        format!("n{number}@{side}: {}", branches.join(" "))
    });
    let text = nodes.collect::<Vec<_>>().join("; ");
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}
