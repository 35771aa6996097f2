//! Finding what can be taken, and taking it.
//!
//! Pieces are found by flood fill. After a move only those are looked for again
//! that a fallen tile was or is part of. The search starts at the tiles that
//! fell, and at the tiles of the same colour beside the places they left, where
//! the rest of a broken piece begins.

use super::position::{EMPTY, Position};
use super::{Azulejos, Tile, points};
use plywood_game::Game;
use std::ops::Range;

/// The bit of a tile that has been reached by the fill. No colour has it.
const REACHED: u8 = 1 << 7;

/// Two or more tiles of one colour joined by their sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Group {
    /// The first tile in row order: the move that takes the group.
    pub tile: Tile,
    /// The number of tiles.
    pub size: u32,
    /// Its points, without the bonus for emptying the board.
    pub points: u32,
    /// The colour, from 1 to 9.
    pub colour: u8,
}

impl Azulejos {
    /// Every group of the board once, ordered by first tile in row order, as
    /// `moves` lists them.
    ///
    /// ```
    /// use plywood_game::Notation;
    /// use plywood_games::azulejos::Azulejos;
    /// let game = Azulejos::any();
    /// let position = game.parse_position("0,0;311/221/221 1")?;
    /// let groups = game.groups(&position);
    /// let sizes: Vec<(u8, u32, u32)> =
    ///     groups.iter().map(|group| (group.colour, group.size, group.points)).collect();
    /// assert_eq!(sizes, [(1, 4, 4), (2, 4, 4)]);
    /// # Ok::<(), plywood_game::TextError>(())
    /// ```
    #[must_use]
    pub fn groups(&self, position: &Position) -> Vec<Group> {
        let group = |tile| {
            let (size, colour) = (position.piece_size(tile), position.colour(tile));
            Group { tile, size, points: points(size), colour }
        };
        self.legal_moves(position).into_iter().map(group).collect()
    }
}

impl Position {
    /// Whether there is any group.
    pub(super) fn has_group(&self) -> bool {
        self.largest > 1
    }

    /// Appends the first tile of every group, in row order.
    ///
    /// Nothing here branches on the sizes, which no processor can predict.
    pub(super) fn list_groups(&self, tiles: &mut Vec<Tile>) {
        let mut end = tiles.len();
        tiles.resize(end + usize::from(self.left / 2) + 1, Tile::default());
        for (row, sizes) in self.sizes.chunks_exact(self.columns()).enumerate() {
            for (column, &size) in sizes.iter().enumerate() {
                tiles[end] = Tile { row: row as u8, column: column as u8 };
                end += usize::from(size > 1);
            }
        }
        tiles.truncate(end);
    }

    /// The size of the piece that begins with this tile; 0 if none does.
    pub(super) fn piece_size(&self, tile: Tile) -> u32 {
        let number = usize::from(tile.row) * self.columns() + usize::from(tile.column);
        self.index(tile).map_or(0, |_| self.sizes[number].into())
    }

    /// The tiles joined to this one, itself included, in row order; none where
    /// there is no tile.
    pub(super) fn joined(&self, tile: Tile) -> impl Iterator<Item = Tile> {
        let piece = |tile| {
            let index = self.index(tile).filter(|&index| self.tiles[index] != EMPTY)?;
            Some(self.firsts[index])
        };
        let wanted = piece(tile);
        self.places().filter(move |&tile| wanted.is_some() && piece(tile) == wanted)
    }

    /// Takes the group of the tile at this index away and lets the tiles fall
    /// and close up. Gives the part of memory in which tiles have changed.
    pub(super) fn take_group(&mut self, index: usize) -> Range<usize> {
        // One allocation: a place more than there are tiles, and three a tile.
        let most = usize::from(self.left) + 1;
        let mut room = vec![0; 4 * most];
        let (queue, disturbed) = room.split_at_mut(most);
        let size = self.fill(index, queue, 0);
        self.left -= size as u16;
        queue[..size].sort_unstable();
        let start = queue[0].into();
        let (mut end, mut columns, mut count) = (0, 0, 0);
        for number in 0..size {
            let place = queue[number];
            if usize::from(place) >= end {
                // The lowest of its column.
                (end, count) = self.disturb(place.into(), disturbed, count);
                queue[columns] = place;
                columns += 1;
            }
        }
        let mut closes = false;
        for &lowest in &queue[..columns] {
            closes |= self.drop_tiles(lowest.into());
        }
        if closes {
            self.close_columns();
            self.find_all_pieces();
            return start..self.tiles.len();
        }
        self.find_pieces(disturbed[..count].iter().map(|&place| place.into()), queue);
        start..end
    }

    /// Forgets the pieces of a taken tile and of those above it, which will
    /// fall, and appends to the `count` places of the list those where pieces
    /// must be looked for afterwards. Gives the first empty place above, and the
    /// new count.
    fn disturb(&mut self, lowest: usize, list: &mut [u16], mut count: usize) -> (usize, usize) {
        let stride = self.stride();
        let mut place = lowest;
        while self.tiles[place] != EMPTY {
            self.sizes[usize::from(self.firsts[place])] = 0;
            list[count] = place as u16;
            count += 1;
            for beside in [place - stride, place + stride] {
                list[count] = beside as u16;
                count += usize::from(self.tiles[beside] == self.tiles[place]);
            }
            place += 1;
        }
        (place, count)
    }

    /// Removes the taken tiles of a column, of which this is the lowest, and
    /// lets those above fall. Whether the column is now empty.
    fn drop_tiles(&mut self, lowest: usize) -> bool {
        let (mut from, mut to) = (lowest, lowest);
        while self.tiles[from] != EMPTY {
            let tile = self.tiles[from];
            self.tiles[to] = tile;
            to += usize::from(tile & REACHED == 0);
            from += 1;
        }
        self.tiles[to..from].fill(EMPTY);
        self.firsts[to..from].fill(0);
        // Below a column is the empty place that closes the one before.
        self.tiles[to - 1] == EMPTY
    }

    /// Finds every piece.
    pub(super) fn find_all_pieces(&mut self) {
        self.firsts.fill(0);
        self.sizes.fill(0);
        let mut queue = vec![0; usize::from(self.left) + 1];
        let places = self.column_start(0)..self.column_start(self.columns());
        self.find_pieces(places, &mut queue);
    }

    /// Finds the pieces of the tiles at these places. The queue has room for one
    /// more place than there are tiles.
    fn find_pieces(&mut self, places: impl Iterator<Item = usize>, queue: &mut [u16]) {
        let in_row_order = RowOrder::of(self);
        let mut end = 0;
        for place in places {
            if !(1..REACHED).contains(&self.tiles[place]) {
                continue;
            }
            let start = end;
            end = self.fill(place, queue, start);
            let piece = &queue[start..end];
            let first = piece.iter().map(|&place| in_row_order.number(place)).min();
            for &place in piece {
                let known = &mut self.firsts[usize::from(place)];
                // It may be of a piece that fallen tiles have joined.
                self.sizes[usize::from(*known)] = 0;
                *known = first.unwrap_or_default();
            }
        }
        // Not before all pieces are found, which sets sizes to 0.
        for &place in &queue[..end] {
            self.tiles[usize::from(place)] &= !REACHED;
            self.sizes[usize::from(self.firsts[usize::from(place)])] += 1;
        }
        self.largest = self.sizes.iter().copied().max().unwrap_or_default();
    }

    /// Appends the places of the piece at `place` to the queue, which ends at
    /// `start`, marks its tiles, and gives the queue's new end.
    ///
    /// Nothing here branches on the colours, which no processor can predict.
    fn fill(&mut self, place: usize, queue: &mut [u16], start: usize) -> usize {
        let (stride, tiles) = (self.stride(), &mut *self.tiles);
        let colour = tiles[place];
        tiles[place] |= REACHED;
        queue[start] = place as u16;
        let (mut next, mut end) = (start, start + 1);
        while next < end {
            let place = usize::from(queue[next]);
            for neighbour in [place - stride, place - 1, place + 1, place + stride] {
                let joins = tiles[neighbour] == colour;
                tiles[neighbour] |= u8::from(joins) * REACHED;
                queue[end] = neighbour as u16;
                end += usize::from(joins);
            }
            next += 1;
        }
        end
    }
}

/// Turns places in memory into numbers in row order, without a division.
struct RowOrder {
    columns: u32,
    stride: u32,
    /// `2^SHIFT / stride`, rounded up.
    reciprocal: u32,
    /// The number of the place at height 0 of the column before the first.
    origin: u32,
}

impl RowOrder {
    /// Enough for the reciprocal to be exact: no place times stride is larger
    /// than `2^SHIFT`.
    const SHIFT: u32 = 20;

    fn of(position: &Position) -> Self {
        let (rows, columns) = (u32::from(position.rows), u32::from(position.columns));
        let stride = rows + 1;
        let reciprocal = (1_u32 << Self::SHIFT).div_ceil(stride);
        Self { columns, stride, reciprocal, origin: (rows - 1) * columns }
    }

    fn number(&self, place: u16) -> u16 {
        let place = u32::from(place);
        let column = (place * self.reciprocal) >> Self::SHIFT;
        let height = place - column * self.stride;
        (self.origin + column - 1 - height * self.columns) as u16
    }
}
