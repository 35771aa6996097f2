//! # Shapes
//!
//! What a side would make by marking an empty cell: a line, a four with two ends,
//! a four, an open three and so on, for any K from 2 to 10. For every empty cell,
//! side and direction a [code](codes::Code) is kept; a mark changes only the codes
//! of the cells on the four lines through it, as far as K reaches. Everything else
//! is read from the codes: the static evaluation, the threats of both sides, the
//! replies that they force and the order of moves.
//!
//! - `codes`: the codes of a cell in one direction, from tables made once per K.
//! - `weights`: what the four codes of a cell are together: a [`Class`], a worth and
//!   a score for the order.
//! - `state`: the codes of a position, kept up to date mark by mark.
//! - `replies`: which moves are left when something must be stopped.
//!
//! Words are those of K = 5: a *four* lacks one mark, a *three* two.
//!
//! Shapes serve a search of restricted candidates (`near`). Where all moves are
//! searched, and for K of more than 10, for which the tables would be too large,
//! [`Windows`] evaluate.

mod codes;
mod replies;
mod state;
#[cfg(test)]
mod tests;
mod weights;

use super::{Cell, Mnk, Params, Position, Windows};
use codes::Codes;
use plywood_game::{Budget, Defence, Goal, Knowledge, Offers, Outcome, Proof, Side, Step};
use replies::keep_candidates;
use std::cmp::Reverse;
use std::sync::Arc;
use weights::{Class, Weights};

pub use state::ShapeState;

/// The value of a position in which the side to move completes a line.
const WON_NEXT: i32 = 1_000_000;

/// The side to move cannot stop all lines that the opponent can complete.
const LOST_NEXT: i32 = -800_000;

/// The side to move makes a four with two ends, and nothing is to be stopped.
const WON_IN_THREE: i32 = 700_000;

/// The largest value of any other position.
const LARGEST_ESTIMATE: i32 = 600_000;

/// What (m,n,k) knows for its search: evaluation, candidates, forced replies and
/// move order by shapes, and what [`Windows`] proves.
///
/// ```
/// use plywood_game::{Game, Knowledge, Notation};
/// use plywood_games::mnk::{Mnk, Params, Shapes};
///
/// let game = Mnk::<2>::new(Params::new(9, 9, 5)?);
/// let mut shapes = Shapes::new(game.params());
/// shapes.windows.near = Some(2);
/// let value = |text: &str| -> Result<i32, plywood_game::TextError> {
///     let position = game.parse_position(text)?;
///     Ok(shapes.evaluate(&game, &position, None, &shapes.refresh(&game, &position)))
/// };
/// let three = "9/9/9/2xxx4/9/9/3o5/5o3/9";
/// assert_eq!(value(&format!("{three} x"))?, 700_000, "a four with two ends wins");
/// assert!(value(&format!("{three} o"))? < 0);
/// # Ok::<(), plywood_game::TextError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Shapes {
    /// What is proven, the largest distance of candidates, and the evaluation where
    /// shapes are not used.
    pub windows: Windows,
    tables: Option<Arc<Tables>>,
}

/// What depends on K and the rule alone.
#[derive(Debug)]
struct Tables {
    codes: Codes,
    weights: Weights,
}

impl Shapes {
    /// The knowledge for games with these parameters, and only for those.
    #[must_use]
    pub fn new(params: Params) -> Self {
        let tables = Codes::new(params).map(|codes| {
            let weights = Weights::new(params.k());
            Arc::new(Tables { codes, weights })
        });
        Self { windows: Windows::new(params), tables }
    }

    /// What the evaluation of a position adds up, for a learner of its weights: for
    /// each empty cell the four codes, in order, of the side to move and of the
    /// other. None where a search tells more than an evaluation: a line can be made, or a
    /// four with two ends by the side to move.
    #[must_use]
    pub fn features<const W: usize>(
        &self,
        position: &Position<W>,
        state: &ShapeState,
    ) -> Option<Vec<[[u8; 4]; 2]>> {
        let side = position.to_move;
        let is_decided = state.has(side, Class::Line)
            || state.has(side, Class::TwoEnds)
            || state.has(side.other(), Class::Line);
        (!is_decided).then(|| state.sorted_codes(side))
    }

    /// Which threats both sides can make, as a number of nine bits, which the evaluation
    /// takes account of beside the cells.
    #[must_use]
    pub fn threat_mask<const W: usize>(&self, position: &Position<W>, state: &ShapeState) -> u16 {
        Self::mask(state, position.to_move)
    }

    #[inline]
    fn mask(state: &ShapeState, side: Side) -> u16 {
        let classes = [Class::Three, Class::TwoThrees, Class::Four, Class::FourAndThree];
        let mut mask = u16::from(state.has(side.other(), Class::TwoEnds));
        for side in [side, side.other()] {
            for class in classes {
                mask = 2 * mask + u16::from(state.has(side, class));
            }
        }
        mask
    }

    /// The tables, where shapes are used.
    #[inline]
    fn tables(&self) -> Option<&Tables> {
        self.tables.as_deref().filter(|_| self.windows.near.is_some())
    }

    /// The largest distance of a candidate from a mark.
    fn distance(&self) -> u16 {
        self.windows.near.unwrap_or(0)
    }

    /// The static evaluation by shapes, for the side to move.
    fn value(tables: &Tables, state: &ShapeState, side: Side) -> i32 {
        let other = side.other();
        if state.has(side, Class::Line) {
            return WON_NEXT;
        }
        let ends = state.count(other, Class::Line);
        if ends > 1 {
            return LOST_NEXT;
        }
        let value = if ends == 1 {
            // One reply is forced; then the opponent is to move again.
            -state.worth(other)
        } else if state.has(side, Class::TwoEnds) {
            return WON_IN_THREE;
        } else {
            let mask = usize::from(Self::mask(state, side));
            state.worth(side) + i32::from(tables.weights.threats[mask])
        };
        value.clamp(-LARGEST_ESTIMATE, LARGEST_ESTIMATE)
    }
}

impl<const W: usize> Knowledge<Mnk<W>> for Shapes {
    type State = ShapeState;

    fn refresh(&self, game: &Mnk<W>, position: &Position<W>) -> ShapeState {
        match self.tables() {
            Some(tables) => ShapeState::new(tables, game, position, self.distance()),
            None => ShapeState::of_windows(self.windows.refresh(game, position)),
        }
    }

    #[inline]
    fn update(
        &self,
        game: &Mnk<W>,
        before: &ShapeState,
        step: Step<'_, Mnk<W>>,
        after: &Position<W>,
        slot: &mut ShapeState,
    ) {
        slot.copy_from(before);
        match (self.tables(), step.mv()) {
            (Some(tables), Some(mv)) => {
                slot.mark(tables, game, after, (mv.index(), self.distance()));
            }
            (Some(_), None) => {}
            (None, _) => {
                self.windows.update(game, before.tallies(), step, after, slot.tallies_mut());
            }
        }
    }

    #[inline]
    fn evaluate(
        &self,
        game: &Mnk<W>,
        position: &Position<W>,
        last: Option<Cell>,
        state: &ShapeState,
    ) -> i32 {
        match self.tables() {
            Some(tables) => Self::value(tables, state, position.to_move),
            None => self.windows.evaluate(game, position, last, state.tallies()),
        }
    }

    fn candidates(
        &self,
        game: &Mnk<W>,
        position: &Position<W>,
        state: &ShapeState,
        forced: bool,
        moves: &mut Vec<Cell>,
    ) -> bool {
        match self.tables() {
            Some(tables) => keep_candidates(tables, (game, position, state), moves),
            None => self.windows.candidates(game, position, state.tallies(), forced, moves),
        }
    }

    fn order(
        &self,
        _: &Mnk<W>,
        position: &Position<W>,
        state: &ShapeState,
        moves: &[Cell],
        scores: &mut Vec<i32>,
    ) {
        if let Some(tables) = self.tables() {
            let side = position.to_move;
            scores.extend(moves.iter().map(|mv| state.score(tables, mv.index(), side)));
        }
    }

    /// Who completes a line first, where nothing can be done about it.
    #[inline]
    fn certain(
        &self,
        _: &Mnk<W>,
        position: &Position<W>,
        state: &ShapeState,
    ) -> Option<(Outcome, u32)> {
        self.tables()?;
        let (side, other) = (position.to_move, position.to_move.other());
        if state.has(side, Class::Line) {
            return Some((Outcome::Win(side), 1));
        }
        match state.count(other, Class::Line) {
            0 => state.has(side, Class::TwoEnds).then_some((Outcome::Win(side), 3)),
            1 => None,
            _ => Some((Outcome::Win(other), 2)),
        }
    }

    /// Where a line is about to be made: the cells that complete it. Otherwise fours,
    /// so that quiescence follows continuous fours.
    fn noisy(
        &self,
        game: &Mnk<W>,
        position: &Position<W>,
        state: &ShapeState,
        moves: &mut Vec<Cell>,
    ) -> bool {
        let Some(tables) = self.tables() else {
            return self.windows.noisy(game, position, state.tallies(), moves);
        };
        let (side, other) = (position.to_move, position.to_move.other());
        let completes = [side, other].into_iter().find(|&side| state.has(side, Class::Line));
        let class = |cell: usize, side| state.class(tables, cell, side);
        match completes {
            Some(side) => {
                let ends = state.fours(side).filter(|&cell| class(cell, side) == Class::Line);
                moves.extend(ends.map(|cell| Cell(cell as u16)));
            }
            None => {
                let base = moves.len();
                moves.extend(state.fours(side).map(|cell| Cell(cell as u16)));
                moves[base..].sort_by_key(|mv| Reverse(state.score(tables, mv.index(), side)));
            }
        }
        completes.is_none()
    }

    fn offers(&self) -> Offers {
        Knowledge::<Mnk<W>>::offers(&self.windows)
    }

    fn defence(
        &self,
        game: &Mnk<W>,
        position: &Position<W>,
        state: &ShapeState,
        side: Side,
    ) -> Option<Defence> {
        match self.tables() {
            Some(_) => game.defence(position, side, !state.has(side.other(), Class::Line)),
            None => self.windows.defence(game, position, state.tallies(), side),
        }
    }

    /// A late move that makes a three or more forces replies.
    #[inline]
    fn reduce(&self, _: &Mnk<W>, position: &Position<W>, state: &ShapeState, mv: Cell) -> i32 {
        let Some(tables) = self.tables() else { return 0 };
        match state.class(tables, mv.index(), position.to_move) {
            Class::Quiet => 0,
            _ => -2,
        }
    }

    fn answers(
        &self,
        game: &Mnk<W>,
        position: &Position<W>,
        state: &ShapeState,
        budget: &mut Budget<'_>,
        moves: &mut Vec<Cell>,
    ) {
        self.windows.answers(game, position, state.tallies(), budget, moves);
    }

    #[inline]
    fn prove(
        &self,
        game: &Mnk<W>,
        position: &Position<W>,
        state: &ShapeState,
        goal: Goal,
        budget: &mut Budget<'_>,
    ) -> Option<Proof<Cell>> {
        self.windows.prove(game, position, state.tallies(), goal, budget)
    }
}
