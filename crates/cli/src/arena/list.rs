//! `plywood arena list`: the events of a store.

use super::StoreArg;
use crate::failure::Failure;
use crate::games::print_json;
use crate::tables::table;
use plywood_arena::{Store, StoredEvent};
use serde::Serialize;
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  plywood arena list
  plywood arena list --store cup.sqlite --json";

/// List the events of a store, the newest first.
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    store: StoreArg,
    /// Print a JSON document
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Document {
    schema: u32,
    store: String,
    events: Vec<Line>,
}

#[derive(Serialize)]
struct Line {
    name: String,
    format: &'static str,
    players: usize,
    configurations: usize,
    finished: usize,
    games: usize,
    over: bool,
    created_ms: i64,
    updated_ms: i64,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let place = args.store.place()?;
    let events = Store::ask(&place, async |store| store.events().await)??;
    let lines: Vec<Line> = events.iter().map(line).collect();
    let mut out = anstream::stdout().lock();
    if args.json {
        let store = place.to_string();
        return print_json(&mut out, &Document { schema: 1, store, events: lines });
    }
    let headings = ["<event", "<format", "players", "games", "finished", "<state"];
    let rows = lines.iter().map(|line| {
        let state = if line.over { "ended" } else { "open" };
        let numbers = [line.players, line.games, line.finished].map(|number| number.to_string());
        let [players, games, finished] = numbers;
        vec![line.name.clone(), line.format.to_owned(), players, games, finished, state.to_owned()]
    });
    out.write_all(table(&headings, rows).as_bytes())?;
    Ok(())
}

fn line(stored: &StoredEvent) -> Line {
    let StoredEvent { event, progress, created, updated, .. } = stored;
    Line {
        name: event.name.clone(),
        format: event.format.name(),
        players: event.players.len(),
        configurations: event.configurations.len(),
        finished: progress.finished,
        games: progress.known,
        over: progress.over,
        created_ms: *created,
        updated_ms: *updated,
    }
}
