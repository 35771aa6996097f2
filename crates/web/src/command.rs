//! What a page can ask of a game: `POST /api/games/{id}/{command}` with the
//! command's words as JSON.

use crate::identity::Client;
use crate::live_games::{Document, LiveGames};
use crate::open_game::OpenGame;
use crate::refusal::Refusal;
use axum::http::StatusCode;
use plywood_game::Side;
use plywood_workbench::{Forfeit, NodeId};
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;

/// A command with its words.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) enum Command {
    /// A person's move; `ply` is the number of moves that the person saw.
    Play {
        #[serde(rename = "move")]
        text: String,
        ply: usize,
    },
    /// Take back until a person is to move.
    Undo {},
    /// Play again what was taken back.
    Redo {},
    /// A side gives up.
    Resign { side: Side },
    /// Others play; a side that is not named stays.
    Players {
        #[cfg_attr(test, ts(optional = nullable))]
        first: Option<String>,
        #[cfg_attr(test, ts(optional = nullable))]
        second: Option<String>,
    },
    /// The engine plays the best it knows.
    MoveNow {},
    /// The engine waits.
    Stop {},
    /// The engine goes on.
    Resume {},
    /// Go to a place of the game, and on from there.
    ContinueFrom { node: NodeId },
    /// Try moves from a place; the game stays where it is.
    Try { node: NodeId, moves: Vec<String> },
    /// Write a note on a move; an empty one is none.
    Note { node: NodeId, text: String },
}

impl Command {
    /// The command of this name with these words.
    pub(crate) fn read(name: &str, words: Value) -> Result<Self, Refusal> {
        let named = Value::Object([(name.to_owned(), words)].into_iter().collect());
        serde_json::from_value(named).map_err(|error| {
            let problem = error.to_string();
            match problem.starts_with("unknown variant") {
                true => Refusal::new(StatusCode::NOT_FOUND, problem).at("command"),
                false => Refusal::bad(problem).at("body"),
            }
        })
    }

    fn apply(self, tables: &LiveGames, game: &mut OpenGame) -> Result<(), Refusal> {
        match self {
            Command::Play { text, ply } => game.play(&text, ply)?,
            Command::Undo {} => game.undo()?,
            Command::Redo {} => game.redo()?,
            Command::Resign { side } => game.forfeit(Forfeit::Resigned(side))?,
            Command::Players { first, second } => {
                let known = (&*tables.workbench, &tables.roster);
                let players = game.with_players(known, first, second)?;
                tables.check_players(&players)?;
                game.seat(players);
            }
            Command::MoveNow {} => {
                let idle = || Refusal::conflict("no engine is looking for a move");
                game.search.as_ref().ok_or_else(idle)?.hurry();
            }
            Command::Stop {} => game.pause(true),
            Command::Resume {} => game.pause(false),
            Command::ContinueFrom { node } => game.continue_from(node)?,
            Command::Note { node, text } => game.note(node, &text)?,
            Command::Try { node, moves } => game.try_moves(&tables.workbench, node, &moves)?,
        }
        Ok(())
    }
}

/// Carries out a command and gives the new state.
pub(crate) async fn obey(
    tables: &Arc<LiveGames>,
    id: &str,
    client: Client,
    command: Command,
) -> Result<Document, Refusal> {
    let all = Arc::clone(tables);
    match command {
        Command::MoveNow {} | Command::Try { .. } | Command::Note { .. } => {
            tables.adjust(id, move |game| command.apply(&all, game)).await
        }
        _ => tables.change(id, client, move |game| command.apply(&all, game)).await,
    }
}
