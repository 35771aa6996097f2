//! Marks, lines and the end of the game.

use super::bits::{Bits, ones, words_needed};
use super::geometry::{Geometry, Neighbours};
use super::params::Params;
use plywood_game::{Game, Move, Outcome, Side};
use std::sync::Arc;

/// The (m,n,k)-game on boards of up to `64 * W` cells.
#[derive(Debug, Clone)]
pub struct Mnk<const W: usize> {
    pub(super) geometry: Arc<Geometry>,
}

/// The marks of both sides.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Position<const W: usize> {
    pub(super) marks: [Bits<W>; 2],
    pub(super) key: u64,
    pub(super) empty_cells: u16,
    pub(super) to_move: Side,
    winner: Option<Side>,
}

/// A move: the number of a cell, row by row from 0 at the top left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub u16);

impl Move for Cell {
    #[inline]
    fn pack(self) -> u32 {
        self.0.into()
    }

    #[inline]
    fn unpack(bits: u32) -> Option<Self> {
        u16::try_from(bits).ok().map(Cell)
    }
}

impl Cell {
    #[inline]
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl<const W: usize> Mnk<W> {
    /// The game with these parameters.
    ///
    /// # Panics
    /// If the board does not fit into `W` words: a mistake of the program, not
    /// of its user, who chooses only the parameters.
    #[must_use]
    pub fn new(params: Params) -> Self {
        assert!(words_needed(params.cells()) <= W, "{params} does not fit into {W} words");
        Self { geometry: Arc::new(Geometry::new(params)) }
    }

    /// Rows, columns and the length of a winning line.
    #[must_use]
    pub fn params(&self) -> Params {
        self.geometry.params
    }

    /// The position with these marks, in which both may have lines: then it
    /// has no winner yet, and it is for the caller to refuse it.
    pub(super) fn position(&self, marks: [Bits<W>; 2], to_move: Side) -> Position<W> {
        let key = self.key_of_side(to_move);
        let mut position =
            Position { marks, key, empty_cells: self.cells(), to_move, winner: None };
        for side in Side::BOTH {
            for cell in position.marks[side.index()].iter() {
                position.key ^= self.geometry.key(side, cell);
                position.empty_cells -= 1;
            }
        }
        let winners = Side::BOTH.map(|side| self.winning_mark(&position, side).is_some());
        position.winner = match winners {
            [true, false] => Some(Side::First),
            [false, true] => Some(Side::Second),
            _ => None,
        };
        position
    }

    /// What the side to move adds to a key.
    pub(super) fn key_of_side(&self, to_move: Side) -> u64 {
        match to_move {
            Side::First => 0,
            Side::Second => self.geometry.second_to_move,
        }
    }

    /// A mark of `side` that stands in a winning line, if there is one.
    pub(super) fn winning_mark(&self, position: &Position<W>, side: Side) -> Option<Cell> {
        let marks = &position.marks[side.index()];
        marks.iter().find(|&cell| self.completes_line(marks, cell)).map(|cell| Cell(cell as u16))
    }

    fn cells(&self) -> u16 {
        self.params().cells() as u16
    }

    /// Whether the mark on `cell` stands in a line that wins. It looks only along
    /// the four lines through the cell, and only as far as K reaches.
    #[inline]
    pub(super) fn completes_line(&self, marks: &Bits<W>, cell: usize) -> bool {
        let Neighbours { first, mask } = self.geometry.neighbours(cell);
        if !marks.meets_at(first.into(), mask) && mask != u64::MAX {
            // A mark alone is a line of one.
            return self.geometry.params.k() == 1;
        }
        (0..4).any(|direction| self.is_in_line(marks, cell, direction))
    }

    /// Whether the mark on `cell` stands in a winning line of this direction: one
    /// of K or more, or of exactly K.
    #[inline]
    pub(super) fn is_in_line(&self, marks: &Bits<W>, cell: usize, direction: usize) -> bool {
        let (behind, before) = self.run(marks, cell, direction);
        let (length, k) = ((behind + before + 1) as u32, self.geometry.params.k());
        match self.geometry.params.is_exact() {
            false => length >= k,
            true => length == k && !self.goes_on(marks, cell, direction, (behind, before)),
        }
    }

    /// Whether a run of K goes on beyond the K - 1 cells to which it was counted.
    fn goes_on(
        &self,
        marks: &Bits<W>,
        cell: usize,
        direction: usize,
        (behind, before): (usize, usize),
    ) -> bool {
        let k = self.geometry.params.k() as i32;
        let is_marked = |steps: i32| {
            let beyond = self.geometry.step(cell, direction, steps);
            beyond.is_some_and(|beyond| marks.contains(beyond))
        };
        let is_counted_to_the_end = |run: usize| run as i32 == k - 1;
        is_counted_to_the_end(behind) && is_marked(-k)
            || is_counted_to_the_end(before) && is_marked(k)
    }

    /// How many marks follow on one another behind and before `cell`, counted
    /// no farther than K - 1 either way.
    #[inline]
    pub(super) fn run(&self, marks: &Bits<W>, cell: usize, direction: usize) -> (usize, usize) {
        let stride = self.geometry.strides[direction];
        let reach = self.geometry.reaches(cell)[direction];
        let mut behind = 0;
        while behind < usize::from(reach.behind) && marks.contains(cell - (behind + 1) * stride) {
            behind += 1;
        }
        let mut before = 0;
        while before < usize::from(reach.before) && marks.contains(cell + (before + 1) * stride) {
            before += 1;
        }
        (behind, before)
    }

    pub(super) fn is_empty(&self, position: &Position<W>, cell: usize) -> bool {
        !position.marks.iter().any(|marks| marks.contains(cell))
    }
}

impl<const W: usize> Position<W> {
    /// The side whose mark is on this cell, or none for an empty one.
    #[must_use]
    pub fn mark(&self, cell: Cell) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.marks[side.index()].contains(cell.index()))
    }
}

impl<const W: usize> Game for Mnk<W> {
    type Position = Position<W>;
    type Move = Cell;
    type Undo = Cell;

    fn initial(&self) -> Position<W> {
        self.position([Bits::EMPTY, Bits::EMPTY], Side::First)
    }

    #[inline]
    fn to_move(&self, position: &Position<W>) -> Side {
        position.to_move
    }

    #[inline]
    fn outcome(&self, position: &Position<W>) -> Option<Outcome> {
        match position.winner {
            Some(side) => Some(Outcome::Win(side)),
            None => (position.empty_cells == 0).then_some(Outcome::Draw),
        }
    }

    /// The empty cells, row by row from the top left.
    fn moves(&self, position: &Position<W>, moves: &mut Vec<Cell>) {
        if position.winner.is_some() {
            return;
        }
        moves.reserve(usize::from(position.empty_cells));
        let cells = self.params().cells();
        for word in 0..words_needed(cells) {
            let marked = position.marks[0].word(word) | position.marks[1].word(word);
            let on_board = u64::MAX >> (64 - (cells - word * 64).min(64));
            let empty = ones(!marked & on_board);
            moves.extend(empty.map(|bit| Cell((word * 64 + bit) as u16)));
        }
    }

    #[inline]
    fn play(&self, position: &mut Position<W>, mv: Cell) -> Cell {
        debug_assert!(position.winner.is_none(), "the game is over");
        debug_assert!(self.is_legal(position, mv), "{mv:?} is taken");
        let (side, cell) = (position.to_move, mv.index());
        let marks = &mut position.marks[side.index()];
        marks.insert(cell);
        if self.completes_line(marks, cell) {
            position.winner = Some(side);
        }
        position.empty_cells -= 1;
        position.to_move = side.other();
        position.key ^= self.geometry.key(side, cell) ^ self.geometry.second_to_move;
        mv
    }

    #[inline]
    fn undo(&self, position: &mut Position<W>, mv: Cell) {
        let (side, cell) = (position.to_move.other(), mv.index());
        position.marks[side.index()].remove(cell);
        // A move is only played while neither side has won.
        position.winner = None;
        position.empty_cells += 1;
        position.to_move = side;
        position.key ^= self.geometry.key(side, cell) ^ self.geometry.second_to_move;
    }

    #[inline]
    fn key(&self, position: &Position<W>) -> u64 {
        position.key
    }

    #[inline]
    fn count_moves(&self, position: &Position<W>) -> u64 {
        if position.winner.is_some() { 0 } else { position.empty_cells.into() }
    }

    fn is_legal(&self, position: &Position<W>, mv: Cell) -> bool {
        position.winner.is_none()
            && mv.index() < self.params().cells()
            && self.is_empty(position, mv.index())
    }

    fn most_plies_left(&self, position: &Position<W>) -> Option<u32> {
        Some(self.count_moves(position) as u32)
    }

    fn pass_turn(&self, position: &Position<W>) -> Option<Position<W>> {
        self.outcome(position).is_none().then(|| {
            let mut passed = position.clone();
            passed.to_move = passed.to_move.other();
            passed.key ^= self.geometry.second_to_move;
            passed
        })
    }
}
