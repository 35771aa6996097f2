//! Null move: if a position is good enough even after a pass, some move is
//! probably good enough too. The pass is searched less deep, so that a cut by it
//! costs little (Beal, "A generalised quiescence search algorithm", Artificial
//! Intelligence 43, 1990; Goetsch and Campbell, "Experiments with the null-move
//! heuristic", 1990). It needs a game that answers [`Game::pass_turn`], and is
//! wrong where having to move is a disadvantage.
//!
//! [`Game::pass_turn`]: plywood_game::Game::pass_turn

use super::node::{NodeContext, Search};
use crate::options::Technique;
use crate::{Observer, Score, Value, Window};
use plywood_game::{Knowledge, Step, Stopped, Symmetry};

/// The options of the null move.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NullMoveOptions {
    /// End a node that is good enough after a pass.
    pub on: bool,
}

impl Technique for NullMoveOptions {
    fn is_exact(&self) -> bool {
        !self.on
    }
}

/// With less, the moves themselves cost no more than the pass.
const LEAST_DEPTH: u32 = 3;

/// How much less deep the pass is searched than a move.
fn reduction(depth: u32) -> u32 {
    2 + depth / 4
}

impl<G: Symmetry, K: Knowledge<G>, O: Observer<G::Move>> Search<'_, G, K, O> {
    /// The bound of a node that stays at or above beta after a pass. Two passes
    /// in a row would only waste depth.
    pub(super) fn cut_by_null_move(
        &mut self,
        position: &G::Position,
        at: NodeContext<G::Move>,
        window: Window,
        estimate: Score,
    ) -> Result<Option<Value>, Stopped> {
        let wanted = self.options.null_move.on && at.depth >= LEAST_DEPTH;
        if !wanted || at.last.is_none() || estimate < window.beta {
            return Ok(None);
        }
        let Some(mut passed) = self.game.pass_turn(position) else { return Ok(None) };
        self.budget.pay_node()?;
        let depth = (at.depth - 1).saturating_sub(reduction(at.depth));
        self.observer.begin_aside();
        let value = self.node(&mut passed, at.after_pass(depth), Step::Null, -window);
        self.observer.end_aside();
        let holds = |value: &Value| -value.score >= window.beta;
        Ok(Some(value?).filter(holds).map(|_| Value::estimate(window.beta)))
    }
}
