//! Errors in text that somebody typed or a file holds: what is wrong, where,
//! and what would have been right.

use std::fmt;

/// How much of an offending line an error quotes, on either side of the place.
const QUOTED: usize = 30;

/// A text that could not be read, with the place of the first offence.
///
/// ```
/// use plywood_game::TextError;
/// let error = TextError::new("x.z", 2, "'z' is no mark", "x, o or .");
/// assert_eq!(
///     error.to_string(),
///     "line 1, column 3: 'z' is no mark; expected x, o or .\n  x.z\n    ^"
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextError(Box<Offence>);

/// Boxed, so that a result which is almost always good stays small.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Offence {
    line: usize,
    column: usize,
    problem: String,
    expected: String,
    quote: String,
    caret: usize,
}

impl TextError {
    /// An error at the byte `offset` of `text`. `problem` says what is wrong
    /// there, `expected` what should have stood there instead.
    #[must_use]
    pub fn new(
        text: &str,
        offset: usize,
        problem: impl Into<String>,
        expected: impl Into<String>,
    ) -> Self {
        let offset = text.floor_char_boundary(offset.min(text.len()));
        let before = &text[..offset];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
        let column = text[line_start..offset].chars().count();
        let rest = text[line_start..].split(['\n', '\r']).next().unwrap_or("");
        let skipped = column.saturating_sub(QUOTED);
        let quote = rest
            .chars()
            .skip(skipped)
            .take(2 * QUOTED)
            .map(|c| if c.is_control() { '\u{fffd}' } else { c })
            .collect();
        Self(Box::new(Offence {
            line,
            column: column + 1,
            problem: problem.into(),
            expected: expected.into(),
            quote,
            caret: column - skipped,
        }))
    }

    /// An error at `part`, which must be a slice of `text`.
    #[must_use]
    pub fn at_part(
        text: &str,
        part: &str,
        problem: impl Into<String>,
        expected: impl Into<String>,
    ) -> Self {
        let offset = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
        Self::new(text, offset, problem, expected)
    }

    /// The error without its place, for a text so short that it needs none.
    #[must_use]
    pub fn brief(&self) -> String {
        format!("{}; expected {}", self.0.problem, self.0.expected)
    }

    /// The line of the offence, counted from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.0.line
    }

    /// The column of the offence in characters, counted from 1.
    #[must_use]
    pub fn column(&self) -> usize {
        self.0.column
    }

    /// What is wrong.
    #[must_use]
    pub fn problem(&self) -> &str {
        &self.0.problem
    }

    /// What should have stood there.
    #[must_use]
    pub fn expected(&self) -> &str {
        &self.0.expected
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "line {}, column {}: {}\n  {}\n  {}^",
            self.0.line,
            self.0.column,
            self.brief(),
            self.0.quote,
            " ".repeat(self.0.caret)
        )
    }
}

impl std::error::Error for TextError {}

/// How an error message shows a piece of somebody's text: quoted, shortened,
/// and without anything that could upset a terminal.
///
/// ```
/// assert_eq!(plywood_game::quoted("b2"), "'b2'");
/// assert_eq!(plywood_game::quoted("\u{1b}[2J"), "'\u{fffd}[2J'");
/// ```
#[must_use]
pub fn quoted(text: &str) -> String {
    const SHOWN: usize = 24;
    let clean = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    let mut shown: String = text.chars().take(SHOWN).map(clean).collect();
    if text.chars().nth(SHOWN).is_some() {
        shown.push_str("...");
    }
    format!("'{shown}'")
}
