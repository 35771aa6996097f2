//! The tree as a picture, laid out here: no other program is needed to see it.
//! The same tree gives the same picture, to the letter.
//!
//! - `page` puts title, passes and legend together.
//! - `card` draws a box, `board` the small board in it, `crop` what is worth seeing
//!   of a large one, `edge` the way to it.
//! - `xml` writes what is always well-formed, `style` says how it looks.

mod board;
mod card;
mod crop;
mod edge;
mod legend;
mod page;
mod style;
mod xml;

use plywood_game::Picture;
use plywood_workbench::RecordedTree;

/// How many boxes a picture shows.
const BOXES: usize = 200;

/// The tree as a picture in SVG: about 200 nodes open, the rest folded into
/// numbers. `board` gives the picture of the position after a line of moves from
/// the root; where it gives none, or a board too large, there are words alone.
///
/// ```
/// use plywood_workbench::{EngineSpec, Request, Start, Workbench};
/// let session = Workbench::standard().open("tictactoe", &Start::default(), 0)?;
/// let player = Request::of_player(&"alphabeta[depth=2]".parse::<EngineSpec>()?);
/// let request = Request { tree: Some(100), ..player };
/// let found = session.analyse(&request, &false.into(), None)?;
/// let tree = found.tree.expect("it was requested");
/// let svg = plywood_lab::tree::to_svg(&tree, &|line| session.picture_after(line).ok());
/// assert!(svg.starts_with("<svg") && svg.contains("START"));
/// # Ok::<(), plywood_workbench::Error>(())
/// ```
#[must_use]
pub fn to_svg(tree: &RecordedTree, board: &dyn Fn(&[&str]) -> Option<Picture>) -> String {
    page::draw(tree, BOXES, board)
}
