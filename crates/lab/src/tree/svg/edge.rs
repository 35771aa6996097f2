//! The way from a box to one of its children.

use super::xml::{Px, Xml};
use crate::tree::folding::{Shown, What};
use plywood_workbench::Why;

/// Between the end of an edge and the marks of a cut across it.
const TO_CUT: f64 = 9.0;

/// Draws an edge from the lower edge of a parent to the upper edge of a child.
pub(super) fn draw(xml: &mut Xml, child: &Shown<'_>, from: (f64, f64), to: (f64, f64)) {
    let class = match &child.what {
        What::Visit { .. } if child.on_line => "edge line",
        What::Visit { node, .. } if node.chosen => "edge chosen",
        What::Visit { .. } => "edge",
        What::Unvisited { .. } => "edge pruned",
        What::Rest { .. } => "edge fold",
    };
    let ((x0, y0), (x1, y1)) = (from, to);
    let middle = Px(f64::midpoint(y0, y1));
    let d = format!(
        "M{} {}C{} {middle} {} {middle} {} {}",
        Px(x0),
        Px(y0),
        Px(x0),
        Px(x1),
        Px(x1),
        Px(y1)
    );
    xml.empty("path", &[("class", &class), ("d", &d)]);
    if let What::Unvisited { why: Why::Pruned, .. } = child.what {
        cut(xml, x1, y1 - TO_CUT);
    }
}

/// Two bars across an edge.
pub(super) fn cut(xml: &mut Xml, x: f64, y: f64) {
    let d = format!("M{} {}l13 -5m-13 10l13 -5", Px(x - 6.5), Px(y));
    xml.empty("path", &[("class", &"cut"), ("d", &d)]);
}
