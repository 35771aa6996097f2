//! `plywood arena workers`: who plays the games of a store on a server.

use super::StoreArg;
use crate::failure::{Failure, complain};
use crate::games::print_json;
use crate::tables::table;
use plywood_arena::{Store, StoredWorker};
use serde::Serialize;
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  plywood arena workers --store postgres://ann@db.example/arena
  plywood arena workers --store postgres://ann@db.example/arena --exclude lab-3
  plywood arena workers --store postgres://ann@db.example/arena --admit lab-3";

/// List the workers of a store on a server, or exclude one.
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    store: StoreArg,
    /// Hand no more games to this worker, and those that it plays to others
    #[arg(long, value_name = "NAME", conflicts_with = "admit")]
    exclude: Option<String>,
    /// Hand games to this worker again
    #[arg(long, value_name = "NAME")]
    admit: Option<String>,
    /// Print a JSON document
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Document {
    schema: u32,
    store: String,
    workers: Vec<StoredWorker>,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let place = args.store.place()?;
    let change = args.exclude.as_ref().map(|name| (name, true));
    let change = change.or(args.admit.as_ref().map(|name| (name, false)));
    let workers = Store::ask(&place, async |store| {
        if let Some((name, excluded)) = change {
            store.exclude(name, excluded).await?;
        }
        store.workers().await
    })??;
    let mut out = anstream::stdout().lock();
    if args.json {
        let store = place.to_string();
        return print_json(&mut out, &Document { schema: 1, store, workers });
    }
    let headings =
        ["<worker", "<engines", "<seen", "playing", "counted", "late", "refused", "<state"];
    let rows = workers.iter().map(|worker| {
        let numbers = [worker.playing, worker.counted, worker.late, worker.refused];
        let mut cells = vec![worker.name.clone(), worker.engines.join(", "), seen(worker)];
        cells.extend(numbers.map(|number| number.to_string()));
        cells.push(if worker.excluded { "excluded" } else { "" }.to_owned());
        cells
    });
    out.write_all(table(&headings, rows).as_bytes())?;
    for worker in &workers {
        if let Some(reason) = &worker.reason {
            complain(&format!("note: the last refused game of {}: {reason}", worker.name));
        }
    }
    Ok(())
}

fn seen(worker: &StoredWorker) -> String {
    worker.seen_s.map_or("left".to_owned(), |seconds| format!("{seconds:.0} s ago"))
}
