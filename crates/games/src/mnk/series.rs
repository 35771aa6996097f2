//! Series of moves, in the forms in which openings are written.
//!
//! - Cells one after another, with or without white space: `h8 i9` or `h8i9`.
//! - Offsets from the centre, as Gomocup's openings have them: `x,y, x,y, ...`,
//!   x to the right and y down.

use super::{Cell, Mnk, Position};
use plywood_game::{Game, Notation, TextError, quoted};

impl<const W: usize> Mnk<W> {
    /// The series of legal moves that `text` stands for, in any of the forms.
    pub(super) fn read_series(
        &self,
        start: &Position<W>,
        text: &str,
    ) -> Result<Vec<Cell>, TextError> {
        let offsets =
            text.trim_start().starts_with(|first: char| first == '-' || first.is_ascii_digit());
        let words: Vec<&str> = match offsets {
            true => pairs(text)?,
            false => text.split_whitespace().flat_map(cells).collect(),
        };
        let mut position = start.clone();
        let mut moves = Vec::with_capacity(words.len());
        for word in words {
            let point_at_word = |error: TextError| {
                TextError::at_part(text, word, error.problem(), error.expected())
            };
            if self.outcome(&position).is_some() {
                let problem = format!("the game is over before {}", quoted(word));
                return Err(TextError::at_part(text, word, problem, "no more moves"));
            }
            let mv = match offsets {
                true => self.cell_at_offset(&position, word),
                false => self.parse_move(&position, word),
            };
            let mv = mv.map_err(point_at_word)?;
            self.play(&mut position, mv);
            moves.push(mv);
        }
        Ok(moves)
    }

    /// The empty cell at an offset from the centre, such as `-1,2`.
    fn cell_at_offset(&self, position: &Position<W>, text: &str) -> Result<Cell, TextError> {
        let numbers: Vec<Option<i32>> =
            text.split(',').map(|number| number.trim().parse().ok()).collect();
        let &[Some(x), Some(y)] = numbers.as_slice() else {
            let problem = format!("{} is no offset", quoted(text));
            return Err(TextError::new(text, 0, problem, "two whole numbers, such as -1,2"));
        };
        let (rows, columns) = (self.params().rows(), self.params().columns());
        let from_centre = |offset: i32, size: u16| {
            let place = i32::from((size - 1) / 2).checked_add(offset)?;
            u16::try_from(place).ok().filter(|place| *place < size)
        };
        let Some((row, column)) = from_centre(y, rows).zip(from_centre(x, columns)) else {
            let problem = format!("{} is off the board", quoted(text));
            let expected = "a column and a row counted from the centre, to the right and down";
            return Err(TextError::new(text, 0, problem, expected));
        };
        let cell = Cell(self.geometry.cell(row, column) as u16);
        match position.mark(cell) {
            None => Ok(cell),
            Some(_) => {
                let problem = format!("the cell at {} has a mark already", quoted(text));
                Err(TextError::new(text, 0, problem, "an empty cell"))
            }
        }
    }
}

/// The parts of a word that should be cells: a new one begins with every letter
/// after a digit.
fn cells(word: &str) -> Vec<&str> {
    let mut cells = Vec::new();
    let mut rest = word;
    while !rest.is_empty() {
        let letters = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
        let digits = rest[letters..].find(|c: char| c.is_ascii_alphabetic());
        let (cell, more) = rest.split_at(digits.map_or(rest.len(), |digits| letters + digits));
        cells.push(cell);
        rest = more;
    }
    cells
}

/// Every two numbers that commas separate.
fn pairs(text: &str) -> Result<Vec<&str>, TextError> {
    let mut pairs = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let Some(comma) = rest.find(',') else {
            let problem = format!("{} has no second number", quoted(rest));
            return Err(TextError::at_part(text, rest, problem, "x,y"));
        };
        let end = rest[comma + 1..].find(',').map_or(rest.len(), |next| comma + 1 + next);
        pairs.push(rest[..end].trim());
        rest = rest[end..].trim_start_matches(',').trim_start();
    }
    Ok(pairs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mnk::Params;

    fn read(text: &str) -> Result<String, String> {
        let game = Mnk::<4>::new(Params::new(15, 15, 5).expect("parameters"));
        let start = game.initial();
        let moves = game.parse_moves(&start, text).map_err(|error| error.to_string())?;
        Ok(game.moves_text(&start, &moves))
    }

    #[test]
    fn cells_may_follow_on_one_another() {
        assert_eq!(read("h8 i9"), Ok("h8 i9".into()));
        assert_eq!(read("e11e12h8"), Ok("e11 e12 h8".into()));
        assert_eq!(read(" H8I9\tj10 "), Ok("h8 i9 j10".into()));
        assert_eq!(read(""), Ok(String::new()));
    }

    #[test]
    fn offsets_count_from_the_centre_to_the_right_and_down() {
        assert_eq!(read("0,0, 0,-1, 2,-2"), Ok("h8 h9 j10".into()));
        assert_eq!(read("-7,5,-5,7"), Ok("a3 c1".into()));
        assert_eq!(read("  7,7"), Ok("o1".into()));
    }

    #[test]
    fn what_is_no_series_is_explained_where_it_stands() {
        for (text, problem) in [
            ("h8i", "column 3: 'i' is not a cell"),
            ("h8h8", "column 3: 'h8' already has an x"),
            ("h8 i99", "column 4: there is no row '99'"),
            ("h8,i9", "'h8,' is not a cell"),
            ("0,0, 1", "column 6: '1' has no second number"),
            ("0,0, 8,0", "column 6: '8,0' is off the board"),
            ("0,0, 0,0", "column 6: the cell at '0,0' has a mark already"),
            ("0,0, x,1", "column 6: 'x,1' is no offset"),
            ("0,0, 2147483647,1", "is off the board"),
            ("-", "has no second number"),
            ("!!", "'!!' is not a cell"),
            ("é8", "is not a cell"),
        ] {
            let said = read(text).expect_err(text);
            assert!(said.contains(problem), "{text:?} gives {said}");
        }
    }
}
