//! `plywood depths`: the depths that players reach in a given time.

use crate::failure::Failure;
use crate::games::print_json;
use crate::interrupt;
use crate::outputs::OutputArgs;
use crate::positions::{Asked, PositionsArgs};
use crate::tables::{progress_bar, table};
use plywood_game::counted;
use plywood_lab::{Depths, DepthsReport, Median};
use plywood_workbench::{EngineList, Workbench, parse_time};
use std::io::Write;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  plywood depths othello --players omatic-id,best --times 100ms,500ms,1s,2s
  plywood depths delta --suite report --players delta-deepening,delta-zero --times 50ms,100ms
  plywood depths gomoku --moves \"h8 h9\" --players best,mcts --plot depths.svg";

/// Measure the depth and the nodes that players reach in given times.
#[derive(clap::Args)]
#[command(before_help = EXAMPLES, after_help = "\
Of several positions the medians are shown. Every search begins with an empty \
table. Players that do not look to a depth, such as mcts, have nodes only.")]
pub(crate) struct Args {
    #[command(flatten)]
    positions: PositionsArgs,
    /// The players, separated by commas
    #[arg(long, value_name = "A,B,..", default_value = "best,mcts")]
    players: String,
    /// The times that each is given, separated by commas
    #[arg(long, value_name = "T,T,..", default_value = "50ms,100ms,200ms,500ms,1s",
          allow_hyphen_values = true, value_delimiter = ',', value_parser = time)]
    times: Vec<Duration>,
    #[command(flatten)]
    outputs: OutputArgs,
}

fn time(text: &str) -> Result<Duration, String> {
    parse_time(text.trim())
        .ok_or_else(|| "expected times above zero, in ms, s or m, such as 500ms,2s".to_owned())
}

pub(crate) fn run(workbench: &Workbench, args: &Args) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    let sessions = match args.positions.open(workbench)? {
        Asked::Positions(sessions, _) => sessions,
        Asked::List(text) => return Ok(out.write_all(text.as_bytes())?),
    };
    let EngineList(players) = args.players.parse()?;
    let depths = Depths { players, times: in_order(&args.times) };
    args.outputs.check()?;
    let stop = interrupt::stop_flag();
    let bar = progress_bar();
    let report = depths.run(workbench, &sessions, &stop, &mut |step| {
        bar.set_length(step.of as u64);
        bar.set_position(step.done as u64);
        bar.set_message(format!("{} {:?}", step.player, step.time));
    });
    bar.finish_and_clear();
    let report = report?;
    args.outputs.write(|| report.to_csv(), || report.to_svg())?;
    match args.outputs.json {
        true => print_json(&mut out, &report)?,
        false => out.write_all(in_full(&report, sessions.len()).as_bytes())?,
    }
    match report.complete {
        true => Ok(()),
        false => Err(args.outputs.interrupted(report.rows.len())),
    }
}

/// The times from the shortest to the longest, each once.
fn in_order(times: &[Duration]) -> Vec<Duration> {
    let mut times = times.to_vec();
    times.sort_unstable();
    times.dedup();
    times
}

fn in_full(report: &DepthsReport, positions: usize) -> String {
    let head = match (positions, report.rows.first()) {
        (1, Some(row)) => format!("{} {}\n\n", report.game, row.position),
        _ => format!("{}, medians of {}\n\n", report.game, counted(positions, "position")),
    };
    let row = |median: &Median| {
        let share = match (median.solved, median.positions) {
            (0, _) => String::new(),
            (1, 1) => "yes".to_owned(),
            (solved, all) => format!("{solved} of {all}"),
        };
        vec![
            median.player.clone(),
            format!("{} ms", median.time_ms),
            median.depth.map_or_else(|| "-".to_owned(), |depth| depth.to_string()),
            median.nodes.to_string(),
            share,
        ]
    };
    let headings = ["<player", "time", "depth", "nodes", "<solved"];
    head + &table(&headings, report.medians.iter().map(row))
}
