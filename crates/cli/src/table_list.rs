//! `plywood tables`: which tables there are, and how to build the others.

use crate::failure::Failure;
use crate::games::print_json;
use crate::program;
use plywood_workbench::tables::{self, TableSummary};
use plywood_workbench::{SCHEMA, Workbench};
use serde::Serialize;
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  plywood tables
  plywood tables --json";

/// List the tables of exact values: where they are, how large, and how to build
/// those that are not there. 'best' uses every table that is listed with a file.
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    /// Print a JSON document
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct List {
    schema: u32,
    tables: Vec<TableSummary>,
    /// Tables that could be built.
    missing: Vec<Missing>,
    /// Files that cannot be used.
    damaged: Vec<Damaged>,
}

#[derive(Serialize)]
struct Missing {
    game: String,
    build: String,
}

#[derive(Serialize)]
struct Damaged {
    file: String,
    problem: String,
}

pub(crate) fn run(workbench: &Workbench, args: &Args) -> Result<(), Failure> {
    let mut list =
        List { schema: SCHEMA, tables: Vec::new(), missing: Vec::new(), damaged: Vec::new() };
    for game in workbench.tabulated() {
        let Some(work) = workbench.table(game)? else { continue };
        match tables::find(&work.name()) {
            None => list.missing.push(Missing { game: game.to_owned(), build: command(game) }),
            Some(found) => match found.header {
                Ok(header) => list.tables.push(TableSummary::new(&found.path, &header, &*work)),
                Err(error) => list.damaged.push(Damaged {
                    file: found.path.display().to_string(),
                    problem: error.to_string(),
                }),
            },
        }
    }
    let mut out = anstream::stdout().lock();
    if args.json {
        return print_json(&mut out, &list);
    }
    for table in &list.tables {
        write!(out, "{}", table.in_full())?;
    }
    for Damaged { problem, .. } in &list.damaged {
        writeln!(out, "cannot be used: {problem}")?;
    }
    for Missing { game, build } in &list.missing {
        writeln!(out, "no table of {game}; it is built by\n  {build}")?;
    }
    Ok(())
}

/// What builds the table of a game in the place where it is looked for.
fn command(game: &str) -> String {
    let place = tables::place_of(game).map_or("FILE".to_owned(), |path| path.display().to_string());
    format!("{} solve {game} --table {place}", program::name())
}
