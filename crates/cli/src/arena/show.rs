//! `plywood arena show`: the standings of an event.

use super::{StoreArg, words};
use crate::failure::Failure;
use crate::games::print_json;
use crate::interrupt;
use plywood_arena::{Place, Standings, Store, StoreError, StoredEvent};
use std::io::{IsTerminal, Write};
use std::sync::atomic::Ordering;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  plywood arena show                      the newest event
  plywood arena show cup --live           again every second until it has ended
  plywood arena show cup --details        also time, depth, speed and faults
  plywood arena show cup --json           everything, as a JSON document";

/// Show the standings of an event.
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    /// The name of the event; without, the newest
    #[arg(value_name = "EVENT")]
    event: Option<String>,
    #[command(flatten)]
    store: StoreArg,
    /// Show them again every second until the event has ended
    #[arg(long, conflicts_with = "json")]
    live: bool,
    /// Also show time, depth, speed and faults of each player
    #[arg(long)]
    details: bool,
    /// Print a JSON document
    #[arg(long)]
    json: bool,
}

/// How long a live view stands still.
const PAUSE: Duration = Duration::from_secs(1);

/// Moves to the first line of the terminal and clears it.
const CLEAR: &str = "\u{1b}[H\u{1b}[2J";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let place = args.store.place()?;
    let mut out = anstream::stdout().lock();
    let standings = || standings(&place, args.event.as_deref());
    if args.json {
        return print_json(&mut out, &standings()?);
    }
    let stop = args.live.then(interrupt::stop_flag);
    let clear = if args.live && std::io::stdout().is_terminal() { CLEAR } else { "" };
    loop {
        let standings = standings()?;
        write!(out, "{clear}{}", words::standings(&standings))?;
        if args.details {
            write!(out, "\n{}", words::effort_table(&standings))?;
        }
        out.flush()?;
        match &stop {
            Some(stop) if !standings.progress.over => {
                std::thread::sleep(PAUSE);
                if stop.load(Ordering::Relaxed) {
                    return Ok(());
                }
            }
            _ => return Ok(()),
        }
    }
}

/// The event of this name, or the newest.
pub(super) async fn find(store: &mut Store, name: Option<&str>) -> Result<StoredEvent, StoreError> {
    let Some(name) = name else {
        let problem = "has no event; 'arena run' begins one".to_owned();
        let place = store.place().clone();
        let none = StoreError::Unusable { place, problem, passes: false };
        return store.events().await?.into_iter().next().ok_or(none);
    };
    store.event(name).await
}

fn standings(place: &Place, name: Option<&str>) -> Result<Standings, StoreError> {
    Store::ask(place, async |store| {
        let stored = find(store, name).await?;
        Ok(Standings::new(&store.schedule(&stored).await?))
    })?
}
