//! `plywood games`: which games there are.

use crate::failure::Failure;
use plywood_workbench::{GameEntry, Workbench};
use serde::Serialize;
use std::io::Write;

/// List the games, how each is written, and its other names.
#[derive(clap::Args)]
#[command(before_help = "Examples:\n  plywood games\n  plywood games --json")]
pub(crate) struct Args {
    /// Print a JSON document
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct List<'a> {
    schema: u32,
    games: Vec<&'a GameEntry>,
}

pub(crate) fn run(workbench: &Workbench, args: &Args) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    let games: Vec<&GameEntry> = workbench.games().collect();
    if args.json {
        return print_json(&mut out, &List { schema: 1, games });
    }
    out.write_all(list(&games).as_bytes())?;
    Ok(())
}

/// The games, each with what there is to say about it.
pub(crate) fn list(games: &[&GameEntry]) -> String {
    let mut text = String::new();
    for game in games {
        text.push_str(&format!("{}\n", game.form));
        for line in game.about.lines() {
            text.push_str(&format!("    {line}\n"));
        }
        if !game.aliases.is_empty() {
            text.push_str(&format!("    {}\n", game.aliases.join(", ")));
        }
    }
    text
}

/// One JSON document, indented, with a line end.
pub(crate) fn print_json(out: &mut impl Write, value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value).map_err(std::io::Error::from)?;
    writeln!(out, "{text}")?;
    Ok(())
}
