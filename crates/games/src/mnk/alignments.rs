//! The last mark judged by the alignments that it makes and that it blocks: the
//! evaluation of the player `CrazyPlayer`.
//!
//! The report calls an alignment a threat and has a score for each kind, but
//! gives no figures. Those here are tenfold for each mark that is nearer to K,
//! and tenfold again where both ends are free, because then the opponent
//! cannot stop it with one mark:
//!
//! | marks lacking | both ends free | one end free |
//! |---|---|---|
//! | 1 | 100,000 | 10,000 |
//! | 2 | 10,000 | 1,000 |
//! | 3 | 1,000 | 100 |
//! | 4 | 100 | 10 |
//! | 5 or more | 10 | 1 |
//!
//! An alignment without a free end, or without room for K, is worth nothing. An
//! alignment that the mark blocks is worth half of what the opponent would have
//! had by marking the cell. A mark on the cell with which the opponent would
//! have won is worth a fixed score below that of a win alone, as in the report.

use super::{Cell, Mnk, Position};
use plywood_game::{Knowledge, Side, Step};

/// The score of a mark that prevents a win: above all sums of alignments.
const WIN_PREVENTED: i32 = 1_000_000;

/// What an alignment that lacks one mark and has one free end is worth.
const ONE_LACKING: i32 = 10_000;

/// Values the last mark by the alignments that it makes and blocks, and may
/// restrict the search to cells near marks.
///
/// ```
/// use plywood_game::{Knowledge, Notation};
/// use plywood_games::mnk::{Alignments, Mnk, Params};
///
/// let game = Mnk::<1>::new(Params::new(7, 7, 4)?);
/// let value = |text: &str, last: &str| -> Result<i32, plywood_game::TextError> {
///     let before = game.parse_position("7/7/7/7/7/7/7 x")?;
///     let last = game.parse_move(&before, last)?;
///     Ok(-Alignments::default().evaluate(&game, &game.parse_position(text)?, Some(last), &()))
/// };
/// let three = value("7/7/7/2xxx2/7/7/7 o", "d4")?;
/// let two = value("7/7/7/2xx3/7/7/7 o", "d4")?;
/// assert!(three > 5 * two, "three in a row are worth much more than two");
/// # Ok::<(), plywood_game::TextError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Alignments {
    /// The largest distance of a candidate from a mark; none for all cells.
    pub near: Option<u16>,
}

/// Consecutive marks of one side through a cell, which may be the other side's.
struct Alignment {
    marks: usize,
    free_ends: usize,
    /// The marks and the cells around them that are free or marked likewise.
    room: usize,
}

impl Alignment {
    fn through<const W: usize>(
        game: &Mnk<W>,
        position: &Position<W>,
        side: Side,
        cell: usize,
        direction: usize,
    ) -> Self {
        let stride = game.geometry.strides[direction];
        let reach = game.geometry.reaches(cell)[direction];
        let [own, opposing] = [side, side.other()].map(|side| &position.marks[side.index()]);
        let behind = |step: usize| cell - step * stride;
        let before = |step: usize| cell + step * stride;
        let look = |reach: u8, at: &dyn Fn(usize) -> usize| {
            let mut steps =
                (1..=usize::from(reach)).take_while(|&step| !opposing.contains(at(step)));
            let run = (1..=usize::from(reach)).take_while(|&step| own.contains(at(step))).count();
            let room = steps.by_ref().count();
            (run, room)
        };
        let (run_behind, room_behind) = look(reach.behind, &behind);
        let (run_before, room_before) = look(reach.before, &before);
        Self {
            marks: run_behind + 1 + run_before,
            free_ends: usize::from(room_behind > run_behind)
                + usize::from(room_before > run_before),
            room: room_behind + 1 + room_before,
        }
    }

    fn worth(&self, k: usize) -> i32 {
        if self.free_ends == 0 || self.room < k {
            return 0;
        }
        let lacking = k.saturating_sub(self.marks).clamp(1, 5) as u32;
        let one_end = ONE_LACKING / 10_i32.pow(lacking - 1);
        if self.free_ends == 2 { 10 * one_end } else { one_end }
    }
}

impl<const W: usize> Knowledge<Mnk<W>> for Alignments {
    type State = ();

    fn refresh(&self, _: &Mnk<W>, _: &Position<W>) {}

    fn update(&self, _: &Mnk<W>, (): &(), _: Step<'_, Mnk<W>>, _: &Position<W>, (): &mut ()) {}

    fn evaluate(&self, game: &Mnk<W>, position: &Position<W>, last: Option<Cell>, (): &()) -> i32 {
        let Some((last, mover)) = last.and_then(|last| Some((last, position.mark(last)?))) else {
            return 0;
        };
        let k = game.params().k() as usize;
        let mut value = 0;
        for direction in 0..4 {
            let through = |side| Alignment::through(game, position, side, last.index(), direction);
            let blocked = through(mover.other());
            if blocked.marks >= k {
                value = WIN_PREVENTED;
                break;
            }
            let had = if blocked.marks > 1 { blocked.worth(k) / 2 } else { 0 };
            value += through(mover).worth(k) + had;
        }
        if position.to_move == mover { value } else { -value }
    }

    fn candidates(
        &self,
        game: &Mnk<W>,
        position: &Position<W>,
        (): &(),
        _: bool,
        moves: &mut Vec<Cell>,
    ) -> bool {
        self.near.is_none_or(|distance| game.keep_near(position, distance, moves))
    }

    fn is_path_dependent(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mnk::Params;
    use plywood_game::{Game, Notation, testkit};

    /// The value of the last of these moves for the side that made it.
    fn worth(params: &str, moves: &str) -> i32 {
        let game = Mnk::<2>::new(params.parse().expect("parameters"));
        let mut position = game.initial();
        let moves = game.parse_moves(&position, moves).expect("legal moves");
        for &mv in &moves {
            game.play(&mut position, mv);
        }
        -Alignments::default().evaluate(&game, &position, moves.last().copied(), &())
    }

    #[test]
    fn alignments_are_worth_ten_times_more_for_each_mark_and_each_free_end() {
        // One mark in the middle of four open lines lacks four each.
        assert_eq!(worth("9,9,5", "e5"), 4 * 100);
        // Two in a row lack three; the other three lines hold one mark.
        assert_eq!(worth("9,9,5", "e5 a9 f5"), 1000 + 3 * 100);
        // Three in a row from the edge on: one end is free.
        assert_eq!(worth("9,9,5", "a5 i9 b5 i8 c5"), 1000 + 100 + 2 * 100);
    }

    #[test]
    fn an_alignment_without_room_is_worth_nothing() {
        // A corner has three lines; the diagonal through a1 of 4 by 4 has four
        // cells, one end free.
        assert_eq!(worth("4,4,4", "a1"), 3 * 100);
        assert_eq!(worth("3,3,4", "b2"), 0);
    }

    #[test]
    fn a_blocked_alignment_is_worth_half_of_what_it_would_have_become() {
        // o marks f5 beside x's two marks d5 e5. With f5 x would have had three
        // between free ends, lacking two: half of 10,000. o's own mark on the
        // row has f to i, which is no room for five; the column is open both
        // ways, and so are the diagonals: d3-c2.. and e6-..: 3 * 100.
        assert_eq!(worth("9,9,5", "d5 a1 e5 f5"), 5000 + 3 * 100);
    }

    #[test]
    fn a_mark_that_prevents_a_win_is_worth_just_less_than_a_win() {
        assert_eq!(worth("9,9,5", "a5 i9 b5 i8 c5 h1 d5 e5"), WIN_PREVENTED);
    }

    #[test]
    fn it_obeys_the_laws_of_knowledge() {
        let game = Mnk::<1>::new(Params::new(5, 6, 4).expect("parameters"));
        for near in [None, Some(1)] {
            testkit::assert_knowledge(&game, &Alignments { near }, 20, 1);
        }
    }
}
