//! Errors in text that was typed or read from a file: what is wrong, where, and
//! what would have been right.

use std::fmt;

/// How much of an offending line an error quotes, on either side of the place.
const QUOTED: usize = 30;

/// Stands where a quoted line goes on.
const CUT: &str = "...";

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
    /// Whether there is nothing in the text to point at.
    is_empty: bool,
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
        let left = if skipped > 0 { CUT } else { "" };
        let mut shown = rest.chars().skip(skipped);
        let mut quote = left.to_owned();
        quote.extend(shown.by_ref().take(2 * QUOTED).map(printable));
        if shown.next().is_some() {
            quote.push_str(CUT);
        }
        Self(Box::new(Offence {
            line,
            column: column + 1,
            problem: problem.into(),
            expected: expected.into(),
            quote,
            caret: left.len() + column - skipped,
            is_empty: text.trim().is_empty(),
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
        if self.0.is_empty {
            return f.write_str(&self.brief());
        }
        if self.0.quote.trim().is_empty() {
            return write!(f, "line {}: {}", self.0.line, self.brief());
        }
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

/// How an error message shows a piece of input: quoted, shortened, and without
/// control characters.
///
/// ```
/// assert_eq!(plywood_game::quoted("b2"), "'b2'");
/// assert_eq!(plywood_game::quoted("\u{1b}[2J"), "'\u{fffd}[2J'");
/// ```
#[must_use]
pub fn quoted(text: &str) -> String {
    const SHOWN: usize = 24;
    let mut shown: String = text.chars().take(SHOWN).map(printable).collect();
    if text.chars().nth(SHOWN).is_some() {
        shown.push_str(CUT);
    }
    format!("'{shown}'")
}

fn printable(c: char) -> char {
    if c.is_control() { '\u{fffd}' } else { c }
}

/// A number of things in words, for error messages.
///
/// ```
/// use plywood_game::counted;
/// assert_eq!([counted(1, "row"), counted(2, "row")], ["1 row", "2 rows"]);
/// ```
#[must_use]
pub fn counted(number: usize, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_is_cut_around_the_place_and_says_so() {
        let line = format!("{}!{}", "a".repeat(100), "b".repeat(100));
        for (text, offset, quote) in [
            (line.as_str(), 100, format!("...{}!{}...", "a".repeat(30), "b".repeat(29))),
            (&line, 0, format!("{}...", "a".repeat(60))),
            (&line, 201, format!("...{}", "b".repeat(30))),
            (&line[..60], 10, "a".repeat(60)),
            (&line[..61], 30, format!("{}...", "a".repeat(60))),
            (&line[..61], 31, format!("...{}", "a".repeat(60))),
        ] {
            let said = TextError::new(text, offset, "bad", "good").to_string();
            let mut lines = said.lines().skip(1).map(|line| line.trim_start_matches("  "));
            assert_eq!(lines.next(), Some(quote.as_str()));
            let caret = said.lines().last().and_then(|line| line.find('^')).expect("a caret");
            let place = said.lines().nth(1).and_then(|line| line.chars().nth(caret));
            assert_eq!(place, text.chars().nth(offset), "{said}");
        }
    }
}
