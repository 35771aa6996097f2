//! Quiescence search: where the knowledge names noisy moves, they are searched
//! beyond the horizon, until the position is quiet or a limit is reached
//! (Harris, "The heuristic search and the game of chess", IJCAI 1975). The
//! value is then not the minimax value of the depth, but a better estimate.
//!
//! Measured: on mnk:7,7,5 four plies beyond the horizon cost almost no nodes
//! (`--bench techniques`); at 20,000 nodes a move on mnk:10,10,5 a player with
//! them scored 52.5 % (35.6 to 68.6) against one without, which is not
//! significant, so it is off by default.

use super::best::Best;
use super::node::{NodeContext, Search};
use crate::options::Technique;
use crate::{Ending, Observer, Score, Value, Window};
use plywood_game::{Knowledge, Stopped, Symmetry};

/// The options of positions at the last depth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HorizonOptions {
    /// Evaluate them statically. Without, they count as even and the evaluation
    /// only orders moves: the search then finds only certain values, but much
    /// sooner.
    pub estimates: bool,
    /// Search noisy moves that the knowledge names, at most this many plies beyond.
    pub quiescence: u32,
}

impl Default for HorizonOptions {
    fn default() -> Self {
        Self { estimates: true, quiescence: 0 }
    }
}

impl Technique for HorizonOptions {
    fn is_exact(&self) -> bool {
        self.estimates && self.quiescence == 0
    }
}

impl<G: Symmetry, K: Knowledge<G>, O: Observer<G::Move>> Search<'_, G, K, O> {
    /// The value of a node at the horizon or beyond.
    pub(super) fn quiescence(
        &mut self,
        position: &mut G::Position,
        at: NodeContext<G::Move>,
        window: Window,
    ) -> Result<Value, Stopped> {
        if at.beyond >= self.options.horizon.quiescence {
            self.observer.end(Ending::Horizon);
            return Ok(self.evaluation(position, at));
        }
        let mut moves = Vec::new();
        let state = self.states.at(at.ply);
        let may_decline = self.knowledge.noisy(self.game, position, state, &mut moves);
        if moves.is_empty() {
            self.observer.end(Ending::Horizon);
            return Ok(self.evaluation(position, at));
        }
        self.budget.pay_work(moves.len())?;
        let mut best = Best::new(window);
        // Where other moves may be played, only a win is certain.
        best.all_exact = !may_decline;
        if may_decline {
            best.score = self.evaluation(position, at).score;
        }
        let table = self.table.filter(|_| !self.options.table.same_depth_only);
        let key = self.table_key(position);
        let known = table.and_then(|table| table.probe(key.0));
        if let Some(value) = known.and_then(|entry| self.cut_by_table(entry, at, window)) {
            self.observer.end(Ending::Table);
            return Ok(value);
        }
        for mv in moves {
            if best.is_cut() {
                break;
            }
            let value = self.child(position, at, mv, 0, best.window())?;
            if best.take(mv, value) && best.score > window.alpha {
                self.lines.extend(at.ply, mv);
                self.observer.leads();
            }
        }
        if table.is_some() {
            self.store(key, position, at, &best);
        }
        Ok(best.value())
    }

    /// The static evaluation of a node.
    pub(super) fn evaluation(&self, position: &G::Position, at: NodeContext<G::Move>) -> Value {
        if !self.options.horizon.estimates {
            return Value::estimate(Score::DRAW);
        }
        let state = self.states.at(at.ply);
        let evaluation = self.knowledge.evaluate(self.game, position, at.last, state);
        Value::estimate(Score::estimate(evaluation))
    }
}
