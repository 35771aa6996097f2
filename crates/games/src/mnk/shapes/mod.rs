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
use plywood_game::{Budget, Defence, Game, Goal, Knowledge, Offers, Proof, Side, Step};
use replies::keep_candidates;
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
const LARGEST_ESTIMATE: i64 = 600_000;

/// The side to move makes a four and an open three with one mark: a win unless the
/// reply to the four makes one too.
const FOUR_AND_THREE: i64 = 20_000;

/// The opponent threatens a four with two ends, and the side to move has to spend
/// its move on that.
const MUST_STOP: i64 = 600;

/// To have the move is worth this fraction of one's own shapes.
const TEMPO_DIVISOR: i64 = 4;

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
/// let value = |text| -> Result<i32, plywood_game::TextError> {
///     let position = game.parse_position(text)?;
///     Ok(shapes.evaluate(&game, &position, None, &shapes.refresh(&game, &position)))
/// };
/// assert_eq!(value("9/9/9/9/9/9/9/9/9 x")?, 0);
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

    /// The tables, where shapes are used.
    #[inline]
    fn tables(&self) -> Option<&Tables> {
        self.tables.as_deref().filter(|_| self.windows.near.is_some())
    }

    /// The static evaluation by shapes, for the side to move.
    fn value(state: &ShapeState, side: Side) -> i32 {
        let other = side.other();
        if state.has(side, Class::Line) {
            return WON_NEXT;
        }
        let ends = state.count(other, Class::Line);
        if ends > 1 {
            return LOST_NEXT;
        }
        let [own, opposing] = [side, other].map(|side| i64::from(state.worth(side)));
        if ends == 1 {
            // One reply is forced; then the opponent is to move again.
            let value = own - opposing - opposing / TEMPO_DIVISOR;
            return value.clamp(-LARGEST_ESTIMATE, LARGEST_ESTIMATE) as i32;
        }
        if state.has(side, Class::TwoEnds) {
            return WON_IN_THREE;
        }
        let mut value = own + own / TEMPO_DIVISOR - opposing;
        if state.has(other, Class::TwoEnds) {
            value -= MUST_STOP + own / TEMPO_DIVISOR;
        } else if state.has(side, Class::FourAndThree) {
            value += FOUR_AND_THREE;
        }
        value.clamp(-LARGEST_ESTIMATE, LARGEST_ESTIMATE) as i32
    }
}

impl<const W: usize> Knowledge<Mnk<W>> for Shapes {
    type State = ShapeState;

    fn refresh(&self, game: &Mnk<W>, position: &Position<W>) -> ShapeState {
        match self.tables() {
            Some(tables) => ShapeState::new(tables, game, position),
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
            (Some(tables), Some(mv)) => slot.mark(tables, game, after, mv.index()),
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
            Some(_) => Self::value(state, position.to_move),
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
            Some(tables) => {
                let distance = self.windows.near.unwrap_or(u16::MAX);
                keep_candidates(tables, (game, position, state), distance, moves)
            }
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
        // With two ends the evaluation says that it is won.
        let has_fours = state.has(side, Class::Four) || state.has(side, Class::FourAndThree);
        if completes.is_some() || has_fours && !state.has(side, Class::TwoEnds) {
            game.moves(position, moves);
            let class = |mv: &Cell, side| state.class(tables, mv.index(), side);
            moves.retain(|mv| match completes {
                Some(side) => class(mv, side) == Class::Line,
                None => matches!(class(mv, side), Class::Four | Class::FourAndThree),
            });
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

    /// The reply that stops a line costs no depth: it is the only one.
    #[inline]
    fn extend(&self, _: &Mnk<W>, position: &Position<W>, state: &ShapeState, _: Cell) -> i32 {
        let (side, other) = (position.to_move, position.to_move.other());
        let is_forced = !state.has(side, Class::Line) && state.has(other, Class::Line);
        i32::from(is_forced && self.tables().is_some())
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
