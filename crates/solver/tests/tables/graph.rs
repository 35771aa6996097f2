//! A game that is a random graph with cycles, its table, and the oracle.

use super::build;
use plywood_game::testkit::{GraphNode, TreeGame};
use plywood_game::{Game, Notation, Random, ZeroEvaluator};
use plywood_search::{Verdict, minimax};
use plywood_solver::OwnRules;
use plywood_solver::table::{
    BuildOptions, Forward, Indexed, Judged, Sample, Table, TableProblem, TableValue, verify_table,
};
use std::sync::atomic::AtomicBool;

/// The nodes of a graph by their numbers, the first three twice: as a game with
/// symmetries would have them.
pub(super) struct Nodes {
    game: TreeGame,
    nodes: Vec<GraphNode>,
}

/// Numbers that are second ones.
const TWICE: u64 = 3;

impl Nodes {
    pub(super) fn new(game: TreeGame) -> Self {
        let mut nodes = vec![game.initial()];
        let mut next = 0;
        while next < nodes.len() {
            for branch in game.legal_moves(&nodes[next]) {
                let mut node = nodes[next];
                game.play(&mut node, branch);
                if !nodes.contains(&node) {
                    nodes.push(node);
                }
            }
            next += 1;
        }
        Self { game, nodes }
    }
}

impl Indexed for Nodes {
    type Game = TreeGame;

    fn game(&self) -> &TreeGame {
        &self.game
    }

    fn count(&self) -> u64 {
        self.nodes.len() as u64 + TWICE
    }

    fn block_len(&self) -> usize {
        4
    }

    fn index(&self, position: &GraphNode) -> Option<u64> {
        self.nodes.iter().position(|node| node == position).map(|index| index as u64)
    }

    fn position(&self, index: u64) -> Option<GraphNode> {
        let nodes = self.nodes.len() as u64;
        self.nodes.get((if index < nodes { index } else { index - nodes }) as usize).copied()
    }
}

impl Judged for Nodes {
    type Judge = OwnRules<TreeGame>;

    fn judge(&self) -> OwnRules<TreeGame> {
        OwnRules(self.game.clone())
    }

    fn state(&self, index: u64) -> Option<GraphNode> {
        self.position(index)
    }

    fn number(&self, state: &GraphNode) -> Option<u64> {
        self.index(state)
    }
}

/// A graph of up to 12 nodes. Sides take turns; a branch leads to a node of the
/// other side, to a draw, or to a win of the side that takes it.
pub(super) fn random_graph(dice: &mut Random) -> TreeGame {
    loop {
        let nodes = 4 + dice.below(9);
        let node = |number: usize| {
            let side = number % 2;
            let branches: Vec<String> = (0..1 + dice.below(3))
                .map(|_| match dice.below(12) {
                    0 => "=".to_owned(),
                    1 => (side + 1).to_string(),
                    _ => format!("n{}", dice.below(nodes / 2) * 2 + 1 - side),
                })
                .collect();
            format!("n{number}: {}", branches.join(" "))
        };
        let text: Vec<String> = (0..nodes / 2 * 2).map(node).collect();
        // Graphs with nodes that nothing leads to are refused.
        if let Ok(game) = text.join("; ").parse::<TreeGame>() {
            return game;
        }
    }
}

#[test]
fn tables_of_graphs_with_cycles_hold_the_oracles_values() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut dice = Random::new(1);
    let (mut cyclic, mut seen) = (0, [0_u32; 3]);
    for number in 0..500 {
        let nodes = Nodes::new(random_graph(&mut dice));
        cyclic += u32::from(nodes.game.can_repeat());
        let path = folder.path().join(format!("{number}.table"));
        let header = build(&path, &nodes, &Forward::new(&nodes), BuildOptions::default());
        let header = header.expect("a table");
        assert_eq!(header.census.positions(), nodes.nodes.len() as u64);
        let stop = AtomicBool::new(false);
        let checked = verify_table(&path, &nodes, Sample::All, 2, &stop, &|_| {});
        assert_eq!(checked.expect("right").positions, nodes.nodes.len() as u64);
        let table = Table::open(&path, nodes).expect("a table");
        let nodes = table.indexed();
        for node in &nodes.nodes {
            let oracle = minimax(&nodes.game, &ZeroEvaluator, node, &[], 13).verdict(false);
            let value = table.value(node).expect("readable").expect("a value");
            let plies = value.plies().map(u32::from);
            let same = match (oracle, value) {
                (Verdict::Draw, TableValue::Draw) => true,
                (Verdict::Win { plies: oracle }, TableValue::Win(_))
                | (Verdict::Loss { plies: oracle }, TableValue::Loss(_)) => Some(oracle) == plies,
                _ => false,
            };
            assert!(same, "{}: {oracle:?}, {value:?}", nodes.game.position_text(node));
            seen[(value.sign() + 1) as usize] += 1;
        }
    }
    assert!(cyclic > 300 && seen.iter().all(|&number| number > 500), "{cyclic} {seen:?}");
}

#[test]
fn a_value_that_is_not_that_of_its_successors_is_found() {
    /// The same numbers, but one value is built wrongly.
    struct Wrong<'a>(Forward<'a, Nodes>, u64, u8);
    impl plywood_solver::table::Sweep for Wrong<'_> {
        type Scratch = ();
        fn units(&self) -> usize {
            self.0.units()
        }
        fn scratch(&self) {}
        fn sweep(
            &self,
            unit: usize,
            distance: u8,
            values: &plywood_solver::table::Values,
            (): &mut (),
        ) -> u64 {
            let found = self.0.sweep(unit, distance, values, &mut ());
            values.set(self.1, self.2);
            found
        }
    }
    let game: TreeGame =
        "a: b c; b: d =; c: d; d: a 2; ".trim_end_matches("; ").parse().expect("a graph");
    let nodes = Nodes::new(game);
    let folder = tempfile::tempdir().expect("a folder");
    let stop = AtomicBool::new(false);
    let mut found = 0;
    let right = folder.path().join("right");
    build(&right, &nodes, &Forward::new(&nodes), BuildOptions::default()).expect("a table");
    let table = Table::open(&right, Nodes::new(nodes.game.clone())).expect("a table");
    for index in 0..nodes.count() {
        for byte in 0..=255 {
            if table.at(index).expect("readable") == TableValue::from_byte(byte) {
                continue;
            }
            let path = folder.path().join("wrong");
            let sweep = Wrong(Forward::new(&nodes), index, byte);
            build(&path, &nodes, &sweep, BuildOptions::default()).expect("a table");
            let problem = verify_table(&path, &nodes, Sample::All, 1, &stop, &|_| {})
                .expect_err("one value is wrong");
            assert!(matches!(problem, TableProblem::Contradiction { .. }), "{problem}");
            std::fs::remove_file(&path).expect("removed");
            found += 1;
        }
    }
    assert_eq!(found, nodes.count() * 255);
}
