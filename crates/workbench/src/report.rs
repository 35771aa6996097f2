//! What sessions tell: the types that the command prints and the page draws,
//! with one serialisation for both.

use plywood_game::{Cell, Outcome, Picture, Preview, Side};
use plywood_players::Field;
use serde::{Deserialize, Serialize};

/// The number every JSON document carries, raised when its meaning changes.
pub const SCHEMA: u32 = 1;

/// A family of games as a list shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GameEntry {
    /// The name before the colon.
    pub name: String,
    /// How a game of the family is written.
    pub form: String,
    /// A line or two about it.
    pub about: String,
    /// Other names, each with the game it stands for.
    pub aliases: Vec<String>,
    /// A game to try first.
    pub example: String,
    /// What a page calls the family.
    pub title: String,
    /// Games of the family that people know by name.
    pub presets: Vec<Preset>,
    /// How the fields make the words that name a game, as in
    /// `mnk:{rows},{columns},{line}`; none if there is nothing to choose.
    pub pattern: Option<String>,
    /// What can be chosen, each with its place in the pattern.
    pub fields: Vec<Field>,
    /// The options of engines that are refused, because they need what these
    /// games do not have.
    pub unsupported: Vec<&'static str>,
    /// The rules in full, in paragraphs with an empty line between them; a
    /// document of its own.
    #[serde(skip)]
    pub rules: String,
}

/// A game that people know by name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Preset {
    /// What people call it.
    pub label: String,
    /// The words that name it here.
    pub game: String,
}

/// A kind of player as a list shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PlayerEntry {
    /// The name before the bracket.
    pub name: String,
    /// A line about it.
    pub about: String,
    /// The family of games that it plays; none if it plays all.
    pub game: Option<String>,
    /// Where it comes from, if it was not made here.
    pub source: Option<String>,
    /// What may stand in the bracket, as in `name[option=value]`; an empty one
    /// is left out.
    pub options: Vec<Field>,
}

/// A legal move: its text, its clicks, and what it would do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Choice {
    /// The move as text.
    #[serde(rename = "move")]
    pub text: String,
    /// The clicks that make it.
    pub steps: Vec<Vec<Cell>>,
    /// What it would change.
    pub preview: Preview,
}

/// What helps to follow a game: what the last move did, and what comes next.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Guidance {
    /// The cells that the last move changed, in the position before it.
    pub changed: Vec<Cell>,
    /// The pieces that the last move took from one cell to another.
    pub shifts: Vec<[Cell; 2]>,
    /// What the last move did, in a few words, where the game has some.
    pub effect: Option<String>,
    /// What to click for each step of a move, where that needs words.
    pub prompts: Vec<String>,
    /// At most this many moves are left, where the rules bound them.
    pub most_plies_left: Option<u32>,
    /// Whether the side to move could be thought to pass, to see what the other
    /// side threatens.
    pub has_threat: bool,
}

/// How a game ended, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Ending {
    /// The winner and the margin.
    pub outcome: Outcome,
    /// What ended it.
    pub reason: Reason,
}

/// What ended a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// The rules of the game.
    Rules,
    /// The third occurrence of a position.
    Repetition,
    /// The loser resigned.
    Resignation,
    /// The loser's clock ran down.
    Time,
    /// The loser's player failed.
    Failure,
}

/// Everything that can be seen of a session at one moment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Snapshot {
    /// Version of the document.
    pub schema: u32,
    /// The words that name the game.
    pub game: String,
    /// The position as text.
    pub position: String,
    /// Whose turn it is, or would be.
    pub to_move: Side,
    /// The moves played so far.
    pub played: Vec<String>,
    /// The name of the opening: of the last position on the way here that has one.
    pub opening: Option<String>,
    /// How the game ended, if it has.
    pub ending: Option<Ending>,
    /// The board.
    pub picture: Picture,
}

impl Snapshot {
    /// The name of a side in this game: "Black", "x", "Player 1".
    #[must_use]
    pub fn side_name(&self, side: Side) -> &str {
        &self.picture.sides[side.index()].name
    }

    /// Whose turn it is, or how the game ended, in words.
    #[must_use]
    pub fn status(&self) -> String {
        let Some(ending) = self.ending else {
            return format!("{} to move", self.side_name(self.to_move));
        };
        let result = match (ending.outcome.winner(), ending.outcome.margin()) {
            (None, _) => "A draw".to_owned(),
            (Some(winner), Some(margin)) => {
                format!("{} wins by {margin}", self.side_name(winner))
            }
            (Some(winner), None) => format!("{} wins", self.side_name(winner)),
        };
        match (ending.reason, ending.outcome.winner()) {
            (Reason::Resignation, Some(winner)) => {
                format!("{result}: {} resigned", self.side_name(winner.other()))
            }
            (Reason::Time, Some(winner)) => {
                format!("{result}: the time of {} is up", self.side_name(winner.other()))
            }
            (Reason::Failure, Some(winner)) => {
                format!("{result}: the player of {} failed", self.side_name(winner.other()))
            }
            (Reason::Repetition, _) => format!("{result}: the position occurred three times"),
            _ => result,
        }
    }
}

/// The number of move sequences of one length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PerftCount {
    /// The length.
    pub depth: u32,
    /// How many there are.
    pub nodes: u64,
}

/// The numbers of move sequences of each length.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PerftReport {
    /// Version of the document.
    pub schema: u32,
    /// The words that name the game.
    pub game: String,
    /// The position as text.
    pub position: String,
    /// A count a length, from 1.
    pub counts: Vec<PerftCount>,
    /// Whether these are all that were asked for.
    pub complete: bool,
}

impl PerftReport {
    /// A report on this position, with no counts yet.
    #[must_use]
    pub fn new(snapshot: Snapshot) -> Self {
        Self {
            schema: SCHEMA,
            game: snapshot.game,
            position: snapshot.position,
            counts: Vec::new(),
            complete: false,
        }
    }
}
