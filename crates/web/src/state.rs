//! What the page is told: the documents of the API that are not already the
//! workbench's. The page's type declarations are made from these.

use plywood_game::Side;
use plywood_workbench::{Analysis, Choice, ClockRules, Clocks, GameEntry, PlayerEntry, Snapshot};
use serde::{Deserialize, Serialize};

/// The number every document carries.
pub(crate) const SCHEMA: u32 = 1;

/// Everything about a game that the page shows.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct State {
    pub(crate) schema: u32,
    pub(crate) id: String,
    pub(crate) title: String,
    /// Grows with every change, so that an older state that comes late is
    /// known.
    pub(crate) revision: u64,
    pub(crate) snapshot: Snapshot,
    /// Whose turn it is, or how the game ended, in words.
    pub(crate) status: String,
    /// The legal moves; none while an engine is to move.
    pub(crate) choices: Vec<Choice>,
    /// How many moves were played.
    pub(crate) ply: usize,
    /// How many moves there are with those taken back.
    pub(crate) last_ply: usize,
    pub(crate) players: Players,
    pub(crate) thinking: Option<Thinking>,
    pub(crate) clocks: Option<Clocks>,
    pub(crate) can_undo: bool,
    pub(crate) can_redo: bool,
    /// Whether the engines wait until they are told to go on.
    pub(crate) paused: bool,
    /// Why the engine could not move, if so.
    pub(crate) problem: Option<String>,
    /// Why this game is not being kept, if so.
    pub(crate) storage: Option<String>,
    /// A note for the person who opened this game, if any.
    pub(crate) note: Option<String>,
}

/// Who plays, as text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Players {
    pub(crate) first: String,
    pub(crate) second: String,
}

/// A search under way.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Thinking {
    pub(crate) side: Side,
    /// How long ago it began.
    pub(crate) since_ms: u64,
    /// Whether it still waits for a processor.
    pub(crate) waiting: bool,
}

/// What a search knows so far, as the stream tells it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Thought<'a> {
    pub(crate) schema: u32,
    /// The revision of the state that it belongs to.
    pub(crate) revision: u64,
    pub(crate) analysis: &'a Analysis,
    /// Its value in words.
    pub(crate) words: String,
}

/// The games and players there are.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Catalogue {
    pub(crate) schema: u32,
    pub(crate) games: Vec<GameEntry>,
    pub(crate) players: Vec<PlayerEntry>,
    /// Where games are kept; none if they are not.
    pub(crate) store: Option<String>,
    /// Why games are not being kept, if so.
    pub(crate) storage: Option<String>,
}

/// The games that are kept, the newest first.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct GameList {
    pub(crate) schema: u32,
    pub(crate) games: Vec<Listed>,
    /// Why the list may be incomplete, if so.
    pub(crate) storage: Option<String>,
}

/// A game in a list.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Listed {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) game: String,
    pub(crate) players: Players,
    pub(crate) moves: i64,
    /// How it ended, in words; none if it goes on.
    pub(crate) ending: Option<String>,
    /// When it last changed, in milliseconds since 1970.
    pub(crate) updated: i64,
}

/// A position that is only looked at.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Look {
    pub(crate) schema: u32,
    pub(crate) ply: usize,
    pub(crate) snapshot: Snapshot,
    /// Whose turn it was, or how the game ended, in words.
    pub(crate) status: String,
}

impl Look {
    pub(crate) fn new(snapshot: Snapshot) -> Self {
        let (ply, status) = (snapshot.played.len(), snapshot.status());
        Self { schema: SCHEMA, ply, snapshot, status }
    }
}

/// What `POST /api/games` takes.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(optional_fields = nullable))]
pub(crate) struct NewGame {
    /// The words that name the game; a saved game as a file has its own, and
    /// these are not needed.
    pub(crate) game: Option<String>,
    pub(crate) position: Option<String>,
    /// The text of a file.
    pub(crate) file: Option<String>,
    pub(crate) moves: Option<String>,
    pub(crate) first: Option<String>,
    pub(crate) second: Option<String>,
    pub(crate) clock: Option<ClockRules>,
    pub(crate) title: Option<String>,
}
