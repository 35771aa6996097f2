//! How the board looks: coloured tiles that belong to no side, and the scores
//! beside them.

use super::position::{EMPTY, Position};
use super::{Azulejos, Tile, points, with_bonus};
use plywood_game::{
    Caption, Cell, Content, Game, Picture, Preview, Side, SideLook, Style, View, rows_of,
};

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

    fn setup_text(&self, cells: &[Content], to_move: Side) -> Option<String> {
        let columns = usize::from(self.initial().columns);
        let rows = rows_of(cells, columns, ['0', '0', '0']);
        Some(format!("0,0;{} {}", rows.join("/"), to_move.index() + 1))
    }

    fn cells(&self, position: &Position, cells: &mut [u8]) {
        for (cell, tile) in cells.iter_mut().zip(position.places()) {
            *cell = position.colour(tile);
        }
    }

    /// Where each tile falls. On a board too large to watch them, none is told.
    fn shifts(&self, position: &Position, mv: Tile) -> Vec<[Cell; 2]> {
        let (rows, columns) = (Cell::from(position.rows), Cell::from(position.columns));
        if rows * columns > MOST_WATCHED {
            return Vec::new();
        }
        let taken: Vec<Tile> = position.joined(mv).collect();
        let stays = |tile: &Tile| position.colour(*tile) != EMPTY && !taken.contains(tile);
        let (mut shifts, mut kept) = (Vec::new(), 0);
        for column in 0..position.columns {
            let places = (0..position.rows).rev().map(|row| Tile { row, column });
            let staying: Vec<Tile> = places.filter(stays).collect();
            let fallen = staying.iter().zip((0..rows).rev());
            shifts.extend(fallen.map(|(&tile, row)| [cell(position, tile), row * columns + kept]));
            kept += Cell::from(!staying.is_empty());
        }
        shifts.retain(|[from, to]| from != to);
        shifts
    }
}

/// The largest board on which tiles are seen to fall, in cells.
const MOST_WATCHED: Cell = 1600;

/// The cells of a group in order. It is filled from its first tile: on a large
/// board, to look at every cell for every group would take too long.
fn group_cells(position: &Position, mv: Tile) -> Vec<Cell> {
    let colour = position.colour(mv);
    let (mut found, mut next) = (std::collections::BTreeSet::from([mv]), vec![mv]);
    while let Some(Tile { row, column }) = next.pop() {
        let beside = [
            (row.wrapping_sub(1), column),
            (row + 1, column),
            (row, column.wrapping_sub(1)),
            (row, column + 1),
        ];
        for (row, column) in beside {
            let tile = Tile { row, column };
            let same = position.index(tile).is_some() && position.colour(tile) == colour;
            if same && colour != EMPTY && found.insert(tile) {
                next.push(tile);
            }
        }
    }
    found.into_iter().map(|tile| cell(position, tile)).collect()
}

fn cell(position: &Position, tile: Tile) -> Cell {
    Cell::from(tile.row) * Cell::from(position.columns) + Cell::from(tile.column)
}
