//! The whole picture: what was searched, each pass with its tree, the legend.

use super::card::Card;
use super::legend::Legend;
use super::xml::{Px, Xml};
use super::{crop, edge, style};
use crate::tree::folding::{Shown, What, fold};
use crate::tree::layout::{Boxes, Gaps, Layout};
use crate::tree::words::{grouped, name, short, sign, window};
use plywood_game::Picture;
use plywood_workbench::{RecordedNode, RecordedTree, Says};

/// Gives the picture of the position after a line of moves from the root.
type Board<'a> = &'a dyn Fn(&[&str]) -> Option<Picture>;

const MARGIN: f64 = 24.0;
/// The height of title and words, of a caption, and what is left below a tree.
const HEAD: f64 = 84.0;
const CAPTION: f64 = 26.0;
const BELOW_TREE: f64 = 36.0;
const BETWEEN_PASSES: f64 = 64.0;
/// No picture is narrower, so that its legend has few lines.
const LEAST_WIDTH: f64 = 720.0;
const GAPS: Gaps = Gaps { siblings: 9.0, cousins: 22.0, levels: 46.0 };
/// The most that levels of a wide tree are further apart, so that edges are not
/// too flat.
const STRETCH: f64 = 44.0;

/// A level with more boxes than this shows boards on the chosen line alone.
const MOST_BOARDS: usize = 16;

/// The tree of a pass, ready to be drawn.
struct Pass<'t> {
    /// Empty if there is one pass only.
    caption: String,
    boxes: Vec<Shown<'t>>,
    cards: Vec<Card>,
    layout: Layout,
}

/// Draws a tree with at most `most` boxes.
pub(super) fn draw(tree: &RecordedTree, most: usize, board: Board<'_>) -> String {
    let count = tree.passes.len();
    let passes: Vec<Pass<'_>> = (0..count)
        .map(|number| Pass::new(tree, number, room(most, number, count), board))
        .collect();
    let (title, words) = (title(tree), words(tree, &passes, board));
    let room = [LEAST_WIDTH, width(&title, 17.0), width(&words, 13.0)]
        .into_iter()
        .chain(passes.iter().map(Pass::width))
        .fold(0.0, f64::max);
    let (places, trees) = places(&passes, room);
    let below = HEAD + trees;
    let cards: Vec<&Card> = passes.iter().flat_map(|pass| &pass.cards).collect();
    let legend = Legend::of(&cards, room);
    let (width, height) = (room + 2.0 * MARGIN, below + legend.height + MARGIN);

    let mut xml = Xml::new();
    open(&mut xml, width, height);
    xml.text("title", &[], &title);
    xml.text("desc", &[], &describe(tree, &words));
    xml.text("style", &[], style::STYLE);
    xml.empty("rect", &[("class", &"paper"), ("width", &Px(width)), ("height", &Px(height))]);
    text(&mut xml, "title", (MARGIN, 34.0), &title);
    text(&mut xml, "words", (MARGIN, 56.0), &words);
    for (pass, (x, y)) in passes.iter().zip(places) {
        pass.draw(&mut xml, MARGIN + x, HEAD + y);
    }
    rule(&mut xml, below - BELOW_TREE / 2.0, width);
    legend.draw(&mut xml, MARGIN, below);
    xml.finish()
}

fn open(xml: &mut Xml, width: f64, height: f64) {
    let view = format!("0 0 {} {}", Px(width), Px(height));
    xml.open(
        "svg",
        &[
            ("xmlns", &"http://www.w3.org/2000/svg"),
            ("viewBox", &view),
            ("width", &Px(width)),
            ("height", &Px(height)),
            ("role", &"img"),
        ],
    );
}

/// How many boxes a pass may have: the last one found the value, and has most.
fn room(most: usize, number: usize, count: usize) -> usize {
    match (number + 1 == count, count) {
        (true, 1) => most,
        (true, _) => most * 3 / 5,
        (false, _) => most * 2 / 5 / (count - 1),
    }
}

/// Where the passes go: beside each other as long as they fit; and the height of
/// all. A pass alone in its row stands in the middle.
fn places(passes: &[Pass<'_>], room: f64) -> (Vec<(f64, f64)>, f64) {
    let mut places: Vec<(f64, f64)> = Vec::with_capacity(passes.len());
    let (mut right, mut top, mut bottom) = (0.0, 0.0, 0.0);
    for pass in passes {
        if right > 0.0 && right + BETWEEN_PASSES + pass.width() > room {
            (right, top) = (0.0, bottom);
        }
        let left = if right > 0.0 { right + BETWEEN_PASSES } else { 0.0 };
        places.push((left, top));
        right = left + pass.width();
        bottom = f64::max(bottom, top + pass.height());
    }
    if let ([pass], [place]) = (passes, places.as_mut_slice()) {
        place.0 = (room - pass.width()) / 2.0;
    }
    (places, bottom)
}

/// How wide a text is, at most, in the usual fonts.
fn width(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * 0.58
}

fn text(xml: &mut Xml, class: &str, at: (f64, f64), words: &str) {
    xml.text("text", &[("class", &class), ("x", &Px(at.0)), ("y", &Px(at.1))], words);
}

fn rule(xml: &mut Xml, y: f64, width: f64) {
    let d = format!("M{} {}H{}", Px(MARGIN), Px(y), Px(width - MARGIN));
    xml.empty("path", &[("class", &"rule"), ("d", &d)]);
}

fn title(tree: &RecordedTree) -> String {
    format!("{}, {}, depth {}", tree.game, tree.player, tree.depth)
}

/// What was found, and how much of it is shown.
fn words(tree: &RecordedTree, passes: &[Pass<'_>], board: Board<'_>) -> String {
    let shown: usize = passes.iter().map(Pass::shown).sum();
    let (shown, all) = (shown as u64, tree.visits());
    let visits = match shown == all {
        true => format!("all {} visits are shown", grouped(all)),
        false => format!("{} of {} visits are shown", grouped(shown), grouped(all)),
    };
    let root = tree.passes.last();
    let value = root.and_then(|root| root.score.as_ref().map(|score| (root, short(score))));
    let max = board(&[]).map_or("MAX".to_owned(), |picture| {
        format!("{}, who is MAX", picture.sides[tree.max.index()].name)
    });
    match value {
        Some((root, value)) => {
            format!("value for {max}: {}{value}; {visits}", left_open(tree, root))
        }
        None => visits,
    }
}

/// What the last pass leaves open of the value: nothing if another one found the
/// same value to be the other bound.
fn left_open(tree: &RecordedTree, last: &RecordedNode) -> &'static str {
    let meets = |pass: &RecordedNode| pass.score == last.score && pass.bound != last.bound;
    if tree.passes.iter().any(meets) { "" } else { sign(last.bound) }
}

/// The picture for those who do not see it.
fn describe(tree: &RecordedTree, words: &str) -> String {
    let mut line = Vec::new();
    let mut at = tree.passes.last();
    while let Some(next) = at.and_then(|node| node.children.iter().find(|child| child.chosen)) {
        line.push(name(next));
        at = Some(next);
    }
    let line = line.join(" ");
    format!("The tree of a search from {}: {words}. Chosen line: {line}.", tree.position)
}

impl<'t> Pass<'t> {
    fn new(tree: &'t RecordedTree, number: usize, most: usize, board: Board<'_>) -> Self {
        let root = &tree.passes[number];
        let mut boxes = fold(root, most);
        if number + 1 < tree.passes.len() {
            // Its line was discarded: the next pass found a better window.
            boxes.iter_mut().for_each(|shown| shown.on_line = false);
        }
        let pictures = boards(&boxes, board);
        let cards: Vec<Card> =
            boxes.iter().zip(pictures).map(|(shown, picture)| Card::new(shown, picture)).collect();
        let mut sizes = Boxes::new();
        for (shown, card) in boxes.iter().zip(&cards) {
            let (width, height) = card.size();
            sizes.add(shown.parent, width, height);
        }
        let caption = match tree.passes.len() {
            1 => String::new(),
            count => caption(root, number, count),
        };
        Self { caption, boxes, cards, layout: lay_out(&sizes) }
    }

    fn width(&self) -> f64 {
        self.layout.width.max(width(&self.caption, 13.0))
    }

    fn caption_height(&self) -> f64 {
        if self.caption.is_empty() { 0.0 } else { CAPTION }
    }

    fn height(&self) -> f64 {
        self.caption_height() + self.layout.height + BELOW_TREE
    }

    /// How many visits are shown.
    fn shown(&self) -> usize {
        self.boxes.iter().filter(|shown| matches!(shown.what, What::Visit { .. })).count()
    }

    /// Draws it with its upper left corner there.
    fn draw(&self, xml: &mut Xml, left: f64, top: f64) {
        if !self.caption.is_empty() {
            text(xml, "caption", (left, top + 8.0), &self.caption);
        }
        let top = top + self.caption_height();
        let place = |number: usize| {
            let (x, y) = self.layout.places[number];
            (left + x, top + y)
        };
        // The chosen line last, so that nothing crosses it.
        for on_line in [false, true] {
            for (number, shown) in self.boxes.iter().enumerate() {
                if let Some(parent) = shown.parent.filter(|_| shown.on_line == on_line) {
                    let (x, y) = place(parent);
                    let below = y + self.cards[parent].size().1;
                    edge::draw(xml, shown, (x, below), place(number));
                }
            }
        }
        for (number, card) in self.cards.iter().enumerate() {
            let (x, y) = place(number);
            card.draw(xml, x, y);
        }
    }
}

fn lay_out(sizes: &Boxes) -> Layout {
    let layout = sizes.lay_out(GAPS);
    let levels = GAPS.levels + (layout.width / 50.0 - 16.0).clamp(0.0, STRETCH);
    sizes.lay_out(Gaps { levels, ..GAPS })
}

/// The boards of the boxes that show one: on the chosen line, and on levels
/// where there is room.
fn boards(boxes: &[Shown<'_>], board: Board<'_>) -> Vec<Option<Picture>> {
    let deepest = boxes.iter().map(|shown| shown.ply).max().unwrap_or(0);
    let mut wide = vec![0; deepest + 1];
    for shown in boxes {
        wide[shown.ply] += usize::from(matches!(shown.what, What::Visit { .. }));
    }
    let mut lines: Vec<Vec<&str>> = Vec::with_capacity(boxes.len());
    let mut pictures = Vec::with_capacity(boxes.len());
    for shown in boxes {
        let mut line = shown.parent.map(|parent| lines[parent].clone()).unwrap_or_default();
        let has_board = shown.on_line || wide[shown.ply] <= MOST_BOARDS;
        let picture = match &shown.what {
            What::Visit { node, .. } => {
                line.extend(node.mv.as_deref());
                has_board.then(|| board(&line)).flatten()
            }
            _ => None,
        };
        lines.push(line);
        pictures.push(picture);
    }
    crop::crop(&mut pictures);
    pictures
}

/// The result of a pass.
fn caption(root: &RecordedNode, number: usize, count: usize) -> String {
    let window = window(root).unwrap_or_default();
    let value = root.score.as_ref().map(short).unwrap_or_default();
    let end = match root.bound {
        None => "not completed".to_owned(),
        Some(Says::Exactly) => format!("the value is {value}"),
        Some(Says::AtLeast) => format!("failed high, the value is {value} or more"),
        Some(Says::AtMost) => format!("failed low, the value is {value} or less"),
    };
    format!("Pass {} of {count}, window {window}: {end}", number + 1)
}
