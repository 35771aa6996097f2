//! Reading positions, and saying what is wrong with those that are none.

use super::board::{SIZE, Square, line_cells};
use super::notation::{colour, glyph};
use super::rules::{Delta, Position};
use plywood_game::{Side, TextError, counted, quoted};

const A_CELL: &str = "* for Black, o for White or . for an empty cell";
const A_SIDE: &str = "* for Black or o for White";

/// The position that one line describes: rows separated by `/`, and the side
/// to move.
pub(super) fn read_line(game: &Delta, text: &str) -> Result<Position, TextError> {
    let line = text.trim_end();
    let (board, side) = line.split_once(' ').unwrap_or((line, ""));
    let mut reader = Reader::new(game, text, "rows separated by /");
    let mut rows = board.split('/');
    reader.rows(&mut rows)?;
    if let Some(row) = rows.next() {
        return Err(reader.error(
            row,
            "there are more than 5 rows",
            "a space and the side to move",
        ));
    }
    if side.is_empty() {
        let expected = format!("after the rows a space and {A_SIDE}");
        return Err(TextError::new(text, line.len(), "the side to move is missing", expected));
    }
    reader.position(Some(side.trim_start()))
}

/// The position that a file holds: a line a row, and perhaps one for the side
/// to move.
pub(super) fn read_file(game: &Delta, text: &str) -> Result<Position, TextError> {
    let mut reader = Reader::new(game, text, "lines, a row each");
    let mut lines = text.trim_end().lines();
    reader.rows(&mut lines)?;
    let side = lines.next();
    if let Some(line) = lines.next() {
        return Err(reader.error(line, "there is a seventh line", "the end of the file"));
    }
    reader.position(side)
}

/// A position while it is read.
struct Reader<'t> {
    text: &'t str,
    /// What a board is made of in this form of the text.
    form: &'static str,
    /// Pieces a side.
    most: u32,
    pieces: [u32; 2],
}

impl<'t> Reader<'t> {
    fn new(game: &Delta, text: &'t str, form: &'static str) -> Self {
        Self { text, form, most: game.pieces(), pieces: [0, 0] }
    }

    fn error(
        &self,
        part: &str,
        problem: impl Into<String>,
        expected: impl Into<String>,
    ) -> TextError {
        TextError::at_part(self.text, part, problem, expected)
    }

    fn rows(&mut self, rows: &mut impl Iterator<Item = &'t str>) -> Result<(), TextError> {
        let mut end = &self.text[..0];
        for number in 0..SIZE {
            let Some(row) = rows.next() else {
                let problem = format!("row {} is missing", number + 1);
                return Err(self.error(
                    end,
                    problem,
                    format!("{SIZE} {}, top row first", self.form),
                ));
            };
            self.row(number, row)?;
            end = &row[row.len()..];
        }
        Ok(())
    }

    fn row(&mut self, number: usize, row: &str) -> Result<(), TextError> {
        let wrong_length = |part: &str, cells: &str| {
            let problem = format!("row {} has {cells}", number + 1);
            Err(self.error(part, problem, format!("{SIZE} cells a row")))
        };
        let mut pieces = self.pieces;
        for (column, (offset, character)) in row.char_indices().enumerate() {
            let part = &row[offset..];
            let side = Side::BOTH.into_iter().find(|&side| glyph(side) == character);
            if side.is_none() && character != '.' {
                let problem = format!("{} is no piece", quoted(&character.to_string()));
                return Err(self.error(part, problem, A_CELL));
            }
            if column == SIZE {
                return wrong_length(part, "more than 5 cells");
            }
            if let Some(side) = side {
                pieces[side.index()] |= Square::at(column, number).mask();
                let most = self.most;
                if pieces[side.index()].count_ones() > most {
                    let problem = format!("{} has more than {most} pieces", colour(side));
                    return Err(self.error(part, problem, format!("at most {most}")));
                }
            }
        }
        if row.len() < SIZE {
            return wrong_length(&row[row.len()..], &counted(row.len(), "cell"));
        }
        self.pieces = pieces;
        Ok(())
    }

    /// The position, once its rows are read. `side` is the word that names the
    /// side to move, if there is one.
    fn position(&self, side: Option<&str>) -> Result<Position, TextError> {
        let named = side.map(|word| self.side(word).map(|side| (word, side))).transpose()?;
        let [black, white] = self.pieces.map(u32::count_ones);
        let counts = format!("{black} black and {white} white pieces");
        let turn = match black.checked_sub(white) {
            Some(0) if black == self.most => None,
            Some(0) => Some(Side::First),
            Some(1) => Some(Side::Second),
            _ => {
                let expected = "as many of each, or one black piece more";
                return Err(self.error(self.text, format!("there are {counts}"), expected));
            }
        };
        let to_move = match (turn, named) {
            (Some(turn), Some((word, named))) if turn != named => {
                let problem = format!("with {counts} it is {}'s turn", colour(turn));
                return Err(self.error(word, problem, glyph(turn).to_string()));
            }
            (Some(side), _) | (None, Some((_, side))) => side,
            (None, None) => {
                let problem = format!("with {counts} it can be anybody's turn");
                let expected = format!("a sixth line, {A_SIDE}");
                return Err(TextError::new(
                    self.text,
                    self.text.trim_end().len(),
                    problem,
                    expected,
                ));
            }
        };
        if self.pieces.iter().all(|&pieces| line_cells(pieces) != 0) {
            let problem = "both Black and White have four in line";
            return Err(self.error(self.text, problem, "a line of one side at most"));
        }
        Ok(Position { pieces: self.pieces, to_move })
    }

    fn side(&self, word: &str) -> Result<Side, TextError> {
        let side = Side::BOTH
            .into_iter()
            .find(|&side| word.strip_prefix(glyph(side)).is_some_and(str::is_empty));
        side.ok_or_else(|| self.error(word, format!("{} is no side to move", quoted(word)), A_SIDE))
    }
}
