//! What each technique is worth: the nodes of a fixed set of searches with
//! everything usual on, and with one technique changed. Nodes, not seconds, so
//! that the figures are the same everywhere.
//!
//! `cargo bench -p plywood-search --bench techniques`

#![allow(missing_docs, reason = "a benchmark")]

use plywood_game::{Knowledge, Notation, Symmetry};
use plywood_games::azulejos::{Azulejos, Points};
use plywood_games::delta::{Delta, Potential};
use plywood_games::mnk::{Mnk, Params, Windows};
use plywood_games::othello::{Othello, Positional};
use plywood_search::{Engine, Limits, Options, Root, RootWindows};
use std::sync::atomic::AtomicBool;

/// The nodes of searches of a game from these openings.
fn nodes<G: Symmetry + Notation, K: Knowledge<G> + Clone>(
    game: &G,
    evaluator: &K,
    openings: &[&str],
    depth: u32,
    options: &Options,
) -> u64 {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let search = |opening: &&str| {
        let mut position = game.initial();
        for mv in game.parse_moves(&position, opening).expect("an opening") {
            game.play(&mut position, mv);
        }
        let mut engine = Engine::new(game.clone(), evaluator.clone(), options.clone(), 64)
            .expect("memory for a table");
        let root = Root { position: &position, history: &[] };
        engine.search(&root, &limits, &AtomicBool::new(false), &mut |_| {}).nodes
    };
    openings.iter().map(search).sum()
}

/// The nodes of all games.
fn all_games(options: &Options) -> [u64; 5] {
    let params = Params::new(7, 7, 5).expect("good parameters");
    let small = Params::new(4, 5, 4).expect("good parameters");
    let tiles = Azulejos::generated(10, 10, 4, 1).expect("good parameters");
    let othello = ["f5d6c3d3c4", "f5f6e6f4e3c5", "f5d6c4d3c3f4f6g5"];
    [
        nodes(&Mnk::<1>::new(params), &Windows::new(params), &["", "d4", "d4 c4 d5"], 5, options),
        nodes(&Othello, &Positional, &othello, 8, options),
        nodes(&Delta::standard(), &Potential::default(), &["", "b2 b4 b2e2 b4b1"], 6, options),
        nodes(&tiles, &Points, &[""], 5, options),
        // To the end, from two moves on.
        nodes(&Mnk::<1>::new(small), &Windows::new(small), &["b2 c3"], 18, options),
    ]
}

type Change = fn(&mut Options);

const CHANGES: [(&str, Change); 15] = [
    ("usual, with null windows", |_| {}),
    ("without null windows", |options| options.windows.null = false),
    ("aspiration 25", |o| o.windows.root = RootWindows::Aspiration { delta: 25 }),
    ("MTD(f)", |options| options.windows.root = RootWindows::Mtdf),
    ("without deepening", |options| options.deepening.on = false),
    ("without the table", |options| options.table.on = false),
    ("without the table's move", |options| options.ordering.table_move = false),
    ("without killers", |options| options.ordering.killers = false),
    ("without history", |options| options.ordering.history = false),
    ("without countermoves", |options| options.ordering.countermoves = false),
    ("without forced moves", |options| options.proofs.forced_moves = false),
    ("without known draws", |options| options.proofs.known_draws = false),
    ("with symmetry", |options| options.table.symmetry = true),
    ("quiescence 4", |options| options.horizon.quiescence = 4),
    ("ordered by evaluation", |options| options.ordering.evaluated = true),
];

fn main() {
    let games = ["mnk:7,7,5", "othello", "delta", "azulejos", "mnk:4,5,4"];
    println!("{:26}{}", "", games.map(|game| format!("{game:>16}")).concat());
    let mut usual = [0; 5];
    for (name, change) in CHANGES {
        let mut options = Options::default().with(|options| options.windows.null = true);
        change(&mut options);
        let nodes = all_games(&options);
        if usual == [0; 5] {
            usual = nodes;
        }
        let cells: String = nodes
            .iter()
            .zip(usual)
            .map(|(&nodes, usual)| format!("{nodes:>10} {:>4.2}x", nodes as f64 / usual as f64))
            .collect();
        println!("{name:26}{cells}");
    }
}
