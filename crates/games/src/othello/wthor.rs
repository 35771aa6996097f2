//! Lines of the French federation's base of games, WTHOR, as text: a transcript, the
//! year, Black's discs at the end, and Black's theoretical discs, which are those after
//! best play from 24 empty squares on. Discs are of 64, with the empty squares given to
//! the winner.
//!
//! ```
//! use plywood_games::othello::wthor;
//! let line = "f5d6c3f3f4d3c4g6f6e6c5c6d7d8e7g5e3d2g4h3f7b5h5g3b4b6c8b8c7e8f8g8h4h6\
//!             e2d1c1a3a6a5e1f2g7c2a4h8a2b7f1b3b1b2h7a7a8a1g1g2h2h1 1977 34 41";
//! let game = wthor::parse(line).expect("a game");
//! assert_eq!(game.year, 1977);
//! // 41 discs to 23 after 36 moves, 34 to 30 after 60 and two passes.
//! assert_eq!(game.values, [(36, 18), (62, 4)]);
//! ```

use super::{Othello, Ply};
use plywood_game::{Game, Notation, TextError, quoted};

/// The number of empty squares from which theoretical results are best play.
const THEORY_FROM: u32 = 24;

/// A game of the base.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WthorGame {
    /// The year.
    pub year: u16,
    /// The moves, passes among them.
    pub moves: Vec<Ply>,
    /// Exact margins for Black, each after this many moves: from 24 empty squares, and at
    /// the end, if the game came so far.
    pub values: Vec<(usize, i32)>,
}

/// Whether a text's first line looks like one of the base.
#[must_use]
pub fn is_wthor(text: &str) -> bool {
    text.lines().next().is_some_and(|line| fields(line).is_some())
}

fn fields(line: &str) -> Option<(&str, u16, [i32; 2])> {
    let mut words = line.split_whitespace();
    let (moves, year) = (words.next()?, words.next()?.parse().ok()?);
    let mut discs = || words.next()?.parse().ok().filter(|discs| (0..=64).contains(discs));
    let discs: [i32; 2] = [discs()?, discs()?];
    words.next().is_none().then_some((moves, year, discs))
}

/// Reads a line.
///
/// # Errors
/// If it is not a game of the base.
pub fn parse(line: &str) -> Result<WthorGame, TextError> {
    let expected = "moves, a year, Black's discs and Black's theoretical discs";
    let Some((moves, year, [_, theory])) = fields(line) else {
        let problem = format!("{} is no game of the base", quoted(line));
        return Err(TextError::new(line, 0, problem, expected));
    };
    let moves = Othello.parse_moves(&Othello.initial(), moves)?;
    let (mut position, mut values) = (Othello.initial(), Vec::new());
    for (number, &ply) in moves.iter().enumerate() {
        if values.is_empty() && position.empty().count_ones() == THEORY_FROM {
            values.push((number, 2 * theory - 64));
        }
        Othello.play(&mut position, ply);
    }
    if let Some(outcome) = Othello.outcome(&position) {
        values.push((moves.len(), outcome.value_for(plywood_game::Side::First)));
    }
    Ok(WthorGame { year, moves, values })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lines_of_the_base_are_read() {
        assert!(is_wthor("f5 1977 34 41\nanything"));
        for line in ["", "f5", "f5 1977", "f5 1977 34", "f5 1977 34 65", "f5 1977 34 41 5"] {
            assert!(!is_wthor(line) && parse(line).is_err(), "{line}");
        }
        assert!(parse("a1 1977 34 41").is_err(), "a1 is illegal");
    }

    #[test]
    fn a_game_that_was_given_up_early_has_no_values() {
        let game = parse("f5d6 1980 30 30").expect("a game");
        assert_eq!((game.moves.len(), game.values), (2, Vec::new()));
    }
}
