//! What the open lines are worth.
//!
//! A *window* is K cells in a line. While only one side has marks in it, it
//! may still become that side's winning line, and the more marks it has the
//! more it is worth; with marks of both sides, or none, it is worth nothing.
//! The value of a position is the worth of one's own windows less that of the
//! opponent's, and a few words on whose turn it is.
//!
//! A move changes only the windows through its cell, so two sums a side are
//! kept up to date: the worth of the windows, and how many lack a single mark.

use super::bits::Bits;
use super::geometry::Reach;
use super::params::LONGEST;
use super::threats::keep_answers;
use super::{Cell, Mnk, Params, Position, Threats};
use plywood_game::{
    Budget, Defence, Game, Goal, Knowledge, Offers, Outcome, Proof, ProofBound, Side, Step,
};

/// The most cells of a line that share a window with one cell.
const LONGEST_LINE: usize = 2 * LONGEST as usize - 1;

/// The worth of a window with one mark.
const ONE_MARK: u64 = 16;

/// The most that a window is worth. All the windows of the largest board, less
/// than 4 * 100 * 100, still add up to a number of 32 bits.
const MOST: u64 = 1 << 14;

/// How many times the worth grows from mark to mark, in 256ths: by 4 where
/// lines are short, and on longer ones by just so much less that a window
/// which lacks a single mark stays below [`MOST`]. In matches at two plies on
/// 15,15,5 the growth of 4 did better than 3 and 5, and much better than 2 and
/// 10; on smaller boards 3 did about as well or better.
const FASTEST_GROWTH: u64 = 4 * 256;

/// A window that lacks a single mark, counted in the upper half of a tally.
const THREAT: u64 = 1 << 32;

/// The value of a position in which the side to move completes a line.
const WON_NEXT: i32 = 1_000_000;

/// The largest value of any other position.
const LARGEST_ESTIMATE: i64 = 900_000;

/// What it costs if the opponent has two cells that complete a line. Only one
/// can be taken: a loss, unless one's own last mark makes a line first.
const TWO_ENDS: i64 = 100_000;

/// To have the move is worth this fraction of one's own windows. In matches at
/// two plies there was little between none and a half; the whole was too much.
const TEMPO_DIVISOR: i64 = 4;

/// What (m,n,k) knows for its search: a static evaluation by the windows that
/// are still open to one side, forced moves, known draws and, if configured,
/// candidates near marks and wins by threats.
///
/// An estimate lies within 900,000 either way; 1,000,000 says that the side to
/// move completes a line at once. Where no line is possible, and where the
/// first mark wins, there is nothing to estimate and every value is 0.
///
/// ```
/// use plywood_game::{Game, Knowledge, Notation};
/// use plywood_games::mnk::{Mnk, Params, Windows};
///
/// let game = Mnk::<1>::new(Params::new(5, 5, 4)?);
/// let windows = Windows::new(game.params());
/// let value = |text| -> Result<i32, Box<dyn std::error::Error>> {
///     let position = game.parse_position(text)?;
///     let tallies = windows.refresh(&game, &position);
///     Ok(windows.evaluate(&game, &position, None, &tallies))
/// };
/// assert_eq!(value("5/5/5/5/5 x")?, 0);
/// assert!(value("5/1xx2/5/2o2/4o x")? > 0, "x is ahead");
/// assert!(value("5/1xx2/5/2o2/4o o")? < 0);
/// assert_eq!(value("5/1xxx1/5/2o2/3oo x")?, 1_000_000, "x wins at once");
/// assert!(value("5/1xxx1/5/2o2/3oo o")? < -90_000, "o can stop one line of two");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Windows {
    /// The largest distance of a candidate from a mark; none for all cells.
    pub near: Option<u16>,
    /// Which threats the proof of a win at the root follows; none for no proof.
    pub threats: Option<Threats>,
    /// The length of a window; 0 where there are none to speak of.
    pub(super) k: usize,
    /// What a window with this many marks of one side adds to its tally.
    pub(super) worth: Box<[u64]>,
    /// What a mark changes in a window, by the window's number after it: the
    /// marks of the mover times K + 1 and those of the opponent.
    changes: Box<[Change]>,
}

/// What the mover's tally gains and the opponent's loses, modulo 2^64.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Change {
    pub(super) gain: u64,
    pub(super) loss: u64,
}

/// What [`Windows`] carries from move to move: for each side the worth of its
/// open windows, and the number of those that lack a single mark.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tallies([u64; 2]);

impl Tallies {
    fn worth(self, side: Side) -> i64 {
        i64::from(self.0[side.index()] as u32)
    }

    fn threats(self, side: Side) -> u64 {
        self.0[side.index()] / THREAT
    }

    /// Whether neither side can complete a line at once. Where no tallies are
    /// kept no line is possible, or every move completes one.
    fn is_quiet(self) -> bool {
        Side::BOTH.into_iter().all(|side| self.threats(side) == 0)
    }
}

impl Windows {
    /// The evaluator for games with these parameters, and only for those.
    #[must_use]
    pub fn new(params: Params) -> Self {
        match params.k() {
            k @ 2.. if k <= LONGEST.into() => Self::of_length(k as usize),
            _ => Self { near: None, threats: None, k: 0, worth: [].into(), changes: [].into() },
        }
    }

    fn of_length(k: usize) -> Self {
        let mut worth = worth_by_marks(k);
        worth[k - 1] += THREAT;
        let change = |number: usize| match (number / (k + 1), number % (k + 1)) {
            (0, _) => Change::default(),
            (own, 0) => Change { gain: worth[own].wrapping_sub(worth[own - 1]), loss: 0 },
            (1, opposing) => Change { gain: 0, loss: worth[opposing] },
            _ => Change::default(),
        };
        let changes = (0..(k + 1) * (k + 1)).map(change).collect();
        Self { near: None, threats: None, k, worth: worth.into(), changes }
    }

    /// What the mark on `cell` changed, where `own` are the mover's marks with
    /// it. Along each of the four lines a window slides over the cells, and
    /// its number is the sum of what is in it.
    #[inline]
    fn change<const W: usize>(
        &self,
        game: &Mnk<W>,
        cell: usize,
        own: &Bits<W>,
        opposing: &Bits<W>,
    ) -> Change {
        let own_mark = self.k as u8 + 1;
        let content = |at| u8::from(own.contains(at)) * own_mark + u8::from(opposing.contains(at));
        let mut total = Change::default();
        let mut line = [0; LONGEST_LINE];
        let reaches = game.geometry.reaches(cell);
        for (Reach { behind, before }, stride) in reaches.into_iter().zip(game.geometry.strides) {
            let (behind, before) = (usize::from(behind), usize::from(before));
            let line = &mut line[..=behind + before];
            if line.len() < self.k {
                continue;
            }
            let mut at = cell - behind * stride;
            let mut window = 0;
            for entering in &mut line[..self.k] {
                *entering = content(at);
                window += usize::from(*entering);
                at += stride;
            }
            total.add(self.changes[window]);
            for index in self.k..line.len() {
                line[index] = content(at);
                window = window + usize::from(line[index]) - usize::from(line[index - self.k]);
                total.add(self.changes[window]);
                at += stride;
            }
        }
        total
    }
}

impl Change {
    #[inline]
    pub(super) fn add(&mut self, other: Change) {
        self.gain = self.gain.wrapping_add(other.gain);
        self.loss = self.loss.wrapping_add(other.loss);
    }
}

/// The worth of windows with 0 to `k` marks, `k` being at least 2.
fn worth_by_marks(k: usize) -> Vec<u64> {
    const FRACTION_BITS: u32 = 32;
    let grown = |growth: u64| {
        let step = move |worth: &u64| Some(worth * growth / 256);
        std::iter::successors(Some(ONE_MARK << FRACTION_BITS), step)
            .map(|worth| worth >> FRACTION_BITS)
            .map(|worth| worth.min(MOST))
    };
    let fits = |growth: &u64| grown(*growth).take(k - 1).all(|worth| worth < MOST);
    let growth = (256..=FASTEST_GROWTH).rev().find(fits).unwrap_or(256);
    std::iter::once(0).chain(grown(growth)).take(k + 1).collect()
}

impl<const W: usize> Knowledge<Mnk<W>> for Windows {
    type State = Tallies;

    fn refresh(&self, game: &Mnk<W>, position: &Position<W>) -> Tallies {
        let mut tallies = Tallies::default();
        if self.k == 0 {
            return tallies;
        }
        debug_assert_eq!(self.k, game.params().k() as usize, "an evaluator of another game");
        for cell in 0..game.params().cells() {
            let reaches = game.geometry.reaches(cell);
            for (direction, reach) in reaches.into_iter().enumerate() {
                if usize::from(reach.before) + 1 < self.k {
                    continue;
                }
                if game.params().is_exact() {
                    let [first, second] = &position.marks;
                    tallies.0[0] += self.exact_worth(game, (cell, direction), first, second);
                    tallies.0[1] += self.exact_worth(game, (cell, direction), second, first);
                    continue;
                }
                let stride = game.geometry.strides[direction];
                let window = (0..self.k).map(|step| cell + step * stride);
                let count =
                    |marks: &Bits<W>| window.clone().filter(|&at| marks.contains(at)).count();
                match position.marks.each_ref().map(count) {
                    [first, 0] => tallies.0[0] += self.worth[first],
                    [0, second] => tallies.0[1] += self.worth[second],
                    _ => {}
                }
            }
        }
        tallies
    }

    #[inline]
    fn update(
        &self,
        game: &Mnk<W>,
        before: &Tallies,
        step: Step<'_, Mnk<W>>,
        after: &Position<W>,
        slot: &mut Tallies,
    ) {
        *slot = *before;
        let Some(mv) = step.mv().filter(|_| self.k > 0) else { return };
        debug_assert_eq!(self.k, game.params().k() as usize, "an evaluator of another game");
        let opponent = game.to_move(after).index();
        let mover = 1 - opponent;
        let (cell, own, opposing) = (mv.index(), &after.marks[mover], &after.marks[opponent]);
        let Change { gain, loss } = match game.params().is_exact() {
            true => self.exact_change(game, cell, own, opposing),
            false => self.change(game, cell, own, opposing),
        };
        slot.0[mover] = slot.0[mover].wrapping_add(gain);
        slot.0[opponent] = slot.0[opponent].wrapping_sub(loss);
    }

    #[inline]
    fn evaluate(
        &self,
        game: &Mnk<W>,
        position: &Position<W>,
        _: Option<Cell>,
        tallies: &Tallies,
    ) -> i32 {
        let side = game.to_move(position);
        if tallies.threats(side) > 0 {
            return WON_NEXT;
        }
        let own = tallies.worth(side);
        let mut value = own + own / TEMPO_DIVISOR - tallies.worth(side.other());
        // Two windows often lack the same mark, as in xx.xxx for five in a line.
        let other = side.other();
        if tallies.threats(other) > 1 && game.has_two_ends(position, other) {
            value -= TWO_ENDS;
        }
        value.clamp(-LARGEST_ESTIMATE, LARGEST_ESTIMATE) as i32
    }

    /// Where a line is about to be made: the cells that complete it. Nothing
    /// else can be done there but to win or to stop it.
    fn noisy(
        &self,
        game: &Mnk<W>,
        position: &Position<W>,
        tallies: &Tallies,
        moves: &mut Vec<Cell>,
    ) -> bool {
        if !tallies.is_quiet() {
            game.moves(position, moves);
            game.keep_forced(position, moves);
        }
        tallies.is_quiet()
    }

    fn offers(&self) -> Offers {
        Offers { forced_moves: true, known_draws: true, noisy_moves: true, endgames: false }
    }

    #[inline]
    fn candidates(
        &self,
        game: &Mnk<W>,
        position: &Position<W>,
        tallies: &Tallies,
        forced: bool,
        moves: &mut Vec<Cell>,
    ) -> bool {
        let complete = self.near.is_none_or(|distance| game.keep_near(position, distance, moves));
        if forced && !tallies.is_quiet() {
            game.keep_forced(position, moves);
        }
        complete
    }

    fn defence(
        &self,
        game: &Mnk<W>,
        position: &Position<W>,
        tallies: &Tallies,
        side: Side,
    ) -> Option<Defence> {
        game.defence(position, side, tallies.threats(side.other()) == 0)
    }

    fn answers(
        &self,
        game: &Mnk<W>,
        position: &Position<W>,
        _: &Tallies,
        budget: &mut Budget<'_>,
        moves: &mut Vec<Cell>,
    ) {
        if self.threats.is_some() {
            keep_answers(game, position, budget, moves);
        }
    }

    #[inline]
    fn prove(
        &self,
        game: &Mnk<W>,
        position: &Position<W>,
        _: &Tallies,
        goal: Goal,
        budget: &mut Budget<'_>,
    ) -> Option<Proof<Cell>> {
        let side = position.to_move;
        let cannot_win = |side| !game.can_win(position, side);
        let draw = |bound| Proof { bound, outcome: Outcome::Draw, line: Vec::new() };
        match goal {
            Goal::Win => {
                let line = self.threats?.forced_win(game, position, budget)?;
                Some(Proof { bound: ProofBound::AtLeast, outcome: Outcome::Win(side), line })
            }
            Goal::NoWin => cannot_win(side).then(|| draw(ProofBound::AtMost)),
            Goal::NoLoss => cannot_win(side.other()).then(|| draw(ProofBound::AtLeast)),
            Goal::Draw => {
                let drawn = cannot_win(side) && cannot_win(side.other());
                drawn.then(|| draw(ProofBound::Exact))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worth_grows_fourfold_on_short_lines() {
        assert_eq!(worth_by_marks(2), [0, 16, 64]);
        assert_eq!(worth_by_marks(5), [0, 16, 64, 256, 1024, 4096]);
    }

    #[test]
    fn the_worth_never_falls_and_is_never_above_the_most() {
        for k in 2..=usize::from(LONGEST) {
            let worth = worth_by_marks(k);
            assert_eq!(worth.len(), k + 1);
            assert!(worth.is_sorted(), "{k}: {worth:?}");
            assert!(worth[k] <= MOST, "{k}: {worth:?}");
            assert!(k < 6 || worth[k - 1] > MOST / 5, "{k}: {worth:?}");
        }
    }

    #[test]
    fn all_windows_of_the_largest_board_fit_into_a_tally() {
        let cells = u64::from(LONGEST) * u64::from(LONGEST);
        assert!(4 * cells * MOST < THREAT);
    }
}
