//! An event as people write it.

use plywood_game::{TextError, quoted};
use plywood_workbench::{Error, nearest};
use serde::Deserialize;
use toml::Spanned;

/// A value with its place in the file, for messages.
pub type Placed<T> = Spanned<T>;

/// An event as it is written in a file or as flags; everything but players and
/// games has a default.
///
/// ```
/// use plywood_arena::Draft;
/// let draft = Draft::read("players = ['best', 'random']\ngames = ['tictactoe']\n")?;
/// assert_eq!(draft.players.len(), 2);
/// let error = Draft::read("playrs = ['best', 'random']\n").expect_err("no such key");
/// assert!(error.to_string().contains("did you mean players?"), "{error}");
/// # Ok::<(), plywood_workbench::Error>(())
/// ```
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Draft {
    /// The name of the event.
    pub name: Option<Placed<String>>,
    /// Players whose names are what they are.
    pub players: Vec<Placed<String>>,
    /// Players with names of their own.
    pub player: Vec<PlayerDraft>,
    /// Games that are played with the event's openings and limits.
    pub games: Vec<Placed<String>>,
    /// Games with their own.
    pub configuration: Vec<ConfigurationDraft>,
    /// `match`, `round-robin`, `gauntlet`, `swiss` or `knockout`.
    pub format: Option<Placed<String>>,
    /// The rounds of a Swiss event.
    pub rounds: Option<Placed<usize>>,
    /// How many of the first players play against all others in a gauntlet.
    pub challengers: Option<Placed<usize>>,
    /// `random` or `listed`.
    pub seeding: Option<Placed<String>>,
    /// The number of games of each encounter in each configuration.
    pub games_per_pair: Option<Placed<usize>>,
    /// `standard` or `course`.
    pub points: Option<Placed<String>>,
    /// What pairings, openings and random players are drawn from.
    pub seed: Option<u64>,
    /// How many games are played at once.
    pub concurrency: Option<Placed<usize>>,
    /// How much longer than its time a player may take, such as 1s.
    pub time_margin: Option<Placed<String>>,
    /// What games begin with.
    pub openings: OpeningsDraft,
    /// Limits of a move.
    pub limits: LimitsDraft,
    /// When games end early.
    pub adjudication: AdjudicationDraft,
    /// The hypotheses of a sequential test.
    pub sprt: Option<Placed<SprtDraft>>,
}

/// A player with a name of its own.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerDraft {
    /// What tables call it.
    pub name: Placed<String>,
    /// What plays.
    pub player: Placed<String>,
}

/// A game with its own openings or limits.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConfigurationDraft {
    /// The game.
    pub game: Placed<String>,
    /// Its openings instead of the event's.
    pub openings: Option<OpeningsDraft>,
    /// Its limits instead of the event's.
    pub limits: Option<LimitsDraft>,
}

/// What games begin with: a file, or random moves.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct OpeningsDraft {
    /// A file with an opening on each line.
    pub file: Option<Placed<String>>,
    /// How many random moves; 0 begins at the start.
    pub moves: Option<Placed<usize>>,
    /// Of how many random openings the most balanced is taken.
    pub balanced: Option<Placed<usize>>,
    /// Draw this many different openings before the event begins.
    pub count: Option<Placed<usize>>,
}

/// Limits of a move, and clocks.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LimitsDraft {
    /// Time for a move, such as 500ms.
    pub time: Option<Placed<String>>,
    /// Processor time for a move.
    #[serde(rename = "processor-time")]
    pub processor_time: Option<Placed<String>>,
    /// Clocks, such as 1m+1s.
    pub clock: Option<Placed<String>>,
    /// Nodes for a move.
    pub nodes: Option<Placed<u64>>,
    /// Depth of a move.
    pub depth: Option<Placed<u32>>,
}

/// When games end early.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct AdjudicationDraft {
    /// At a value that is certain.
    pub exact: bool,
    /// When both players agree for this many moves each.
    pub agreement_moves: Option<Placed<usize>>,
    /// The estimate from which a side counts as winning.
    pub agreement_value: Option<Placed<i32>>,
    /// A game with this many moves is drawn.
    pub length: Option<Placed<usize>>,
}

/// The hypotheses of a sequential test.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SprtDraft {
    /// H0: the difference in Elo that is rejected.
    pub elo0: Option<f64>,
    /// H1: the difference in Elo that is accepted.
    pub elo1: Option<f64>,
    /// The probability of accepting a player of strength `elo0`.
    pub alpha: Option<f64>,
    /// The probability of rejecting one of strength `elo1`.
    pub beta: Option<f64>,
    /// `normalized` or `logistic`.
    pub model: Option<Placed<String>>,
}

impl Draft {
    /// Reads an event file.
    ///
    /// # Errors
    /// If it is not TOML, has an unknown key, or a value of a wrong kind.
    pub fn read(text: &str) -> Result<Self, Error> {
        toml::from_str(text).map_err(|error| {
            let offset = error.span().map_or(0, |span| span.start);
            let (problem, expected) = in_words(error.message());
            wrong(text, offset, problem, expected)
        })
    }
}

/// An error in an event file.
pub(super) fn wrong(
    text: &str,
    offset: usize,
    problem: impl Into<String>,
    expected: impl Into<String>,
) -> Error {
    let expected: String = expected.into();
    // Some messages of the workbench begin so.
    let expected = expected.strip_prefix("expected ").unwrap_or(&expected);
    let error = TextError::new(text, offset, problem, expected);
    Error::Text { source_name: "event file", error }
}

/// What the reader of TOML says, as a problem and what is expected.
fn in_words(message: &str) -> (String, String) {
    if let Some(rest) = message.strip_prefix("unknown field `") {
        let word = rest.split('`').next().unwrap_or_default();
        let known: Vec<&str> = rest.split('`').skip(2).step_by(2).collect();
        let hint = nearest(word, known.iter().copied());
        let hint = hint.map_or(String::new(), |name| format!(" (did you mean {name}?)"));
        let problem = format!("there is no key {}{hint}", quoted(word));
        return (problem, format!("one of {}", known.join(", ")));
    }
    if let Some((problem, expected)) = message.split_once(", expected ") {
        let expected = match expected {
            "usize" | "u64" | "u32" => "a whole number from 0",
            "i32" => "a whole number",
            "a sequence" => "a list in brackets",
            other => other,
        };
        return (problem.to_owned(), expected.to_owned());
    }
    let expected = "an event, as 'arena run --help' explains it";
    match message.strip_prefix("missing field `") {
        Some(rest) => (format!("{} is missing", rest.trim_end_matches('`')), expected.to_owned()),
        None => (message.lines().next().unwrap_or(message).to_owned(), expected.to_owned()),
    }
}
