//! Openings of a match, from a file.

use plywood_game::{Random, TextError};
use plywood_workbench::{ChangeGame, Error, Start, Workbench};
use std::collections::HashSet;

/// Series of moves with which games begin.
///
/// One a line, as the game writes moves: for Othello a transcript, such as those
/// of XOT; for (m,n,k) cells one after another, or offsets from the centre.
/// Empty lines and those that begin with `#` or `%` are left out, and so are
/// openings whose position is that of an earlier one, also turned or mirrored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Openings(Vec<String>);

impl Openings {
    /// The openings in `text`, for this game.
    ///
    /// ```
    /// use plywood_arena::Openings;
    /// use plywood_workbench::Workbench;
    /// let workbench = Workbench::standard();
    /// let read = |game, text| Openings::read(&workbench, game, text);
    /// assert_eq!(read("othello", "# XOT\nf5d6c4d3c2b3b4b5\n")?.len(), 1);
    /// assert_eq!(read("gomoku", "0,0, 0,-1\nj8k11h9\n")?.len(), 2);
    /// assert_eq!(read("othello", "f5\nd3\nc4\n")?.len(), 1, "turned and mirrored");
    /// let error = read("othello", "f5d6\n\na1\n").expect_err("no legal move");
    /// assert!(error.to_string().contains("line 3, column 1"));
    /// # Ok::<(), plywood_workbench::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such game, a line cannot be played in it or ends it, or
    /// there is no opening at all.
    pub fn read(workbench: &Workbench, game: &str, text: &str) -> Result<Self, Error> {
        let wrong = |part: &str, problem: &str, expected: &str| Error::Text {
            source_name: "openings file",
            error: TextError::at_part(text, part, problem, expected),
        };
        let (mut openings, mut met) = (Vec::new(), HashSet::new());
        for line in text.lines().map(str::trim) {
            if line.is_empty() || line.starts_with(['#', '%']) {
                continue;
            }
            let mut session = workbench.open(game, &Start::default(), 0)?;
            session.play_all(line).map_err(|error| match error {
                Error::Text { error, .. } => {
                    let place = line.char_indices().nth(error.column() - 1);
                    let start = place.map_or(line.len(), |(start, _)| start);
                    let part = &line[start..];
                    wrong(part, error.problem(), error.expected())
                }
                other => other,
            })?;
            if session.ending().is_some() {
                return Err(wrong(line, "this opening ends the game", "fewer moves"));
            }
            if met.insert(session.canonical_key()) {
                openings.push(line.to_owned());
            }
        }
        match openings.is_empty() {
            true => Err(wrong(text, "there are no openings", "a series of moves on each line")),
            false => Ok(Self(openings)),
        }
    }

    /// How many there are.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "there is always one")]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The openings as they are written.
    pub(crate) fn into_lines(self) -> Vec<String> {
        self.0
    }

    /// Openings that were read before.
    pub(crate) fn of_lines(lines: &[String]) -> Self {
        Self(lines.to_vec())
    }

    /// The openings in an order that the seed decides.
    pub(crate) fn shuffled(mut self, seed: u64) -> Self {
        let mut dice = Random::new(seed);
        for last in (1..self.0.len()).rev() {
            self.0.swap(last, dice.below(last + 1));
        }
        self
    }

    /// Begins a game with the opening of this number; after the last comes the
    /// first again.
    pub(crate) fn play(&self, number: usize, session: &mut dyn ChangeGame) -> Result<(), Error> {
        session.play_all(&self.0[number % self.0.len()])
    }
}
