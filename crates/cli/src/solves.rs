//! `plywood solves`: what workers of a server solve.

use crate::arena::place;
use crate::failure::Failure;
use crate::games::print_json;
use crate::numbers::whole;
use crate::tables::table;
use clap::builder::NonEmptyStringValueParser;
use plywood_arena::{Goal, Store, StoredSolve};
use plywood_workbench::SCHEMA;
use serde::Serialize;
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  plywood solves --store postgres://ann@db.example/arena
  plywood solves --store postgres://ann@db.example/arena --json
  plywood solves --store postgres://ann@db.example/arena --forget 3";

const STORE: &str = "The server and its database, as postgres://USER@HOST/DATABASE";

/// List what the workers of a server solve: who, how far, and what has an answer. 'plywood
/// solve' with the same arguments as before fetches an answer and verifies it.
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    #[arg(long, value_name = "STORE", help = STORE, value_parser = NonEmptyStringValueParser::new())]
    store: String,
    /// Forget this question with its checkpoint and answer
    #[arg(long, value_name = "N", value_parser = whole::<i64>(1, i64::MAX as u64))]
    forget: Option<i64>,
    /// Print a JSON document
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Document {
    schema: u32,
    store: String,
    solves: Vec<StoredSolve>,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let place = place(&args.store)?;
    let solves = Store::ask(&place, async |store| {
        if let Some(id) = args.forget {
            store.forget_solve(id).await?;
        }
        store.solves().await
    })??;
    let mut out = anstream::stdout().lock();
    if args.json {
        let store = place.to_string();
        return print_json(&mut out, &Document { schema: SCHEMA, store, solves });
    }
    let headings = ["number", "<game", "<goal", "<state", "<how far"];
    let rows = solves.iter().map(|stored| {
        let goal = match stored.solve.goal {
            Goal::Certificate { shortest: false, .. } => "certificate",
            Goal::Certificate { shortest: true, .. } => "shortest win",
            Goal::Table { .. } => "table",
        };
        let state = stored.state.name().to_owned();
        let (game, goal) = (stored.solve.game.clone(), goal.to_owned());
        vec![stored.id.to_string(), game, goal, state, stored.in_brief()]
    });
    out.write_all(table(&headings, rows).as_bytes())?;
    Ok(())
}
