//! OBF: positions, each on a line, with the scores of their moves.
//!
//! ```text
//! % a comment
//! ---------------------------OX------XO--------------------------- X; F5:+0; D3:+0;
//! ```
//!
//! The scores are final margins for the side to move. Test suites, such as the
//! FFO endgames, are kept in this form.

use super::notation::{check_legal, read_ply, read_position};
use super::{Othello, Ply, Position};
use plywood_game::{Game, IllegalMove, Notation, TextError, quoted};
use std::fmt;
use std::str::FromStr;

/// A position and what is known of its moves.
///
/// ```
/// use plywood_games::othello::obf::Record;
/// let line = "---------------------------OX------XO--------------------------- X; F5:+0; D3:-2;";
/// let record: Record = line.parse()?;
/// assert_eq!(record.scores()[1].1, -2);
/// assert_eq!(record.best_score(), Some(0));
/// assert_eq!(record.to_string(), line);
/// # Ok::<(), plywood_game::TextError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    position: Position,
    scores: Vec<(Ply, i32)>,
}

impl Record {
    /// A position of whose moves nothing is known.
    #[must_use]
    pub fn new(position: Position) -> Record {
        Record { position, scores: Vec::new() }
    }

    /// Notes the score of a move, in place of what was known of it. A score
    /// beyond 64 either way is held to 64, as no margin is higher.
    ///
    /// # Errors
    /// If the move is not legal in the position.
    pub fn set_score(&mut self, ply: Ply, score: i32) -> Result<(), IllegalMove> {
        if !Othello.is_legal(&self.position, ply) {
            return Err(IllegalMove);
        }
        self.scores.retain(|&(other, _)| other != ply);
        self.scores.push((ply, score.clamp(-64, 64)));
        Ok(())
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Moves with their scores for the side to move, in the order in which they
    /// were read or set.
    #[must_use]
    pub fn scores(&self) -> &[(Ply, i32)] {
        &self.scores
    }

    /// The score of the best move, if any has one.
    #[must_use]
    pub fn best_score(&self) -> Option<i32> {
        self.scores.iter().map(|&(_, score)| score).max()
    }

    /// The record that `line`, a part of `text` without its comment, holds.
    fn read(text: &str, line: &str) -> Result<Record, TextError> {
        let mut fields = line.split(';').map(str::trim);
        let position = read_position(text, fields.next().unwrap_or(line))?;
        let mut scores: Vec<(Ply, i32)> = Vec::new();
        for field in fields.filter(|field| !field.is_empty()) {
            let (ply, score) = read_score(text, field)?;
            check_legal(&position, ply, text, field)?;
            if scores.iter().any(|&(other, _)| other == ply) {
                let problem = format!("{} has two scores", Othello.move_text(&position, ply));
                return Err(TextError::at_part(text, field, problem, "each move once"));
            }
            scores.push((ply, score));
        }
        Ok(Record { position, scores })
    }
}

/// The move and the score of a field such as `F5:+2`.
fn read_score(text: &str, field: &str) -> Result<(Ply, i32), TextError> {
    let form = "a move, a colon and a score, such as F5:+2";
    let Some((ply, score)) = read_ply(field) else {
        let problem = format!("{} does not begin with a move", quoted(field));
        return Err(TextError::at_part(text, field, problem, form));
    };
    let Some(score) = score.trim_start().strip_prefix(':') else {
        let problem = format!("{} has no score", quoted(field));
        return Err(TextError::at_part(text, field, problem, form));
    };
    let score = score.trim_start();
    match score.parse() {
        Ok(number @ -64..=64) => Ok((ply, number)),
        _ => {
            let problem = format!("{} is no score", quoted(score));
            Err(TextError::at_part(text, score, problem, "a whole number from -64 to +64"))
        }
    }
}

impl FromStr for Record {
    type Err = TextError;

    /// Reads a text that holds one record.
    fn from_str(text: &str) -> Result<Self, TextError> {
        let mut lines = lines(text);
        let Some(line) = lines.next() else {
            let problem = "there is no position";
            return Err(TextError::new(text, 0, problem, "64 squares and the side to move"));
        };
        let record = Record::read(text, line)?;
        match lines.next() {
            None => Ok(record),
            Some(line) => {
                Err(TextError::at_part(text, line, "there is a second position", "only one"))
            }
        }
    }
}

impl fmt::Display for Record {
    /// The record as a line, without a line break.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};", Othello.position_text(&self.position))?;
        for &(ply, score) in &self.scores {
            match ply {
                Ply::Place(_) => {
                    let word = Othello.move_text(&self.position, ply).to_ascii_uppercase();
                    write!(f, " {word}:{score:+};")?;
                }
                Ply::Pass => write!(f, " PS:{score:+};")?,
            }
        }
        Ok(())
    }
}

/// The records of a file, one after the other; after an error there are no
/// more.
///
/// ```
/// use plywood_games::othello::obf;
/// let file = "% nothing here\n\n";
/// assert_eq!(obf::records(file).count(), 0);
/// ```
pub fn records(text: &str) -> impl Iterator<Item = Result<Record, TextError>> {
    let mut lines = lines(text);
    let mut failed = false;
    std::iter::from_fn(move || {
        let line = lines.next().filter(|_| !failed)?;
        let record = Record::read(text, line);
        failed = record.is_err();
        Some(record)
    })
}

/// The lines that hold something, without their comments.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let without_comments = text.lines().filter_map(|line| line.split('%').next());
    without_comments.map(str::trim).filter(|line| !line.is_empty())
}
