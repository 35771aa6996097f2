//! Cells as renju players write them, and boards as rows of marks.

use super::bits::Bits;
use super::{Cell, Mnk, Position, psq};
use plywood_game::{Game, Notation, Side, TextError, counted, quoted};

/// The name of a column: a to z, then aa, ab and so on, as in a spreadsheet.
pub(super) fn column_name(column: u16) -> String {
    let letter = |number: u16| char::from(b'a' + number as u8);
    match column / 26 {
        0 => letter(column).to_string(),
        tens => format!("{}{}", letter(tens - 1), letter(column % 26)),
    }
}

/// The number of a column from its name; none if it is none, or far too long.
fn column_number(name: &str) -> Option<u16> {
    let letter = |byte: u8| u16::from(byte.to_ascii_lowercase() - b'a');
    match *name.as_bytes() {
        [one] => Some(letter(one)),
        [tens, one] => Some((letter(tens) + 1) * 26 + letter(one)),
        _ => None,
    }
}

const MARKS: [char; 2] = ['x', 'o'];

impl<const W: usize> Notation for Mnk<W> {
    fn name(&self) -> String {
        format!("mnk:{}", self.params())
    }

    fn move_text(&self, _: &Position<W>, mv: Cell) -> String {
        let (row, column) = self.geometry.place(mv.index());
        format!("{}{}", column_name(column), self.params().rows() - row)
    }

    fn parse_moves(&self, start: &Position<W>, text: &str) -> Result<Vec<Cell>, TextError> {
        self.read_series(start, text)
    }

    fn parse_move(&self, position: &Position<W>, text: &str) -> Result<Cell, TextError> {
        let params = self.params();
        let last_column = column_name(params.columns() - 1);
        let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
        let (name, number) = text.split_at(letters);
        let shape = number.bytes().all(|byte| byte.is_ascii_digit());
        if name.is_empty() || number.is_empty() || !shape {
            let problem = format!("{} is not a cell", quoted(text));
            let expected = format!("a column and a row, from a1 to {last_column}{}", params.rows());
            return Err(TextError::new(text, 0, problem, expected));
        }
        let Some(column) = column_number(name).filter(|&column| column < params.columns()) else {
            let problem = format!("there is no column {}", quoted(name));
            return Err(TextError::new(text, 0, problem, format!("a to {last_column}")));
        };
        let rows = 1..=params.rows();
        let Some(row) = number.parse().ok().filter(|row| rows.contains(row)) else {
            let problem = format!("there is no row {}", quoted(number));
            return Err(TextError::new(text, letters, problem, format!("1 to {}", params.rows())));
        };
        let cell = Cell(self.geometry.cell(params.rows() - row, column) as u16);
        match (self.outcome(position), position.mark(cell)) {
            (Some(_), _) => Err(TextError::new(text, 0, "the game is over", "no more moves")),
            (None, Some(side)) => {
                let problem = format!("{} already has an {}", quoted(text), MARKS[side.index()]);
                Err(TextError::new(text, 0, problem, "an empty cell"))
            }
            (None, None) => Ok(cell),
        }
    }

    fn position_text(&self, position: &Position<W>) -> String {
        let rows: Vec<String> = (0..self.params().rows())
            .map(|row| {
                let dots = self.row_text(position, row);
                let mut text = String::new();
                for run in dots.split_inclusive(|mark| mark != '.') {
                    let empty = run.trim_end_matches(MARKS);
                    if !empty.is_empty() {
                        text.push_str(&empty.len().to_string());
                    }
                    text.push_str(&run[empty.len()..]);
                }
                text
            })
            .collect();
        format!("{} {}", rows.join("/"), MARKS[self.to_move(position).index()])
    }

    fn parse_position(&self, text: &str) -> Result<Position<W>, TextError> {
        Reader { game: self, text, offset: 0 }.read()
    }

    /// A line a row, with a dot for every empty cell, and the side to move on a
    /// separate line.
    fn file_text(&self, position: &Position<W>) -> String {
        let mut text = String::new();
        for row in 0..self.params().rows() {
            text.push_str(&self.row_text(position, row));
            text.push('\n');
        }
        format!("{text}{}\n", MARKS[self.to_move(position).index()])
    }

    /// The form of `file_text`, or that of `position_text`; or the end of a game
    /// that Piskvork saved.
    fn parse_file(&self, text: &str) -> Result<Position<W>, TextError> {
        let (mut position, moves) = self.parse_game(text)?;
        for mv in moves {
            self.play(&mut position, mv);
        }
        Ok(position)
    }

    fn parse_game(&self, text: &str) -> Result<(Position<W>, Vec<Cell>), TextError> {
        match psq::is_psq(text) {
            true => Ok((self.initial(), self.read_psq(text)?)),
            false => Ok((self.parse_position(text)?, Vec::new())),
        }
    }
}

impl<const W: usize> Mnk<W> {
    fn row_text(&self, position: &Position<W>, row: u16) -> String {
        (0..self.params().columns())
            .map(|column| {
                let cell = Cell(self.geometry.cell(row, column) as u16);
                position.mark(cell).map_or('.', |side| MARKS[side.index()])
            })
            .collect()
    }
}

/// Reads a board: rows of marks separated by `/` or line ends, white space,
/// the side to move.
struct Reader<'a, const W: usize> {
    game: &'a Mnk<W>,
    text: &'a str,
    offset: usize,
}

impl<const W: usize> Reader<'_, W> {
    fn read(mut self) -> Result<Position<W>, TextError> {
        let mut marks = [Bits::EMPTY, Bits::EMPTY];
        let rows = self.game.params().rows();
        for row in 0..rows {
            if row > 0 {
                self.row_end(row)?;
            }
            self.row(row, &mut marks)?;
        }
        let to_move = self.side()?;
        let position = self.game.position(marks, to_move);
        let [first, second] = Side::BOTH.map(|side| self.game.winning_mark(&position, side));
        match (first, second) {
            (Some(x), Some(o)) => {
                let [x, o] = [x, o].map(|cell| self.game.move_text(&position, cell));
                let problem = format!("both sides have a line, x at {x} and o at {o}");
                Err(self.error_at(0, problem, "a line of one side at the most"))
            }
            _ => Ok(position),
        }
    }

    fn peek(&self) -> Option<char> {
        self.text[self.offset..].chars().next()
    }

    fn error(&self, problem: String, expected: impl Into<String>) -> TextError {
        self.error_at(self.offset, problem, expected)
    }

    fn error_at(&self, at: usize, problem: String, expected: impl Into<String>) -> TextError {
        TextError::new(self.text, at, problem, expected)
    }

    fn found(&self) -> String {
        self.peek().map_or("the text ends".into(), |c| quoted(&c.to_string()))
    }

    fn row(&mut self, row: u16, marks: &mut [Bits<W>; 2]) -> Result<(), TextError> {
        let columns = self.game.params().columns();
        let mut column = 0;
        while column < columns {
            let start = self.offset;
            let side = match self.peek() {
                Some('x' | 'X') => Some(Side::First),
                Some('o' | 'O') => Some(Side::Second),
                Some('.') => None,
                Some('0'..='9') => {
                    column += self.empty_cells(columns - column)?;
                    continue;
                }
                Some('/' | ' ' | '\n' | '\r') | None => {
                    let cells = counted(column.into(), "cell");
                    let problem = format!("row {} has only {cells}", row + 1);
                    let expected = format!("{} a row", counted(columns.into(), "cell"));
                    return Err(self.error_at(start, problem, expected));
                }
                Some(_) => {
                    let problem = format!("{} is no mark", self.found());
                    let expected = "x, o, . or a number of empty cells";
                    return Err(self.error(problem, expected));
                }
            };
            if let Some(side) = side {
                marks[side.index()].insert(self.game.geometry.cell(row, column));
            }
            column += 1;
            self.offset += 1;
        }
        Ok(())
    }

    /// A number of empty cells, of which the row has room for `room`.
    fn empty_cells(&mut self, room: u16) -> Result<u16, TextError> {
        let rest = &self.text[self.offset..];
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        let digits = &rest[..length];
        match digits.parse::<u16>() {
            Ok(number) if (1..=room).contains(&number) => {
                self.offset += length;
                Ok(number)
            }
            _ => {
                let problem = format!("{} empty cells do not fit here", quoted(digits));
                Err(self.error(problem, format!("at least 1 and at most {room}")))
            }
        }
    }

    fn row_end(&mut self, rows_so_far: u16) -> Result<(), TextError> {
        let rest = &self.text[self.offset..];
        let length = match rest.as_bytes() {
            [b'/' | b'\n', ..] => 1,
            [b'\r', b'\n', ..] => 2,
            [] | [b' ', ..] => {
                let rows_so_far = counted(rows_so_far.into(), "row");
                let problem = format!("the board has only {rows_so_far}");
                let rows = self.game.params().rows();
                return Err(self.error(problem, format!("/ and another row, {rows} in all")));
            }
            _ => {
                let problem = format!("row {rows_so_far} goes on with {}", self.found());
                let columns = self.game.params().columns();
                let cells = counted(columns.into(), "cell");
                return Err(self.error(problem, format!("/ after {cells}")));
            }
        };
        self.offset += length;
        Ok(())
    }

    /// The side to move, and then nothing more.
    fn side(&mut self) -> Result<Side, TextError> {
        let rest = &self.text[self.offset..];
        if !rest.is_empty() && !rest.starts_with(char::is_whitespace) {
            let problem = format!("the last row goes on with {}", self.found());
            return Err(self.error(problem, "a space and the side to move"));
        }
        let mut words = rest.split_whitespace();
        let Some(word) = words.next() else {
            let problem = "the side to move is missing".to_owned();
            return Err(self.error_at(self.text.len(), problem, "a space and x or o"));
        };
        let side = match word {
            "x" | "X" => Side::First,
            "o" | "O" => Side::Second,
            _ => {
                let problem = format!("{} is not a side to move", quoted(word));
                let rows = counted(self.game.params().rows().into(), "row");
                let expected = format!("x or o after {rows}");
                return Err(TextError::at_part(self.text, word, problem, expected));
            }
        };
        match words.next() {
            None => Ok(side),
            Some(word) => {
                let problem = format!("there is {} after the side to move", quoted(word));
                Err(TextError::at_part(self.text, word, problem, "nothing more"))
            }
        }
    }
}
