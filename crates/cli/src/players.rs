//! `plywood players`: who plays.

use crate::failure::Failure;
use crate::games::print_json;
use plywood_workbench::{Field, FieldKind, PlayerEntry, Workbench};
use serde::Serialize;
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  plywood players
  plywood players othello
  plywood players mnk --json";

/// List the players, those of all games and those of one alone.
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    /// Only those who play this game, such as othello or mnk
    #[arg(value_name = "GAME")]
    game: Option<String>,
    /// Print a JSON document
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct List {
    schema: u32,
    players: Vec<PlayerEntry>,
}

pub(crate) fn run(workbench: &Workbench, args: &Args) -> Result<(), Failure> {
    let players = workbench.players(args.game.as_deref())?;
    let mut out = anstream::stdout().lock();
    if args.json {
        return print_json(&mut out, &List { schema: 1, players });
    }
    for player in &players {
        out.write_all(in_words(player).as_bytes())?;
    }
    Ok(())
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
