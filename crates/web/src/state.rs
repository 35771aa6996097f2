//! What the page is told: the documents of the API that are not already the
//! workbench's. The page's type declarations are made from these.

use plywood_game::{Content, Side};
use plywood_workbench::{
    Analysis, Choice, ClockRules, Clocks, GameEntry, Guidance, MoveNode, NodeId, PlayerEntry,
    ReadGame, Snapshot,
};
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
    /// What the last move did, and what to click.
    pub(crate) guidance: Guidance,
    /// Where the game stands in the tree of its moves.
    pub(crate) node: NodeId,
    /// The tree of its moves: a node each, the start first. The place of a node
    /// is its number.
    pub(crate) nodes: Vec<MoveNode>,
    /// How many moves were played.
    pub(crate) ply: usize,
    /// How many moves there are with those taken back.
    pub(crate) last_ply: usize,
    pub(crate) players: Players,
    /// Who played it, if that was elsewhere: a game of an event.
    pub(crate) names: Option<Players>,
    pub(crate) thinking: Option<Thinking>,
    pub(crate) clocks: Option<Clocks>,
    pub(crate) can_undo: bool,
    pub(crate) can_redo: bool,
    /// Whether the engines wait until they are told to go on.
    pub(crate) paused: bool,
    /// Why the engine could not move, if so.
    pub(crate) problem: Option<String>,
    /// Why this game is not being kept, if so, or what happened to the store.
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
    /// The node of the position that was searched.
    pub(crate) node: NodeId,
    pub(crate) analysis: &'a Analysis,
    /// Its value in words.
    pub(crate) words: String,
}

/// What a page is to analyse.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(optional_fields = nullable))]
pub(crate) struct WantedAnalysis {
    pub(crate) node: NodeId,
    /// Who analyses; `best` if left out.
    pub(crate) player: Option<String>,
    /// How many of the best moves are told; all with 0.
    pub(crate) lines: Option<usize>,
    /// Whether the side to move is thought to pass, to see what the other threatens.
    pub(crate) threat: Option<bool>,
    /// How long; without an end if left out.
    pub(crate) time_ms: Option<u64>,
}

/// What an analysis knows, as the stream tells it.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct AnalysisNews {
    pub(crate) schema: u32,
    /// The game, and the node of the position.
    pub(crate) game: String,
    pub(crate) node: NodeId,
    /// Whether it is about what the other side threatens.
    pub(crate) threat: bool,
    /// Whether it goes on.
    pub(crate) running: bool,
    /// What is known so far.
    pub(crate) analysis: Option<Analysis>,
    /// Why it could not go on, if so.
    pub(crate) problem: Option<String>,
}

/// A position that is set up cell by cell.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Setup {
    /// The words that name the game.
    pub(crate) game: String,
    /// What is on each cell, row by row from the top left.
    pub(crate) cells: Vec<Content>,
    pub(crate) to_move: Side,
}

/// The rules of a family of games.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Rules {
    pub(crate) schema: u32,
    pub(crate) title: String,
    /// Paragraphs, with an empty line between them; `# ` begins a heading, `- ` an
    /// item of a list.
    pub(crate) text: String,
}

/// The games and players there are.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Catalogue {
    pub(crate) schema: u32,
    pub(crate) games: Vec<GameEntry>,
    pub(crate) players: Vec<PlayerEntry>,
    /// The name of the file in which games are kept, without its folder; none if they
    /// are not.
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
    /// Whether there are more after these.
    pub(crate) more: bool,
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
    /// The node of the position.
    pub(crate) node: NodeId,
    pub(crate) snapshot: Snapshot,
    /// Whose turn it was, or how the game ended, in words.
    pub(crate) status: String,
    /// The legal moves; none where several positions are looked at together.
    pub(crate) choices: Option<Vec<Choice>>,
    /// What the last move did, and what to click.
    pub(crate) guidance: Guidance,
}

impl Look {
    pub(crate) fn new(node: NodeId, session: &dyn ReadGame) -> Self {
        let snapshot = session.snapshot();
        let (status, guidance) = (snapshot.status(), session.guidance());
        Self { schema: SCHEMA, node, snapshot, status, choices: None, guidance }
    }
}

/// Several positions of a game.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Looks {
    pub(crate) schema: u32,
    pub(crate) looks: Vec<Look>,
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
