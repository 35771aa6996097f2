//! `plywood azulejos`: the command line of the report that brought the game
//! here, word for word. On the console it tells the best move for whoever is to
//! move, player 1 unless the file says otherwise, and the time; as a page it
//! lets a person play player 1 against the machine.

mod dot;
mod words;

use crate::failure::Failure;
use crate::save::replace_file;
use crate::source::read_text;
use crate::thinking::progress_bar;
use crate::{interrupt, serve};
use dot::Tree;
use plywood_game::{Game, Notation, Side, TextError};
use plywood_games::azulejos::{Azulejos, Position, Tile};
use plywood_players::azulejos::Minimax;
use plywood_search::{Limits, Report, Root, SEARCH_STACK, StoppedBy};
use plywood_web::{Config, Server, StartError};
use plywood_workbench::{Error, Workbench};
use std::io::Write;
use std::sync::atomic::AtomicBool;
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
  -console    print the best move of player 1, and the time
  -visual     open a page on which you are player 1 and the machine player 2
  -prune      cut with alpha-beta
  -tree       write what was searched to tree.dot; player 2 is MAX";

/// Find a move on a board of Azulejos, or play on it, by the words of the
/// report's program.
#[derive(clap::Args)]
#[command(before_help = EXAMPLES, override_usage = USAGE, after_help = WORDS)]
pub(crate) struct Args {
    /// The report's own words, each with one dash
    #[arg(value_name = "WORD", allow_hyphen_values = true, trailing_var_arg = true)]
    words: Vec<String>,
}

/// Trees larger than this cannot be drawn, nor easily kept.
const LARGEST_TREE: u64 = 1_000_000;

/// Where the tree goes.
const TREE_FILE: &str = "tree.dot";

pub(crate) fn run(workbench: &Workbench, args: &Args) -> Result<(), Failure> {
    let said = |error| Error::Text { source_name: "arguments", error };
    let wish = words::read(&args.words).map_err(said)?;
    let text = read_text(&wish.file)?;
    let game = Azulejos::any();
    let in_file = |error: TextError| {
        Failure::in_file(Some(&wish.file), Error::Text { source_name: "file", error })
    };
    let position = game.parse_file(&text).map_err(in_file)?;
    if game.outcome(&position).is_some() {
        return Err(Failure::file(&wish.file, "there is no group to take: the game is over"));
    }
    match wish.mode {
        Mode::Visual => play(workbench, &wish, text),
        Mode::Console { tree } => answer(&game, &position, &wish, tree),
    }
}

/// Serves a page on which the board is played.
fn play(workbench: &Workbench, wish: &Wish, text: String) -> Result<(), Failure> {
    let prune = if wish.prune { "on" } else { "off" };
    let machine = match wish.limit {
        Limit::Depth(depth) => format!("azulejos-minimax[depth={depth},prune={prune}]"),
        Limit::Seconds(seconds) => format!("azulejos-dfs[time={seconds}s,prune={prune}]"),
    };
    let usual = Config::default();
    let server = match Server::start(workbench.clone(), &usual) {
        // Another page is being served; this one can be elsewhere.
        Err(StartError::InUse(mut listen)) => {
            listen.set_port(0);
            Server::start(workbench.clone(), &Config { listen, ..usual })
        }
        started => started,
    }?;
    let id = server.begin("azulejos", text, machine)?;
    serve::attend(server, Some(&id), true)
}

/// Prints the best move and the time, and writes the tree if it is wanted.
fn answer(game: &Azulejos, position: &Position, wish: &Wish, tree: bool) -> Result<(), Failure> {
    let (depth, time) = match wish.limit {
        Limit::Depth(depth) => (Some(depth), None),
        Limit::Seconds(seconds) => (None, Some(Duration::from_secs(seconds))),
    };
    let limits = Limits { depth, time, nodes: tree.then_some(LARGEST_TREE) };
    let stop = interrupt::stop_flag();
    let task = Task { game, position, limits, prune: wish.prune, tree, stop: &stop };
    let (report, dot) = task.run()?;
    if let Some(dot) = dot {
        replace_file(TREE_FILE, &dot)?;
        if report.stopped_by == Some(StoppedBy::Nodes) {
            let note = "the search ended there, because no larger tree is written";
            anstream::eprintln!("plywood: note: {LARGEST_TREE} nodes: {note}");
        }
    }
    let player = if game.to_move(position) == Side::First { 1 } else { 2 };
    let best = report.best().map(|tile| game.move_text(position, tile)).unwrap_or_default();
    let mut out = anstream::stdout().lock();
    writeln!(out, "player {player} takes {best}")?;
    writeln!(out, "{:.3} seconds", report.elapsed.as_secs_f64())?;
    match report.stopped_by {
        Some(StoppedBy::Interrupted) => {
            let resume = "this is the best move found until then".to_owned();
            Err(Failure::Interrupted { resume })
        }
        _ => Ok(()),
    }
}

/// A search to be done.
struct Task<'a> {
    game: &'a Azulejos,
    position: &'a Position,
    limits: Limits,
    prune: bool,
    tree: bool,
    stop: &'a AtomicBool,
}

impl Task<'_> {
    /// Searches on a thread whose stack has room for the longest game.
    fn run(&self) -> Result<(Report<Tile>, Option<String>), Failure> {
        std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(SEARCH_STACK);
            let no_thread = |error: std::io::Error| Error::NoThread { problem: error.to_string() };
            let searching = thread.spawn_scoped(scope, || self.search()).map_err(no_thread)?;
            Ok(searching.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        })
    }

    fn search(&self) -> (Report<Tile>, Option<String>) {
        let mut minimax = Minimax::new(self.game.clone(), self.prune, None);
        let root = Root { position: self.position, history: &[] };
        let bar = progress_bar();
        let mut progress = |report: &Report<Tile>| {
            let best = report.best().map(|tile| self.game.move_text(self.position, tile));
            let best = best.unwrap_or_default();
            bar.set_message(format!("{best} so far  ({} nodes)", report.nodes));
        };
        let found = match self.tree {
            false => {
                let report =
                    minimax.search_observed(&root, &self.limits, self.stop, &mut progress, &mut ());
                (report, None)
            }
            true => {
                let mut tree = Tree::new(self.game, self.position);
                let report = minimax.search_observed(
                    &root,
                    &self.limits,
                    self.stop,
                    &mut progress,
                    &mut tree,
                );
                (report, Some(tree.to_dot()))
            }
        };
        bar.finish_and_clear();
        found
    }
}
