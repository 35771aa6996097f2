//! The tree of a search, in text: what a recording holds, with the moves that a
//! cut made needless added and every value seen with the eyes of one side, which
//! is called MAX: the side to move at the root, unless another is wanted.
//!
//! `planting` makes it from a recording; the lab draws it.

mod planting;

use crate::meaning::in_tree;
use crate::{ScoreKind, ScoreReport};
use plywood_game::Side;
use plywood_search::Ending;
use serde::Serialize;

/// The tree of a search.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RecordedTree {
    /// Version of the document.
    pub schema: u32,
    /// The words that name the game.
    pub game: String,
    /// The position at the root, as text.
    pub position: String,
    /// The side to move there.
    pub to_move: Side,
    /// The side with whose eyes values are seen: MAX.
    pub max: Side,
    /// Who searched.
    pub player: String,
    /// The depth that is shown.
    pub depth: u32,
    /// Down to this ply every visit is shown; below, the principal line alone.
    pub whole_to: u32,
    /// The passes over the root's moves. More than one where a window was too
    /// narrow; the last one found the value.
    pub passes: Vec<RecordedNode>,
}

/// A visit of a node, or a move that was not searched.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RecordedNode {
    /// The move that leads here; none at the root.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// Whether MAX is to move.
    pub max: bool,
    /// When it was visited, from 0.
    pub order: Option<u64>,
    /// How many more moves were to be looked at.
    pub depth: u32,
    /// What mattered to MAX on entry: more than the first and less than the
    /// second; null is no bound.
    pub window: Option<[Option<i32>; 2]>,
    /// What it was left with, for MAX.
    pub score: Option<ScoreReport>,
    /// What the score says of the true value.
    pub bound: Option<Says>,
    /// Why it is as it is.
    pub reason: Why,
    /// Whether it is the move that its parent chose.
    pub chosen: bool,
    /// Whether it was visited before, with a narrower window.
    pub again: bool,
    /// How many visits below it are not shown.
    pub hidden: u64,
    /// What was visited below it, and what was not.
    pub children: Vec<RecordedNode>,
}

/// What a score says of the true value, for MAX.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Says {
    /// It is this.
    Exactly,
    /// It is this or more.
    AtLeast,
    /// It is this or less.
    AtMost,
}

/// Why a node is as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// All its moves were searched.
    Searched,
    /// One of its moves made the others needless.
    Cut,
    /// It was not visited, because a move before it made it needless.
    Pruned,
    /// It was not looked at: others are forced, or nearer, or it is too quiet.
    LeftOut,
    /// It was not searched, or not to its end.
    #[serde(untagged)]
    Ended(Ending),
}

impl RecordedTree {
    /// The tree as another side sees it, which is then called MAX.
    ///
    /// ```
    /// use plywood_game::Side;
    /// use plywood_workbench::{EngineSpec, Request, Start, Workbench};
    /// let session = Workbench::standard().open("tictactoe", &Start::default(), 0)?;
    /// let player = Request::of_player(&"pvs[depth=2]".parse::<EngineSpec>()?);
    /// let request = Request { tree: Some(100), ..player };
    /// let found = session.analyse(&request, &false.into(), None)?;
    /// let tree = found.tree.expect("it was requested");
    /// assert!(tree.passes[0].max, "x is to move and MAX");
    /// let tree = tree.seen_by(Side::Second);
    /// assert!(!tree.passes[0].max, "x is to move, and o is MAX");
    /// # Ok::<(), plywood_workbench::Error>(())
    /// ```
    #[must_use]
    pub fn seen_by(mut self, max: Side) -> Self {
        if self.max != max {
            self.max = max;
            self.passes.iter_mut().for_each(RecordedNode::turn);
        }
        self
    }

    /// How many visits were made, shown or only counted.
    #[must_use]
    pub fn visits(&self) -> u64 {
        self.passes.iter().map(RecordedNode::visits).sum()
    }
}

impl RecordedNode {
    /// How many visits were made here and below, shown or only counted.
    #[must_use]
    pub fn visits(&self) -> u64 {
        let below: u64 = self.children.iter().map(RecordedNode::visits).sum();
        u64::from(self.order.is_some()) + self.hidden + below
    }

    /// Sees it with the eyes of the other side.
    fn turn(&mut self) {
        self.max = !self.max;
        self.window = self.window.map(|[low, high]| [high, low].map(|end| end.map(|raw| -raw)));
        self.score = self.score.as_ref().map(turned);
        self.bound = self.bound.map(|bound| match bound {
            Says::Exactly => Says::Exactly,
            Says::AtLeast => Says::AtMost,
            Says::AtMost => Says::AtLeast,
        });
        self.children.iter_mut().for_each(RecordedNode::turn);
    }
}

/// What a score is to the other side.
fn turned(score: &ScoreReport) -> ScoreReport {
    let kind = match score.kind {
        ScoreKind::Win => ScoreKind::Loss,
        ScoreKind::Loss => ScoreKind::Win,
        kind => kind,
    };
    in_tree(ScoreReport::plain(kind, -score.value, score.plies))
}
