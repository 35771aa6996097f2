//! The rules.

use super::board::{ALL, Square, side_with_line, squares};
use super::slides;
use super::turn::DeltaMove;
use plywood_game::{Game, Outcome, Side, mix};
use std::ops::RangeInclusive;

/// Pieces a side in the published game.
const PIECES: u32 = 9;

/// The numbers of pieces a side that a game may have. With three no slide
/// makes four in line.
pub(super) const COUNTS: RangeInclusive<u32> = 4..=PIECES;

/// The game of Delta, in one of its two variants, with nine pieces a side or
/// fewer.
///
/// Turns are listed in this order: placements by cell in reading order, from
/// a5 to e1; then slides by direction (right, left, down, up, down-right,
/// up-left, down-left, up-right), in each by the cell of the piece in reading
/// order, shorter slides first; those that lift once for each piece that may
/// be lifted, again in reading order.
///
/// The laws of the [`testkit`](plywood_game::testkit) hold for both, and the
/// published counts:
///
/// ```
/// use plywood_game::{Game, perft};
/// use plywood_games::delta::Delta;
/// let counts = |game: Delta| [3, 4].map(|depth| perft(&game, &game.initial(), depth));
/// assert_eq!(counts(Delta::standard()), [3_768, 103_904]);
/// assert_eq!(counts(Delta::placement()), [3_768, 82_896]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Delta {
    /// Whether White's second turn has to be a placement.
    pub(super) white_must_place: bool,
    /// Pieces a side.
    pub(super) pieces: u32,
}

/// What is on the board, and whose turn it is. All else follows: a side with
/// all its pieces on the board lifts, and the numbers of pieces tell how far the
/// game is.
///
/// ```
/// use plywood_game::{Notation, Side};
/// use plywood_games::delta::{Delta, Square};
/// let figure_2 = Delta::standard().parse_position("o.*../.*.../.*oo*/.*.o./*...o o")?;
/// assert_eq!(figure_2.count(Side::Second), 5);
/// assert_eq!(Square::from_index(0).and_then(|a5| figure_2.piece(a5)), Some(Side::Second));
/// # Ok::<(), plywood_game::TextError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    /// The cells of Black's and of White's pieces.
    pub(super) pieces: [u32; 2],
    pub(super) to_move: Side,
}

impl Position {
    /// Whose piece stands on a cell, if one does.
    #[must_use]
    pub fn piece(&self, square: Square) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.pieces[side.index()] & square.mask() != 0)
    }

    /// How many pieces a side has on the board.
    #[must_use]
    #[inline]
    pub fn count(&self, side: Side) -> u32 {
        self.pieces[side.index()].count_ones()
    }

    /// The pieces of the side to move.
    #[inline]
    pub(super) fn own(&self) -> u32 {
        self.pieces[self.to_move.index()]
    }

    #[inline]
    pub(super) fn empty(&self) -> u32 {
        ALL & !(self.pieces[0] | self.pieces[1])
    }

    #[inline]
    pub(super) fn has_line(&self) -> bool {
        side_with_line(self.pieces).is_some()
    }
}

/// What a turn may be. The mover's own pieces decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    Place,
    PlaceOrSlide,
    Slide,
    Lift,
}

impl Phase {
    pub(super) fn places(self) -> bool {
        matches!(self, Phase::Place | Phase::PlaceOrSlide)
    }

    pub(super) fn slides(self) -> bool {
        matches!(self, Phase::Slide | Phase::PlaceOrSlide)
    }
}

impl Delta {
    /// The game as published: White's second turn is a placement or a slide.
    #[must_use]
    pub const fn standard() -> Self {
        Self { white_must_place: false, pieces: PIECES }
    }

    /// The game as the report plays it: White's second turn is a placement.
    #[must_use]
    pub const fn placement() -> Self {
        Self { white_must_place: true, pieces: PIECES }
    }

    /// The same game with this many pieces a side; none unless there are four
    /// to nine.
    ///
    /// ```
    /// use plywood_game::Notation;
    /// use plywood_games::delta::Delta;
    /// let small = Delta::placement().with_pieces(4).expect("four will do");
    /// assert_eq!(small.name(), "delta:placement,pieces=4");
    /// assert_eq!(small.with_pieces(9), Some(Delta::placement()));
    /// assert_eq!(small.with_pieces(3), None);
    /// ```
    #[must_use]
    pub fn with_pieces(self, pieces: u32) -> Option<Self> {
        COUNTS.contains(&pieces).then_some(Self { pieces, ..self })
    }

    /// Pieces a side.
    #[must_use]
    pub const fn pieces(self) -> u32 {
        self.pieces
    }

    /// Whether both sides have all their pieces on the board: from then on
    /// every turn lifts one.
    #[must_use]
    #[inline]
    pub fn is_lifting(self, position: &Position) -> bool {
        Side::BOTH.iter().all(|&side| position.count(side) == self.pieces)
    }

    /// How many turns are left before the lifting phase: each adds a piece.
    #[must_use]
    #[inline]
    pub fn turns_before_lifting(self, position: &Position) -> u32 {
        2 * self.pieces - (position.pieces[0] | position.pieces[1]).count_ones()
    }

    #[inline]
    pub(super) fn phase(self, position: &Position) -> Phase {
        match (position.own().count_ones(), position.to_move) {
            (0, _) => Phase::Place,
            (1, Side::Second) if self.white_must_place => Phase::Place,
            (1, Side::Second) => Phase::PlaceOrSlide,
            (own, _) if own >= self.pieces => Phase::Lift,
            _ => Phase::Slide,
        }
    }
}

impl Game for Delta {
    type Position = Position;
    type Move = DeltaMove;
    type Undo = Position;

    fn initial(&self) -> Position {
        Position { pieces: [0, 0], to_move: Side::First }
    }

    fn to_move(&self, position: &Position) -> Side {
        position.to_move
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        if let Some(winner) = side_with_line(position.pieces) {
            return Some(Outcome::Win(winner));
        }
        let can_move =
            slides::any(position.own(), position.empty()) || self.phase(position).places();
        (!can_move).then(|| Outcome::Win(position.to_move.other()))
    }

    fn moves(&self, position: &Position, moves: &mut Vec<DeltaMove>) {
        if position.has_line() {
            return;
        }
        let (own, empty) = (position.own(), position.empty());
        let phase = self.phase(position);
        if phase.places() {
            moves.extend(squares(empty).map(DeltaMove::Place));
        }
        match phase {
            Phase::Place => {}
            Phase::Slide | Phase::PlaceOrSlide => {
                slides::for_each(own, empty, |from, to| moves.push(DeltaMove::Slide { from, to }));
            }
            Phase::Lift => slides::for_each(own, empty, |from, to| {
                let others = own & !from.mask();
                moves.extend(squares(others).map(|lift| DeltaMove::Lift { from, to, lift }));
            }),
        }
    }

    #[inline]
    fn play(&self, position: &mut Position, turn: DeltaMove) -> Position {
        debug_assert!(self.is_legal(position, turn), "{turn:?} in {position:?}");
        let before = *position;
        // Every cell that a turn touches changes between empty and its
        // player's, so a turn is one exclusive or.
        position.pieces[before.to_move.index()] ^= turn.touched();
        position.to_move = before.to_move.other();
        before
    }

    #[inline]
    fn undo(&self, position: &mut Position, before: Position) {
        *position = before;
    }

    /// Different positions never share a key: the sixty bits of both boards
    /// and the side to move are mixed by a bijection. No key is 0.
    #[inline]
    fn key(&self, position: &Position) -> u64 {
        let [black, white] = position.pieces.map(u64::from);
        mix((black | white << 30 | (position.to_move.index() as u64) << 60) + 1)
    }

    #[inline]
    fn count_moves(&self, position: &Position) -> u64 {
        if position.has_line() {
            return 0;
        }
        let (own, empty) = (position.own(), position.empty());
        let count = match self.phase(position) {
            Phase::Place => empty.count_ones(),
            Phase::PlaceOrSlide => empty.count_ones() + slides::count(own, empty),
            Phase::Slide => slides::count(own, empty),
            Phase::Lift => slides::count(own, empty) * (self.pieces - 1),
        };
        count.into()
    }

    fn is_legal(&self, position: &Position, turn: DeltaMove) -> bool {
        let (own, empty) = (position.own(), position.empty());
        let can_slide = |from: Square, to| {
            own & from.mask() != 0
                && slides::last_passed(from, to).is_some()
                && slides::path(from, to).all(|cell| empty & cell.mask() != 0)
        };
        let phase = self.phase(position);
        !position.has_line()
            && match turn {
                DeltaMove::Place(square) => phase.places() && empty & square.mask() != 0,
                DeltaMove::Slide { from, to } => phase.slides() && can_slide(from, to),
                DeltaMove::Lift { from, to, lift } => {
                    let liftable = own & lift.mask() != 0 && lift != from;
                    phase == Phase::Lift && liftable && can_slide(from, to)
                }
            }
    }

    /// While a side lifts, positions can come back; before that every turn
    /// adds a piece.
    fn can_repeat(&self) -> bool {
        true
    }

    /// Every turn adds a piece until both sides have all of theirs.
    #[inline]
    fn can_recur(&self, position: &Position) -> bool {
        self.is_lifting(position)
    }
}
