//! The rules: taking a group, counting it, and the end of the game.

use super::position::{CHUNK, Position, key_of_chunks};
use super::{Azulejos, Tile};
use plywood_game::{Game, Outcome, Side, Symmetry};

/// The points for a group of `size` tiles; 0 where it is no group.
///
/// ```
/// use plywood_games::azulejos::points;
/// assert_eq!([1, 2, 3, 4, 5, 6, 7].map(points), [0, 1, 2, 4, 8, 12, 14]);
/// ```
#[must_use]
pub const fn points(size: u32) -> u32 {
    match size {
        0 | 1 => 0,
        2..=5 => 1 << (size - 2),
        _ => 2 * size,
    }
}

/// The score of a player who empties the board: 1.3 times as much, cut to an
/// integer.
///
/// ```
/// use plywood_games::azulejos::with_bonus;
/// assert_eq!([0, 1, 3, 4, 80].map(with_bonus), [0, 1, 3, 5, 104]);
/// ```
#[must_use]
pub const fn with_bonus(score: u32) -> u32 {
    let whole = score as u64 * 13 / 10;
    if whole > u32::MAX as u64 { u32::MAX } else { whole as u32 }
}

/// The position before a move. To copy it takes less time than to find the
/// pieces again.
pub type Undo = Position;

impl Game for Azulejos {
    type Position = Position;
    type Move = Tile;
    type Undo = Undo;

    fn initial(&self) -> Position {
        self.first_board()
    }

    fn to_move(&self, position: &Position) -> Side {
        position.to_move
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let [first, second] = position.scores.map(|score| score as i32);
        (!position.has_group()).then(|| Outcome::Margin(first - second))
    }

    /// Each group once, ordered by its first tile: row by row from the top
    /// left.
    fn moves(&self, position: &Position, moves: &mut Vec<Tile>) {
        position.list_groups(moves);
    }

    fn count_moves(&self, position: &Position) -> u64 {
        position.sizes.iter().filter(|&&size| size > 1).count() as u64
    }

    /// Only the first tile of a group is its move; the others are names that
    /// `parse_move` understands.
    fn is_legal(&self, position: &Position, mv: Tile) -> bool {
        position.piece_size(mv) > 1
    }

    fn play(&self, position: &mut Position, mv: Tile) -> Undo {
        debug_assert!(self.is_legal(position, mv), "{mv:?} is the first tile of no group");
        let before = position.clone();
        let score = &mut position.scores[before.to_move.index()];
        *score += points(before.piece_size(mv));
        if before.piece_size(mv) == before.left.into() {
            *score = with_bonus(*score);
        }
        position.to_move = before.to_move.other();
        let changed = position.take_group(before.index(mv).unwrap_or_default());
        let chunks = changed.start / CHUNK..changed.end.div_ceil(CHUNK);
        let key = |position: &Position| {
            key_of_chunks(&position.tiles[chunks.start * CHUNK..chunks.end * CHUNK], chunks.start)
        };
        position.tiles_key =
            position.tiles_key.wrapping_sub(key(&before)).wrapping_add(key(position));
        before
    }

    fn undo(&self, position: &mut Position, before: Undo) {
        *position = before;
    }

    fn key(&self, position: &Position) -> u64 {
        position.key()
    }

    fn counts_points(&self) -> bool {
        true
    }

    /// Every move takes two tiles or more.
    fn most_plies_left(&self, position: &Position) -> Option<u32> {
        Some(if position.has_group() { u32::from(position.left) / 2 } else { 0 })
    }

    fn pass_turn(&self, position: &Position) -> Option<Position> {
        position
            .has_group()
            .then(|| Position { to_move: position.to_move.other(), ..position.clone() })
    }
}

/// Gravity and the closing to the left leave only the identity.
impl Symmetry for Azulejos {}
