//! The points of a line; each line has its own shape.

use super::{Canvas, Problem};
use plotters::prelude::*;

/// Okabe and Ito's colours, those first that differ most in lightness.
pub(super) const COLOURS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(0, 0, 0),
    RGBColor(230, 159, 0),
];

/// The corners of each shape; without any it is a disc. There are five, and
/// seven colours, so that 35 lines can be told apart.
const SHAPES: [&[(i32, i32)]; 5] = [
    &[],
    &[(-4, -4), (4, -4), (4, 4), (-4, 4)],
    &[(0, -5), (5, 4), (-5, 4)],
    &[(0, -6), (6, 0), (0, 6), (-6, 0)],
    &[(0, 5), (5, -4), (-5, -4)],
];

/// Marks a point of the line of this number.
pub(super) fn mark<'a>(
    canvas: &Canvas<'a>,
    number: usize,
    (x, y): (i32, i32),
    colour: RGBColor,
) -> Result<(), Problem<'a>> {
    match SHAPES[number % SHAPES.len()] {
        [] => canvas.draw(&Circle::new((x, y), 4, colour.filled())),
        corners => {
            let corners: Vec<(i32, i32)> =
                corners.iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
            canvas.draw(&Polygon::new(corners, colour.filled()))
        }
    }
}
