//! `plywood bench`: a checksum of the search's behaviour. A change that is not
//! meant to change it leaves the nodes and the hash as they are.

use crate::failure::Failure;
use crate::games::print_json;
use plywood_game::mix;
use plywood_workbench::{
    Analysis, BENCHMARK, BenchmarkSearch, EngineSpec, Request, SCHEMA, ScoreReport, Start,
    Workbench,
};
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
    for BenchmarkSearch { game, moves, engine } in BENCHMARK {
        let moves = Some(moves.to_owned()).filter(|moves| !moves.is_empty());
        let session = workbench.open(game, &Start { moves, ..Start::default() }, 0)?;
        let engine: EngineSpec = engine.parse()?;
        let request = Request::of_player(&engine);
        searches.push(session.analyse(&request, &AtomicBool::new(false), None)?);
    }
    let nodes = searches.iter().map(|search| search.nodes).sum();
    let hash = format!("{:016x}", searches.iter().fold(0, hash_of));
    let mut out = anstream::stdout().lock();
    if args.json {
        return print_json(&mut out, &Document { schema: SCHEMA, nodes, hash, searches });
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
    let ScoreReport { kind, value, plies, .. } = &search.score;
    // In a form that stays as it is when documents say more about a value.
    let score = format!("ScoreReport {{ kind: {kind:?}, value: {value:?}, plies: {plies:?} }}");
    let result = format!(
        "{} {score} {} {} {}",
        search.pv.join(" "),
        search.exact,
        search.depth,
        search.nodes
    );
    result.bytes().fold(hash, |hash, byte| mix(hash ^ u64::from(byte)))
}
