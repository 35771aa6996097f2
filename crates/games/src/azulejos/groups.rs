//! Finding what can be taken: one group from one of its tiles, all groups of
//! a board, or whether there is any.
//!
//! All groups at once are found as the connected components of an image: one
//! pass row by row hangs every tile on its equal neighbour above, or else to
//! the left, and notes the few tiles that have both and so may join two trees
//! (Rosenfeld and Pfaltz, "Sequential operations in digital picture
//! processing", JACM 13, 1966). Every tree hangs on its first tile in row
//! order, which is the name of the group, and the names come out in order.

use super::position::{EMPTY, LONGEST_SIDE, Position};
use super::{Azulejos, Tile, points};
use std::ops::Range;

/// A tile that has been found and is about to be taken. No colour is written
/// like this.
pub(super) const TAKEN: u8 = u8::MAX;

/// Two or more tiles of one colour joined by their sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Group {
    /// The first tile in row order: the move that takes the group.
    pub tile: Tile,
    /// The number of tiles.
    pub size: u32,
    /// What taking it is worth, without the bonus for emptying the board.
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
        let mut forest = Forest::of(position);
        let sizes = forest.sizes();
        let group = |tile: Tile| {
            let root = forest.index(tile);
            let size = u32::from(sizes[root]);
            Group { tile, size, points: points(size), colour: forest.image[root] }
        };
        forest.names().map(group).collect()
    }
}

impl Position {
    /// Whether there is any group. On most boards the first tiles tell.
    pub(super) fn has_group(&self) -> bool {
        let stride = self.stride();
        (0..usize::from(self.width)).any(|column| {
            let column = &self.tiles[self.column_start(column)..];
            let (right, up) = (&column[stride..], &column[1..]);
            let filled = column.iter().take_while(|&&tile| tile != EMPTY);
            filled.zip(up).zip(right).any(|((tile, up), right)| tile == up || tile == right)
        })
    }

    /// The places in memory of the tiles joined to the one at `index`, that
    /// one first; none where there is no tile.
    pub(super) fn joined(&self, index: usize) -> Vec<u16> {
        if self.tiles[index] == EMPTY {
            return Vec::new();
        }
        take_joined(&mut self.tiles.clone(), self.stride(), index)
    }

    /// Whether the tile at `index` is the first in row order of a group.
    pub(super) fn names_a_group(&self, index: usize) -> bool {
        let stride = self.stride();
        let tile = self.tiles[index];
        let equals = |neighbour: usize| self.tiles[neighbour] == tile;
        if tile == EMPTY || equals(index + 1) || equals(index - stride) {
            return false;
        }
        if !equals(index - 1) && !equals(index + stride) {
            return false;
        }
        let name = self.place(index as u16);
        self.joined(index).iter().all(|&other| self.place(other) >= name)
    }
}

/// Marks the tiles joined to the one at `index` as [`TAKEN`] and gives their
/// places in memory in the order they were found.
pub(super) fn take_joined(tiles: &mut [u8], stride: usize, index: usize) -> Vec<u16> {
    const USUALLY_ENOUGH: usize = 32;
    let colour = tiles[index];
    let mut found = Vec::with_capacity(USUALLY_ENOUGH);
    tiles[index] = TAKEN;
    found.push(index as u16);
    let mut next = 0;
    while let Some(&tile) = found.get(next) {
        let tile = usize::from(tile);
        for neighbour in [tile + 1, tile - 1, tile + stride, tile - stride] {
            if tiles[neighbour] == colour {
                tiles[neighbour] = TAKEN;
                found.push(neighbour as u16);
            }
        }
        next += 1;
    }
    found
}

/// The role of a tile that may join two trees.
const JOINT: u8 = 1;

/// The bit of the role of a tile that may be the first of a group.
const CANDIDATE_BIT: u32 = 1;

/// A list that takes some of the items it is offered, without branching.
struct Picked<T> {
    items: Vec<T>,
    count: usize,
}

impl<T: Copy + Default> Picked<T> {
    /// A list to which at most `most` items will be offered.
    fn with_capacity(most: usize) -> Self {
        Self { items: vec![T::default(); most], count: 0 }
    }

    /// Takes the item if `wanted` is 1, and not if it is 0.
    #[inline]
    fn offer(&mut self, item: T, wanted: u8) {
        self.items[self.count] = item;
        self.count += usize::from(wanted);
    }

    fn finish(mut self) -> Vec<T> {
        self.items.truncate(self.count);
        self.items
    }
}

/// The groups of a board as trees.
pub(super) struct Forest {
    /// The tiles row by row, with an empty border all round.
    image: Vec<u8>,
    /// From a row of the image to the next.
    span: usize,
    /// Tiles to hang each tile on; a root hangs on itself.
    parents: Vec<u16>,
    /// The first tiles of what looks like a group from above: the names of all
    /// groups in order, and some that turned out to belong to another.
    candidates: Vec<Tile>,
    /// How many of the candidates belong to another.
    merged: usize,
}

impl Forest {
    /// The groups of a position.
    pub(super) fn of(position: &Position) -> Self {
        let (rows, width) = (usize::from(position.rows), usize::from(position.width));
        let span = width + 2;
        let mut image = vec![EMPTY; (rows + 2) * span];
        let mut tallest = 0;
        for column in 0..width {
            let upwards = &position.tiles[position.column_start(column)..];
            let mut height = 0;
            while upwards[height] != EMPTY {
                image[(rows - height) * span + column + 1] = upwards[height];
                height += 1;
            }
            tallest = tallest.max(height);
        }
        let parents = vec![0; image.len()];
        let mut forest = Forest { image, span, parents, candidates: Vec::new(), merged: 0 };
        let joints = forest.hang_tiles(rows - tallest..rows, width);
        forest.merge(&joints);
        forest
    }

    /// Hangs every tile on its equal neighbour above or to the left. Gives the
    /// tiles that have both and are not already joined around the corner.
    ///
    /// Nothing here branches on the colours, which no processor can predict.
    fn hang_tiles(&mut self, rows: Range<usize>, width: usize) -> Vec<u16> {
        let mut joints = Picked::with_capacity(rows.len() * width);
        let mut candidates = Picked::with_capacity(rows.len() * width);
        let mut roles = [0; LONGEST_SIDE];
        for row in rows {
            let start = (row + 1) * self.span + 1;
            self.hang_row(start, &mut roles[..width]);
            for (column, &role) in roles[..width].iter().enumerate() {
                joints.offer((start + column) as u16, role & JOINT);
                let tile = Tile { row: row as u8, column: column as u8 };
                candidates.offer(tile, role >> CANDIDATE_BIT);
            }
        }
        self.candidates = candidates.finish();
        joints.finish()
    }

    /// Hangs the tiles of the row that begins at `start` of the image, and
    /// says which of them are joints or candidates.
    fn hang_row(&mut self, start: usize, roles: &mut [u8]) {
        let width = roles.len();
        let line = |start: usize| &self.image[start..start + width];
        let (here, left, right) = (line(start), line(start - 1), line(start + 1));
        let (above, below) = (line(start - self.span), line(start + self.span));
        let corner = line(start - self.span - 1);
        let parents = &mut self.parents[start..start + width];
        for column in 0..width {
            let tile = here[column];
            let filled = tile != EMPTY;
            let up = (tile == above[column]) & filled;
            let back = (tile == left[column]) & filled;
            let on = (tile == right[column]) | (tile == below[column]);
            let joint = up & back & (tile != corner[column]);
            let candidate = filled & !up & !back & on;
            roles[column] = u8::from(joint) | u8::from(candidate) << CANDIDATE_BIT;
            let step = if up { self.span as u16 } else { u16::from(back) };
            parents[column] = (start + column) as u16 - step;
        }
    }

    /// Joins the trees that meet at these tiles.
    fn merge(&mut self, joints: &[u16]) {
        for &joint in joints {
            let (one, other) = (self.root(joint), self.root(joint - 1));
            if one != other {
                self.parents[usize::from(one.max(other))] = one.min(other);
                self.merged += 1;
            }
        }
    }

    /// The root of a tile's tree, halving the way to it for the next time.
    fn root(&mut self, mut tile: u16) -> u16 {
        loop {
            let parent = self.parents[usize::from(tile)];
            if parent == tile {
                return tile;
            }
            let grandparent = self.parents[usize::from(parent)];
            self.parents[usize::from(tile)] = grandparent;
            tile = grandparent;
        }
    }

    /// How many groups there are.
    pub(super) fn count(&self) -> usize {
        self.candidates.len() - self.merged
    }

    /// The first tile of every group, in row order.
    pub(super) fn names(&self) -> impl Iterator<Item = Tile> {
        self.candidates.iter().copied().filter(|&tile| {
            let index = self.index(tile);
            usize::from(self.parents[index]) == index
        })
    }

    /// Where a tile is in the image.
    fn index(&self, tile: Tile) -> usize {
        (usize::from(tile.row) + 1) * self.span + usize::from(tile.column) + 1
    }

    /// The number of tiles of every tree, at its root. A parent comes before
    /// its tiles, so one pass shortens every way to a single step.
    fn sizes(&mut self) -> Vec<u16> {
        let mut sizes = vec![0; self.parents.len()];
        for index in 0..self.parents.len() {
            let root = self.parents[usize::from(self.parents[index])];
            self.parents[index] = root;
            sizes[usize::from(root)] += 1;
        }
        sizes
    }
}
