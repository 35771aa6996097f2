//! The tree in the language of Graphviz, as the Azulejos report draws it: MAX's
//! nodes are boxes, MIN's ellipses, the root is START, a label is the move and
//! its value; the child that a node chose is red, what was pruned is grey and
//! has no value. What else is known stands in the tooltips, and what is not shown
//! is counted.

use super::words::{grouped, name, short, sign, tooltip};
use plywood_workbench::{RecordedNode, RecordedTree, ScoreReport, Why};
use std::fmt::Write;

/// The tree in the language of Graphviz.
#[must_use]
pub fn to_dot(tree: &RecordedTree) -> String {
    to_dot_with(tree, &short)
}

/// The tree in the language of Graphviz, with values as `value` writes them.
#[must_use]
pub fn to_dot_with(tree: &RecordedTree, value: &dyn Fn(&ScoreReport) -> String) -> String {
    let mut dot = Dot { text: String::from("digraph tree {\n"), numbers: 0, value };
    let title = format!("{} {}, {}, depth {}", tree.game, tree.position, tree.player, tree.depth);
    dot.line(&format!("label={}; node [style=filled, fillcolor=white];", quoted(&title)));
    for pass in &tree.passes {
        dot.node(pass, None);
    }
    dot.text.push_str("}\n");
    dot.text
}

struct Dot<'v> {
    text: String,
    numbers: usize,
    value: &'v dyn Fn(&ScoreReport) -> String,
}

impl Dot<'_> {
    fn line(&mut self, line: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "  {line}");
    }

    fn node(&mut self, node: &RecordedNode, parent: Option<usize>) {
        let number = self.numbers;
        self.numbers += 1;
        let shape = if node.max { "box" } else { "ellipse" };
        let colour = match node.reason {
            _ if node.chosen => ", fillcolor=red",
            Why::Pruned | Why::LeftOut => ", fillcolor=grey",
            _ => "",
        };
        let (label, tooltip) = (quoted(&self.label(node)), quoted(&tooltip(node)));
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
            let label = grouped(node.hidden);
            self.line(&format!("n{rest} [label=\"+ {label}\", shape=plaintext];"));
            self.line(&format!("n{number} -> n{rest} [style=dotted, arrowhead=none];"));
        }
    }

    /// The move and its value.
    fn label(&self, node: &RecordedNode) -> String {
        match &node.score {
            None => name(node).to_owned(),
            Some(score) => format!("{}\n{}{}", name(node), sign(node.bound), (self.value)(score)),
        }
    }
}

/// A text in quotation marks, in which marks and backslashes stand for
/// themselves.
fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{escaped}\"")
}
