//! `plywood perft`: counts move sequences.

use crate::failure::Failure;
use crate::games::print_json;
use crate::numbers::whole;
use crate::thinking::tick;
use crate::{interrupt, source::Source};
use indicatif::{ProgressBar, ProgressStyle};
use plywood_workbench::{PerftCount, PerftReport, Workbench};
use std::io::Write;
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
Examples:
  plywood perft othello --depth 8
  plywood perft mnk:3,3,3 --moves \"b2\" --depth 8 --json";

/// Count the move sequences of each length from 1 to the depth. A finished
/// game is not extended; when all have ended, the count ends with a 0.
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    source: Source,
    /// The longest length, from 1 to 1000
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = whole::<u32>(1, 1000))]
    depth: u32,
    /// Print a JSON document
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(workbench: &Workbench, args: &Args) -> Result<(), Failure> {
    let session = args.source.open(workbench)?;
    let stop = interrupt::stop_flag();
    let mut out = anstream::stdout().lock();
    let mut report = PerftReport::new(session.snapshot());
    if !args.json {
        writeln!(out, "{} from {}", report.game, report.position)?;
        writeln!(out, "depth  sequences")?;
    }
    for depth in 1..=args.depth {
        let progress = Progress::start(depth);
        let counted = session.perft(depth, &stop);
        progress.finish(counted);
        let Some(nodes) = counted else {
            if args.json {
                print_json(&mut out, &report)?;
            }
            let resume = format!(
                "depth {} is complete, depth {depth} is not; \
                 run again with --depth {} for what is missing",
                depth - 1,
                args.depth,
            );
            return Err(Failure::Interrupted { resume });
        };
        report.counts.push(PerftCount { depth, nodes });
        if !args.json {
            writeln!(out, "{depth:5}  {nodes}")?;
        }
        if nodes == 0 {
            break;
        }
    }
    report.complete = true;
    if args.json {
        print_json(&mut out, &report)?;
    }
    Ok(())
}

/// What a person at a terminal sees while a count takes long.
struct Progress {
    bar: ProgressBar,
    start: Instant,
}

/// Shorter times are not reported.
const WORTH_TELLING: Duration = Duration::from_secs(1);

impl Progress {
    fn start(depth: u32) -> Self {
        let bar = ProgressBar::new_spinner().with_message(format!("depth {depth}"));
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}, {elapsed}") {
            bar.set_style(style);
        }
        tick(&bar, Duration::from_millis(200));
        Self { bar, start: Instant::now() }
    }

    fn finish(self, counted: Option<u64>) {
        let elapsed = self.start.elapsed();
        if let Some(nodes) = counted.filter(|_| elapsed > WORTH_TELLING) {
            let rate = nodes as f64 / elapsed.as_secs_f64() / 1e6;
            let message = self.bar.message();
            self.bar.println(format!("{message} took {elapsed:.1?}, {rate:.0} million a second"));
        }
        self.bar.finish_and_clear();
    }
}
