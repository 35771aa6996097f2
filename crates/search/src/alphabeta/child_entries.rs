//! Enhanced transposition cutoffs: before any move of a node is searched, the
//! table is asked about all positions after them. One entry may prove that its
//! move is good enough, which the order of moves would have found out later
//! (Schaeffer and Plaat, "New advances in alpha-beta searching", ACM 1996). It
//! is as certain as the entry.

use super::node::{NodeContext, Search};
use crate::options::Technique;
use crate::{Observer, Value, Window};
use plywood_game::{Budget, Knowledge, Stopped, Symmetry};

/// The options of enhanced transposition cutoffs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChildEntryOptions {
    /// Look all moves up in the table before any is searched.
    pub on: bool,
}

impl Technique for ChildEntryOptions {
    fn is_exact(&self) -> bool {
        true
    }
}

/// With less, playing all moves costs more than it saves.
const LEAST_DEPTH: u32 = 3;

impl<G: Symmetry, K: Knowledge<G>, O: Observer<G::Move>> Search<'_, G, K, O> {
    /// The bound that an entry of a child proves, where it is at or above beta.
    /// Where positions repeat, a child's entry depends on the path; those games
    /// are left alone.
    pub(super) fn cut_by_child_entry(
        &mut self,
        position: &mut G::Position,
        at: NodeContext<G::Move>,
        window: Window,
    ) -> Result<Option<Value>, Stopped> {
        let wanted = self.options.child_entries.on && at.depth >= LEAST_DEPTH;
        let Some(table) = self.table.filter(|_| wanted && !self.game.can_repeat()) else {
            return Ok(None);
        };
        let side = self.game.to_move(position);
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        self.game.moves(position, &mut moves);
        let mut found = None;
        for &mv in &moves {
            let undo = self.game.play(position, mv);
            let same_side = self.game.to_move(position) == side;
            let below = at.after(mv, at.depth - 1);
            let asked = if same_side { window } else { -window };
            let known = table.probe(self.table_key(position).0);
            let value = known.and_then(|entry| self.cut_by_table(entry, below, asked));
            self.game.undo(position, undo);
            let seen = value.map(|value| if same_side { value } else { -value });
            found = seen.filter(|value| value.score >= window.beta);
            if found.is_some() {
                break;
            }
        }
        let played = moves.len() * Budget::NODE_WORK / 8;
        self.moves = moves;
        self.budget.pay_work(played)?;
        Ok(found)
    }
}
