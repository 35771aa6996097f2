//! A game saved as text, to be read by people and opened again.
//!
//! ```text
//! plywood game 1
//! game mnk:3,3,3
//! start 3/1x1/3 o
//! moves a1 c3
//! resigned second
//! ```
//!
//! `start` is there only if the game did not begin at its own start, and
//! `resigned` only if a side did; a loss on the clock is `overtime second`, a
//! loss by a failure `crash second`, `illegal second` and so on. A game of a
//! match also says who played (`first`, `second`) and, for each move, its time
//! in milliseconds, its depth and its value (`times`, `depths`, `values`); one
//! from the page its `title`, its `date`, its `opening` and its `result` in words, and
//! its `variations` as JSON. A file may hold one game after another.

use crate::{Error, Start};
use plywood_game::{Side, TextError, quoted};
use plywood_players::Cause;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Everything needed to open a game again where it was left.
///
/// ```
/// use plywood_workbench::{Record, Workbench};
/// let record: Record = "plywood game 1\ngame tictactoe\nmoves b2 a1\n".parse()?;
/// let session = Workbench::standard().resume(&record)?;
/// assert_eq!(session.snapshot().position, "3/1x1/o2 x");
/// assert_eq!(session.record().to_string(), "plywood game 1\ngame mnk:3,3,3\nmoves b2 a1\n");
/// # Ok::<(), plywood_workbench::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// The words that name the game.
    pub game: String,
    /// The position it began with, unless that is the game's own start.
    pub position: Option<String>,
    /// The moves.
    pub moves: String,
    /// A loss that the rules of the game do not know.
    pub forfeit: Option<Forfeit>,
    /// Lines about the game that opening it does not need, each under one of
    /// the keys in [`NOTES`].
    pub notes: Vec<(&'static str, String)>,
}

/// The keys of the notes in a record: the players' names, for each move its time
/// in milliseconds, depth and value, what the page knows about a game, and a result
/// that the referee gave before the rules did, such as `first exact`.
pub const NOTES: [&str; 11] = [
    "first",
    "second",
    "times",
    "depths",
    "values",
    "title",
    "date",
    "opening",
    "result",
    "variations",
    "adjudicated",
];

/// A loss that the rules of the game do not know; stored as it is written in a
/// record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Forfeit {
    /// This side resigned.
    Resigned(Side),
    /// This side's clock ran down.
    Overtime(Side),
    /// This side's player failed.
    Failed(Side, Cause),
}

impl Forfeit {
    /// Who lost.
    #[must_use]
    pub const fn loser(self) -> Side {
        match self {
            Forfeit::Resigned(side) | Forfeit::Overtime(side) | Forfeit::Failed(side, _) => side,
        }
    }

    /// The loss that `word` stands for, as in `resigned second`.
    fn read(word: &str, side: &str) -> Option<Self> {
        let side = Side::BOTH.into_iter().find(|known| side_name(*known) == side)?;
        match word {
            "resigned" => Some(Forfeit::Resigned(side)),
            "overtime" => Some(Forfeit::Overtime(side)),
            _ => {
                let cause = Cause::ALL.into_iter().find(|cause| cause.name() == word)?;
                Some(Forfeit::Failed(side, cause))
            }
        }
    }
}

impl From<Forfeit> for String {
    fn from(forfeit: Forfeit) -> Self {
        forfeit.to_string()
    }
}

impl TryFrom<String> for Forfeit {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let read = text.split_once(' ').and_then(|(word, side)| Self::read(word, side));
        read.ok_or_else(|| format!("{} is no forfeit", quoted(&text)))
    }
}

impl fmt::Display for Forfeit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self {
            Forfeit::Resigned(_) => "resigned",
            Forfeit::Overtime(_) => "overtime",
            Forfeit::Failed(_, cause) => cause.name(),
        };
        write!(f, "{word} {}", side_name(self.loser()))
    }
}

fn side_name(side: Side) -> &'static str {
    ["first", "second"][side.index()]
}

/// The first line, by which a saved game is known.
const HEADER: &str = "plywood game 1";

impl Record {
    /// Whether a text claims to be a saved game.
    #[must_use]
    pub fn is_record(text: &str) -> bool {
        text.lines().next().is_some_and(|line| line.trim_end().starts_with("plywood game"))
    }

    /// The saved games of a file, each as its own text.
    ///
    /// ```
    /// use plywood_workbench::Record;
    /// let two = "plywood game 1\ngame tictactoe\n\nplywood game 1\ngame othello\n";
    /// assert_eq!(Record::split(two).count(), 2);
    /// ```
    pub fn split(text: &str) -> impl Iterator<Item = &str> {
        let ends = text.match_indices(HEADER).map(|(start, _)| start).filter(|&start| start > 0);
        let ends = ends.filter(|&start| text[..start].ends_with('\n')).chain([text.len()]);
        let mut from = 0;
        ends.map(move |end| &text[std::mem::replace(&mut from, end)..end])
    }

    /// Whether this is the other game, or how it went on.
    ///
    /// ```
    /// use plywood_workbench::Record;
    /// let record = |moves: &str| -> Result<Record, plywood_workbench::Error> {
    ///     format!("plywood game 1\ngame gomoku\nmoves {moves}\n").parse()
    /// };
    /// assert!(record("h8 i9")?.goes_on_from(&record("h8")?));
    /// assert!(!record("h8")?.goes_on_from(&record("h8 i9")?));
    /// assert!(!record("h12")?.goes_on_from(&record("h1")?));
    /// # Ok::<(), plywood_workbench::Error>(())
    /// ```
    #[must_use]
    pub fn goes_on_from(&self, earlier: &Record) -> bool {
        let same_start = (&self.game, &self.position) == (&earlier.game, &earlier.position);
        let more = self.moves.strip_prefix(&earlier.moves);
        // Between moves there may be nothing, but no number goes on after its end.
        let whole = more.is_some_and(|more| !more.starts_with(|c: char| c.is_ascii_digit()));
        let same_end = self.moves == earlier.moves && self.forfeit == earlier.forfeit;
        same_start && whole && (earlier.forfeit.is_none() || same_end)
    }

    /// The note under this key.
    #[must_use]
    pub fn note(&self, key: &str) -> Option<&str> {
        self.notes.iter().find(|(name, _)| *name == key).map(|(_, text)| text.as_str())
    }

    /// The word of a note for each of `moves` moves. Those of the opening, which were
    /// played by no player, come first and have none.
    #[must_use]
    pub fn note_by_move(&self, key: &str, moves: usize) -> Vec<Option<&str>> {
        let words: Vec<&str> = self.note(key).unwrap_or_default().split_whitespace().collect();
        let opening = moves.saturating_sub(words.len());
        std::iter::repeat_n(None, opening).chain(words.into_iter().map(Some)).take(moves).collect()
    }

    /// Where this game starts, its moves included.
    #[must_use]
    pub fn start(&self) -> Start {
        Start {
            position: self.position.clone(),
            file: None,
            moves: Some(self.moves.clone()).filter(|moves| !moves.is_empty()),
            saved_games: 0,
        }
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADER}\ngame {}", self.game)?;
        if let Some(position) = &self.position {
            writeln!(f, "start {position}")?;
        }
        if !self.moves.is_empty() {
            writeln!(f, "moves {}", self.moves)?;
        }
        if let Some(forfeit) = self.forfeit {
            writeln!(f, "{forfeit}")?;
        }
        self.notes.iter().try_for_each(|(key, text)| writeln!(f, "{key} {text}"))
    }
}

impl FromStr for Record {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let fail = |part: &str, problem: String, expected: &str| Error::Text {
            source_name: "saved game",
            error: TextError::at_part(text, part, problem, expected),
        };
        let mut lines = Self::split(text).next().unwrap_or(text).lines();
        let header = lines.next().unwrap_or(text);
        if header.trim_end() != HEADER {
            return Err(fail(header, format!("{} is not the header", quoted(header)), HEADER));
        }
        let mut record = Record {
            game: String::new(),
            position: None,
            moves: String::new(),
            forfeit: None,
            notes: Vec::new(),
        };
        for line in lines.map(str::trim_end).filter(|line| !line.is_empty()) {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            let rest = rest.trim();
            let forfeit = Forfeit::read(word, rest);
            let note = NOTES.into_iter().find(|note| *note == word);
            match (word, rest) {
                ("game", game) if record.game.is_empty() => game.clone_into(&mut record.game),
                ("start", text) if record.position.is_none() => {
                    record.position = Some(text.to_owned());
                }
                ("moves", moves) if record.moves.is_empty() => moves.clone_into(&mut record.moves),
                _ if forfeit.is_some() => record.forfeit = forfeit,
                _ if note.is_some() => record.notes.extend(note.map(|key| (key, rest.to_owned()))),
                _ => {
                    let problem = format!("{} has no place here", quoted(line));
                    let expected =
                        "one line each of game, start, moves, resigned or overtime first|second";
                    return Err(fail(line, problem, expected));
                }
            }
        }
        if record.game.is_empty() {
            return Err(fail(
                "",
                "the game is not named".to_owned(),
                "a line such as game othello",
            ));
        }
        Ok(record)
    }
}
