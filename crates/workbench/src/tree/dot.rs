//! The tree in the language of Graphviz, as the Azulejos report draws it: MAX's
//! nodes are boxes, MIN's ellipses, the root is START, a label is the move and
//! its value; the child that a node chose is red, what was pruned is grey. What
//! else is known stands in the tooltips, and what is not shown is counted.

use super::{Node, Says, Tree, Why};
use std::fmt::Write;

impl Tree {
    /// The tree in the language of Graphviz.
    #[must_use]
    pub fn to_dot(&self) -> String {
        let mut dot = Dot { text: String::from("digraph tree {\n"), numbers: 0 };
        let title =
            format!("{} {}, {}, depth {}", self.game, self.position, self.player, self.depth);
        dot.line(&format!("label={}; node [style=filled, fillcolor=white];", quoted(&title)));
        for pass in &self.passes {
            dot.node(pass, None);
        }
        dot.text.push_str("}\n");
        dot.text
    }
}

struct Dot {
    text: String,
    numbers: usize,
}

impl Dot {
    fn line(&mut self, line: &str) {
        // A string takes whatever is written to it.
        let _ = writeln!(self.text, "  {line}");
    }

    fn node(&mut self, node: &Node, parent: Option<usize>) {
        let number = self.numbers;
        self.numbers += 1;
        let shape = if node.max { "box" } else { "ellipse" };
        let colour = match node.reason {
            _ if node.chosen => ", fillcolor=red",
            Why::Pruned | Why::LeftOut => ", fillcolor=grey",
            _ => "",
        };
        let (label, tooltip) = (quoted(&label(node)), quoted(&tooltip(node)));
        self.line(&format!("n{number} [label={label}, shape={shape}{colour}, tooltip={tooltip}];"));
        if let Some(parent) = parent {
            let style = if node.again { " [style=dashed]" } else { "" };
            self.line(&format!("n{parent} -> n{number}{style};"));
        }
        for child in &node.children {
            self.node(child, Some(number));
        }
        if node.hidden > 0 {
            let rest = self.numbers;
            self.numbers += 1;
            self.line(&format!("n{rest} [label=\"+ {}\", shape=plaintext];", node.hidden));
            self.line(&format!("n{number} -> n{rest} [style=dotted, arrowhead=none];"));
        }
    }
}

/// The move and its value.
fn label(node: &Node) -> String {
    let mv = node.mv.as_deref().unwrap_or("START");
    let Some(score) = &node.score else { return mv.to_owned() };
    let bound = match node.bound {
        Some(Says::AtLeast) => ">= ",
        Some(Says::AtMost) => "<= ",
        Some(Says::Exactly) | None => "",
    };
    let words = score.words();
    format!("{mv}\n{bound}{}", words.strip_prefix("estimate ").unwrap_or(&words))
}

/// What else is known of a node.
fn tooltip(node: &Node) -> String {
    let why = match node.reason {
        Why::Searched => "all its moves were searched",
        Why::Cut => "its last move made the others needless",
        Why::Pruned => "not visited: a move before it made it needless",
        Why::LeftOut => "not looked at: other moves are forced, or nearer to others",
        Why::Stopped => "the search was stopped here",
        Why::Over => "the game is over",
        Why::Repeated => "the position was there before",
        Why::Hopeless => "nobody who would have to can win any more",
        Why::Horizon => "as deep as the search goes",
        Why::Table => "the table knew enough",
        Why::FewMoves => "so few moves that it was not searched",
    };
    let Some([low, high]) = node.window else { return why.to_owned() };
    let end = |bound: Option<i32>, none: &str| bound.map_or(none.to_owned(), |raw| raw.to_string());
    let order = node.order.unwrap_or_default();
    let again = if node.again { ", again" } else { "" };
    format!(
        "visit {order}{again}, depth {}, window {} to {}: {why}",
        node.depth,
        end(low, "-"),
        end(high, "-")
    )
}

/// A text in quotation marks, in which marks and backslashes stand for
/// themselves.
fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{escaped}\"")
}
