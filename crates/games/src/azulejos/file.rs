//! The file format of the report's program: the number of rows, the number of
//! columns, the two scores, a line of digits a row, where 0 or a space is
//! empty, and, if it likes, a last line 1 or 2 with the player to move
//! (player 1 without it). We always write that line.
//!
//! Lines may end as on any system, and blank lines at the end do not matter.

use super::Azulejos;
use super::fields::Field;
use super::notation::{Row, Scores, parse_side, read_row, rows_text, side_text};
use super::position::{EMPTY, LONGEST_SIDE, Position};
use plywood_game::{Side, TextError, counted, quoted};

/// A position as a file.
pub(super) fn write(position: &Position) -> String {
    let [first, second] = position.scores;
    let (rows, columns) = (position.rows, position.columns);
    let board = rows_text(position, "\n");
    let side = side_text(position.to_move);
    format!("{rows}\n{columns}\n{first}\n{second}\n{board}\n{side}\n")
}

/// The position that a file holds.
pub(super) fn read(game: &Azulejos, text: &str) -> Result<Position, TextError> {
    let mut lines = Lines { text, rest: text };
    let (rows_line, rows) = lines.size("the number of rows")?;
    let (_, columns) = lines.size("the number of columns")?;
    game.check_size(text, rows_line, rows, columns)?;
    let first = lines.next("the score of player 1")?;
    let second = lines.next("the score of player 2")?;
    let scores = Scores::parse(text, first, second)?;
    let mut tiles = Vec::with_capacity(rows * columns);
    for number in 1..=rows {
        let line = lines.next_row(number, columns)?;
        let colours = "a colour from 1 to 9, or 0 or a space where there is none";
        read_row(&mut tiles, Row { text, line, number, columns, colours }, |c| match c {
            ' ' => Some(EMPTY.into()),
            _ => c.to_digit(10),
        })?;
    }
    let to_move = lines.side()?;
    let scores = scores.fitting(&tiles)?;
    Ok(Position::settled(columns, &tiles, scores, to_move))
}

/// The lines of a file not read yet.
struct Lines<'t> {
    text: &'t str,
    rest: &'t str,
}

impl<'t> Lines<'t> {
    /// The next line, without what ends it.
    fn line(&mut self) -> Option<&'t str> {
        if self.rest.is_empty() {
            return None;
        }
        let (line, rest) =
            self.rest.split_once('\n').unwrap_or((self.rest, &self.rest[self.rest.len()..]));
        self.rest = rest;
        Some(line.strip_suffix('\r').unwrap_or(line))
    }

    /// The next line, which holds `what`.
    fn next(&mut self, what: &str) -> Result<&'t str, TextError> {
        self.line().ok_or_else(|| {
            let expected = format!("a line with {what}");
            TextError::at_part(self.text, self.rest, "the file ends here", expected)
        })
    }

    /// The next line, which holds a row of the board.
    fn next_row(&mut self, number: usize, columns: usize) -> Result<&'t str, TextError> {
        self.next(&format!("row {number}, {}", counted(columns, "tile")))
    }

    /// The next line and the number of rows or columns in it.
    fn size(&mut self, name: &'static str) -> Result<(&'t str, usize), TextError> {
        let part = self.next(name)?;
        let range = 1..=LONGEST_SIDE as u64;
        let size = Field { text: self.text, part, name, range }.read()?;
        Ok((part, size as usize))
    }

    /// The side to move, and then nothing more.
    fn side(&mut self) -> Result<Side, TextError> {
        let Some(line) = self.filled_line() else {
            return Ok(Side::First);
        };
        let side = parse_side(self.text, line)?;
        match self.filled_line() {
            None => Ok(side),
            Some(line) => {
                let problem = format!("there is {} after the player to move", quoted(line));
                Err(TextError::at_part(self.text, line, problem, "the end of the file"))
            }
        }
    }

    /// The next line that is not blank, without the blanks around it.
    fn filled_line(&mut self) -> Option<&'t str> {
        loop {
            let line = self.line()?.trim();
            if !line.is_empty() {
                return Some(line);
            }
        }
    }
}
