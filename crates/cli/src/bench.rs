//! `plywood bench`: a checksum of the search's behaviour. A change that is not
//! meant to change it leaves the nodes and the hash as they are.

use crate::failure::Failure;
use crate::games::print_json;
use plywood_game::mix;
use plywood_workbench::{Analysis, EngineSpec, Limits, Request, Start, Workbench};
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

/// Each search: the game, the moves that lead to the position, the depth, the
/// engine.
const SEARCHES: [(&str, &str, u32, &str); 16] = [
    ("mnk:3,3,3", "", 9, "alphabeta"),
    ("mnk:4,4,3", "", 7, "alphabeta[symmetry=on]"),
    ("mnk:7,7,5", "d4 c4", 4, "alphabeta"),
    ("gomoku", "h8 h9 j8", 4, "alphabeta[near=1,evaluated=on]"),
    ("mnk:70,70,10", "ai35 ah34", 2, "alphabeta[near=2]"),
    ("othello", "f5d6c3d3c4", 8, "alphabeta"),
    ("othello", "f5f6e6f4e3c5", 7, "alphabeta[evaluated=on,symmetry=on]"),
    ("delta", "b2 b4 b2e2 b4b1", 5, "alphabeta"),
    ("delta:placement", "c3 b2", 4, "alphabeta[symmetry=on,history=off]"),
    ("azulejos:5x5,3,seed=1", "", 20, "alphabeta"),
    ("azulejos:10x10,4,seed=1", "", 4, "alphabeta[evaluated=on]"),
    ("azulejos:20x20,4,seed=1", "", 2, "alphabeta"),
    ("mnk:7,7,5", "d4 c4", 5, "pvs"),
    ("othello", "f5d6c3d3c4", 8, "mtdf"),
    ("delta", "b2 b4 b2e2 b4b1", 5, "aspiration"),
    ("azulejos:10x10,4,seed=1", "", 4, "pvs[window=100]"),
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
    for (game, moves, depth, engine) in SEARCHES {
        let moves = Some(moves.to_owned()).filter(|moves| !moves.is_empty());
        let session = workbench.open(game, &Start { moves, ..Start::default() }, 0)?;
        let engine: EngineSpec = engine.parse()?;
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let request = Request { limits, engine, lines: 1 };
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
