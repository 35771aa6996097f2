//! Moves as `(row,column)`, and positions as one line: the scores, the rows
//! top first with 0 for empty, and the side to move, `0,0;112/212 1`.

use super::fields::Field;
use super::position::{EMPTY, LONGEST_SIDE, Position};
use super::rules::with_bonus;
use super::{Azulejos, Tile};
use plywood_game::{Game, Notation, Side, TextError, counted, legal_moves_hint, quoted};

/// The highest score that a text may give on a full board. With it no game
/// can come near the limits of a number, and no real score comes near it.
const HIGHEST_SCORE: u64 = 1_000_000;

/// What a line looks like.
const LINE: &str = "scores, rows and the side to move, as in 0,0;112/212 1";

impl Notation for Azulejos {
    fn name(&self) -> String {
        self.words()
    }

    fn move_text(&self, _: &Position, Tile { row, column }: Tile) -> String {
        format!("({row},{column})")
    }

    /// The group of the tile at `(row,column)` or `row,column`, whichever of
    /// its tiles that is.
    fn parse_move(&self, position: &Position, text: &str) -> Result<Tile, TextError> {
        let place = parse_place(position, text)?;
        let mut joined = position.joined(place);
        let problem = match (joined.next(), joined.next()) {
            (Some(first), Some(_)) => return Ok(first),
            (Some(_), None) => "this tile has no neighbour of its colour",
            _ => "there is no tile",
        };
        let hint = legal_moves_hint(self, position, &self.legal_moves(position));
        Err(TextError::new(text, 0, problem, hint))
    }

    fn position_text(&self, position: &Position) -> String {
        let [first, second] = position.scores;
        let side = side_text(position.to_move);
        format!("{first},{second};{} {side}", rows_text(position, "/"))
    }

    /// Tiles in the air fall, and empty columns close. Blanks at the end are
    /// ignored.
    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        let line = text.trim_end();
        let Some((scores, rest)) = line.split_once(';') else {
            return Err(TextError::at_part(text, &line[line.len()..], "there is no ';'", LINE));
        };
        let Some((first, second)) = scores.split_once(',') else {
            return Err(TextError::at_part(text, rest, "there is only one score", LINE));
        };
        let scores = Scores::parse(text, first, second)?;
        let (board, side) = rest.split_once(' ').unwrap_or((rest, &rest[rest.len()..]));
        let (columns, tiles) = parse_rows(text, board)?;
        self.check_size(text, board, tiles.len() / columns, columns)?;
        let to_move = parse_side(text, side)?;
        let scores = scores.fitting(&tiles)?;
        Ok(Position::settled(columns, &tiles, scores, to_move))
    }

    fn file_text(&self, position: &Position) -> String {
        super::file::write(position)
    }

    /// The form of `file_text`, or that of `position_text`, which alone has a
    /// `;`.
    fn parse_file(&self, text: &str) -> Result<Position, TextError> {
        match text.contains(';') {
            true => self.parse_position(text.trim_end()),
            false => super::file::read(self, text),
        }
    }
}

/// The place that `(row,column)` names, inside the board.
fn parse_place(position: &Position, text: &str) -> Result<Tile, TextError> {
    let whole = text.trim_matches(' ');
    let bare = match whole.strip_prefix('(') {
        None => Some(whole),
        Some(inner) => inner.strip_suffix(')'),
    };
    let Some((row, column)) = bare.and_then(|bare| bare.split_once(',')) else {
        let problem = format!("{} is no move", quoted(whole));
        return Err(TextError::at_part(text, whole, problem, "(row,column), as in (0,0)"));
    };
    let number = |part, name, size: u8| {
        let range = 0..=u64::from(size) - 1;
        Field { text, part, name, range }.read().map(|number| number as u8)
    };
    let row = number(row, "the row", position.rows)?;
    let column = number(column, "the column", position.columns)?;
    Ok(Tile { row, column })
}

/// The rows of one line, as a number of columns and the tiles row by row.
fn parse_rows(text: &str, board: &str) -> Result<(usize, Vec<u8>), TextError> {
    let columns = board.split('/').next().map_or(0, str::len);
    let mut tiles = Vec::new();
    for (row, line) in board.split('/').enumerate() {
        if row == LONGEST_SIDE {
            let problem = format!("there are more than {LONGEST_SIDE} rows");
            return Err(TextError::at_part(text, line, problem, "the side to move"));
        }
        let colours = "a colour from 1 to 9, or 0 where there is none";
        read_row(&mut tiles, Row { text, line, number: row + 1, columns, colours }, |c| {
            c.to_digit(10)
        })?;
    }
    Ok((columns, tiles))
}

/// A row of tiles in a text.
#[derive(Clone, Copy)]
pub(super) struct Row<'t> {
    pub(super) text: &'t str,
    pub(super) line: &'t str,
    /// Counted from 1.
    pub(super) number: usize,
    /// How many tiles it should have.
    pub(super) columns: usize,
    /// What a tile may be.
    pub(super) colours: &'static str,
}

/// Appends the tiles of a row, which `colour` reads.
pub(super) fn read_row(
    tiles: &mut Vec<u8>,
    row: Row<'_>,
    colour: impl Fn(char) -> Option<u32>,
) -> Result<(), TextError> {
    let Row { text, line, number, columns, colours } = row;
    let most = columns.min(LONGEST_SIDE);
    let mut length = 0;
    for (at, c) in line.char_indices() {
        let Some(tile) = colour(c) else {
            let problem = format!("{} is no colour", quoted(c.encode_utf8(&mut [0; 4])));
            return Err(TextError::at_part(text, &line[at..], problem, colours));
        };
        if length == most {
            let problem = format!("row {number} has more than {}", counted(most, "tile"));
            let end = &line[at..];
            return Err(TextError::at_part(text, end, problem, "the end of the row"));
        }
        length += 1;
        tiles.push(tile as u8);
    }
    if length == columns && length > 0 {
        return Ok(());
    }
    let problem = format!("row {number} has {}", counted(length, "tile"));
    let expected = match columns {
        0 => "at least one".to_owned(),
        _ => format!("{columns}, one a column"),
    };
    Err(TextError::at_part(text, &line[line.len()..], problem, expected))
}

/// The rows as digits, top first.
pub(super) fn rows_text(position: &Position, separator: &str) -> String {
    let mut text = String::new();
    for tile in position.places() {
        if tile.column == 0 && tile.row > 0 {
            text.push_str(separator);
        }
        text.push(char::from(b'0' + position.colour(tile)));
    }
    text
}

/// A side as players call it.
pub(super) fn side_text(side: Side) -> &'static str {
    match side {
        Side::First => "1",
        Side::Second => "2",
    }
}

/// The side that is called so.
pub(super) fn parse_side(text: &str, part: &str) -> Result<Side, TextError> {
    let problem = match part {
        "1" => return Ok(Side::First),
        "2" => return Ok(Side::Second),
        "" => "the side to move is missing".to_owned(),
        _ => format!("{} is no player", quoted(part)),
    };
    Err(TextError::at_part(text, part, problem, "1 or 2, the player to move"))
}

/// The scores of a text, to be judged when its board is known.
pub(super) struct Scores<'t> {
    fields: [Field<'t>; 2],
    values: [u128; 2],
}

impl<'t> Scores<'t> {
    /// Reads both scores.
    pub(super) fn parse(text: &'t str, first: &'t str, second: &'t str) -> Result<Self, TextError> {
        let field = |part, name| Field { text, part, name, range: 0..=HIGHEST_SCORE };
        let fields =
            [field(first, "the score of player 1"), field(second, "the score of player 2")];
        let values = [fields[0].digits()?, fields[1].digits()?];
        Ok(Self { fields, values })
    }

    /// The scores, unless one is absurd. The limit rises by the most that the
    /// removed tiles can have scored, so that every position of a game that
    /// began within it can be read again.
    pub(super) fn fitting(self, tiles: &[u8]) -> Result<[u32; 2], TextError> {
        let gone = tiles.iter().filter(|&&tile| tile == EMPTY).count();
        let mut highest = HIGHEST_SCORE as u32 + 2 * gone as u32;
        if gone == tiles.len() {
            highest = with_bonus(highest);
        }
        for (field, value) in self.fields.iter().zip(self.values) {
            if value > u128::from(highest) {
                return Err(field.out_of_range());
            }
        }
        Ok(self.values.map(|value| value as u32))
    }
}
