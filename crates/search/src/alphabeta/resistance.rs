//! Resistance: in a lost position, of the moves that lose latest, the one that
//! leaves the fewest winning replies. The value is the same, but the other side
//! may not find them. Of equals, the first in the engine's order is kept.

use super::node::{NodeContext, Search};
use crate::{Line, Observer, Report, Score, Window};
use plywood_game::{Knowledge, Step, Stopped, Symmetry};

/// At least this many nodes may be spent, and at most as many as the search took.
const LEAST_NODES: u64 = 10_000;

/// The move that resists best so far.
struct Toughest<M> {
    mv: M,
    replies: usize,
}

impl<G: Symmetry, K: Knowledge<G>, O: Observer<G::Move>> Search<'_, G, K, O> {
    /// Puts the move that resists best in front, if the report is a loss. When
    /// the nodes run out, only the moves looked at until then count.
    pub(super) fn resist(
        &mut self,
        position: &mut G::Position,
        moves: &[G::Move],
        report: &mut Report<G::Move>,
    ) {
        let alone = self.options.lines <= 1 && self.options.tie_seed.is_none();
        let value = report.value;
        let Some(plies) = value.score.plies_to_end().filter(|_| value.score.is_loss()) else {
            return;
        };
        if !self.options.resistance || !alone || moves.len() < 2 {
            return;
        }
        let at = NodeContext::root(plies.max(report.depth));
        let outer = self.budget.reserve(self.budget.nodes().max(LEAST_NODES), None);
        self.observer.begin_aside();
        let first = report.lines[0].moves[0];
        let order = [first].into_iter().chain(moves.iter().copied().filter(|&mv| mv != first));
        let mut toughest = None;
        // Out of nodes is no failure here: what was found counts.
        let _ = order.into_iter().try_for_each(|mv| {
            self.compare_resistance(position, at, mv, value.score, &mut toughest)
        });
        if let Some(Toughest { mv, .. }) = toughest.filter(|found| found.mv != first)
            && let Ok(line) = self.line_of_loss(position, at, mv, value.score)
        {
            report.lines = vec![Line { value, moves: line }];
        }
        self.observer.end_aside();
        self.budget.release(outer);
        report.nodes = self.budget.nodes();
        report.elapsed = self.budget.elapsed();
    }

    /// Takes a move for the toughest, if it loses no sooner than `loss` and
    /// leaves fewer winning replies.
    fn compare_resistance(
        &mut self,
        position: &mut G::Position,
        at: NodeContext<G::Move>,
        mv: G::Move,
        loss: Score,
        toughest: &mut Option<Toughest<G::Move>>,
    ) -> Result<(), Stopped> {
        let depth = at.depth - 1;
        if self.child(position, at, mv, depth, Window::just_below(loss))?.score < loss {
            return Ok(());
        }
        let fewest = toughest.as_ref().map_or(usize::MAX, |found| found.replies);
        let replies = self.winning_replies(position, at, mv, loss, fewest)?;
        if replies < fewest {
            *toughest = Some(Toughest { mv, replies });
        }
        Ok(())
    }

    /// How many replies to a move win as soon as the best, counted up to `most`.
    fn winning_replies(
        &mut self,
        position: &mut G::Position,
        at: NodeContext<G::Move>,
        mv: G::Move,
        loss: Score,
        most: usize,
    ) -> Result<usize, Stopped> {
        let side = self.game.to_move(position);
        if self.game.can_repeat() {
            self.path.push(self.game, position);
        }
        let undo = self.game.play(position, mv);
        let mut count = 0;
        let mut result = Ok(());
        if self.game.outcome(position).is_none() && self.game.to_move(position) != side {
            let (parts, below) = ((self.game, self.knowledge), at.after(mv, at.depth - 1));
            self.states.update(parts, below.ply, Step::Move(mv, &undo), position);
            let window = Window::just_below(-loss);
            for reply in self.game.legal_moves(position) {
                let depth = below.depth.saturating_sub(1);
                match self.child(position, below, reply, depth, window) {
                    Ok(value) => count += usize::from(value.score >= -loss),
                    Err(stopped) => result = Err(stopped),
                }
                if result.is_err() || count >= most {
                    break;
                }
            }
        }
        self.game.undo(position, undo);
        self.path.pop();
        result.map(|()| count)
    }

    /// The line of a move that is known to lose so.
    fn line_of_loss(
        &mut self,
        position: &mut G::Position,
        at: NodeContext<G::Move>,
        mv: G::Move,
        loss: Score,
    ) -> Result<Vec<G::Move>, Stopped> {
        self.lines.clear(0);
        let window = Window { alpha: loss.lowered(), beta: Score::BEST };
        self.child(position, at, mv, at.depth - 1, window)?;
        self.lines.extend(0, mv);
        Ok(self.lines.line(0).to_vec())
    }
}
