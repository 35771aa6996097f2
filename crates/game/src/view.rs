//! A picture of a position, independent of the game, so that one renderer draws
//! every game and one input rule plays every move.

use crate::{Game, Side};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The number of a cell: row by row, from 0 at the top left.
pub type Cell = u16;

/// How positions and moves of a game look.
pub trait View: Game {
    /// The picture of a position. `last` is the move that led to it, if one
    /// did: its cells are marked.
    fn picture(&self, position: &Self::Position, last: Option<Self::Move>) -> Picture;

    /// The clicks that make a legal move: a list of steps, each a set of cells
    /// of which any will do. A move without steps is a button (a pass). No two
    /// moves of a position may be reached by the same clicks.
    fn steps(&self, position: &Self::Position, mv: Self::Move) -> Vec<Vec<Cell>>;

    /// What a legal move would change, shown while a player considers it.
    fn preview(&self, position: &Self::Position, mv: Self::Move) -> Preview {
        Preview { cells: self.steps(position, mv).into_iter().flatten().collect(), label: None }
    }

    /// The pieces that a legal move takes from one cell to another, each as its
    /// cells before and after, so that they can be seen to move.
    fn shifts(&self, position: &Self::Position, mv: Self::Move) -> Vec<[Cell; 2]> {
        let _ = (position, mv);
        Vec::new()
    }

    /// The text of a position with these contents and this side to move, which
    /// [`Notation::parse_position`](crate::Notation::parse_position) checks; none
    /// where positions cannot be set up cell by cell.
    fn setup_text(&self, cells: &[Content], to_move: Side) -> Option<String> {
        let _ = (cells, to_move);
        None
    }

    /// What a user is asked to click for the first step of a move, the second and
    /// so on, as in "Choose a piece to slide"; empty where that needs no words.
    fn prompts(&self, position: &Self::Position) -> Vec<String> {
        let _ = position;
        Vec::new()
    }

    /// What is on each cell, as small numbers in the order of the picture, for
    /// evaluators that are learned: 0 on an empty cell, other numbers as the game
    /// likes. `cells` is as long as the picture has cells. By default the numbers
    /// come from the picture, which is slow; a game writes this method to be
    /// faster, or to tell apart what matters and nothing else.
    fn cells(&self, position: &Self::Position, cells: &mut [u8]) {
        for (cell, content) in cells.iter_mut().zip(&self.picture(position, None).cells) {
            *cell = content.number();
        }
    }

    /// How many values each of [`counts`](Self::counts) may have; none by default.
    fn count_codes(&self) -> &'static [u16] {
        &[]
    }

    /// Small numbers about a position as the side to move sees it, for evaluators that
    /// are learned, such as how many moves both sides have: what no few cells together
    /// show. `counts` is as long as [`count_codes`](Self::count_codes), and each number
    /// is below what that says.
    #[inline]
    fn counts(&self, position: &Self::Position, counts: &mut [u16]) {
        let _ = (position, counts);
    }

    /// Tells each cell that a move changed, with its new number, where the game
    /// knows without looking at all of them; `undo` is what playing the move
    /// returned. Otherwise false, and nothing was told.
    #[inline]
    fn changed_cells(
        &self,
        mv: Self::Move,
        undo: &Self::Undo,
        after: &Self::Position,
        changed: &mut impl FnMut(Cell, u8),
    ) -> bool {
        let _ = (mv, undo, after, changed);
        false
    }
}

/// What a move would do.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Preview {
    /// The cells that would change.
    pub cells: Vec<Cell>,
    /// A few words, such as the points; the caption of a move without steps.
    pub label: Option<String>,
}

/// A game-neutral picture of a position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Picture {
    /// Number of rows.
    pub rows: u16,
    /// Number of columns.
    pub columns: u16,
    /// What is written beside each row, top row first.
    pub row_labels: Vec<String>,
    /// What is written under each column, left column first.
    pub column_labels: Vec<String>,
    /// What the pieces look like.
    pub style: Style,
    /// The name and the character of each side.
    pub sides: [SideLook; 2],
    /// What is on each cell, row by row from the top left.
    pub cells: Vec<Content>,
    /// The cells of the last move.
    pub last: Vec<Cell>,
    /// The cells that decided the game, such as a winning line.
    pub decisive: Vec<Cell>,
    /// Counters beside the board: discs, points, pieces in reserve.
    pub captions: Vec<Caption>,
}

/// What stands on a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Content {
    /// Nothing.
    Empty,
    /// A piece of this side.
    Piece(Side),
    /// A tile of this colour, which belongs to no side.
    Tile(u8),
}

impl Content {
    /// The content as a small number: 0 for nothing, 1 and 2 for the sides, the
    /// colour of a tile.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Content::Empty => 0,
            Content::Piece(side) => 1 + side.index() as u8,
            Content::Tile(colour) => colour,
        }
    }
}

/// The look of the pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Style {
    /// Crosses and noughts.
    Marks,
    /// Dark and light discs.
    Discs,
    /// Coloured tiles.
    Tiles,
}

/// How a side is called and drawn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SideLook {
    /// Its name in a sentence: "Black", "x", "Player 1".
    pub name: String,
    /// Its piece as one character.
    pub glyph: char,
}

impl SideLook {
    /// The looks of the first and the second side.
    #[must_use]
    pub fn pair(first: (&str, char), second: (&str, char)) -> [SideLook; 2] {
        [first, second].map(|(name, glyph)| SideLook { name: name.to_owned(), glyph })
    }
}

/// A counter beside the board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Caption {
    /// What is counted.
    pub label: String,
    /// The count.
    pub value: String,
}

impl Caption {
    /// A counter called `label` that shows `value`.
    #[must_use]
    pub fn new(label: impl Into<String>, value: impl fmt::Display) -> Self {
        Self { label: label.into(), value: value.to_string() }
    }
}

/// A row of characters for each row of contents: one for each side, and one for
/// an empty cell.
///
/// ```
/// use plywood_game::{Content, Side, rows_of};
/// let cells = [Content::Piece(Side::First), Content::Empty, Content::Tile(3), Content::Empty];
/// assert_eq!(rows_of(&cells, 2, ['x', 'o', '.']), ["x.", "3."]);
/// ```
#[must_use]
pub fn rows_of(
    cells: &[Content],
    columns: usize,
    [first, second, empty]: [char; 3],
) -> Vec<String> {
    let glyph = |content: &Content| match content {
        Content::Empty => empty,
        Content::Piece(Side::First) => first,
        Content::Piece(Side::Second) => second,
        Content::Tile(colour) => char::from_digit(u32::from(*colour), 10).unwrap_or(empty),
    };
    cells.chunks(columns.max(1)).map(|row| row.iter().map(glyph).collect()).collect()
}

impl Picture {
    /// The character that stands for a cell in plain text.
    #[must_use]
    pub fn glyph(&self, cell: Cell) -> char {
        match self.cells.get(usize::from(cell)) {
            Some(Content::Piece(side)) => self.sides[side.index()].glyph,
            Some(Content::Tile(colour)) => char::from_digit(u32::from(*colour), 36).unwrap_or('?'),
            Some(Content::Empty) | None => '.',
        }
    }

    /// The board as lines of text with its coordinates, one line a row. `paint`
    /// may style the character of a cell, with colour for example; its result
    /// takes the place of one character.
    ///
    /// ```
    /// use plywood_game::{Content, Picture, Side, SideLook, Style};
    /// let picture = Picture {
    ///     rows: 1,
    ///     columns: 2,
    ///     row_labels: vec!["1".into()],
    ///     column_labels: vec!["a".into(), "b".into()],
    ///     style: Style::Marks,
    ///     sides: SideLook::pair(("x", 'x'), ("o", 'o')),
    ///     cells: vec![Content::Piece(Side::First), Content::Empty],
    ///     last: vec![],
    ///     decisive: vec![],
    ///     captions: vec![],
    /// };
    /// assert_eq!(picture.to_string(), "1 x .\n  a b\n");
    /// ```
    #[must_use]
    pub fn draw(&self, mut paint: impl FnMut(Cell, char) -> String) -> String {
        let widest = |labels: &[String]| labels.iter().map(|l| l.chars().count()).max();
        let margin = widest(&self.row_labels).unwrap_or(0);
        let width = widest(&self.column_labels).unwrap_or(0).max(1) + 1;
        // Tiles are digits, and so are their labels: a ruler keeps them apart.
        let ruler = if self.style == Style::Tiles { " |" } else { "" };
        let mut text = String::new();
        for row in 0..self.rows {
            let label = self.row_labels.get(usize::from(row)).map_or("", String::as_str);
            text.push_str(&format!("{label:>margin$}{ruler}"));
            for column in 0..self.columns {
                let cell = row * self.columns + column;
                text.push_str(&" ".repeat(width - 1));
                text.push_str(&paint(cell, self.glyph(cell)));
            }
            text.push('\n');
        }
        if !ruler.is_empty() {
            let length = width * usize::from(self.columns);
            text.push_str(&format!("{:margin$} +{}\n", "", "-".repeat(length)));
        }
        text.push_str(&" ".repeat(margin + ruler.len()));
        for label in &self.column_labels {
            text.push_str(&format!("{label:>width$}"));
        }
        text.push('\n');
        text
    }
}

impl fmt::Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.draw(|_, glyph| glyph.to_string()))
    }
}
