//! MTD(f): a depth is searched with null windows only, each of which tells
//! whether the value is above or below its guess, until the bounds meet (Plaat,
//! Schaeffer, Pijls and de Bruin, "Best-first fixed-depth minimax algorithms",
//! Artificial Intelligence 87, 1996). It needs the table: without one, every
//! pass starts from nothing.
//!
//! A null window finds no principal variation. The reported line is continued
//! from the table, as far as entries go.
//!
//! Measured (`--bench techniques`, against null windows inside the tree): 69 %
//! more nodes in (m,n,k), 29 % in Othello, 10 % in Delta, where evaluations are
//! fine-grained and need many passes; 3 % fewer in Azulejos.

use super::deepening::{Iteration, Settled, Unsettled};
use super::node::Search;
use crate::{Observer, Score, Value, Window};
use plywood_game::{Knowledge, Symmetry};

impl<G: Symmetry, K: Knowledge<G>, O: Observer<G::Move>> Search<'_, G, K, O> {
    pub(super) fn mtdf(
        &mut self,
        position: &mut G::Position,
        iteration: &Iteration<'_, G::Move>,
    ) -> Result<Settled<G::Move>, Unsettled<G::Move>> {
        let mut lower = Value::exact(Score::WORST);
        let mut upper = Value::exact(Score::BEST);
        let mut guess = iteration.guess;
        let mut moves = iteration.moves.to_vec();
        let mut proven = None;
        while lower.score < upper.score {
            let beta = guess.max(lower.score.raised());
            let pass = self.pass(position, iteration.depth, &moves, Window::just_below(beta));
            let pass = pass.completed(&mut proven)?;
            let found = pass.value(iteration.complete).unwrap_or(upper);
            guess = found.score;
            if found.score < beta {
                upper = found;
            } else {
                lower = found;
                moves = pass.reordered();
                proven = pass.lines.into_iter().next();
            }
            self.researches += 1;
        }
        self.researches -= 1;
        let exact = lower.exact && (upper.exact || lower.score.is_win());
        let value = Value { score: lower.score, exact };
        let mut lines: Vec<_> = proven.into_iter().collect();
        for line in &mut lines {
            line.value = value;
            self.follow_table(position, &mut line.moves, iteration.depth);
        }
        Ok(Settled { value, lines, order: moves })
    }
}
