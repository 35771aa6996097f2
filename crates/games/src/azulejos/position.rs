//! The tiles in memory, and the pieces they form.
//!
//! Columns lie one after the other, each from its bottom up and closed by an
//! empty place, with an empty column before the first and after the last. So
//! every tile has four neighbours in memory, no edge needs a test, and what
//! falls moves within a few adjacent bytes.
//!
//! A *piece* is a group or a single tile. Every tile knows the first tile of its
//! piece in row order, and every first tile the size. A move keeps both up to
//! date (`groups`), so that moves, the end of the game and the largest group can
//! be read off.

use plywood_game::{Move, Side, mix};

/// The most rows, and the most columns, that a board has.
pub(super) const LONGEST_SIDE: usize = 100;

/// An empty place.
pub(super) const EMPTY: u8 = 0;

/// The tiles are hashed this many at a time: as hexadecimal digits they fill
/// one 64-bit word.
pub(super) const CHUNK: usize = 16;

/// A place on the board, and as a move the group whose first tile in row order
/// stands there. Tiles order as they are read: row by row from the top left.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile {
    /// The row, counted from 0 at the top.
    pub row: u8,
    /// The column, counted from 0 at the left.
    pub column: u8,
}

impl Move for Tile {
    fn pack(self) -> u32 {
        u32::from(self.row) << 8 | u32::from(self.column)
    }

    fn unpack(bits: u32) -> Option<Self> {
        let [0, 0, row, column] = bits.to_be_bytes() else {
            return None;
        };
        Some(Tile { row, column })
    }
}

/// A board in its frame, the scores and the side to move. Tiles always lie as
/// gravity and the closing of columns leave them.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) rows: u8,
    pub(super) columns: u8,
    pub(super) to_move: Side,
    pub(super) scores: [u32; 2],
    /// The number of tiles on the board.
    pub(super) left: u16,
    /// The size of the largest piece.
    pub(super) largest: u16,
    /// The key of the tiles, kept up to date by every move.
    pub(super) tiles_key: u64,
    pub(super) tiles: Box<[u8]>,
    /// The number in row order of the first tile of each tile's piece; 0 where
    /// there is no tile.
    pub(super) firsts: Box<[u16]>,
    /// In row order, the size of each piece at its first tile; 0 everywhere else.
    pub(super) sizes: Box<[u16]>,
}

impl Position {
    /// The position in which the tiles given row by row, [`EMPTY`] ones
    /// included, have fallen and closed up.
    pub(super) fn settled(columns: usize, tiles: &[u8], scores: [u32; 2], to_move: Side) -> Self {
        let rows = tiles.len() / columns;
        debug_assert!((1..=LONGEST_SIDE).contains(&rows) && columns <= LONGEST_SIDE);
        let size = ((columns + 2) * (rows + 1)).next_multiple_of(CHUNK);
        let mut position = Position {
            rows: rows as u8,
            columns: columns as u8,
            to_move,
            scores,
            left: tiles.iter().filter(|&&tile| tile != EMPTY).count() as u16,
            largest: 0,
            tiles_key: 0,
            tiles: vec![EMPTY; size].into(),
            firsts: vec![0; size].into(),
            sizes: vec![0; tiles.len()].into(),
        };
        for column in 0..columns {
            let upwards = tiles[column..].iter().step_by(columns).rev();
            let start = position.column_start(column);
            for (place, &tile) in (start..).zip(upwards.filter(|&&tile| tile != EMPTY)) {
                position.tiles[place] = tile;
            }
        }
        position.close_columns();
        position.find_all_pieces();
        position.tiles_key = key_of_chunks(&position.tiles, 0);
        position
    }

    /// Moves columns left over the empty ones.
    pub(super) fn close_columns(&mut self) {
        let mut end = self.column_start(0);
        for column in 0..self.columns() {
            let start = self.column_start(column);
            if self.tiles[start] != EMPTY {
                self.tiles.copy_within(start..start + self.stride(), end);
                end += self.stride();
            }
        }
        self.tiles[end..].fill(EMPTY);
    }

    /// The number of rows of the frame.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows.into()
    }

    /// The number of columns of the frame.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns.into()
    }

    /// The points of a side.
    #[must_use]
    pub fn score(&self, side: Side) -> u32 {
        self.scores[side.index()]
    }

    /// The colour at a place, from 1 to 9; 0 if there is no tile.
    ///
    /// ```
    /// use plywood_game::Notation;
    /// use plywood_games::azulejos::{Azulejos, Tile};
    /// let position = Azulejos::any().parse_position("0,0;120/034 1")?;
    /// assert_eq!(position.colour(Tile { row: 1, column: 0 }), 1, "it fell");
    /// assert_eq!(position.colour(Tile { row: 0, column: 0 }), 0);
    /// # Ok::<(), plywood_game::TextError>(())
    /// ```
    #[must_use]
    pub fn colour(&self, tile: Tile) -> u8 {
        self.index(tile).map_or(EMPTY, |index| self.tiles[index])
    }

    /// The distance in memory between a tile and its neighbour to the right.
    pub(super) fn stride(&self) -> usize {
        usize::from(self.rows) + 1
    }

    /// Where a column begins in memory.
    pub(super) fn column_start(&self, column: usize) -> usize {
        (column + 1) * self.stride()
    }

    /// Where a place is in memory; none if it is outside the frame.
    pub(super) fn index(&self, tile: Tile) -> Option<usize> {
        let inside = tile.row < self.rows && tile.column < self.columns;
        let height = usize::from(self.rows).wrapping_sub(1 + usize::from(tile.row));
        inside.then(|| self.column_start(tile.column.into()) + height)
    }

    /// Every place row by row from the top left.
    pub(super) fn places(&self) -> impl Iterator<Item = Tile> {
        let (rows, columns) = (self.rows, self.columns);
        (0..rows).flat_map(move |row| (0..columns).map(move |column| Tile { row, column }))
    }

    /// The hash of everything the future depends on.
    pub(super) fn key(&self) -> u64 {
        let frame = u64::from(self.rows) << 8 | u64::from(self.columns);
        let turn = frame << 1 | self.to_move.index() as u64;
        let scores = u64::from(self.scores[0]) << 32 | u64::from(self.scores[1]);
        mix(self.tiles_key ^ mix(scores ^ mix(turn)))
    }
}

/// The sum of the keys of 16 tiles each, the first of them chunk number
/// `first` of the board: Zobrist's sum with chunks for pieces, so that a move
/// only has to exchange the chunks it changed.
pub(super) fn key_of_chunks(tiles: &[u8], first: usize) -> u64 {
    const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
    let word = |half: &[u8]| u64::from_le_bytes(half.try_into().unwrap_or_default());
    let mut sum = 0_u64;
    let mut salt = (first as u64 + 1).wrapping_mul(STEP);
    for chunk in tiles.chunks_exact(CHUNK) {
        let (low, high) = chunk.split_at(CHUNK / 2);
        sum = sum.wrapping_add(mix((word(low) | word(high) << 4).wrapping_add(salt)));
        salt = salt.wrapping_add(STEP);
    }
    sum
}
