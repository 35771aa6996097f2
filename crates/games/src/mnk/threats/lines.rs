//! Which windows are nearly full, kept up to date mark by mark.
//!
//! A *window* is K cells in a line. It is open to a side while the other has
//! no mark in it. Only open windows that lack one, two or three marks matter
//! here, so those are kept in lists, and a mark moves the windows through its
//! cell from list to list.
//!
//! Where exactly K win, a window with a mark of the side just before or after it
//! is not open either: filled, it would be a part of a longer line.

use crate::mnk::geometry::{Geometry, Reach};
use crate::mnk::{Mnk, Position};
use plywood_game::{Budget, Side};

/// Windows that lack this many marks or fewer are listed.
const MOST_LACKING: usize = 3;

/// The marks of a position, and its nearly full windows.
pub(super) struct Lines<'g> {
    geometry: &'g Geometry,
    k: usize,
    cells: usize,
    marks: Box<[Option<Side>]>,
    /// How many marks of each side are in a window, by its number: that of its
    /// direction times the number of cells, and that of its first cell.
    counts: Box<[[u8; 2]]>,
    /// Where exactly K win: how many marks of each side are just before and after
    /// a window, by its number.
    beside: Option<Box<[[u8; 2]]>>,
    /// For each side, the open windows that lack one, two and three marks.
    lists: [[Vec<u16>; MOST_LACKING]; 2],
    /// Where in its list a window stands, if it is in one.
    places: Box<[u16]>,
    key: u64,
}

impl<'g> Lines<'g> {
    /// The lines of a position, or none where no line is possible, where lines
    /// are so short that an empty window would be listed, or where there is no
    /// time left to find them.
    pub(super) fn new<const W: usize>(
        game: &'g Mnk<W>,
        position: &Position<W>,
        budget: &mut Budget<'_>,
    ) -> Option<Self> {
        let geometry: &Geometry = &game.geometry;
        let (params, cells) = (geometry.params, geometry.params.cells());
        let longest_side = params.rows().max(params.columns());
        let k = usize::try_from(params.k()).ok()?;
        if k <= MOST_LACKING || k > longest_side.into() {
            return None;
        }
        let mut marks = vec![None; cells].into_boxed_slice();
        for side in Side::BOTH {
            for cell in position.marks[side.index()].iter() {
                marks[cell] = Some(side);
            }
        }
        let mut lines = Self {
            geometry,
            k,
            cells,
            marks,
            counts: vec![[0; 2]; 4 * cells].into(),
            beside: params.is_exact().then(|| vec![[0; 2]; 4 * cells].into()),
            lists: Default::default(),
            places: vec![0; 4 * cells].into(),
            key: position.key,
        };
        for direction in 0..4 {
            budget.pay_work(2 * cells).ok()?;
            lines.count(direction);
        }
        Some(lines)
    }

    /// Counts the windows of a direction, each from the one a cell back.
    fn count(&mut self, direction: usize) {
        let stride = self.geometry.strides[direction];
        for first in 0..self.cells {
            let Reach { behind, before } = self.geometry.reaches(first)[direction];
            if usize::from(before) + 1 < self.k {
                continue;
            }
            let window = direction * self.cells + first;
            let mut count = [0; 2];
            if behind == 0 {
                for step in 0..self.k {
                    self.marks[first + step * stride].inspect(|side| count[side.index()] += 1);
                }
            } else {
                count = self.counts[window - stride];
                self.marks[first - stride].inspect(|side| count[side.index()] -= 1);
                let last = first + (self.k - 1) * stride;
                self.marks[last].inspect(|side| count[side.index()] += 1);
            }
            self.counts[window] = count;
            if let Some(beside) = &mut self.beside {
                for steps in [-1, self.k as i32] {
                    let cell = self.geometry.step(first, direction, steps);
                    let mark = cell.and_then(|cell| self.marks[cell]);
                    mark.inspect(|side| beside[window][side.index()] += 1);
                }
            }
            self.list_if_open(window);
        }
    }

    /// The number of cells of the board.
    pub(super) fn cells(&self) -> usize {
        self.cells
    }

    /// A hash of the marks.
    pub(super) fn key(&self) -> u64 {
        self.key
    }

    /// How many windows a mark can touch.
    pub(super) fn work_of_a_mark(&self) -> usize {
        4 * self.k
    }

    /// Puts a mark on an empty cell.
    pub(super) fn put(&mut self, side: Side, cell: u16) {
        debug_assert_eq!(self.marks[usize::from(cell)], None, "the cell is taken");
        self.marks[usize::from(cell)] = Some(side);
        self.key ^= self.geometry.key(side, cell.into());
        if self.beside.is_some() {
            self.change_exactly(cell, |count| count[side.index()] += 1);
            return;
        }
        self.for_windows(cell, |lines, window| {
            let [own, opposing] = lines.own_and_opposing(window, side);
            if opposing == 0 {
                lines.unlist(window, side, own);
                lines.list(window, side, own + 1);
            } else if own == 0 {
                lines.unlist(window, side.other(), opposing);
            }
            lines.counts[window][side.index()] = own + 1;
        });
    }

    /// Takes a mark away again.
    pub(super) fn take(&mut self, side: Side, cell: u16) {
        debug_assert_eq!(self.marks[usize::from(cell)], Some(side));
        self.marks[usize::from(cell)] = None;
        self.key ^= self.geometry.key(side, cell.into());
        if self.beside.is_some() {
            self.change_exactly(cell, |count| count[side.index()] -= 1);
            return;
        }
        self.for_windows(cell, |lines, window| {
            let [own, opposing] = lines.own_and_opposing(window, side);
            if opposing == 0 {
                lines.unlist(window, side, own);
                lines.list(window, side, own - 1);
            } else if own == 1 {
                lines.list(window, side.other(), opposing);
            }
            lines.counts[window][side.index()] = own - 1;
        });
    }

    /// The number of windows open to a side that lack `lacking` marks.
    pub(super) fn windows(&self, side: Side, lacking: usize) -> usize {
        self.lists[side.index()][lacking - 1].len()
    }

    /// The empty cells of each window open to a side that lacks `N` marks.
    #[inline]
    pub(super) fn gaps<const N: usize>(&self, side: Side) -> impl Iterator<Item = [u16; N]> + '_ {
        self.lists[side.index()][N - 1].iter().map(|&window| {
            let (direction, first) =
                (usize::from(window) / self.cells, window as usize % self.cells);
            let stride = self.geometry.strides[direction];
            let mut gaps = [0; N];
            let mut found = 0;
            let mut cell = first;
            while found < N {
                if self.marks[cell].is_none() {
                    gaps[found] = cell as u16;
                    found += 1;
                }
                cell += stride;
            }
            gaps
        })
    }

    /// Changes the counts of all windows that a mark on `cell` is in or beside,
    /// and their places in the lists with them.
    fn change_exactly(&mut self, cell: u16, change: impl Fn(&mut [u8; 2])) {
        self.for_windows(cell, |lines, window| {
            lines.unlist_if_open(window);
            change(&mut lines.counts[window]);
            lines.list_if_open(window);
        });
        for direction in 0..4 {
            for steps in [-(self.k as i32), 1] {
                let first = self.geometry.step(cell.into(), direction, steps);
                let fits = |&first: &usize| {
                    usize::from(self.geometry.reaches(first)[direction].before) + 1 >= self.k
                };
                let Some(first) = first.filter(fits) else { continue };
                let window = direction * self.cells + first;
                self.unlist_if_open(window);
                if let Some(beside) = &mut self.beside {
                    change(&mut beside[window]);
                }
                self.list_if_open(window);
            }
        }
    }

    /// The number of marks of a side in a window that is open to it.
    fn open_to(&self, window: usize, side: Side) -> Option<u8> {
        let is_beside = |beside: &[[u8; 2]]| beside[window][side.index()] > 0;
        let [own, opposing] = self.own_and_opposing(window, side);
        let is_open = opposing == 0 && !self.beside.as_deref().is_some_and(is_beside);
        is_open.then_some(own)
    }

    fn list_if_open(&mut self, window: usize) {
        for side in Side::BOTH {
            if let Some(marks) = self.open_to(window, side) {
                self.list(window, side, marks);
            }
        }
    }

    fn unlist_if_open(&mut self, window: usize) {
        for side in Side::BOTH {
            if let Some(marks) = self.open_to(window, side) {
                self.unlist(window, side, marks);
            }
        }
    }

    fn own_and_opposing(&self, window: usize, side: Side) -> [u8; 2] {
        let count = self.counts[window];
        [count[side.index()], count[side.other().index()]]
    }

    #[inline]
    fn for_windows(&mut self, cell: u16, mut change: impl FnMut(&mut Self, usize)) {
        let cell = usize::from(cell);
        let reaches = self.geometry.reaches(cell);
        for (direction, Reach { behind, before }) in reaches.into_iter().enumerate() {
            let (behind, before) = (usize::from(behind), usize::from(before));
            let stride = self.geometry.strides[direction];
            let first = direction * self.cells + cell - behind * stride;
            for number in 0..(behind + before + 2).saturating_sub(self.k) {
                change(self, first + number * stride);
            }
        }
    }

    /// The index of the list of windows with this many marks.
    #[inline]
    fn list_number(&self, marks: u8) -> Option<usize> {
        let lacking = self.k - usize::from(marks);
        (1..=MOST_LACKING).contains(&lacking).then(|| lacking - 1)
    }

    #[inline]
    fn list(&mut self, window: usize, side: Side, marks: u8) {
        if let Some(number) = self.list_number(marks) {
            let list = &mut self.lists[side.index()][number];
            self.places[window] = list.len() as u16;
            list.push(window as u16);
        }
    }

    #[inline]
    fn unlist(&mut self, window: usize, side: Side, marks: u8) {
        if let Some(number) = self.list_number(marks) {
            let list = &mut self.lists[side.index()][number];
            let place = self.places[window];
            list.swap_remove(place.into());
            if let Some(&moved) = list.get(usize::from(place)) {
                self.places[usize::from(moved)] = place;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mnk::{Cell, Params};
    use plywood_game::{Game, Limits, Random};

    fn lines_of<'g, const W: usize>(game: &'g Mnk<W>, position: &Position<W>) -> Lines<'g> {
        let never = false.into();
        let mut budget = Budget::new(&Limits::default(), &never);
        Lines::new(game, position, &mut budget).expect("lines are possible")
    }

    /// Counts and lists without their order.
    fn content(lines: &Lines<'_>) -> impl PartialEq + std::fmt::Debug + use<> {
        let sorted = |list: &Vec<u16>| {
            let mut list = list.clone();
            list.sort_unstable();
            list
        };
        let lists = lines.lists.each_ref().map(|lists| lists.each_ref().map(sorted));
        (lines.counts.clone(), lines.beside.clone(), lists, lines.marks.clone())
    }

    #[test]
    fn lines_kept_up_to_date_are_those_from_scratch() {
        let mut dice = Random::new(1);
        let boards =
            ["5,5,4", "4,11,4", "9,3,5", "12,12,6", "1,20,7", "7,8,4,exact", "3,9,5,exact"];
        for board in boards {
            let game = Mnk::<4>::new(board.parse().expect("good parameters"));
            let mut position = game.initial();
            let scratch = |position: &Position<4>| content(&lines_of(&game, position));
            let mut lines = lines_of(&game, &position);
            let mut played: Vec<(Side, Cell)> = Vec::new();
            for _ in 0..300 {
                let moves = game.legal_moves(&position);
                if moves.is_empty() || dice.below(3) == 0 {
                    let Some((side, mv)) = played.pop() else { continue };
                    game.undo(&mut position, mv);
                    lines.take(side, mv.0);
                } else {
                    let side = game.to_move(&position);
                    let mv = moves[dice.below(moves.len())];
                    game.play(&mut position, mv);
                    lines.put(side, mv.0);
                    played.push((side, mv));
                }
                assert_eq!(content(&lines), scratch(&position), "{board}");
            }
        }
    }

    #[test]
    fn gaps_are_the_empty_cells_of_open_windows() {
        let game = Mnk::<1>::new(Params::new(1, 7, 4).expect("good parameters"));
        let mut lines = lines_of(&game, &game.initial());
        for (side, cell) in [(Side::First, 2), (Side::First, 4), (Side::Second, 6)] {
            lines.put(side, cell);
        }
        let mut gaps: Vec<_> = lines.gaps::<2>(Side::First).collect();
        gaps.sort_unstable();
        assert_eq!(gaps, [[1, 3], [3, 5]]);
        assert_eq!(lines.gaps::<3>(Side::First).collect::<Vec<_>>(), [[0, 1, 3]]);
        assert_eq!(lines.windows(Side::Second, 3), 0);
    }
}
