//! The fixed searches whose nodes and results are a checksum of the engines'
//! behaviour, and the positions of them as suites.

use crate::{Positions, Suite};

/// A search of the benchmark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BenchmarkSearch {
    /// The game.
    pub game: &'static str,
    /// The moves that lead to the position.
    pub moves: &'static str,
    /// The engine, with its limit.
    pub engine: &'static str,
}

/// Every search of the benchmark.
pub const BENCHMARK: [BenchmarkSearch; 22] = [
    search("mnk:3,3,3", "", "alphabeta[depth=9]"),
    search("mnk:4,4,3", "", "alphabeta[symmetry=on,depth=7]"),
    search("mnk:7,7,5", "d4 c4", "alphabeta[depth=4]"),
    search("gomoku", "h8 h9 j8", "alphabeta[near=1,evaluated=on,depth=4]"),
    search("mnk:70,70,10", "ai35 ah34", "alphabeta[near=2,depth=2]"),
    search("othello", "f5d6c3d3c4", "alphabeta[depth=8]"),
    search("othello", "f5f6e6f4e3c5", "alphabeta[evaluated=on,symmetry=on,depth=7]"),
    search("delta", "b2 b4 b2e2 b4b1", "alphabeta[depth=5]"),
    search("delta:placement", "c3 b2", "alphabeta[symmetry=on,history=off,depth=4]"),
    search("azulejos:5x5,3,seed=1", "", "alphabeta[depth=20]"),
    search("azulejos:10x10,4,seed=1", "", "alphabeta[evaluated=on,depth=4]"),
    search("azulejos:20x20,4,seed=1", "", "alphabeta[depth=2]"),
    search("mnk:7,7,5", "d4 c4", "pvs[depth=5]"),
    search("othello", "f5d6c3d3c4", "mtdf[depth=8]"),
    search("delta", "b2 b4 b2e2 b4b1", "aspiration[depth=5]"),
    search("azulejos:10x10,4,seed=1", "", "pvs[window=100,depth=4]"),
    search("othello", "f5d6c3d3c4f4f6f3", "best[depth=8]"),
    search("mnk:9,9,5", "e5 f6 e6 e7", "pvs[depth=3,quiescence=4]"),
    search("gomoku", "h8 a1 i8 o1 k9 a15 k10 o15", "best[depth=4]"),
    search("mnk:5,5,4", "c3 b2", "mcts[nodes=20000]"),
    search("othello", "f5d6c3d3c4", "mcts[nodes=20000,rollout=0]"),
    search("othello", "f5d6c3d3c4", "desdemona[nodes=20000]"),
];

const fn search(game: &'static str, moves: &'static str, engine: &'static str) -> BenchmarkSearch {
    BenchmarkSearch { game, moves, engine }
}

/// The benchmark's positions of one game, each once.
pub(crate) fn benchmark_suite(game: &'static str) -> Suite {
    let mut positions: Vec<&str> = Vec::new();
    for search in BENCHMARK.iter().filter(|search| search.game == game) {
        if !positions.contains(&search.moves) {
            positions.push(search.moves);
        }
    }
    Suite {
        name: "bench",
        about: "the positions of 'plywood bench'",
        game,
        algorithms: None,
        depths: None,
        positions: Positions::Moves(positions),
    }
}
