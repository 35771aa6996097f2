//! `plywood analyze`: the best move, its value, and the play after it.

use crate::failure::Failure;
use crate::games::print_json;
use crate::limits::MoveLimitArgs;
use crate::numbers::{seed, whole};
use crate::save::{Existing, check_place, replace_file};
use crate::thinking::{brief, progress_bar};
use crate::{interrupt, source::Source};
use plywood_game::counted;
use plywood_lab::tree::{to_dot, to_svg};
use plywood_workbench::{
    Analysis, Certainty, EngineSpec, LimitsReport, PlayerSpec, ReadGame, RecordedTree, Request,
    StoppedBy, Workbench,
};
use serde::Serialize;
use std::io::Write;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  plywood analyze tictactoe --moves \"b2 a1\"
  plywood analyze othello --time 10s --lines 3
  plywood analyze mnk:7,7,5 --depth 6 --player 'alphabeta[near=1]' --json
  plywood analyze mnk:7,7,5 --player crazyplayer
  plywood analyze tictactoe --moves \"b2 a2\" --depth 3 --tree tree.svg";

/// Find the best move of a position, its value, and the play after it.
#[derive(clap::Args)]
#[command(before_help = EXAMPLES, after_help = "\
Without any limit it looks for 3 s. An option in the brackets of the player wins over \
the flag for the same: --player 'pvs[depth=4]' --depth 9 looks 4 moves ahead.")]
pub(crate) struct Args {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    limits: MoveLimitArgs,
    /// Who looks, with options in brackets; 'plywood players' lists them
    #[arg(long, value_name = "PLAYER", default_value = "best")]
    player: String,
    /// The size of the table in megabytes
    #[arg(long, value_name = "MB", allow_hyphen_values = true, value_parser = whole::<u64>(1, u64::MAX))]
    hash: Option<u64>,
    /// Search with N threads; with more than one, results may differ
    /// from run to run
    #[arg(long, value_name = "N", allow_hyphen_values = true,
          value_parser = whole::<u64>(1, 256))]
    threads: Option<u64>,
    /// Choose among equally good moves by this seed; without it, the first
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = seed)]
    seed: Option<u64>,
    /// Show the N best moves
    #[arg(long, value_name = "N", default_value_t = 1, allow_hyphen_values = true,
          value_parser = whole::<u64>(1, 10_000))]
    lines: u64,
    /// Write the tree of the search to this file: a picture in .svg, .dot for
    /// Graphviz, or .json
    #[arg(long, value_name = "FILE", value_parser = tree_file)]
    tree: Option<TreeFile>,
    /// Replace the file of the tree if it exists
    #[arg(long, requires = "tree")]
    force: bool,
    /// Record at most N nodes of the tree, in whole levels, and the best
    /// line; a picture (.svg) opens some 200 of them and counts the rest
    #[arg(long, value_name = "N", default_value_t = 2000, requires = "tree",
          allow_hyphen_values = true, value_parser = whole::<u64>(1, 1_000_000))]
    tree_nodes: u64,
    /// Print a JSON document
    #[arg(long)]
    json: bool,
}

/// Where a tree goes, and as what.
#[derive(Clone)]
struct TreeFile {
    name: String,
    in_text: Printer,
}

/// Puts the tree of a session into text.
type Printer = fn(&RecordedTree, &dyn ReadGame) -> String;

fn tree_file(name: &str) -> Result<TreeFile, String> {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    let in_text: Printer = match ending.as_deref() {
        Some("svg") => |tree, session| to_svg(tree, &|line| session.picture_after(line).ok()),
        Some("dot") => |tree, _| to_dot(tree),
        Some("json") => |tree, _| in_json(tree),
        _ => return Err("expected a name that ends in .svg, .dot or .json".to_owned()),
    };
    Ok(TreeFile { name: name.to_owned(), in_text })
}

/// The default time limit.
const USUAL_TIME: Duration = Duration::from_secs(3);

fn in_json(tree: &RecordedTree) -> String {
    // Strings, numbers and lists can always be written.
    serde_json::to_string_pretty(tree).unwrap_or_default() + "\n"
}

pub(crate) fn run(workbench: &Workbench, args: &Args) -> Result<(), Failure> {
    let mut engine: EngineSpec = args.player.parse()?;
    let said = [("table", args.hash), ("threads", args.threads), ("seed", args.seed)];
    for (key, value) in said {
        // Options in brackets belong to the player and win.
        if let Some(value) = value.filter(|_| !engine.has_chosen(key)) {
            engine.change(key, &value.to_string())?;
        }
    }
    let session = args.source.open(workbench)?;
    workbench.admit_engine(&*session, &engine)?;
    let limits = args.limits.or(&engine.limits, USUAL_TIME);
    let tree = args.tree.as_ref().map(|_| args.tree_nodes as usize);
    let request = Request { limits, engine, lines: args.lines as usize, tree };
    let existing = Existing::replaced_if(args.force);
    if let Some(file) = &args.tree {
        check_place(&file.name, existing)?;
    }
    let stop = interrupt::stop_flag();
    let bar = progress_bar();
    let mut progress = |so_far: &Analysis| bar.set_message(brief(so_far));
    let found = session.analyse(&request, &stop, Some(&mut progress));
    bar.finish_and_clear();
    let analysis = found?;
    if let Some((file, tree)) = args.tree.as_ref().zip(analysis.tree.as_ref()) {
        replace_file(&file.name, (file.in_text)(tree, &*session), existing)?;
    }
    let mut out = anstream::stdout().lock();
    let limits = LimitsReport::of(&request.limits, &PlayerSpec::Engine(request.engine));
    match args.json {
        true => print_json(&mut out, &Document { analysis: &analysis, limits })?,
        false => out.write_all(in_full(&analysis, &limits).as_bytes())?,
    }
    match analysis.stopped_by {
        Some(StoppedBy::Interrupted) => {
            let resume = format!("depth {} is complete", analysis.depth);
            Err(Failure::Interrupted { resume })
        }
        _ => Ok(()),
    }
}

#[derive(Serialize)]
struct Document<'a> {
    #[serde(flatten)]
    analysis: &'a Analysis,
    /// The limits that held.
    limits: LimitsReport,
}

fn in_full(analysis: &Analysis, limits: &LimitsReport) -> String {
    let certainty = analysis.certainty_words();
    let why = match analysis.stopped_by {
        Some(StoppedBy::Solved) if analysis.exact => "solved",
        Some(StoppedBy::Solved) => "and deeper searches find the same",
        Some(StoppedBy::Nodes) => "the nodes are used up",
        Some(StoppedBy::Time) => "the time is up",
        Some(StoppedBy::Interrupted) => "interrupted",
        Some(StoppedBy::Depth) | None => "the depth is complete",
    };
    let mut text = format!("{} {}\n", analysis.game, analysis.position);
    if let Some(opening) = &analysis.opening {
        text.push_str(&format!("opening {opening}\n"));
    }
    text.push_str(&format!(
        "best   {}\nvalue  {}, {certainty}\nline   {}\n",
        analysis.best,
        analysis.score.words(),
        analysis.pv.join(" "),
    ));
    if let Some(value) = analysis.settled() {
        text.push_str(&format!("known  {}, {}\n", value.words(), Certainty::Exact.word()));
    }
    if analysis.lines.len() > 1 {
        for (number, line) in (1..).zip(&analysis.lines) {
            let words = line.score.words();
            text.push_str(&format!("{number:5}  {words}: {}\n", line.pv.join(" ")));
        }
    }
    text.push_str(&format!("depth  {}, {why}; {}\n", depths(analysis), nodes(analysis.nodes)));
    text.push_str(&format!("limit  {}\n", limits.words()));
    text
}

fn nodes(nodes: u64) -> String {
    counted(nodes as usize, "node")
}

/// The depth that was completed, and the one begun if it found the move.
fn depths(analysis: &Analysis) -> String {
    let (depth, line) = (analysis.depth_words(), analysis.pv.len());
    let unfinished =
        !matches!(analysis.stopped_by, None | Some(StoppedBy::Depth | StoppedBy::Solved));
    // A search to the end of the game is deeper only by its passes.
    let to_the_end = analysis.confidence.is_some();
    match unfinished && !to_the_end && line > analysis.depth as usize {
        true => format!("{depth}, and {} in part", analysis.depth + 1),
        false => depth,
    }
}
