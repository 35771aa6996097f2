//! A small board: what a `Picture` shows, in a few paths. A piece is a stroke of
//! no length with a round or square end, so a board takes a few hundred bytes.

use super::xml::{Px, Xml};
use plywood_game::{Cell, Content, Picture, Side, Style};
use std::fmt::Write;

/// A board is about so large.
const SIZE: f64 = 62.0;

/// The sizes that a cell may have.
const LARGEST_CELL: f64 = 16.0;
const SMALLEST_CELL: f64 = 4.0;

/// From this size on a tile shows its number.
const READABLE_CELL: f64 = 9.0;

/// How large a cell of this board is drawn; none if the board is too large.
fn cell(picture: &Picture) -> Option<f64> {
    let longest = f64::from(picture.rows.max(picture.columns).max(1));
    let cell = (SIZE / longest).clamp(SMALLEST_CELL, LARGEST_CELL);
    (cell * longest <= SIZE * 1.3).then_some(cell)
}

/// The width and height of a board as it is drawn; none if it is too large.
pub(super) fn size(picture: &Picture) -> Option<(f64, f64)> {
    let cell = cell(picture)?;
    Some((cell * f64::from(picture.columns), cell * f64::from(picture.rows)))
}

/// Draws a board with its upper left corner there.
pub(super) fn draw(xml: &mut Xml, picture: &Picture, x: f64, y: f64) {
    let Some(cell) = cell(picture) else { return };
    let (rows, columns) = (picture.rows, picture.columns);
    // Two units a cell: then middles have whole numbers.
    let scale = (cell / 2.0 * 100.0).round() / 100.0;
    let place = format!("translate({} {}) scale({scale})", Px(x), Px(y));
    xml.open("g", &[("transform", &place)]);
    xml.empty("rect", &[("class", &"wood"), ("width", &(columns * 2)), ("height", &(rows * 2))]);
    if picture.style != Style::Tiles {
        marks(xml, "last", picture, &picture.last);
        xml.empty("path", &[("class", &"grid"), ("d", &grid(rows, columns))]);
    }
    marks(xml, "decisive", picture, &picture.decisive);
    match picture.style {
        Style::Marks => {
            pieces(xml, "cross", picture, Side::First, "m-.5 -.5l1 1m0 -1l-1 1");
            let round = "m-.5 0a.5 .5 0 1 0 1 0a.5 .5 0 1 0 -1 0";
            pieces(xml, "nought", picture, Side::Second, round);
        }
        Style::Discs => {
            pieces(xml, "dark", picture, Side::First, "h0");
            pieces(xml, "rim", picture, Side::Second, "h0");
            pieces(xml, "light", picture, Side::Second, "h0");
        }
        Style::Tiles => {
            tiles(xml, picture, cell >= READABLE_CELL);
            marks(xml, "gone", picture, &picture.last);
        }
    }
    xml.close();
}

fn grid(rows: u16, columns: u16) -> String {
    let across = (0..=rows).map(|row| format!("M0 {}h{}", row * 2, columns * 2));
    let down = (0..=columns).map(|column| format!("M{} 0v{}", column * 2, rows * 2));
    across.chain(down).collect()
}

/// A path with this stroke from the middle of each of these cells.
fn path(picture: &Picture, cells: impl Iterator<Item = Cell>, stroke: &str) -> String {
    let columns = picture.columns.max(1);
    let mut path = String::new();
    for cell in cells {
        // Writing to a string cannot fail.
        let _ = write!(path, "M{} {}{stroke}", cell % columns * 2 + 1, cell / columns * 2 + 1);
    }
    path
}

fn cells_with(picture: &Picture, wanted: Content) -> impl Iterator<Item = Cell> {
    let cells = (0..).zip(&picture.cells);
    cells.filter(move |(_, content)| **content == wanted).map(|(cell, _)| cell)
}

fn pieces(xml: &mut Xml, class: &str, picture: &Picture, side: Side, stroke: &str) {
    let d = path(picture, cells_with(picture, Content::Piece(side)), stroke);
    if !d.is_empty() {
        xml.empty("path", &[("class", &class), ("d", &d)]);
    }
}

fn marks(xml: &mut Xml, class: &str, picture: &Picture, cells: &[Cell]) {
    if !cells.is_empty() {
        let d = path(picture, cells.iter().copied(), "m-1 -1h2v2h-2z");
        xml.empty("path", &[("class", &class), ("d", &d)]);
    }
}

/// How many colours of tiles there are to draw with, and those on which a number
/// must be light.
const COLOURS: u8 = 9;
const DARK: [u8; 4] = [1, 3, 6, 8];

/// The colour that a tile is drawn with.
fn hue(colour: u8) -> u8 {
    (colour.max(1) - 1) % COLOURS + 1
}

fn tiles(xml: &mut Xml, picture: &Picture, with_numbers: bool) {
    let is_tile = |content: &Content| match content {
        Content::Tile(colour) => Some(*colour),
        _ => None,
    };
    let mut colours: Vec<u8> = picture.cells.iter().filter_map(is_tile).collect();
    colours.sort_unstable();
    colours.dedup();
    for colour in colours {
        let class = format!("tile t{}", hue(colour));
        let d = path(picture, cells_with(picture, Content::Tile(colour)), "h0");
        xml.empty("path", &[("class", &class), ("d", &d)]);
    }
    if with_numbers {
        let columns = picture.columns.max(1);
        for (cell, content) in (0..).zip(&picture.cells) {
            if let Some(colour) = is_tile(content) {
                let (x, y): (Cell, Cell) = (cell % columns * 2 + 1, cell / columns * 2 + 1);
                let place = format!("{y}.5");
                let is_dark = DARK.contains(&hue(colour));
                let class = if is_dark { "number inverse" } else { "number" };
                xml.text(
                    "text",
                    &[("class", &class), ("x", &x), ("y", &place)],
                    &colour.to_string(),
                );
            }
        }
    }
}
