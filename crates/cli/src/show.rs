//! `plywood show`: draws a position.

use crate::failure::Failure;
use crate::games::print_json;
use crate::{board, source::Source};
use plywood_workbench::{Choice, Snapshot, Workbench};
use serde::Serialize;
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  plywood show othello
  plywood show mnk:3,3,3 --moves \"b2 a1 c3\"
  plywood show delta --position \"o.*../.*.../.*oo*/.*.o./*...o o\"
  plywood show azulejos:10x10,4,seed=1 --as-file > board.txt
  plywood show azulejos --file board.txt";

/// Draw a position, with its counters and whose turn it is.
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    source: Source,
    /// Print the position as a file that --file reads, and nothing else
    #[arg(long, conflicts_with = "json")]
    as_file: bool,
    /// Print a JSON document, the legal moves included
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Document {
    #[serde(flatten)]
    snapshot: Snapshot,
    moves: Vec<Choice>,
}

pub(crate) fn run(workbench: &Workbench, args: &Args) -> Result<(), Failure> {
    let session = args.source.open(workbench)?;
    if args.as_file {
        let text = session.file_text();
        writeln!(anstream::stdout().lock(), "{}", text.trim_end_matches('\n'))?;
        return Ok(());
    }
    let snapshot = session.snapshot();
    let mut out = anstream::stdout().lock();
    if args.json {
        return print_json(&mut out, &Document { snapshot, moves: session.choices() });
    }
    writeln!(out, "{}\n{}", snapshot.game, board::draw(&snapshot))?;
    writeln!(out, "position {}", snapshot.position)?;
    Ok(())
}
