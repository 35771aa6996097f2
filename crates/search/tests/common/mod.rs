//! What the tests of the search share: an evaluator without sense, so that
//! nothing comes out right by chance, and positions of every kind.

use plywood_game::testkit::TreeGame;
use plywood_game::{Evaluator, Game, Random, Symmetry, mix};

/// A value that is nothing but a hash of the position, from a small range, so
/// that equal values are frequent. `canonical` gives images of a position the
/// same value, which a table with symmetries relies on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hash {
    pub(crate) canonical: bool,
}

impl<G: Symmetry> Evaluator<G> for Hash {
    type Accumulator = u64;

    fn refresh(&self, game: &G, position: &G::Position) -> u64 {
        match self.canonical {
            true => game.canonical_key(position).0,
            false => game.key(position),
        }
    }

    fn update(&self, game: &G, key: &mut u64, _: G::Move, _: &G::Undo, after: &G::Position) {
        *key = self.refresh(game, after);
    }

    fn evaluate(&self, _: &G, _: &G::Position, _: Option<G::Move>, key: &u64) -> i32 {
        (mix(!key) % 41) as i32 - 20
    }
}

/// A position some random moves into a game, not its end, and the keys of the
/// positions before it.
pub(crate) fn random_position<G: Game>(
    game: &G,
    dice: &mut Random,
    plies: usize,
) -> (G::Position, Vec<u64>) {
    loop {
        let mut position = game.initial();
        let mut history = Vec::new();
        for _ in 0..plies {
            let moves = game.legal_moves(&position);
            let Some(&mv) = dice.pick(&moves) else { break };
            history.push(game.key(&position));
            game.play(&mut position, mv);
        }
        if game.outcome(&position).is_none() {
            return (position, history);
        }
    }
}

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
