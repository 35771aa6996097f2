//! What an opponent of some sight answers, and how best to play against it, on
//! whatever board of bits a position fits on.

use super::super::meter::Meter;
use super::course::Course;
use super::short_sighted;
use super::solitaire::Solitaire;
use plywood_games::azulejos::{BitBoard, Position, Tile};

/// Foresees the games of one board. Its positions are all of one size.
pub(super) trait Foresight: Send {
    /// What an opponent answers who sees so far; none where there is nothing to
    /// play, or the meter was spent before that was known.
    fn answer(&self, position: &Position, sight: u32, meter: &mut Meter<'_>) -> Option<Tile>;

    /// The best game against such an opponent that is found until the meter is
    /// spent; none if none is found. Tells of each that is better than those
    /// before it.
    fn solve(
        &mut self,
        position: &Position,
        sight: u32,
        meter: &mut Meter<'_>,
        tell: &mut dyn FnMut(&Course, &Meter<'_>),
    ) -> Option<&Course>;
}

/// Foresight for boards like that of a position; none if they are too large or
/// have too many colours.
pub(super) fn for_boards_like(position: &Position) -> Option<Box<dyn Foresight>> {
    fn sized<const WORDS: usize, const FIELD: usize>(
        position: &Position,
    ) -> Option<Box<dyn Foresight>> {
        BitBoard::<WORDS, FIELD>::of(position)?;
        Some(Box::new(Sized::<WORDS, FIELD> { puzzle: None }))
    }
    // Up to 10 rows and columns, 15 and 16, 20 and 21.
    sized::<2, 11>(position)
        .or_else(|| sized::<4, 16>(position))
        .or_else(|| sized::<7, 21>(position))
}

/// Foresight for boards that fit into so many words, with so many bits a column.
struct Sized<const WORDS: usize, const FIELD: usize> {
    puzzle: Option<Solitaire<WORDS, FIELD>>,
}

impl<const WORDS: usize, const FIELD: usize> Foresight for Sized<WORDS, FIELD> {
    fn answer(&self, position: &Position, sight: u32, meter: &mut Meter<'_>) -> Option<Tile> {
        let board = BitBoard::<WORDS, FIELD>::of(position)?;
        short_sighted::answer(&board, sight, meter).map(|group| board.tile(&group))
    }

    fn solve(
        &mut self,
        position: &Position,
        sight: u32,
        meter: &mut Meter<'_>,
        tell: &mut dyn FnMut(&Course, &Meter<'_>),
    ) -> Option<&Course> {
        let board = BitBoard::of(position)?;
        let puzzle = self.puzzle.take().filter(|puzzle| puzzle.sight == sight);
        let puzzle = puzzle.unwrap_or_else(|| Solitaire::new(sight, board.to_move()));
        self.puzzle.insert(puzzle).solve(&board, meter, tell)
    }
}
