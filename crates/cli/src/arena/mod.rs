//! `plywood arena`: tournaments.

mod export;
mod flags;
mod list;
mod play;
mod run;
mod show;
mod words;

pub(crate) use flags::{AdjudicationArgs, OpeningArgs, at_nothing, limits_draft};
pub(crate) use play::{Played, play, stop_flag};
pub(crate) use run::resolve;
pub(crate) use words::{sequential, two_players};

use crate::failure::Failure;
use clap::Subcommand;
use clap::builder::NonEmptyStringValueParser;
use plywood_arena::Store;
use plywood_workbench::Workbench;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  plywood arena run course.toml                    play an event, or go on with it
  plywood arena show                               the standings of the newest event
  plywood arena show course --live                 the same, until it has ended
  plywood arena list                               which events there are
  plywood arena export course report.html          everything on one page
  plywood arena export course games.txt            its games";

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
}

pub(crate) fn run(workbench: &Workbench, args: &Args) -> Result<(), Failure> {
    match &args.command {
        Command::Run(args) => run::run(workbench, args),
        Command::Show(args) => show::run(args),
        Command::List(args) => list::run(args),
        Command::Export(args) => export::run(workbench, args),
    }
}

/// Where events are kept.
#[derive(clap::Args)]
pub(crate) struct StoreArg {
    /// The file in which events are kept; without, one in the folder that the system
    /// has for such things
    #[arg(long, value_name = "FILE", value_parser = NonEmptyStringValueParser::new())]
    store: Option<String>,
}

impl StoreArg {
    /// The file.
    pub(crate) fn path(&self) -> Result<PathBuf, Failure> {
        if let Some(name) = &self.store {
            if name.contains("://") {
                return Err(Failure::file(name, "only files can be stores; name a file"));
            }
            return Ok(PathBuf::from(name));
        }
        Store::usual_path()
            .ok_or_else(|| Failure::file("arena.sqlite", "there is no home folder; name a --store"))
    }

    /// How a command names this store again.
    pub(crate) fn words(&self) -> String {
        self.store.as_ref().map_or(String::new(), |name| format!(" --store {name}"))
    }
}
