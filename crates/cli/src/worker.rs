//! `plywood worker`: plays games of events on a server, or solves.

use crate::arena::place;
use crate::failure::{Failure, complain};
use crate::numbers::whole;
use crate::{engine, interrupt, serve};
use clap::builder::NonEmptyStringValueParser;
use plywood_arena::{Bench, Notice, Place, Terms, Worker};
use plywood_engines::Engines;
use plywood_game::{counted, quoted};
use plywood_workbench::{PlayerSpec, Workbench, parse_time, seed_of_the_moment};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  plywood worker --store postgres://worker@db.example/arena
  plywood worker --store postgres://worker@db.example/arena --concurrency 8
  plywood worker --store postgres://worker@db.example/arena --engine Ann='ugi:python3 ann.py'
  plywood worker --store postgres://worker@db.example/arena --solve

The password comes from the file ~/.pgpass or from PGPASSWORD. 'plywood arena run' with the
same store makes the games; docs/many-machines.md sets everything up.";

const STORE: &str = "The server and its database, as postgres://USER@HOST/DATABASE";

/// Play games of events on a server, or solve, until Ctrl-C.
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    #[arg(long, value_name = "STORE", help = STORE, value_parser = NonEmptyStringValueParser::new())]
    store: String,
    /// An external engine of this machine, under the name that its player has in the
    /// event; can be given several times. Games of others are left to other workers
    #[arg(long, value_name = "NAME=PLAYER", value_parser = serve::named_engine)]
    engine: Vec<(String, String)>,
    /// What this worker is called; without, the name of the machine and a number
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    name: Option<String>,
    /// How many games are played at once
    #[arg(long, alias = "threads", value_name = "N", default_value = "1", value_parser = whole::<usize>(1, 256))]
    concurrency: usize,
    /// How often to give a sign of life
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = heartbeat)]
    lease_heartbeat: Duration,
    /// After how many missing signs of life other workers get the games of this one
    #[arg(long, value_name = "N", default_value = "3", value_parser = whole::<u32>(1, 1000))]
    missed: u32,
    /// How many games are taken from the queue at once
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole::<usize>(1, 1000))]
    batch: usize,
    /// End when every event of the store has ended, or with --solve every question is answered
    #[arg(long)]
    until_done: bool,
    /// Solve positions and build tables for 'plywood solve --store', and play no games
    #[arg(long, conflicts_with_all = ["engine", "concurrency", "batch", "dialogue"])]
    solve: bool,
    /// The most memory that what is solved may take, in megabytes
    #[arg(long, value_name = "MB", default_value = "8192", requires = "solve", value_parser = whole::<u64>(1, 1 << 20))]
    memory: u64,
    /// Write what external engines are told and say to a new file, with times
    #[arg(long, value_name = "FILE")]
    dialogue: Option<String>,
}

fn heartbeat(text: &str) -> Result<Duration, String> {
    let range = Duration::from_millis(100)..=Duration::from_secs(3600);
    parse_time(text)
        .filter(|time| range.contains(time))
        .ok_or_else(|| "expected a time from 100ms to 1h, such as 5s".to_owned())
}

pub(crate) fn run(workbench: &Workbench, args: &Args) -> Result<(), Failure> {
    let place = place(&args.store)?;
    if !place.is_server() {
        let problem = "workers need a server, as postgres://USER@HOST/DATABASE; games in a file \
                       are played by 'plywood arena run' itself";
        return Err(Failure::file(&args.store, problem));
    }
    if args.solve {
        return solve(workbench, args, place);
    }
    let mut engines = Vec::new();
    for (name, player) in &args.engine {
        let player: PlayerSpec = player.parse()?;
        if !matches!(player, PlayerSpec::External(_)) {
            let expected = "expected an external engine; built-in players need no announcement";
            return Err(Failure::Script(format!("--engine {}: {expected}", quoted(name))));
        }
        if engines.iter().any(|(known, _)| known == name) {
            return Err(Failure::Script(format!("--engine {} is given twice", quoted(name))));
        }
        Engines::startable(&player)?;
        engines.push((name.clone(), player));
    }
    let stop = interrupt::stop_flag();
    let name = args.name.clone().unwrap_or_else(usual_name);
    let worker = Worker {
        workbench,
        players: engine::engines(args.dialogue.as_deref(), &stop)?,
        name,
        engines,
        terms: args.terms(),
        place,
    };
    complain(&format!("worker {} plays games of {}; Ctrl-C ends it", worker.name, worker.place));
    let played = worker.run(&stop, &mut |notice: &Notice| complain(&notice.to_string()))?;
    let returned = counted(played.returned as usize, "game");
    let summary = format!("{returned} returned, {} late", played.late);
    farewell(&stop, &summary, "is played by other workers")
}

/// Says what was done, and after an interruption what becomes of the rest.
fn farewell(stop: &AtomicBool, summary: &str, rest: &str) -> Result<(), Failure> {
    if stop.load(Ordering::Relaxed) {
        let resume = format!("{summary}; what was not finished {rest}");
        return Err(Failure::Interrupted { resume });
    }
    complain(summary);
    Ok(())
}

impl Args {
    fn terms(&self) -> Terms {
        Terms {
            heartbeat: self.lease_heartbeat,
            missed: self.missed,
            batch: self.batch,
            concurrency: self.concurrency,
            until_done: self.until_done,
        }
    }
}

/// Answers questions of the solver until Ctrl-C.
fn solve(workbench: &Workbench, args: &Args, place: Place) -> Result<(), Failure> {
    let stop = interrupt::stop_flag();
    let name = args.name.clone().unwrap_or_else(usual_name);
    let bench = Bench { workbench, place, name, megabytes: args.memory, terms: args.terms() };
    complain(&format!("worker {} solves for {}; Ctrl-C ends it", bench.name, bench.place));
    let solved = bench.run(&stop, &mut |notice: &Notice| complain(&notice.to_string()))?;
    let returned = counted(solved.returned as usize, "answer");
    let summary = format!("{returned} returned, {} late", solved.late);
    farewell(&stop, &summary, "goes on from its checkpoint")
}

/// The machine's name, with a number that tells workers on it apart.
fn usual_name() -> String {
    #[cfg(unix)]
    let machine = rustix::system::uname().nodename().to_string_lossy().into_owned();
    #[cfg(not(unix))]
    let machine = std::env::var("COMPUTERNAME").unwrap_or("worker".to_owned());
    format!("{machine}-{:06}", seed_of_the_moment())
}
