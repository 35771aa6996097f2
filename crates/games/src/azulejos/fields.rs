//! Numbers in input text, each with a name and a range, so that every error can
//! say which number is wrong and what it may be.

use plywood_game::{TextError, quoted};
use std::ops::RangeInclusive;

/// A part of a text that should be a whole number.
pub(super) struct Field<'t> {
    /// The whole text.
    pub(super) text: &'t str,
    /// The part of it.
    pub(super) part: &'t str,
    /// What the number is: "the number of rows".
    pub(super) name: &'static str,
    /// What it may be.
    pub(super) range: RangeInclusive<u64>,
}

impl Field<'_> {
    /// The number, within its range.
    pub(super) fn read(&self) -> Result<u64, TextError> {
        let number = u64::try_from(self.digits()?).ok();
        number.filter(|number| self.range.contains(number)).ok_or_else(|| self.out_of_range())
    }

    /// The number, without a range check; saturates at the largest.
    pub(super) fn digits(&self) -> Result<u128, TextError> {
        let digits = self.part.trim_matches(' ');
        if digits.is_empty() {
            return Err(self.error(format!("{} is missing", self.name)));
        }
        if digits.starts_with('-') {
            return Err(self.error(format!("{} is {}, below zero", self.name, quoted(digits))));
        }
        if let Some(stray) = digits.find(|c: char| !c.is_ascii_digit()) {
            let problem = format!("{} is {}, no whole number", self.name, quoted(digits));
            let place = &digits[stray..];
            return Err(TextError::at_part(self.text, place, problem, self.expected()));
        }
        Ok(digits.parse().unwrap_or(u128::MAX))
    }

    /// The error of a number that is too small or too large.
    pub(super) fn out_of_range(&self) -> TextError {
        self.error(format!("{} is {}", self.name, quoted(self.part.trim_matches(' '))))
    }

    fn error(&self, problem: String) -> TextError {
        TextError::at_part(self.text, self.part.trim_start_matches(' '), problem, self.expected())
    }

    fn expected(&self) -> String {
        format!("a whole number from {} to {}", self.range.start(), self.range.end())
    }
}
