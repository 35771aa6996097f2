//! # Proof search
//!
//! Depth-first proof-number search, df-pn (Nagai, "Df-pn algorithm for searching
//! AND/OR trees and its applications", 2002): the tree is searched where a proof
//! or a disproof of one [`Claim`] seems to need the fewest further leaves, in a
//! table of fixed size. Three changes of the original:
//!
//! - A node that needs all of its children counts the largest of their numbers
//!   and one for each other child, not the sum, because most games reach the same
//!   leaf in many ways (Ueda, Hashimoto, Hashimoto and Iida, "Weak proof-number
//!   search", 2008).
//! - A child is searched until it is a quarter worse than the second best, not
//!   until it is just worse (Pawlewicz and Lew, "Improving depth-first PN-search:
//!   1 + epsilon trick", 2007).
//! - What the game's [`Knowledge`] can prove ends a node: a side that cannot win
//!   any more, a forced win. Moves are tried in the order of its evaluation, and
//!   forced moves alone where it names them: those that complete or stop a line, and
//!   those that may stop a forced win of the other side ([`Knowledge::answers`]).
//!
//! Where nothing repeats, a plain depth-first search takes turns with it, each time
//! with four times the nodes; it is better at long games (`depth_first`).
//!
//! ## Repetition
//! In a game whose positions can come back, the second occurrence on a path is a
//! draw, so that what is true of a node may depend on the path to it: the graph
//! history interaction problem (Kishimoto and Müller, "A general solution to the
//! graph history interaction problem", AAAI 2004). The simplest sound answer is
//! taken here. Results are stored under the position *and* the set of positions
//! on the path that can still come back ([`plywood_search::Path`]), so that a
//! draw by repetition on one path is never used on another. A result that no
//! repetition can have helped, a win, is also stored under the position alone: a
//! shortest win visits no position twice, whatever the path. Before positions can
//! come back, as in Delta until all pieces are on the board, nothing is added to
//! the key.
//!
//! With a limit on the number of plies there is no such problem at all: a node is
//! a position and the plies that are left, and nothing of that can repeat.

mod children;
mod depth_first;
mod node;
mod numbers;
mod search;
mod table;

pub use search::{Progress, ProofSearch};

#[allow(unused_imports, reason = "for the text above")]
use crate::Claim;
#[allow(unused_imports, reason = "for the text above")]
use plywood_game::Knowledge;
