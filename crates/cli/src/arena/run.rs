//! `plywood arena run`: plays an event, or goes on with it.

use super::flags::{EventFlags, at_nothing};
use super::{Played, StoreArg, play, stop_flag, words};
use crate::failure::Failure;
use crate::games::print_json;
use crate::numbers::whole;
use crate::program;
use crate::source::read_text;
use plywood_arena::{Draft, Resolved, Surroundings};
use plywood_engines::Engines;
use plywood_workbench::Workbench;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::AtomicBool;

const EXAMPLES: &str = "\
Examples:
  plywood arena run course.toml --concurrency 2
  plywood arena run --player best --player mcts --player random --game othello \\
      --games-per-pair 10 --opening-moves 6 --time 100ms
  plywood arena run --player crazyplayer --player mrrobot --game mnk:7,7,4 \\
      --game mnk:10,10,5 --points course --games-per-pair 4 --time 1s --name cup

An event file:
  name = \"cup\"                           # the file's name if left out
  players = [\"crazyplayer\", \"mrrobot\"]
  games = [\"mnk:7,7,4\", \"mnk:10,10,5\"]
  format = \"round-robin\"                 # or match, gauntlet, swiss, knockout
  games-per-pair = 4                     # in each configuration; half of them as first
  points = \"course\"                      # or standard: 1, 1/2, 0
  seed = 1
  concurrency = 2

  [[player]]                             # a player with a name of its own
  name = \"Ann\"
  player = \"ugi:python3 ann.py\"

  [limits]                               # of a move: time, nodes, depth; or clock
  time = \"1s\"

  [openings]                             # without: the start of the game
  file = \"openings.txt\"                  # or moves = 6, balanced = 256, count = 100

  [adjudication]
  exact = true                           # also agreement-moves with agreement-value
  length = 400

A [[configuration]] table has a game with openings and limits of its own; an [sprt] table
(elo0, elo1, alpha, beta, model) ends a match when one hypothesis is decided.

The same command goes on with an event that was interrupted or killed. In a store on a
server, postgres://USER@HOST/DATABASE, the games are played by 'plywood worker'.";

/// Play an event, or go on with it.
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    /// The event; without a file it is written as flags
    #[arg(value_name = "EVENT.toml")]
    file: Option<String>,
    /// The name of the event
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// How many games are played at once
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1, 256))]
    concurrency: Option<usize>,
    #[command(flatten)]
    store: StoreArg,
    /// Write what external engines are told and say to a new file, with times
    #[arg(long, value_name = "FILE")]
    dialogue: Option<String>,
    /// Print a JSON document
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    flags: EventFlags,
}

pub(crate) fn run(workbench: &Workbench, args: &Args) -> Result<(), Failure> {
    let stop = stop_flag();
    let place = args.store.place()?;
    let engines = crate::engine::engines(args.dialogue.as_deref(), &stop)?;
    let engines = if place.is_server() { engines.elsewhere() } else { engines };
    let Resolved { event, concurrency } = args.event(workbench, &engines, &stop)?;
    let Played { standings, interrupted } =
        play(workbench, &event, (&place, concurrency), engines, &stop)?;
    let mut out = anstream::stdout().lock();
    match args.json {
        true => print_json(&mut out, &standings)?,
        false => out.write_all(words::standings(&standings).as_bytes())?,
    }
    if interrupted {
        let progress = standings.progress;
        let resume = format!(
            "{} of {} games are finished and kept; the same command goes on",
            progress.finished, progress.known
        );
        return Err(Failure::Interrupted { resume });
    }
    Ok(())
}

impl Args {
    fn event(
        &self,
        workbench: &Workbench,
        engines: &Engines,
        stop: &AtomicBool,
    ) -> Result<Resolved, Failure> {
        let Some(name) = &self.file else {
            let mut draft = self.flags.draft();
            self.add_to(&mut draft);
            return resolve(workbench, engines, stop, &draft, ("", "event", None));
        };
        if !self.flags.is_empty() {
            let problem = "the event is written in a file and as flags; expected one of them";
            return Err(Failure::file(name, problem));
        }
        let text = read_text(name)?;
        let in_file = |error| Failure::in_file(Some(name), error);
        let mut draft = Draft::read(&text).map_err(in_file)?;
        self.add_to(&mut draft);
        let stem = Path::new(name).file_stem().and_then(|stem| stem.to_str()).unwrap_or("event");
        let stem = if name == "-" { "event" } else { stem };
        resolve(workbench, engines, stop, &draft, (&text, stem, Some(name)))
    }

    fn add_to(&self, draft: &mut Draft) {
        if let Some(name) = &self.name {
            draft.name = Some(at_nothing(name.clone()));
        }
        if let Some(concurrency) = self.concurrency {
            draft.concurrency = Some(at_nothing(concurrency));
        }
    }
}

/// The event of a draft that was read from this text of this file. Files that it
/// names, as the commands of its players, are looked for from the folder in which the
/// command runs.
pub(crate) fn resolve(
    workbench: &Workbench,
    engines: &Engines,
    stop: &AtomicBool,
    draft: &Draft,
    (text, name, file): (&str, &str, Option<&str>),
) -> Result<Resolved, Failure> {
    let read = |name: &str| read_text(name).map_err(|failure| failure.to_string());
    let around = Surroundings { workbench, engines, read: &read, name, stop };
    let resolved = draft.resolve(text, &around).map_err(|error| match file {
        Some(file) => Failure::in_file(Some(file), error),
        None => flag_error(error),
    })?;
    if stop.load(std::sync::atomic::Ordering::Relaxed) {
        let resume = "nothing was played; the same command begins again".to_owned();
        return Err(Failure::Interrupted { resume });
    }
    Ok(resolved)
}

/// An error of a draft that was written as flags, without a place in a file.
fn flag_error(error: plywood_workbench::Error) -> Failure {
    match error {
        plywood_workbench::Error::Text { source_name: "event file", error } => {
            let help = format!("'{} arena run --help' explains events", program::name());
            Failure::Script(format!("{}; {help}", error.brief()))
        }
        other => Failure::Input(other),
    }
}
