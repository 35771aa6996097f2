//! What the parts of a picture mean, below it.

use super::edge;
use super::xml::{Px, Xml};

/// The samples, and what is said of each.
const ITEMS: [(Sample, &str); 8] = [
    (Sample::Max, "MAX to move"),
    (Sample::Min, "MIN to move"),
    (Sample::Edge("edge line"), "the line that was chosen"),
    (Sample::Edge("edge chosen"), "the best move of a node"),
    (Sample::Words("note", "again"), "searched again, with a wider window"),
    (Sample::Cut, "pruned: a cut made it needless"),
    (
        Sample::Words("grey", "(\u{3b1}, \u{3b2})"),
        "window; \u{2265} \u{2264} a bound, not the value",
    ),
    (Sample::Words("grey", "+ 12"), "visits that are not shown"),
];

#[derive(Clone, Copy)]
enum Sample {
    Max,
    Min,
    Edge(&'static str),
    Cut,
    Words(&'static str, &'static str),
}

/// The width of a sample, and the height of an item.
const SAMPLE: f64 = 38.0;
const ROW: f64 = 24.0;

fn width(words: &str) -> f64 {
    SAMPLE + 8.0 + words.chars().count() as f64 * 7.4 + 22.0
}

/// Where each item goes in a legend of this width, and its height.
fn places(room: f64) -> (Vec<(f64, f64)>, f64) {
    let (mut x, mut y) = (0.0, 0.0);
    let mut places = Vec::with_capacity(ITEMS.len());
    for (_, words) in ITEMS {
        let wide = width(words);
        if x > 0.0 && x + wide > room {
            x = 0.0;
            y += ROW;
        }
        places.push((x, y));
        x += wide;
    }
    (places, y + ROW)
}

/// How high the legend is in this width.
pub(super) fn height(room: f64) -> f64 {
    places(room).1
}

/// Draws the legend in this width.
pub(super) fn draw(xml: &mut Xml, left: f64, top: f64, room: f64) {
    for ((sample, words), (x, y)) in ITEMS.into_iter().zip(places(room).0) {
        draw_sample(xml, sample, left + x, top + y);
        let place = (Px(left + x + SAMPLE + 8.0), Px(top + y + 16.0));
        xml.text("text", &[("class", &"words"), ("x", &place.0), ("y", &place.1)], words);
    }
}

fn draw_sample(xml: &mut Xml, sample: Sample, x: f64, y: f64) {
    let frame = |xml: &mut Xml, class: &str, rounding: f64| {
        xml.empty(
            "rect",
            &[
                ("class", &class),
                ("x", &Px(x)),
                ("y", &Px(y + 2.0)),
                ("width", &Px(SAMPLE)),
                ("height", &18),
                ("rx", &Px(rounding)),
            ],
        );
    };
    let line = |xml: &mut Xml, class: &str| {
        let d = format!("M{} {}h{}", Px(x), Px(y + 11.0), Px(SAMPLE));
        xml.empty("path", &[("class", &class), ("d", &d)]);
    };
    match sample {
        Sample::Max => frame(xml, "max", 3.0),
        Sample::Min => frame(xml, "min", 9.0),
        Sample::Edge(class) => line(xml, class),
        Sample::Cut => {
            line(xml, "edge pruned");
            edge::cut(xml, x + SAMPLE / 2.0, y + 11.0);
        }
        Sample::Words(class, words) => {
            let place = (Px(x + SAMPLE / 2.0), Px(y + 16.0));
            xml.text("text", &[("class", &class), ("x", &place.0), ("y", &place.1)], words);
        }
    }
}
