//! `plywood play`: a game in the terminal, by typing moves.

mod commands;
mod hint;
mod input;
mod resume;
mod terminal_game;

use crate::failure::Failure;
use crate::interrupt;
use crate::source::Source;
use clap::builder::NonEmptyStringValueParser;
use input::Input;
use plywood_workbench::{ClockRules, PlayerSpec, Workbench};
use terminal_game::{House, TerminalGame};

const EXAMPLES: &str = "\
Examples:
  plywood play tictactoe
  plywood play othello --second best
  plywood play mnk:7,7,5 --second crazyplayer
  plywood play delta --first 'pvs[time=5s]' --second 'random[seed=7]'
  plywood play mnk:3,3,3 --file saved.txt
  plywood play othello --second best --clock 5m+3s
  plywood play othello --second 'nboard:./ntest x' --dialogue said.txt
In the game, 'help' lists what can be typed.";

/// Play a game in the terminal, by typing moves.
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    source: Source,
    /// Who begins: human, best, pvs[time=5s] or another of 'plywood players'
    #[arg(long, value_name = "PLAYER", default_value = "human",
          value_parser = NonEmptyStringValueParser::new())]
    first: String,
    /// Who answers: the same
    #[arg(long, value_name = "PLAYER", default_value = "human",
          value_parser = NonEmptyStringValueParser::new())]
    second: String,
    /// Play with clocks: so much time for each side, and perhaps more with each
    /// move, such as 5m or 90s+2s. They begin with the first move, or at once in
    /// a game that was begun before, run while you type and ask for hints, and
    /// are set back when a move is taken back
    #[arg(long, value_name = "TIME[+TIME]", allow_hyphen_values = true)]
    clock: Option<ClockRules>,
    /// Write what external engines are told and say to a new file, with times
    #[arg(long, value_name = "FILE")]
    dialogue: Option<String>,
}

pub(crate) fn run(workbench: &Workbench, args: &Args) -> Result<(), Failure> {
    let players: [PlayerSpec; 2] = [args.first.parse()?, args.second.parse()?];
    if args.source.uses_standard_input() && players.contains(&PlayerSpec::Human) {
        let problem = "standard input cannot give both the position and the moves of a human";
        return Err(Failure::file("-", problem));
    }
    let session = args.source.open(workbench)?;
    let stop = interrupt::stop_flag();
    let engines = crate::engine::engines(args.dialogue.as_deref(), &stop)?;
    for player in &players {
        engines.admit(workbench, &*session, player)?;
    }
    let house = House { workbench, engines, stop };
    TerminalGame::new(house, session, &players, args.clock, Input::new()?)?.run()
}
