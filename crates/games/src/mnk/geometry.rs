//! Tables that depend on the board's size alone, computed once.

use super::Params;
use super::symmetry::images;
use plywood_game::{Random, Side};

/// The four directions of a line as (rows down, columns right).
pub(super) const DIRECTIONS: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// Tables of a board.
#[derive(Debug)]
pub(super) struct Geometry {
    pub(super) params: Params,
    /// How far the index moves along each of the directions.
    pub(super) strides: [usize; 4],
    /// How many cells a line through this cell can have behind and before it
    /// in each direction, no more than K - 1.
    reaches: Box<[[Reach; 4]]>,
    /// For each direction the cells from which K cells in a line go on, 64 a
    /// word.
    line_starts: [Box<[u64]>; 4],
    /// For each cell its neighbours.
    neighbours: Box<[Neighbours]>,
    /// A random number for each mark on each cell (Zobrist, "A new hashing
    /// method with application for game playing", 1970).
    keys: Box<[[u64; 2]]>,
    /// Where each symmetry takes each cell.
    images: Box<[u16]>,
    /// In the key while the second side is to move.
    pub(super) second_to_move: u64,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Reach {
    pub(super) behind: u8,
    pub(super) before: u8,
}

/// The up to eight cells around a cell, as bits of the 64 that follow one
/// another from the cell `first` on. On boards so wide that 64 do not reach
/// from the row above to the row below, all bits are set: any of them may be a
/// neighbour.
#[derive(Debug, Clone, Copy)]
pub(super) struct Neighbours {
    pub(super) first: u16,
    pub(super) mask: u64,
}

impl Neighbours {
    fn of(row: i32, column: i32, rows: i32, columns: i32) -> Self {
        const WIDEST: i32 = 30;
        let above = (row - 1).max(0) * columns + (column - 1).max(0);
        let first = above as u16;
        if columns > WIDEST {
            return Self { first, mask: u64::MAX };
        }
        let mut mask = 0;
        for (down, right) in DIRECTIONS.into_iter().flat_map(|(d, r)| [(d, r), (-d, -r)]) {
            let (row, column) = (row + down, column + right);
            if (0..rows).contains(&row) && (0..columns).contains(&column) {
                mask |= 1 << (row * columns + column - above);
            }
        }
        Self { first, mask }
    }
}

impl Geometry {
    pub(super) fn new(params: Params) -> Self {
        let (rows, columns) = (i32::from(params.rows()), i32::from(params.columns()));
        let longest = i32::try_from(params.k() - 1).unwrap_or(i32::MAX);
        let steps = |from: i32, step: i32, size: i32| match step {
            1 => size - 1 - from,
            -1 => from,
            _ => i32::MAX,
        };
        let reach = |row: i32, column: i32, (down, right): (i32, i32)| {
            let free = steps(row, down, rows).min(steps(column, right, columns));
            free.min(longest) as u8
        };
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let neighbours =
            cells.clone().map(|(row, column)| Neighbours::of(row, column, rows, columns));
        let reaches = cells.map(|(row, column)| {
            DIRECTIONS.map(|(down, right)| Reach {
                behind: reach(row, column, (-down, -right)),
                before: reach(row, column, (down, right)),
            })
        });
        let reaches: Box<[[Reach; 4]]> = reaches.collect();
        let line_starts = std::array::from_fn(|direction| {
            let mut words = vec![0; params.cells().div_ceil(64)];
            for (cell, reaches) in reaches.iter().enumerate() {
                let fits = u32::from(reaches[direction].before) >= params.k() - 1;
                words[cell / 64] |= u64::from(fits) << (cell % 64);
            }
            words.into()
        });
        let mut random = Random::new(u64::from_be_bytes(*b"zobrist!"));
        let stride = |(down, right): (i32, i32)| (down * columns + right) as usize;
        Self {
            params,
            images: images(params),
            strides: DIRECTIONS.map(stride),
            reaches,
            line_starts,
            neighbours: neighbours.collect(),
            second_to_move: random.next_u64(),
            keys: (0..params.cells()).map(|_| [random.next_u64(), random.next_u64()]).collect(),
        }
    }

    #[inline]
    pub(super) fn reaches(&self, cell: usize) -> [Reach; 4] {
        self.reaches[cell]
    }

    #[inline]
    pub(super) fn neighbours(&self, cell: usize) -> Neighbours {
        self.neighbours[cell]
    }

    pub(super) fn line_starts(&self, direction: usize) -> &[u64] {
        &self.line_starts[direction]
    }

    #[inline]
    pub(super) fn key(&self, side: Side, cell: usize) -> u64 {
        self.keys[cell][side.index()]
    }

    /// Where a symmetry takes a cell.
    #[inline]
    pub(super) fn image(&self, symmetry: usize, cell: usize) -> usize {
        self.images[symmetry * self.keys.len() + cell].into()
    }

    /// The row and the column of a cell, from 0 at the top left.
    pub(super) fn place(&self, cell: usize) -> (u16, u16) {
        let columns = usize::from(self.params.columns());
        ((cell / columns) as u16, (cell % columns) as u16)
    }

    /// The cell this many steps along a direction, or against it if negative.
    pub(super) fn step(&self, cell: usize, direction: usize, steps: i32) -> Option<usize> {
        let ((row, column), (down, right)) = (self.place(cell), DIRECTIONS[direction]);
        let row = u16::try_from(i32::from(row) + down * steps).ok()?;
        let column = u16::try_from(i32::from(column) + right * steps).ok()?;
        let on_board = row < self.params.rows() && column < self.params.columns();
        on_board.then(|| self.cell(row, column))
    }

    /// How many cells there are behind and before a cell, to the edges.
    pub(super) fn room(&self, cell: usize, direction: usize) -> (u32, u32) {
        let (row, column) = self.place(cell);
        let above = u32::from(row);
        let below = u32::from(self.params.rows() - 1 - row);
        let left = u32::from(column);
        let right = u32::from(self.params.columns() - 1 - column);
        match DIRECTIONS[direction] {
            (0, _) => (left, right),
            (_, 0) => (above, below),
            (_, 1) => (above.min(left), below.min(right)),
            _ => (above.min(right), below.min(left)),
        }
    }

    /// The cell in this row and column.
    pub(super) fn cell(&self, row: u16, column: u16) -> usize {
        usize::from(row) * usize::from(self.params.columns()) + usize::from(column)
    }
}
