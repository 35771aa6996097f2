//! `plywood players`: who plays.

use crate::failure::Failure;
use crate::games::print_json;
use plywood_workbench::{
    Error, Field, FieldKind, OptionDetails, PlayerDetails, PlayerEntry, StandsFor, Workbench,
};
use serde::Serialize;
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  plywood players
  plywood players othello
  plywood players best
  plywood players mnk --json";

/// List the players, those of all games and those of one alone, or every option
/// of one player.
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    /// Only those who play this game, such as othello or mnk; or the player whose
    /// options are wanted, such as best
    #[arg(value_name = "GAME or NAME")]
    name: Option<String>,
    /// Print a JSON document
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct List {
    schema: u32,
    players: Vec<PlayerEntry>,
}

#[derive(Serialize)]
struct Details {
    schema: u32,
    #[serde(flatten)]
    player: PlayerDetails,
}

pub(crate) fn run(workbench: &Workbench, args: &Args) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    let listed = workbench.players(args.name.as_deref());
    if let (Some(name), Err(Error::UnknownGame { suggestion, .. })) = (&args.name, &listed) {
        let player = workbench.player(name).map_err(|error| match (suggestion, error) {
            // A name that is nearer to that of a game.
            (Some(_), Error::UnknownPlayer { suggestion: None, word }) => {
                Error::UnknownGame { word, suggestion: suggestion.clone() }
            }
            (_, error) => error,
        })?;
        return match args.json {
            true => print_json(&mut out, &Details { schema: 1, player }),
            false => Ok(out.write_all(in_full(&player).as_bytes())?),
        };
    }
    let players = listed?;
    if args.json {
        return print_json(&mut out, &List { schema: 1, players });
    }
    for player in &players {
        out.write_all(in_words(player).as_bytes())?;
    }
    Ok(())
}

/// A player with every option.
fn in_full(player: &PlayerDetails) -> String {
    let game = player.game.as_ref().map(|game| format!(" ({game})")).unwrap_or_default();
    let mut text = format!("{}{game}\n    {}\n", player.name, player.about);
    if let Some(source) = &player.source {
        text.push_str(&format!("    after {source}\n"));
    }
    for StandsFor { game, engine } in &player.stands_for {
        text.push_str(&format!("    in {game}: {engine}\n"));
    }
    if player.options.is_empty() {
        text.push_str("    it has no options\n");
    }
    for option in &player.options {
        let default = option.default.as_deref().unwrap_or("none");
        let OptionDetails { name, meaning, range, games, .. } = option;
        let games = games.as_ref().map(|games| match games.is_empty() {
            true => "; no game supports it".to_owned(),
            false => format!("; only in {}", games.join(", ")),
        });
        let games = games.unwrap_or_default();
        text.push_str(&format!(
            "\n{name}\n    {meaning}\n    {range}; default: {default}{games}\n"
        ));
    }
    text
}

/// The player, which game it plays, where it comes from, and its own options.
fn in_words(player: &PlayerEntry) -> String {
    let game = player.game.as_ref().map(|game| format!(" ({game})")).unwrap_or_default();
    let mut text = format!("{}{game}\n    {}\n", player.name, player.about);
    if let Some(source) = &player.source {
        text.push_str(&format!("    after {source}\n"));
    }
    for option in player.options.iter().filter(|option| !option.default.is_empty()) {
        text.push_str(&format!(
            "    {}={}: {}{}\n",
            option.name,
            option.default,
            option.label,
            choices(option)
        ));
    }
    text
}

/// The words that may be chosen.
fn choices(option: &Field) -> String {
    match &option.kind {
        FieldKind::Choice { choices, .. } => {
            let words: Vec<&str> = choices.iter().map(|choice| choice.value).collect();
            format!(" ({})", words.join(", "))
        }
        _ => String::new(),
    }
}
