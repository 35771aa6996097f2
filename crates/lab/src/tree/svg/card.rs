//! A box of the picture: what stands in it, how large it is, and how it is
//! drawn. MAX's boxes have corners, MIN's are round.

use super::board;
use super::xml::{Px, Xml};
use crate::tree::folding::{Shown, What};
use crate::tree::words;
use crate::tree::words::{grouped, name, short, sign, tooltip, window};
use plywood_game::Picture;
use plywood_search::Ending;
use plywood_workbench::{RecordedNode, Why};

/// A box of the picture.
pub(super) struct Card {
    shape: Shape,
    lines: Vec<Text>,
    board: Option<Picture>,
    tooltip: String,
    on_line: bool,
    /// Whether something below it is folded.
    folded: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Max,
    Min,
    Unvisited { max: bool },
    Rest,
}

/// A line of text in a box.
struct Text {
    class: &'static str,
    words: String,
}

/// Between what is in a box and its edge.
const PADDING: f64 = 8.0;
/// How far a round box is rounded at most.
const ROUNDING: f64 = 24.0;
/// Between a board and the words below it.
const BELOW_BOARD: f64 = 4.0;

impl Text {
    fn new(class: &'static str, words: impl Into<String>) -> Self {
        Self { class, words: words.into() }
    }

    fn size(&self) -> f64 {
        if matches!(self.class, "window" | "note" | "more") { 10.5 } else { 13.0 }
    }

    fn height(&self) -> f64 {
        self.size() * 1.32
    }

    /// How wide it is, at most, in the usual fonts.
    fn width(&self) -> f64 {
        let bold = if self.class.starts_with("move") { 1.08 } else { 1.0 };
        self.words.chars().count() as f64 * self.size() * 0.6 * bold
    }
}

impl Card {
    /// Whether these words stand on it.
    pub(super) fn says(&self, words: &str) -> bool {
        self.lines.iter().any(|line| line.words.contains(words))
    }

    /// The box for a part of a tree, with its board if there is one that fits.
    pub(super) fn new(shown: &Shown<'_>, board: Option<Picture>) -> Self {
        let board = board.filter(|picture| board::size(picture).is_some());
        let mut card = match &shown.what {
            What::Visit { node, folded } => visit(node, *folded),
            What::Unvisited { nodes, why } => unvisited(nodes, *why),
            What::Rest { siblings, visits } => rest(*siblings, *visits),
        };
        card.on_line = shown.on_line;
        Self { board, ..card }
    }

    fn of(shape: Shape, lines: Vec<Text>, tooltip: String) -> Self {
        Self { shape, lines, board: None, tooltip, on_line: false, folded: false }
    }

    fn is_round(&self) -> bool {
        matches!(self.shape, Shape::Min | Shape::Unvisited { max: false })
    }

    /// The width and height.
    pub(super) fn size(&self) -> (f64, f64) {
        let words = self.lines.iter().map(Text::width).fold(0.0, f64::max);
        let height: f64 = self.lines.iter().map(Text::height).sum();
        let (board_width, board_height) = self.board_size();
        let room = if self.is_round() { 2.0 * PADDING } else { 1.2 * PADDING };
        let width = (words + room).max(board_width + 2.0 * PADDING).max(34.0);
        (width, height + board_height + PADDING)
    }

    fn board_size(&self) -> (f64, f64) {
        match self.board.as_ref().and_then(board::size) {
            Some((width, height)) => (width, height + PADDING / 2.0 + BELOW_BOARD),
            None => (0.0, 0.0),
        }
    }

    /// Draws it with the middle of its upper edge there.
    pub(super) fn draw(&self, xml: &mut Xml, x: f64, y: f64) {
        let (width, height) = self.size();
        xml.open("g", &[]);
        xml.text("title", &[], &self.tooltip);
        if self.folded {
            self.frame(xml, "stack", (x - width / 2.0 + 3.0, y + 3.0), (width, height));
        }
        let class = match self.shape {
            Shape::Max if self.on_line => "max on-line",
            Shape::Max => "max",
            Shape::Min if self.on_line => "min on-line",
            Shape::Min => "min",
            Shape::Unvisited { .. } => "unvisited",
            Shape::Rest => "rest",
        };
        self.frame(xml, class, (x - width / 2.0, y), (width, height));
        let mut down = y + PADDING / 2.0;
        if let Some(picture) = &self.board {
            let (board_width, board_height) = self.board_size();
            board::draw(xml, picture, x - board_width / 2.0, down + PADDING / 2.0);
            down += board_height;
        }
        for line in &self.lines {
            down += line.height();
            let base = down - line.size() * 0.34;
            xml.text(
                "text",
                &[("class", &line.class), ("x", &Px(x)), ("y", &Px(base))],
                &line.words,
            );
        }
        xml.close();
    }

    fn frame(&self, xml: &mut Xml, class: &str, at: (f64, f64), size: (f64, f64)) {
        let rounding = match self.is_round() {
            true => (size.1 / 2.0).min(ROUNDING),
            false => 3.0,
        };
        let (x, y, width, height) = (Px(at.0), Px(at.1), Px(size.0), Px(size.1));
        xml.empty(
            "rect",
            &[
                ("class", &class),
                ("x", &x),
                ("y", &y),
                ("width", &width),
                ("height", &height),
                ("rx", &Px(rounding)),
            ],
        );
    }
}

fn visit(node: &RecordedNode, folded: u64) -> Card {
    let mut lines = vec![Text::new("move", name(node))];
    if let Some(score) = &node.score {
        lines.push(Text::new("value", format!("{}{}", sign(node.bound), short(score))));
    }
    lines.extend(window(node).map(|window| Text::new("window", window)));
    let notes: Vec<&str> =
        [node.again.then_some("again"), note(node.reason)].into_iter().flatten().collect();
    if !notes.is_empty() {
        lines.push(Text::new("note", notes.join(", ")));
    }
    if folded > 0 {
        lines.push(Text::new("more", format!("+ {}", grouped(folded))));
    }
    let shape = if node.max { Shape::Max } else { Shape::Min };
    let below = match folded {
        0 => String::new(),
        _ => format!("; {} more visits below it", grouped(folded)),
    };
    Card {
        folded: folded > 0,
        ..Card::of(shape, lines, format!("{}: {}{below}", name(node), tooltip(node)))
    }
}

/// The reason as the picture names it, if it does.
fn note(why: Why) -> Option<&'static str> {
    match why {
        Why::Cut => Some("cut"),
        Why::Ended(Ending::Table) => Some("table"),
        Why::Ended(Ending::Over) => Some("game over"),
        Why::Ended(Ending::Repeated) => Some("repeated"),
        Why::Ended(Ending::Hopeless) => Some("hopeless"),
        Why::Ended(Ending::Certain) => Some("certain"),
        Why::Ended(Ending::Margin) => Some("margin"),
        Why::Ended(Ending::NullMove) => Some("null move"),
        Why::Ended(Ending::Prediction) => Some("predicted"),
        Why::Ended(Ending::FewMoves) => Some("few moves"),
        Why::Ended(Ending::Stopped) => Some("stopped"),
        Why::Ended(Ending::Horizon) | Why::Searched | Why::Pruned | Why::LeftOut => None,
    }
}

fn unvisited(nodes: &[&RecordedNode], why: Why) -> Card {
    let word = if why == Why::Pruned { "pruned" } else { "left out" };
    let names: Vec<&str> = nodes.iter().map(|node| name(node)).collect();
    let shape = Shape::Unvisited { max: nodes.iter().any(|node| node.max) };
    let lines = match names.as_slice() {
        [one] => vec![Text::new("move grey", *one), Text::new("more", word)],
        _ => vec![Text::new("move grey", names.len().to_string()), Text::new("more", word)],
    };
    Card::of(shape, lines, format!("{}: {}", names.join(" "), words::because(why)))
}

fn rest(siblings: usize, visits: u64) -> Card {
    let mut lines = vec![Text::new("move grey", format!("+ {}", grouped(visits)))];
    if siblings > 0 {
        lines.push(Text::new("more", format!("{siblings} moves")));
    }
    let tooltip = format!("{} visits that are not shown", grouped(visits));
    Card::of(Shape::Rest, lines, tooltip)
}
