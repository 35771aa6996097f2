//! The words that name a variant.

use super::rules::{COUNTS, Delta};
use plywood_game::{TextError, quoted};
use std::str::FromStr;

impl FromStr for Delta {
    type Err = TextError;

    /// Reads what follows the colon of the game's name: `placement`,
    /// `pieces=N` with 4 to 9, or both.
    ///
    /// ```
    /// use plywood_games::delta::Delta;
    /// let small: Delta = "placement,pieces=4".parse()?;
    /// assert_eq!(Some(small), Delta::placement().with_pieces(4));
    /// # Ok::<(), plywood_game::TextError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, TextError> {
        const VARIANT: &str = "placement, pieces=N with N from 4 to 9, or both";
        let mut game = Delta::standard();
        let mut words = text.split(',').peekable();
        if words.next_if(|word| word.eq_ignore_ascii_case("placement")).is_some() {
            game = Delta::placement();
        }
        if let Some(word) = words.next() {
            let Some((name, count)) = word.split_once('=') else {
                let problem = format!("{} is no variant", quoted(word));
                return Err(TextError::at_part(text, word, problem, VARIANT));
            };
            if !name.eq_ignore_ascii_case("pieces") {
                let problem = format!("{} is no parameter", quoted(name));
                return Err(TextError::at_part(text, name, problem, VARIANT));
            }
            let pieces = count.parse().ok().and_then(|pieces| game.with_pieces(pieces));
            game = pieces.ok_or_else(|| {
                let problem = format!("{} is no number of pieces", quoted(count));
                let expected = format!("a number from {} to {}", COUNTS.start(), COUNTS.end());
                TextError::at_part(text, count, problem, expected)
            })?;
        }
        match words.next() {
            Some(more) => {
                let problem = format!("{} after the number of pieces", quoted(more));
                Err(TextError::at_part(text, more, problem, "nothing more"))
            }
            None => Ok(game),
        }
    }
}
