//! `plywood bench`: a checksum of the search's behaviour. A change that is not
//! meant to change it leaves the nodes and the hash as they are.

use crate::failure::Failure;
use crate::games::print_json;
use plywood_game::mix;
use plywood_workbench::{Analysis, EngineSpec, Request, Start, Workbench};
use serde::Serialize;
use std::io::Write;
use std::sync::atomic::AtomicBool;

/// Run a fixed set of searches of all the games that come with Plywood, and
/// print their nodes and a hash of the results.
#[derive(clap::Args)]
#[command(before_help = "Examples:\n  plywood bench\n  plywood bench --json")]
pub(crate) struct Args {
    /// Print a JSON document
    #[arg(long)]
    json: bool,
}

/// Each search: the game, the moves that lead to the position, the engine with
/// its limit.
const SEARCHES: [(&str, &str, &str); 22] = [
    ("mnk:3,3,3", "", "alphabeta[depth=9]"),
    ("mnk:4,4,3", "", "alphabeta[symmetry=on,depth=7]"),
    ("mnk:7,7,5", "d4 c4", "alphabeta[depth=4]"),
    ("gomoku", "h8 h9 j8", "alphabeta[near=1,evaluated=on,depth=4]"),
    ("mnk:70,70,10", "ai35 ah34", "alphabeta[near=2,depth=2]"),
    ("othello", "f5d6c3d3c4", "alphabeta[depth=8]"),
    ("othello", "f5f6e6f4e3c5", "alphabeta[evaluated=on,symmetry=on,depth=7]"),
    ("delta", "b2 b4 b2e2 b4b1", "alphabeta[depth=5]"),
    ("delta:placement", "c3 b2", "alphabeta[symmetry=on,history=off,depth=4]"),
    ("azulejos:5x5,3,seed=1", "", "alphabeta[depth=20]"),
    ("azulejos:10x10,4,seed=1", "", "alphabeta[evaluated=on,depth=4]"),
    ("azulejos:20x20,4,seed=1", "", "alphabeta[depth=2]"),
    ("mnk:7,7,5", "d4 c4", "pvs[depth=5]"),
    ("othello", "f5d6c3d3c4", "mtdf[depth=8]"),
    ("delta", "b2 b4 b2e2 b4b1", "aspiration[depth=5]"),
    ("azulejos:10x10,4,seed=1", "", "pvs[window=100,depth=4]"),
    ("othello", "f5d6c3d3c4f4f6f3", "best[depth=8]"),
    ("mnk:9,9,5", "e5 f6 e6 e7", "pvs[depth=3,quiescence=4]"),
    ("gomoku", "h8 a1 i8 o1 k9 a15 k10 o15", "best[depth=4]"),
    ("mnk:5,5,4", "c3 b2", "mcts[nodes=20000]"),
    ("othello", "f5d6c3d3c4", "mcts[nodes=20000,rollout=0]"),
    ("othello", "f5d6c3d3c4", "desdemona[nodes=20000]"),
];

#[derive(Serialize)]
struct Document {
    schema: u32,
    nodes: u64,
    hash: String,
    searches: Vec<Analysis>,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let workbench = Workbench::standard();
    let mut searches = Vec::new();
    for (game, moves, engine) in SEARCHES {
        let moves = Some(moves.to_owned()).filter(|moves| !moves.is_empty());
        let session = workbench.open(game, &Start { moves, ..Start::default() }, 0)?;
        let engine: EngineSpec = engine.parse()?;
        let request = Request::of_player(&engine);
        searches.push(session.analyse(&request, &AtomicBool::new(false), &mut |_| {})?);
    }
    let nodes = searches.iter().map(|search| search.nodes).sum();
    let hash = format!("{:016x}", searches.iter().fold(0, hash_of));
    let mut out = anstream::stdout().lock();
    if args.json {
        return print_json(&mut out, &Document { schema: 1, nodes, hash, searches });
    }
    for search in &searches {
        let name = format!("{} {}", search.game, search.player);
        writeln!(out, "{name:64} {:>9} nodes  {}", search.nodes, search.best)?;
    }
    writeln!(out, "nodes {nodes}\nhash {hash}")?;
    Ok(())
}

/// Mixes what a search found, but not how long it took, into the hash.
fn hash_of(hash: u64, search: &Analysis) -> u64 {
    let result = format!(
        "{} {:?} {} {} {}",
        search.pv.join(" "),
        search.score,
        search.exact,
        search.depth,
        search.nodes
    );
    result.bytes().fold(hash, |hash, byte| mix(hash ^ u64::from(byte)))
}
