//! `plywood compare`: what engines need for the same depths, and whether those
//! that must find the same value do.

use crate::failure::Failure;
use crate::games::print_json;
use crate::interrupt;
use crate::limits::time;
use crate::numbers::whole;
use crate::outputs::OutputArgs;
use crate::positions::{Asked, PositionsArgs};
use crate::tables::{progress_bar, seconds, table};
use plywood_game::counted;
use plywood_lab::{Comparison, ComparisonReport, ComparisonRow, Summary};
use plywood_workbench::{EngineList, Limits, Suite, Workbench};
use std::io::Write;
use std::ops::RangeInclusive;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  plywood compare tictactoe
  plywood compare othello --moves \"f5 d6 c3\" --algorithms alphabeta,pvs,mtdf --depth 1..8
  plywood compare delta --suite report
  plywood compare delta --suite list
  plywood compare mnk:5,5,4 --depth 4 --algorithms 'pvs,pvs[symmetry=on]' --plot nodes.svg
  plywood compare othello --positions midgame.txt --csv nodes.csv --json";

const AFTER: &str = "\
At a depth, all engines whose techniques are exact must find the value of plain \
minimax; if one does not, the exit status is 1. To be held to that, they search \
here with samedepth=on (entries of the table count for their own depth alone), \
hopes=off (no draws known before the end), threats=off (no wins found by a \
narrow search) and endgame=off (no endgames solved) where nothing else is said \
of them. Those that look further or \
leave out moves (quiescence, branchingcut, near, schedule, mcts) are shown, and \
not judged. The players of one report are judged among themselves, by the \
evaluation that they share.";

/// Compare the nodes, times, moves and values of engines, depth by depth.
#[derive(clap::Args)]
#[command(before_help = EXAMPLES, after_help = AFTER)]
pub(crate) struct Args {
    #[command(flatten)]
    positions: PositionsArgs,
    /// Who is compared, separated by commas; ratios are to the first
    /// [default: minimax,alphabeta,aspiration,pvs,mtdf, or those of the suite]
    #[arg(long, value_name = "A,B,..")]
    algorithms: Option<String>,
    /// How deep they look: one depth, or from one to another
    /// [default: 1..4, or as the suite says]
    #[arg(long, value_name = "N or A..B", allow_hyphen_values = true, value_parser = depths)]
    depth: Option<RangeInclusive<u32>>,
    /// End a search after N nodes; then it goes no deeper there
    #[arg(long, value_name = "N", default_value_t = 10_000_000, allow_hyphen_values = true,
          value_parser = whole::<u64>(1, u64::MAX))]
    nodes: u64,
    /// End a search that takes so long, such as 10s; then it goes no deeper there
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = time)]
    time: Option<Duration>,
    /// Print the nodes in every position too, where there are several
    #[arg(long)]
    each: bool,
    #[command(flatten)]
    outputs: OutputArgs,
}

const USUAL_ALGORITHMS: &str = "minimax,alphabeta,aspiration,pvs,mtdf";
const USUAL_DEPTHS: (u32, u32) = (1, 4);

fn depths(text: &str) -> Result<RangeInclusive<u32>, String> {
    let expected = || "expected a depth such as 5, or depths such as 1..7, from 1 to 1000";
    let number = |text: &str| {
        let plain = text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|depth| plain && (1..=1000).contains(depth))
    };
    let read = match text.split_once("..") {
        Some((first, last)) => number(first).zip(number(last.trim_start_matches('='))),
        None => number(text).map(|depth| (depth, depth)),
    };
    let (first, last) = read.ok_or_else(expected)?;
    match first <= last {
        true => Ok(first..=last),
        false => Err("expected the smaller depth first, such as 2..5".to_owned()),
    }
}

impl Args {
    fn comparison(&self, suite: Option<&Suite>) -> Result<Comparison, Failure> {
        let of_suite = |suite: &Suite| suite.algorithms;
        let usual = suite.and_then(of_suite).unwrap_or(USUAL_ALGORITHMS);
        let EngineList(algorithms) = self.algorithms.as_deref().unwrap_or(usual).parse()?;
        let (first, last) = suite.and_then(|suite| suite.depths).unwrap_or(USUAL_DEPTHS);
        let depths = self.depth.clone().unwrap_or(first..=last);
        let limits = Limits { nodes: Some(self.nodes), time: self.time, ..Limits::default() };
        Ok(Comparison { algorithms, depths, limits })
    }
}

pub(crate) fn run(workbench: &Workbench, args: &Args) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    let (sessions, suite) = match args.positions.open(workbench)? {
        Asked::Positions(sessions, suite) => (sessions, suite),
        Asked::List(text) => return Ok(out.write_all(text.as_bytes())?),
    };
    let comparison = args.comparison(suite.as_ref())?;
    args.outputs.check()?;
    let stop = interrupt::stop_flag();
    let bar = progress_bar();
    let report = comparison.run(workbench, &sessions, &stop, &mut |step| {
        bar.set_length(step.of as u64);
        bar.set_position(step.done as u64);
        bar.set_message(format!("{} depth {}", step.algorithm, step.depth));
    });
    bar.finish_and_clear();
    let report = report?;
    args.outputs.write(|| report.to_csv(), || report.to_svg())?;
    match args.outputs.json {
        true => print_json(&mut out, &report)?,
        false => out.write_all(in_full(&report, args.each).as_bytes())?,
    }
    if !report.complete {
        return Err(args.outputs.interrupted(report.rows.len()));
    }
    verdict(&report)
}

/// An error if the engines disagree, with the first place where they do.
fn verdict(report: &ComparisonReport) -> Result<(), Failure> {
    let Some(first) = report.disagreements.first() else { return Ok(()) };
    let found = first.found.iter().map(|(name, score)| format!("{name}: {}", score.words()));
    Err(Failure::Negative(format!(
        "the engines disagree in {}; the first, at depth {} of {}:\n  {}",
        counted(report.disagreements.len(), "search"),
        first.depth,
        first.position,
        found.collect::<Vec<_>>().join("\n  "),
    )))
}

fn in_full(report: &ComparisonReport, each: bool) -> String {
    let positions = report.positions();
    let mut text = match (positions, report.rows.first()) {
        (1, Some(row)) => format!("{} {}\n\n", report.game, row.position) + &searches(report),
        _ => {
            let all = format!("{}, {}\n\n", report.game, counted(positions, "position"));
            let parts = if each { nodes_of_each(report) } else { String::new() };
            all + &parts + &totals(report)
        }
    };
    let named = |judged: bool| -> Vec<&str> {
        let entrants = report.algorithms.iter();
        let wanted = entrants.filter(|entrant| entrant.exact_under.is_some() == judged);
        wanted.map(|entrant| entrant.name.as_str()).collect()
    };
    let verdict = if report.agree { "the same values" } else { "DIFFERENT VALUES" };
    if named(true).len() > 1 && !report.rows.is_empty() {
        let unfinished = report.rows.iter().filter(|row| !row.finished).count();
        let but = match unfinished {
            0 => String::new(),
            _ => format!("; not finished and not judged: {unfinished}"),
        };
        text.push_str(&format!("\n{verdict} at each depth: {}{but}\n", named(true).join(", ")));
    }
    if !named(false).is_empty() {
        text.push_str(&format!("\nshown, and not judged: {}\n", named(false).join(", ")));
    }
    text
}

/// Every search of one position.
fn searches(report: &ComparisonReport) -> String {
    let ratio = |row: &ComparisonRow| {
        let same = |all: &&Summary| all.depth == row.depth && all.algorithm == row.algorithm;
        report.summary.iter().find(same).and_then(|summary| summary.ratio)
    };
    let row = |row: &ComparisonRow| {
        vec![
            row.depth.to_string(),
            row.algorithm.clone(),
            nodes(row),
            in_digits(ratio(row)),
            seconds(row.elapsed_ms),
            if row.finished { row.best.clone() } else { String::new() },
            if row.finished { row.score.words() } else { "not finished".to_owned() },
        ]
    };
    let headings = ["depth", "<algorithm", "nodes", "ratio", "time", "<best", "<value"];
    table(&headings, report.rows.iter().map(row))
}

/// All positions together.
fn totals(report: &ComparisonReport) -> String {
    let row = |all: &Summary| {
        vec![
            all.depth.to_string(),
            all.algorithm.clone(),
            all.nodes.to_string(),
            format!("{:.1}", all.mean),
            in_digits(all.ratio),
            seconds(all.elapsed_ms),
            all.unfinished.to_string(),
        ]
    };
    let headings =
        ["depth", "<algorithm", "nodes", "geometric mean", "ratio", "time", "not finished"];
    table(&headings, report.summary.iter().map(row))
}

/// The nodes in every position, a line a depth and a column an engine.
fn nodes_of_each(report: &ComparisonReport) -> String {
    let mut text = String::new();
    let names: Vec<&str> = report.algorithms.iter().map(|entrant| entrant.name.as_str()).collect();
    let headings: Vec<&str> = ["depth"].into_iter().chain(names.iter().copied()).collect();
    for rows in report.rows.chunk_by(|one, other| one.position == other.position) {
        let lines = rows.chunk_by(|one, other| one.depth == other.depth).map(|depth| {
            let cell = |name: &&str| {
                let own = depth.iter().find(|row| row.algorithm == **name);
                own.map(nodes).unwrap_or_default()
            };
            let first = depth[0].depth.to_string();
            [first].into_iter().chain(names.iter().map(cell)).collect()
        });
        text.push_str(&format!("{}\n\n{}\n", rows[0].position, table(&headings, lines)));
    }
    text
}

/// The nodes of a search, and whether it would have taken more.
fn nodes(row: &ComparisonRow) -> String {
    let more = if row.finished { "" } else { ">" };
    format!("{more}{}", row.nodes)
}

fn in_digits(ratio: Option<f64>) -> String {
    ratio.map(|ratio| format!("{ratio:.3}")).unwrap_or_default()
}
