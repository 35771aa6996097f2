//! Monte-Carlo tree search: a tree that grows where play looks best, judged by
//! random games, with what is certain proven on the way.
//!
//! - `engine`: the state kept from search to search, and when a search ends.
//! - `iteration`: one way down the tree, a rollout, and the way back up.
//! - `select`: which move to follow (UCT; Kocsis and Szepesvári, "Bandit based
//!   Monte-Carlo planning", ECML 2006).
//! - `rollout`: the random game below a leaf.
//! - `bounds`: what is proven. Wins and losses are backed up as in MCTS-Solver
//!   (Winands, Björnsson and Saito, "Monte-Carlo tree search solver", CG 2008),
//!   draws and margins as intervals (Cazenave and Saffidine, "Score bounded
//!   Monte-Carlo tree search", CG 2010).
//! - `tree`: the nodes; `recycle`: how a full tree makes room.
//! - `findings`: the report.
//!
//! # Limits
//! A node is one move played: on the way down the tree, which starts at the
//! root every time, or in a rollout. A limit of nodes is never passed; a
//! rollout that is cut short counts for nothing. A limit of depth is the
//! greatest depth of the tree: the search ends when it would grow beyond.
//! Without limits it ends only when all requested values are proven.
//!
//! # What is certain
//! Every node has a lower and an upper bound of its value, each as certain as
//! the rules. They meet when the value is known, and the search ends with
//! [`StoppedBy::Solved`](crate::StoppedBy) when it knows the values of all
//! lines asked for: then they are the oracle's, to the move. A search that
//! ends before may know that it wins, but not how fast; its value is then a
//! win in as many moves as it can force, and exact.
//!
//! # Repetition
//! The value of a position can depend on the path to it (see `path`). Here a
//! node is never shared between paths: it stands for its position together with
//! the whole line from the root. A draw by repetition is therefore proven for
//! that line and no other, and its parents' values follow from it as in the
//! oracle. For the same reason nothing is kept for the next search, which
//! begins with another line.
//!
//! # Estimates
//! Where nothing is certain, the value of a game that counts points is the mean
//! margin of the rollouts through the move, in hundredths of a point. In other
//! games it is the share of wins less the share of losses, in thousandths:
//! 1000 if all were won, 0 if as many as were lost. Moves are chosen by the
//! share of wins in all games.

mod bounds;
mod engine;
mod findings;
mod iteration;
mod options;
mod recycle;
mod rollout;
mod select;
mod tree;

pub use engine::{Mcts, Tried};
pub use options::MctsOptions;
