//! The rules: taking a group, counting it, and the end of the game.

use super::groups::{Forest, TAKEN, take_joined};
use super::position::{CHUNK, EMPTY, Position, key_of_chunks};
use super::{Azulejos, Tile};
use plywood_game::{Game, Outcome, Side, Symmetry};
use std::ops::Range;

/// What taking a group of `size` tiles is worth; 0 where it is no group.
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

/// What a score becomes for whoever empties the board: 1.3 times as much, cut
/// to an integer.
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

/// What a move changed: the columns as they were, and the mover's score.
#[derive(Debug, Clone)]
pub struct Undo {
    start: usize,
    saved: Box<[u8]>,
    width: u8,
    score: u32,
    tiles_key: u64,
}

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
        moves.extend(Forest::of(position).names());
    }

    fn count_moves(&self, position: &Position) -> u64 {
        Forest::of(position).count() as u64
    }

    /// Only the first tile of a group is its move; the others are names that
    /// `parse_move` understands.
    fn is_legal(&self, position: &Position, mv: Tile) -> bool {
        position.index(mv).is_some_and(|index| position.names_a_group(index))
    }

    fn play(&self, position: &mut Position, mv: Tile) -> Undo {
        debug_assert!(self.is_legal(position, mv), "{mv:?} is the first tile of no group");
        let mover = position.to_move.index();
        let score = position.scores[mover];
        let width = position.width;
        let tiles_key = position.tiles_key;
        let index = position.index(mv).unwrap_or_default();
        let (size, start, saved) = position.take_group(index);
        position.scores[mover] += points(size);
        if position.width == 0 {
            position.scores[mover] = with_bonus(position.scores[mover]);
        }
        position.to_move = position.to_move.other();
        Undo { start, saved, width, score, tiles_key }
    }

    fn undo(&self, position: &mut Position, undo: Undo) {
        let changed = undo.start..undo.start + undo.saved.len();
        position.tiles[changed].copy_from_slice(&undo.saved);
        position.width = undo.width;
        position.tiles_key = undo.tiles_key;
        position.to_move = position.to_move.other();
        position.scores[position.to_move.index()] = undo.score;
    }

    fn key(&self, position: &Position) -> u64 {
        position.key()
    }

    fn counts_points(&self) -> bool {
        true
    }

    fn pass_turn(&self, position: &Position) -> Option<Position> {
        position
            .has_group()
            .then(|| Position { to_move: position.to_move.other(), ..position.clone() })
    }
}

/// Gravity and the closing to the left leave only the identity.
impl Symmetry for Azulejos {}

impl Position {
    /// Takes the group at `index` away and lets the tiles fall and close up.
    /// Gives its size, and the bytes of `tiles` that changed, as they were,
    /// with where they begin.
    fn take_group(&mut self, index: usize) -> (u32, usize, Box<[u8]>) {
        let stride = self.stride();
        let colour = self.tiles[index];
        let mut taken = take_joined(&mut self.tiles, stride, index);
        taken.sort_unstable();
        let (first, last) = (taken[0], taken[taken.len() - 1]);
        let columns = usize::from(first) / stride - 1..usize::from(last) / stride;
        let closes = columns.clone().any(|column| self.is_all_taken(column));
        let last = if closes { usize::from(self.width) } else { columns.end };
        let start = self.column_start(columns.start) / CHUNK * CHUNK;
        let end = self.column_start(last).next_multiple_of(CHUNK);
        let mut saved: Box<[u8]> = self.tiles[start..end].into();
        for &place in &taken {
            saved[usize::from(place) - start] = colour;
        }
        self.let_fall(&taken, columns.clone());
        if closes {
            self.close_columns(columns.start);
        }
        let before = key_of_chunks(&saved, start / CHUNK);
        let after = key_of_chunks(&self.tiles[start..end], start / CHUNK);
        self.tiles_key = self.tiles_key.wrapping_sub(before).wrapping_add(after);
        (taken.len() as u32, start, saved)
    }

    /// Whether a column will be empty once the tiles marked in it are gone.
    fn is_all_taken(&self, column: usize) -> bool {
        let tiles = &self.tiles[self.column_range(column)];
        tiles.iter().take_while(|&&tile| tile != EMPTY).all(|&tile| tile == TAKEN)
    }

    /// Lets the tiles above the taken ones, which are in order and all in
    /// these columns, fall into their places.
    fn let_fall(&mut self, mut taken: &[u16], columns: Range<usize>) {
        for column in columns {
            let top = self.column_range(column).end;
            let (here, further) =
                taken.split_at(taken.partition_point(|&place| usize::from(place) < top));
            taken = further;
            let mut floor = here.first().map_or(top, |&place| place.into());
            for (number, &place) in here.iter().enumerate() {
                let next = here.get(number + 1).map_or(top, |&place| place.into());
                let falling = usize::from(place) + 1..next;
                let height = falling.len();
                self.tiles.copy_within(falling, floor);
                floor += height;
            }
            self.tiles[floor..top].fill(EMPTY);
        }
    }

    /// Moves columns left over the empty ones, from column `first` on.
    fn close_columns(&mut self, first: usize) {
        let width = usize::from(self.width);
        let mut kept = first;
        for column in first..width {
            let range = self.column_range(column);
            if self.tiles[range.start] != EMPTY {
                self.tiles.copy_within(range, self.column_start(kept));
                kept += 1;
            }
        }
        let emptied = self.column_start(kept)..self.column_start(width);
        self.tiles[emptied].fill(EMPTY);
        self.width = kept as u8;
    }

    /// The bytes of a column, the empty place on top included.
    fn column_range(&self, column: usize) -> Range<usize> {
        self.column_start(column)..self.column_start(column + 1)
    }
}
