//! Line charts as SVG: one panel under another, a line a name, each with its
//! name at its end.
//!
//! Colours are those of Okabe and Ito ("Color universal design", 2008), which
//! people with any kind of colour vision tell apart, without the yellow, which is
//! hard to see on white; the points of each line also have their own shape.

mod axis;
mod labels;
mod marks;

pub use axis::{Axis, Scale};

use axis::Laid;
use labels::spread;
use marks::{COLOURS, mark};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// A chart.
#[derive(Debug, Clone)]
pub struct Panel {
    /// What it shows.
    pub title: String,
    /// The axis from left to right.
    pub across: Axis,
    /// The axis from bottom to top.
    pub up: Axis,
    /// The lines.
    pub series: Vec<Series>,
}

/// A line with a name. Its colour is that of its place among its panel's lines,
/// so that lines without points keep the others' colours the same.
#[derive(Debug, Clone)]
pub struct Series {
    /// What stands at its end.
    pub name: String,
    /// Its points, from left to right.
    pub points: Vec<(f64, f64)>,
}

/// The width of a panel without the labels.
const WIDTH: u32 = 680;
const HEIGHT: u32 = 420;
const TEXT: u32 = 15;
/// How much room a letter of a label takes, mostly less.
const LETTER: u32 = 8;
/// How far apart two labels are at least.
const LINE_HEIGHT: i32 = 17;
/// How far a label is from the end of its line.
const LABEL_GAP: i32 = 26;
const INK: RGBColor = RGBColor(40, 40, 40);
const POINT: RGBColor = RGBColor(150, 150, 150);

type Canvas<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Problem<'a> = DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>;

/// The panels as an SVG document.
#[must_use]
pub fn draw(panels: &[Panel]) -> String {
    draw_with_points(panels, &[])
}

/// The panels as an SVG document, each with single points behind its lines.
#[must_use]
pub fn draw_with_points(panels: &[Panel], points: &[Vec<(f64, f64)>]) -> String {
    let mut text = String::new();
    {
        let names = panels.iter().flat_map(|panel| &panel.series);
        let longest = names.map(|series| series.name.chars().count()).max().unwrap_or(0);
        let room = longest as u32 * LETTER + LABEL_GAP as u32;
        let size = (WIDTH + room, HEIGHT * panels.len().max(1) as u32);
        let canvas = SVGBackend::with_string(&mut text, size).into_drawing_area();
        // Writing to a string cannot fail.
        let _ = draw_all(&canvas, panels, points, room);
    }
    text
}

fn draw_all<'a>(
    canvas: &Canvas<'a>,
    panels: &[Panel],
    points: &[Vec<(f64, f64)>],
    room: u32,
) -> Result<(), Problem<'a>> {
    canvas.fill(&WHITE)?;
    let areas = canvas.split_evenly((panels.len().max(1), 1));
    let points = points.iter().map(Vec::as_slice).chain(std::iter::repeat(&[][..]));
    for ((area, panel), points) in areas.iter().zip(panels).zip(points) {
        draw_panel(canvas, area, (panel, points), room)?;
    }
    canvas.present()
}

fn draw_panel<'a>(
    canvas: &Canvas<'a>,
    area: &Canvas<'a>,
    (panel, single): (&Panel, &[(f64, f64)]),
    room: u32,
) -> Result<(), Problem<'a>> {
    let all = || panel.series.iter().flat_map(|series| &series.points).chain(single);
    let across = panel.across.lay(all().map(|point| point.0));
    let up = panel.up.lay(all().map(|point| point.1));
    let mut chart = ChartBuilder::on(area)
        .caption(&panel.title, ("sans-serif", TEXT + 3).into_font().color(&INK))
        .margin(12)
        .margin_right(12 + room)
        .x_label_area_size(48)
        .y_label_area_size(92)
        .build_cartesian_2d(across.clone(), up.clone())?;
    chart
        .configure_mesh()
        .x_desc(&panel.across.name)
        .y_desc(&panel.up.name)
        .x_label_formatter(&|&number| Laid::text(number))
        .y_label_formatter(&|&number| Laid::text(number))
        .x_labels(across.ticks.len().max(2))
        .y_labels(up.ticks.len().max(2))
        .max_light_lines(0)
        .bold_line_style(RGBColor(220, 220, 220))
        .label_style(("sans-serif", TEXT).into_font().color(&INK))
        .axis_style(INK)
        .draw()?;
    let dot = |&point: &(f64, f64)| Circle::new(point, 2, POINT.filled());
    chart.draw_series(single.iter().map(dot))?;
    let mut ends = Vec::new();
    for (number, series) in panel.series.iter().enumerate() {
        let colour = COLOURS[number % COLOURS.len()];
        let points = series.points.iter();
        chart.draw_series(LineSeries::new(points.clone().copied(), colour.stroke_width(2)))?;
        let mut pixels = points.map(|point| chart.backend_coord(point));
        for pixel in pixels.clone() {
            mark(canvas, number, pixel, colour)?;
        }
        ends.extend(pixels.next_back().map(|end| (number, end)));
    }
    let (_, heights) = chart.plotting_area().get_pixel_range();
    draw_labels(canvas, panel, &ends, (heights.start, heights.end))
}

/// Writes the name of each line at its end, with a thin line to it.
fn draw_labels<'a>(
    canvas: &Canvas<'a>,
    panel: &Panel,
    ends: &[(usize, (i32, i32))],
    (top, bottom): (i32, i32),
) -> Result<(), Problem<'a>> {
    let right = ends.iter().map(|(_, (x, _))| *x).max().unwrap_or(0);
    let wanted: Vec<i32> = ends.iter().map(|(_, (_, y))| *y).collect();
    let heights = spread(&wanted, LINE_HEIGHT, top, bottom);
    for ((number, end), height) in ends.iter().zip(heights) {
        let label = (right + LABEL_GAP, height);
        let leader = vec![(end.0 + 7, end.1), (label.0 - 4, label.1)];
        let colour = COLOURS[number % COLOURS.len()];
        canvas.draw(&PathElement::new(leader, colour.stroke_width(1)))?;
        let style = ("sans-serif", TEXT).into_font().color(&INK);
        let style = style.pos(Pos::new(HPos::Left, VPos::Center));
        canvas.draw(&Text::new(panel.series[*number].name.clone(), label, style))?;
    }
    Ok(())
}
