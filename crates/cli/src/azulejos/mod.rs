//! `plywood azulejos`: the command line of the report that brought the game
//! here, unchanged. On the console it prints the best move for the side to
//! move, player 1 unless the file says otherwise, and the time; as a page it
//! lets a person play player 1 against the machine.

mod words;

use crate::failure::{Failure, complain};
use crate::save::{Existing, replace_file};
use crate::source::read_text;
use crate::thinking::progress_bar;
use crate::{interrupt, serve};
use plywood_game::Side;
use plywood_lab::tree::to_dot_with;
use plywood_web::{Config, Server, StartError};
use plywood_workbench::{
    Analysis, Request, ScoreKind, ScoreReport, SearchGame, Start, StoppedBy, Workbench,
};
use std::io::Write;
use std::time::Duration;
use words::{Limit, Mode, Wish};

const EXAMPLES: &str = "\
Examples:
  plywood azulejos -file board.txt -depth 4 -console -prune
  plywood azulejos -file board.txt -depth 2 -console -tree
  plywood azulejos -file board.txt -maxtime 5 -visual -prune";

const USAGE: &str = "\
plywood azulejos -file F (-maxtime n | -depth n) (-visual | -console) [-prune] [-tree]";

const WORDS: &str = "\
Words, each at most once and in any order:
  -file F     the board: rows, columns, both scores, and a line of digits a row
  -maxtime n  look for n seconds
  -depth n    look n moves ahead
  -console    print the best move of the side to move, and the time
  -visual     open a page on which you are player 1 and the machine player 2
  -prune      cut with alpha-beta
  -tree       write what was searched to tree.dot, with -console only; player 2
              is MAX";

/// Find a move on a board of Azulejos, or play on it, by the words of the
/// report's program.
#[derive(clap::Args)]
#[command(before_help = EXAMPLES, override_usage = USAGE, after_help = WORDS)]
pub(crate) struct Args {
    /// The report's own words, each with one dash
    #[arg(value_name = "WORD", allow_hyphen_values = true, trailing_var_arg = true)]
    words: Vec<String>,
}

/// Of trees larger than this only the upper levels are written: more cannot be
/// drawn.
const LARGEST_TREE: usize = 100_000;

/// Whose eyes the report's tree is seen with.
const MAX: Side = Side::Second;

/// Where the tree goes.
const TREE_FILE: &str = "tree.dot";

/// What the game is called.
const GAME: &str = "azulejos";

pub(crate) fn run(workbench: &Workbench, args: &Args) -> Result<(), Failure> {
    let wish = words::read(&args.words).map_err(Failure::Usage)?;
    let text = read_text(&wish.file)?;
    let start = Start { file: Some(text.clone()), ..Start::default() };
    let session = workbench
        .open(GAME, &start, 0)
        .map_err(|error| Failure::in_file(Some(&wish.file), error))?;
    if session.ending().is_some() {
        return Err(Failure::file(&wish.file, "there is no group to take: the game is over"));
    }
    match wish.mode {
        Mode::Visual => play(workbench, &wish, text),
        Mode::Console { tree } => answer(&*session, &wish, tree),
    }
}

/// The player that the words ask for.
fn machine(wish: &Wish) -> String {
    let prune = if wish.prune { "on" } else { "off" };
    match wish.limit {
        Limit::Depth(depth) => format!("azulejos-minimax[depth={depth},prune={prune}]"),
        Limit::Seconds(seconds) => format!("azulejos-dfs[time={seconds}s,prune={prune}]"),
    }
}

/// Serves a page on which the board is played.
fn play(workbench: &Workbench, wish: &Wish, text: String) -> Result<(), Failure> {
    let usual = Config::default();
    let server = match Server::start(workbench.clone(), &usual) {
        // Another page is being served; this one can be elsewhere.
        Err(StartError::InUse(mut listen)) => {
            listen.set_port(0);
            Server::start(workbench.clone(), &Config { listen, ..usual })
        }
        started => started,
    }?;
    let id = server.begin(GAME, text, machine(wish))?;
    serve::attend(server, Some(&id), true)
}

/// Prints the best move and the time, and writes the tree if it is wanted.
fn answer(session: &dyn SearchGame, wish: &Wish, tree: bool) -> Result<(), Failure> {
    let tree = tree.then_some(LARGEST_TREE);
    let request = Request { tree, ..Request::of_player(&machine(wish).parse()?) };
    let stop = interrupt::stop_flag();
    let bar = progress_bar();
    let mut progress = |so_far: &Analysis| {
        bar.set_message(format!("{} so far  ({} nodes)", so_far.best, so_far.nodes));
    };
    let found = session.analyse(&request, &stop, Some(&mut progress));
    bar.finish_and_clear();
    let mut analysis = found?;
    if let Some(tree) = analysis.tree.take() {
        let dot = to_dot_with(&tree.seen_by(MAX), &in_points);
        // As the report's program does, without being asked.
        replace_file(TREE_FILE, &dot, Existing::Replaced)?;
        if analysis.nodes >= LARGEST_TREE as u64 {
            let note = format!("its upper levels, because the search had {} nodes", analysis.nodes);
            complain(&format!("note: {TREE_FILE} has {note}"));
        }
    }
    let player = if analysis.to_move == Side::First { 1 } else { 2 };
    let mut out = anstream::stdout().lock();
    writeln!(out, "player {player} takes {}", analysis.best)?;
    writeln!(out, "{:.3} seconds", Duration::from_millis(analysis.elapsed_ms).as_secs_f64())?;
    match analysis.stopped_by {
        Some(StoppedBy::Interrupted) => {
            let resume = "this is the best move found until then".to_owned();
            Err(Failure::Interrupted { resume })
        }
        _ => Ok(()),
    }
}

/// A value as the report's tree shows it: what player 2 has more. Estimates are
/// hundredths of points.
fn in_points(score: &ScoreReport) -> String {
    match score.kind {
        ScoreKind::Estimate => (score.value / 100).to_string(),
        _ => score.value.to_string(),
    }
}
