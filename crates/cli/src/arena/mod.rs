//! `plywood arena`: tournaments.

mod export;
mod flags;
mod list;
mod play;
mod run;
mod show;
mod words;
mod workers;

pub(crate) use flags::{AdjudicationArgs, OpeningArgs, at_nothing, limits_draft};
pub(crate) use play::{Played, play, stop_flag};
pub(crate) use run::resolve;
pub(crate) use words::{sequential, two_players};

use crate::failure::Failure;
use clap::Subcommand;
use clap::builder::NonEmptyStringValueParser;
use plywood_arena::{Place, Store};
use plywood_workbench::Workbench;

const EXAMPLES: &str = "\
Examples:
  plywood arena run course.toml                    play an event, or go on with it
  plywood arena show                               the standings of the newest event
  plywood arena show course --live                 the same, until it has ended
  plywood arena list                               which events there are
  plywood arena export course report.html          everything on one page
  plywood arena export course games.txt            its games
  plywood arena workers --store postgres://...     who plays on other machines";

/// Run tournaments, and show and export what was played.
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play an event, or go on with it
    Run(Box<run::Args>),
    /// Show the standings of an event
    Show(show::Args),
    /// List the events of a store
    List(list::Args),
    /// Write the games or the standings of an event into a file
    Export(export::Args),
    /// List the workers of a store on a server, or exclude one
    Workers(workers::Args),
}

pub(crate) fn run(workbench: &Workbench, args: &Args) -> Result<(), Failure> {
    match &args.command {
        Command::Run(args) => run::run(workbench, args),
        Command::Show(args) => show::run(args),
        Command::List(args) => list::run(args),
        Command::Export(args) => export::run(workbench, args),
        Command::Workers(args) => workers::run(args),
    }
}

const STORE: &str = "The file in which events are kept, or postgres://USER@HOST/DATABASE; without, a \
    file in the folder that the system has for such things";

/// Where events are kept.
#[derive(clap::Args)]
pub(crate) struct StoreArg {
    #[arg(long, value_name = "STORE", help = STORE, value_parser = NonEmptyStringValueParser::new())]
    store: Option<String>,
}

/// The store that a text names.
pub(crate) fn place(text: &str) -> Result<Place, Failure> {
    Place::read(text).map_err(Failure::Script)
}

impl StoreArg {
    /// Where it is.
    pub(crate) fn place(&self) -> Result<Place, Failure> {
        if let Some(name) = &self.store {
            return place(name);
        }
        Store::usual_path()
            .map(Place::File)
            .ok_or_else(|| Failure::file("arena.sqlite", "there is no home folder; name a --store"))
    }

    /// How a command names this store again, without a password.
    pub(crate) fn words(&self) -> String {
        let place = self.store.as_ref().and_then(|name| Place::read(name).ok());
        place.map_or(String::new(), |place| format!(" --store {place}"))
    }
}
