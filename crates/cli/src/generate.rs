//! `plywood generate`: shell completions and manual pages.

use crate::failure::Failure;
use crate::{Cli, manual, program};
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, Command, CommandFactory, Subcommand};
use clap_complete::Shell;
use plywood_workbench::Workbench;
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  plywood generate completions bash > plywood.bash
  plywood generate man > plywood.1";

/// Write shell completions or the manual page to standard output.
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Completions for a shell
    #[command(before_help = "Examples:\n  plywood generate completions zsh > _plywood")]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// The manual, all subcommands in one page
    #[command(before_help = "Examples:\n  plywood generate man | man -l -")]
    Man,
}

pub(crate) fn run(workbench: &Workbench, args: &Args) -> Result<(), Failure> {
    let mut text = Vec::new();
    let command = program::renamed(Cli::command());
    match args.what {
        What::Completions { shell } => {
            let mut command = with_names(command, workbench)?;
            clap_complete::generate(shell, &mut command, program::name(), &mut text);
            if shell == Shell::Fish {
                text.extend(games_for_fish(&command).into_bytes());
            }
        }
        What::Man => manual::render(command, &mut text)?,
    }
    std::io::stdout().lock().write_all(&text)?;
    Ok(())
}

/// The command with the names of games and players where they may stand, for
/// shells to offer.
fn with_names(command: Command, workbench: &Workbench) -> Result<Command, Failure> {
    let mut games = Vec::new();
    for entry in workbench.games() {
        let aliases = entry.aliases.iter().filter_map(|alias| alias.split(' ').next());
        games.extend(aliases.map(str::to_owned));
        games.push(entry.example.clone());
        games.extend(entry.presets.iter().map(|preset| preset.game.clone()));
    }
    games.sort();
    games.dedup();
    let players: Vec<String> =
        workbench.players(None)?.into_iter().map(|entry| entry.name).collect();
    Ok(offering(command, &games, &players))
}

fn offering(command: Command, games: &[String], players: &[String]) -> Command {
    let offer = |arg: Arg| {
        let words = match arg.get_id().as_str() {
            "game" => games.to_vec(),
            "player" | "first" | "second" | "one" | "other" | "algorithms" | "players" => {
                players.to_vec()
            }
            "name" => [games.to_vec(), players.to_vec()].concat(),
            _ => return arg,
        };
        arg.value_parser(PossibleValuesParser::new(words))
    };
    command.mut_args(offer).mut_subcommands(|sub| offering(sub, games, players))
}

/// The names of games for fish, whose generated completions leave out arguments
/// without a dash.
fn games_for_fish(command: &Command) -> String {
    let program = program::name();
    let line = |sub: &Command| {
        let game = sub.get_positionals().next().filter(|arg| {
            let id = arg.get_id().as_str();
            id == "game" || id == "name"
        })?;
        let values = game.get_possible_values();
        let names: Vec<&str> = values.iter().map(PossibleValue::get_name).collect();
        let condition =
            format!("__fish_{}_using_subcommand {}", program.replace('-', "_"), sub.get_name());
        Some(format!("complete -c {program} -n \"{condition}\" -f -a \"{}\"\n", names.join(" ")))
    };
    command.get_subcommands().filter_map(line).collect()
}
