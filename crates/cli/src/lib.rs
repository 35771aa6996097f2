//! # The command
//!
//! Arguments become a request to the [`Workbench`], its answer is printed: one
//! file a subcommand, and nothing here knows any game but `azulejos`, which is
//! the command line of a program that knew only that one. With a game of your
//! own the whole command is
//!
//! ```no_run
//! # use plywood_workbench::Workbench;
//! # struct MyGames;
//! fn main() -> std::process::ExitCode {
//!     plywood_cli::main(Workbench::standard() /* .with(MyGame) */)
//! }
//! ```
//!
//! Data goes to standard output, everything else to standard error. The exit
//! status is 0 when done, 1 when done with a negative answer, 2 when the usage
//! or an input is bad (then nothing was written), 130 when interrupted.

/// The game of the guide is compiled with the tests.
#[cfg(doctest)]
#[doc = include_str!("../../../CONTRIBUTING.md")]
struct Contributing;

mod analyze;
mod arena;
mod azulejos;
mod bench;
mod board;
mod calibrate;
mod check_engine;
mod compare;
mod depths;
mod engine;
mod failure;
mod fit;
mod games;
mod generate;
mod interrupt;
mod learn;
mod limits;
mod manual;
mod match_games;
mod numbers;
mod outputs;
mod perft;
mod play;
mod players;
mod positions;
mod processor;
mod program;
mod save;
mod serve;
mod show;
mod solve;
mod solve_job;
mod solves;
mod source;
mod sprt;
mod store;
mod table_list;
mod table_work;
mod tables;
mod thinking;
mod usage;
mod verify;
mod worker;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use failure::Failure;
use plywood_workbench::Workbench;
pub use processor::check_processor;
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

/// A workbench for two-player games of perfect information.
#[derive(Parser)]
#[command(name = "plywood", version, before_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

const EXAMPLES: &str = "\
Examples:
  plywood                                serve the page; open the address it prints
  plywood games                          which games there are
  plywood players othello                who plays one
  plywood play othello --second best     play one in the terminal
  plywood analyze othello --time 5s      find the best move
  plywood compare tictactoe              see what engines need, depth by depth
  plywood show othello --moves \"f5 d6\"   look at a position
  plywood perft othello --depth 8        count move sequences";

#[derive(Subcommand)]
enum Command {
    /// Serve the page on which games are played; what plywood does by itself
    Serve(serve::Args),
    /// Copy, check, export and import the games that the page keeps
    Store(store::Args),
    /// List the games
    Games(games::Args),
    /// List the players, of all games or of one
    Players(players::Args),
    /// Play a game in the terminal
    Play(play::Args),
    /// Find the best move of a position
    #[command(alias = "analyse")]
    Analyze(analyze::Args),
    /// Compare what engines need, depth by depth
    Compare(compare::Args),
    /// Measure how deep players look in given times
    Depths(depths::Args),
    /// Fit the probability of a win to the estimates in saved games
    Calibrate(calibrate::Args),
    /// Learn an evaluator of a game from games
    Learn(learn::Args),
    /// Measure how well shallow searches predict deep ones
    Fit(fit::Args),
    /// Draw a position
    Show(show::Args),
    /// Count the move sequences of each length
    Perft(perft::Args),
    /// Find the exact value of a position, and write a certificate of it
    Solve(solve::Args),
    /// Check a certificate or table from scratch, with rules that the solver does not share
    Verify(verify::Args),
    /// List what workers on a server solve
    Solves(solves::Args),
    /// List the tables of exact values, and how to build them
    Tables(table_list::Args),
    /// Let two players play many games
    Match(match_games::Args),
    /// Test whether one player is stronger than another, until that is clear
    Sprt(sprt::Args),
    /// Run tournaments, and show and export what was played
    Arena(arena::Args),
    /// Play games of events on a server, for other machines
    Worker(worker::Args),
    /// Tell the author of an engine what is wrong with it
    CheckEngine(check_engine::Args),
    /// Be an engine for another program
    Engine(engine::Args),
    /// Find a move or play on a board of Azulejos, by the report's own command line
    Azulejos(azulejos::Args),
    /// Run a fixed set of searches and print their nodes and a hash of the results
    Bench(bench::Args),
    /// Write shell completions or the manual page
    Generate(generate::Args),
}

/// Runs the command with the program's own arguments.
#[must_use]
#[expect(clippy::needless_pass_by_value, reason = "the last line of a program reads best so")]
pub fn main(workbench: Workbench) -> ExitCode {
    match check_processor() {
        Ok(()) => run(&workbench, std::env::args_os()),
        Err(status) => status,
    }
}

/// Runs the command with these arguments, the program's name first.
pub fn run<I, A>(workbench: &Workbench, arguments: I) -> ExitCode
where
    I: IntoIterator<Item = A>,
    A: Into<OsString> + Clone,
{
    let arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    program::named_by(arguments.first().map(OsString::as_os_str));
    plywood_workbench::tables::on_problem(|error| {
        eprintln!("note: {error}; 'best' searches without it");
    });
    let parsed = program::renamed(Cli::command())
        .try_get_matches_from(arguments)
        .and_then(|matches| Cli::from_arg_matches(&matches));
    match parsed {
        Ok(cli) => carry_out(workbench, cli).map_or_else(Failure::report, |()| ExitCode::SUCCESS),
        Err(error) => failure::usage(&error),
    }
}

fn carry_out(workbench: &Workbench, cli: Cli) -> Result<(), Failure> {
    match cli.command {
        None => serve::run(workbench, &serve::Args::default()),
        Some(Command::Serve(args)) => serve::run(workbench, &args),
        Some(Command::Store(args)) => store::run(workbench, &args),
        Some(Command::Games(args)) => games::run(workbench, &args),
        Some(Command::Players(args)) => players::run(workbench, &args),
        Some(Command::Play(args)) => play::run(workbench, &args),
        Some(Command::Analyze(args)) => analyze::run(workbench, &args),
        Some(Command::Compare(args)) => compare::run(workbench, &args),
        Some(Command::Depths(args)) => depths::run(workbench, &args),
        Some(Command::Calibrate(args)) => calibrate::run(workbench, &args),
        Some(Command::Learn(args)) => learn::run(workbench, &args),
        Some(Command::Fit(args)) => fit::run(workbench, &args),
        Some(Command::Solve(args)) => solve::run(workbench, &args),
        Some(Command::Solves(args)) => solves::run(&args),
        Some(Command::Verify(args)) => verify::run(workbench, &args),
        Some(Command::Tables(args)) => table_list::run(workbench, &args),
        Some(Command::Match(args)) => match_games::run(workbench, &args),
        Some(Command::Sprt(args)) => sprt::run(workbench, &args),
        Some(Command::Arena(args)) => arena::run(workbench, &args),
        Some(Command::Worker(args)) => worker::run(workbench, &args),
        Some(Command::CheckEngine(args)) => check_engine::run(workbench, &args),
        Some(Command::Engine(args)) => engine::run(workbench, &args),
        Some(Command::Azulejos(args)) => azulejos::run(workbench, &args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Show(args)) => show::run(workbench, &args),
        Some(Command::Perft(args)) => perft::run(workbench, &args),
        Some(Command::Generate(args)) => generate::run(workbench, &args),
    }?;
    Ok(std::io::stdout().flush()?)
}
