//! How the board looks: coloured tiles that belong to no side, and the scores
//! beside them.

use super::position::{EMPTY, Position};
use super::{Azulejos, Tile, points, with_bonus};
use plywood_game::{Caption, Cell, Content, Picture, Preview, Side, SideLook, Style, View};

impl View for Azulejos {
    /// The last move is marked where its first tile was: the group itself is
    /// gone, and other tiles may have fallen there.
    fn picture(&self, position: &Position, last: Option<Tile>) -> Picture {
        let labels = |count: u8| (0..count).map(|number| number.to_string()).collect();
        let content = |tile| match position.colour(tile) {
            EMPTY => Content::Empty,
            colour => Content::Tile(colour),
        };
        let [first, second] = Side::BOTH.map(|side| position.score(side));
        let inside = last.filter(|&tile| position.index(tile).is_some());
        Picture {
            rows: position.rows.into(),
            columns: position.columns.into(),
            row_labels: labels(position.rows),
            column_labels: labels(position.columns),
            style: Style::Tiles,
            sides: SideLook::pair(("Player 1", '1'), ("Player 2", '2')),
            cells: position.places().map(content).collect(),
            last: inside.map(|tile| cell(position, tile)).into_iter().collect(),
            decisive: Vec::new(),
            captions: vec![Caption::new("Player 1", first), Caption::new("Player 2", second)],
        }
    }

    /// One click, on any tile of the group.
    fn steps(&self, position: &Position, mv: Tile) -> Vec<Vec<Cell>> {
        vec![group_cells(position, mv)]
    }

    /// The group and its points, with the score after the bonus if it is the
    /// last one.
    fn preview(&self, position: &Position, mv: Tile) -> Preview {
        let cells = group_cells(position, mv);
        let points = points(cells.len() as u32);
        let unit = if points == 1 { "point" } else { "points" };
        let label = if cells.len() == usize::from(position.left) {
            let whole = with_bonus(position.score(position.to_move) + points);
            format!("{points} {unit}, and the board is empty: {whole} in all")
        } else {
            format!("{points} {unit}")
        };
        Preview { cells, label: Some(label) }
    }
}

/// The cells of a group in order.
fn group_cells(position: &Position, mv: Tile) -> Vec<Cell> {
    position.joined(mv).map(|tile| cell(position, tile)).collect()
}

fn cell(position: &Position, tile: Tile) -> Cell {
    Cell::from(tile.row) * Cell::from(position.columns) + Cell::from(tile.column)
}
