//! Pictures of a recorded search: [`to_svg`] draws it, [`to_dot`] prints it for
//! Graphviz.
//!
//! `folding` chooses which nodes are shown, [`layout`] places their boxes, and
//! `words` describes a node for both printers.

mod dot;
mod folding;
pub mod layout;
mod svg;
mod words;

pub use dot::{to_dot, to_dot_with};
pub use svg::to_svg;
