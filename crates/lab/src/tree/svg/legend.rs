//! What the parts of a picture mean, below it.

use super::card::Card;
use super::edge;
use super::xml::{Px, Xml};

/// A sample, what is said of it, and the words of a card that it explains: where
/// no card has them, it is left out.
#[derive(Clone, Copy)]
struct Item(Sample, &'static str, &'static str);

const ITEMS: [Item; 10] = [
    Item(Sample::Max, "MAX to move", ""),
    Item(Sample::Min, "MIN to move", ""),
    Item(Sample::Edge("edge line"), "the line that was chosen", ""),
    Item(Sample::Edge("edge chosen"), "the best move of a node", ""),
    Item(Sample::Words("note", "again"), "searched again, with a wider window", "again"),
    Item(Sample::Words("note", "table"), "the table knew enough", "table"),
    Item(Sample::Cut, "pruned: a cut made it needless", "pruned"),
    Item(Sample::Unvisited, "left out: no move for this search", "left out"),
    Item(
        Sample::Words("grey", "(\u{3b1}, \u{3b2})"),
        "window; \u{2265} \u{2264} a bound, not the value",
        "",
    ),
    Item(Sample::Words("grey", "+ 12"), "visits that are not shown", "+ "),
];

#[derive(Clone, Copy)]
enum Sample {
    Max,
    Min,
    Edge(&'static str),
    Cut,
    Unvisited,
    Words(&'static str, &'static str),
}

/// The width of a sample, and the height of an item.
const SAMPLE: f64 = 38.0;
const ROW: f64 = 24.0;

fn width(words: &str) -> f64 {
    SAMPLE + 8.0 + words.chars().count() as f64 * 7.4 + 22.0
}

/// The legend of a picture, for a certain width.
pub(super) struct Legend {
    /// The items, and where they go.
    items: Vec<(Item, (f64, f64))>,
    /// How high it is.
    pub(super) height: f64,
}

impl Legend {
    /// The words on the cards of a picture that need explaining.
    pub(super) fn of(cards: &[&Card], room: f64) -> Self {
        let explains = |&Item(_, _, words): &Item| cards.iter().any(|card| card.says(words));
        let (mut x, mut y) = (0.0, 0.0);
        let mut items = Vec::with_capacity(ITEMS.len());
        for item in ITEMS.into_iter().filter(explains) {
            let wide = width(item.1);
            if x > 0.0 && x + wide > room {
                x = 0.0;
                y += ROW;
            }
            items.push((item, (x, y)));
            x += wide;
        }
        Self { items, height: y + ROW }
    }

    /// Draws it.
    pub(super) fn draw(&self, xml: &mut Xml, left: f64, top: f64) {
        for &(Item(sample, words, _), (x, y)) in &self.items {
            draw_sample(xml, sample, left + x, top + y);
            let place = (Px(left + x + SAMPLE + 8.0), Px(top + y + 16.0));
            xml.text("text", &[("class", &"words"), ("x", &place.0), ("y", &place.1)], words);
        }
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
        Sample::Unvisited => line(xml, "edge pruned"),
        Sample::Words(class, words) => {
            let place = (Px(x + SAMPLE / 2.0), Px(y + 16.0));
            xml.text("text", &[("class", &class), ("x", &place.0), ("y", &place.1)], words);
        }
    }
}
