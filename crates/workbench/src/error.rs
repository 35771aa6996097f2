//! What can be wrong with a request.

use plywood_game::{TextError, counted};

/// A request that cannot be carried out: what is wrong, where, and what would
/// be right.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// No game has this name.
    #[error("there is no game called {word}{}", hint(.suggestion))]
    UnknownGame {
        /// What was asked for.
        word: String,
        /// The nearest name.
        suggestion: Option<String>,
    },
    /// A name that stands for one game was given parameters.
    #[error("{alias} takes no parameters; it is {game}")]
    AliasWithParameters {
        /// The name.
        alias: String,
        /// The game it stands for.
        game: String,
    },
    /// The game's parameters are wrong.
    #[error("in the game {word}: {error}\nits form is {form}")]
    Parameters {
        /// What was asked for.
        word: String,
        /// What it should look like.
        form: String,
        /// The offence.
        error: TextError,
    },
    /// A position, a file or a series of moves is wrong.
    #[error("in the {source_name}: {error}")]
    Text {
        /// Which text: "position", "file", "moves", "saved game" and so on.
        source_name: &'static str,
        /// The offence.
        error: TextError,
    },
    /// A saved game belongs to another game.
    #[error("the file holds a game of {found}, not of {wanted}; ask for {found} to open it")]
    OtherGame {
        /// The game of the file.
        found: String,
        /// The game asked for.
        wanted: String,
    },
    /// A position was given twice.
    #[error("a position and a file were both given; give one of them")]
    TwoStarts,
    /// A move is wrong.
    #[error("{}", .0.brief())]
    Move(TextError),
    /// The game is over.
    #[error("the game is over; no more moves can be played")]
    GameOver,
    /// A series of moves goes on after a draw by repetition.
    #[error(
        "the game is drawn by repetition after {}, but {more} more {}",
        counted(*.after, "move"),
        if *.more == 1 { "follows" } else { "follow" },
    )]
    MovesAfterRepetition {
        /// How many moves were played.
        after: usize,
        /// How many were left.
        more: usize,
    },
    /// A player that does not search was asked to.
    #[error("{player} does not search; name an engine, such as best or pvs")]
    DoesNotSearch {
        /// The player.
        player: String,
    },
    /// A person was asked to play where only programs can.
    #[error("a person cannot play here; name an engine, such as best, or random")]
    NoPersonHere,
    /// A player whose searches have no tree that could be recorded.
    #[error("{player} searches no tree that could be shown; pvs and alphabeta do, for example")]
    NoTree {
        /// The player.
        player: String,
    },
    /// Nothing was searched.
    #[error("{player} found its answer without a search tree{}", search_anyway(*.threats))]
    NothingSearched {
        /// The player.
        player: String,
        /// Whether it asks for a forced win before it searches.
        threats: bool,
    },
    /// Random openings end the game before the players come in.
    #[error(
        "{game} is over after {moves} random moves; let it begin with fewer (--opening-moves), or \
         take a larger game"
    )]
    NoOpening {
        /// The game.
        game: String,
        /// How many random moves it was to begin with.
        moves: usize,
    },
    /// Openings cannot be listed for a game whose start is drawn.
    #[error(
        "the start of {game} is random, so its openings cannot be drawn in advance; leave count \
         out, or name the game with a seed"
    )]
    RandomStart {
        /// The game.
        game: String,
    },
    /// A clock without time, or with more than a day.
    #[error(
        "this is no clock; expected a time for each side, up to a day, and perhaps more with each \
         move, such as 5m or 5m+3s"
    )]
    ImpossibleClock,
    /// An option that the engine does not have.
    #[error("{engine} has no option {option}")]
    OptionOfOther {
        /// The option.
        option: String,
        /// The engine that does not have it.
        engine: String,
    },
    /// An engine outside the program that cannot be used.
    #[error("{player} cannot be used here: {problem}")]
    External {
        /// The player, as it was written.
        player: String,
        /// Why not, and what to do.
        problem: String,
    },
    /// Processor time that cannot limit a player.
    #[error("processor time cannot limit {player}: {problem}; limit its time instead")]
    ProcessorTime {
        /// The player, as it was written.
        player: String,
        /// Why not.
        problem: String,
    },
    /// A player of another game.
    #[error("{player} plays {plays}, not {here}")]
    PlaysAnother {
        /// The player.
        player: String,
        /// The family of games that it plays.
        plays: String,
        /// The one that was asked for.
        here: String,
    },
    /// The game does not support an option.
    #[error("{game} does not support the option {option}; in this game {player} has {supported}")]
    Unsupported {
        /// The option.
        option: &'static str,
        /// The game.
        game: String,
        /// The player, without options.
        player: String,
        /// The options that it has there.
        supported: String,
    },
    /// The file of a learned evaluator cannot be used.
    #[error("the evaluator {file} {error}")]
    Evaluator {
        /// The file.
        file: String,
        /// Why not.
        error: plywood_learn::FileError,
    },
    /// No evaluator can be learned.
    #[error("{0}")]
    Learning(String),
    /// The predictions of Multi-ProbCut cannot be used.
    #[error("multiprobcut={file}: {problem}")]
    Predictions {
        /// The file.
        file: String,
        /// Why not.
        problem: String,
    },
    /// There is no memory for the table.
    #[error(transparent)]
    Table(#[from] plywood_search::TableError),
    /// A player failed to choose a move.
    #[error("the player failed: {0}")]
    Failed(#[from] plywood_players::Failure),
    /// The state of an earlier attempt to solve cannot be used.
    #[error("the earlier attempt cannot be taken up: {0}")]
    Resume(String),
    /// No suite has this name.
    #[error("{game} has no suite called {word}{}; {}", hint(.suggestion), suites(.known))]
    UnknownSuite {
        /// What was asked for.
        word: String,
        /// The nearest name.
        suggestion: Option<String>,
        /// The game.
        game: String,
        /// The names of those that it has.
        known: String,
    },
    /// An engine brings a limit that is to be varied.
    #[error("{player} has a {limit} of its own; leave it out, since it is what is varied here")]
    OwnLimit {
        /// The engine.
        player: String,
        /// The limit.
        limit: &'static str,
    },
    /// No player has this name.
    #[error("there is no player called {word}{}", hint(.suggestion))]
    UnknownPlayer {
        /// What was asked for.
        word: String,
        /// The nearest name.
        suggestion: Option<String>,
    },
}

impl Error {
    /// An engine outside the program that cannot be used.
    pub fn external(player: &impl ToString, problem: impl Into<String>) -> Self {
        Self::External { player: player.to_string(), problem: problem.into() }
    }

    /// The failure of a player that chose a move with this error; any other error
    /// stays one.
    ///
    /// # Errors
    /// If the error is not that of a move.
    pub fn illegal(self) -> Result<plywood_players::Failure, Self> {
        match self {
            Error::Move(error) => {
                let cause = plywood_players::Cause::Illegal;
                Ok(plywood_players::Failure::new(cause, error.brief()))
            }
            error => Err(error),
        }
    }

    /// The same error in a text that belongs to a saved game.
    pub(crate) fn in_a_saved_game(self) -> Self {
        match self {
            Error::Text { source_name: "position", error } => {
                Error::Text { source_name: "start of the saved game", error }
            }
            Error::Text { source_name: "moves", error } => {
                Error::Text { source_name: "moves of the saved game", error }
            }
            other => other,
        }
    }
}

/// What makes an engine search that found its answer in another way.
fn search_anyway(threats: bool) -> &'static str {
    if threats { "; threats=off in its brackets makes it search" } else { "" }
}

fn hint(suggestion: &Option<String>) -> String {
    suggestion.as_ref().map_or(String::new(), |name| format!(" (did you mean {name}?)"))
}

fn suites(known: &str) -> String {
    match known {
        "" => "it has none at all".to_owned(),
        known => format!("it has {known}"),
    }
}

/// From 0 to 1. One slip of the finger leaves a name nearly itself, however
/// short it is.
fn likeness(word: &str, name: &str) -> f64 {
    let slip = name.len() > 2 && strsim::damerau_levenshtein(word, name) == 1;
    strsim::jaro_winkler(word, name).max(if slip { 0.9 } else { 0.0 })
}

/// The candidate nearest to `word`, if one is near enough to be meant.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    const NEAR_ENOUGH: f64 = 0.7;
    // A name is short: there is no use in comparing a megabyte with it.
    let word: String = word.chars().take(64).collect::<String>().to_lowercase();
    candidates
        .into_iter()
        .map(|name| (likeness(&word, name), name))
        .filter(|(likeness, _)| *likeness > NEAR_ENOUGH)
        .max_by(|one, other| one.0.total_cmp(&other.0))
        .map(|(_, name)| name.to_owned())
}
