//! Pairs of cells that stop every line.
//!
//! A side cannot lose if every line that is still open to the other side holds
//! two empty cells that form a pair, no cell being in two pairs: whenever the
//! other side takes one cell of a pair, this side takes the other (Hales and
//! Jewett, "Regularity and positional games", 1963). No search is needed then.
//!
//! Pairs are looked for by depth-first search: the open line with the fewest
//! cells left gets a pair first, one that serves many lines and takes cells that
//! few others need. Two things help on large boards:
//! - For K of 9 or more there is a pattern that serves boards of every size
//!   (`pair_pattern`).
//! - Near the start of a game pairs are looked for that the turns of the board
//!   leave as they are, which makes the search smaller.

use super::bits::Bits;
use super::pair_pattern::PATTERN_K;
use super::{Mnk, Position};
use plywood_game::{Defence, Side};

/// Two cells that belong together.
pub(super) type Pair = (usize, usize);

/// How many pairs are tried by the number of marks on the board: many before the
/// first move, for this is asked once.
fn effort(marks: usize) -> u32 {
    match marks {
        0 => 20_000,
        1..=3 => 400,
        _ => 40,
    }
}

/// With more open lines than this no pairs are looked for besides the pattern's:
/// a caller with a limit of time waits for the answer.
const MOST_LINES: usize = 1_000;

impl<const W: usize> Mnk<W> {
    /// Pairs of cells that stop every line, if they are possible; on the empty board
    /// also strategy stealing, since a mark more never hurts unless exactly K win.
    pub(super) fn defence(
        &self,
        position: &Position<W>,
        side: Side,
        may_be_paired: bool,
    ) -> Option<Defence> {
        if let Some(pairs) = may_be_paired.then(|| self.pairing(position, side)).flatten() {
            let pair = |(one, other): Pair| (one as u32, other as u32);
            return Some(Defence::Pairs(pairs.into_iter().map(pair).collect()));
        }
        let is_empty = usize::from(position.empty_cells) == self.params().cells();
        let may_steal = is_empty && side == position.to_move && !self.params().is_exact();
        may_steal.then_some(Defence::Stealing)
    }

    /// Pairs of empty cells that stop every line of the other side, if they are
    /// found.
    fn pairing(&self, position: &Position<W>, side: Side) -> Option<Vec<Pair>> {
        let mut marked = position.marks[0].clone();
        marked.join(&position.marks[1]);
        let own = &position.marks[side.index()];
        if self.params().k() >= PATTERN_K
            && let Some(pairs) = self.pattern_pairs(&marked, own)
        {
            return Some(pairs);
        }
        let lines = self.lines_without(own)?;
        let empty_cells = usize::from(position.empty_cells);
        let apart = self.disjoint_lines(position, side);
        if 2 * apart > empty_cells {
            return None;
        }
        let marks = self.params().cells() - empty_cells;
        let effort = effort(marks);
        let turns: &[usize] = match marks {
            0 if self.params().rows() == self.params().columns() => &[4, 2, 1],
            0 => &[2, 1],
            _ => &[1],
        };
        turns.iter().find_map(|&turns| {
            let mut search = PairSearch {
                game: self,
                free: marked.complement(),
                open: vec![true; lines.len()],
                lines: &lines,
                pairs: Vec::new(),
                turns,
                effort,
            };
            search.is_fit().then(|| search.cover())?.then_some(search.pairs)
        })
    }

    /// The first cell and the stride of every line without any of these cells.
    pub(super) fn lines_clear_of<'a>(
        &'a self,
        own: &'a Bits<W>,
    ) -> impl Iterator<Item = (usize, usize)> + 'a {
        let k = self.params().k() as usize;
        let strides = self.geometry.strides.iter().enumerate();
        let lines = strides.flat_map(|(direction, &stride)| {
            let words = self.geometry.line_starts(direction).iter().enumerate();
            words.flat_map(move |(index, &word)| {
                super::bits::ones(word).map(move |bit| (index * 64 + bit, stride))
            })
        });
        lines
            .filter(move |&(first, stride)| (0..k).all(|step| !own.contains(first + step * stride)))
    }

    /// The lines without any of these cells, as sets of cells; none if they are
    /// too many.
    fn lines_without(&self, own: &Bits<W>) -> Option<Vec<Bits<W>>> {
        let k = self.params().k() as usize;
        let mut lines = Vec::new();
        for (first, stride) in self.lines_clear_of(own) {
            if lines.len() == MOST_LINES {
                return None;
            }
            let mut line = Bits::EMPTY;
            (0..k).for_each(|step| line.insert(first + step * stride));
            lines.push(line);
        }
        Some(lines)
    }

    /// A number of open lines no two of which can share a pair: those of
    /// different directions cross in one cell, and of each direction it counts
    /// lines that have no cell in common.
    fn disjoint_lines(&self, position: &Position<W>, side: Side) -> usize {
        let own = &position.marks[side.index()];
        let k = self.params().k() as usize;
        let mut count = 0;
        for (direction, &stride) in self.geometry.strides.iter().enumerate() {
            let mut used: Bits<W> = own.clone();
            for (index, &word) in self.geometry.line_starts(direction).iter().enumerate() {
                for first in super::bits::ones(word).map(|bit| index * 64 + bit) {
                    let cells = (0..k).map(|step| first + step * stride);
                    if cells.clone().all(|cell| !used.contains(cell)) {
                        cells.for_each(|cell| used.insert(cell));
                        count += 1;
                    }
                }
            }
        }
        count
    }
}

/// A search for pairs.
struct PairSearch<'s, const W: usize> {
    game: &'s Mnk<W>,
    /// The empty cells that are in no pair.
    free: Bits<W>,
    lines: &'s [Bits<W>],
    /// Which of the lines have no pair yet.
    open: Vec<bool>,
    pairs: Vec<Pair>,
    /// How many turns of the board leave the pairs as they are: 1, 2 or 4.
    turns: usize,
    /// How many pairs may still be tried.
    effort: u32,
}

impl<const W: usize> PairSearch<'_, W> {
    /// Whether every line has two cells.
    fn is_fit(&self) -> bool {
        self.lines.iter().all(|line| line.common(&self.free) >= 2)
    }

    /// Gives every open line a pair.
    fn cover(&mut self) -> bool {
        let open = (0..self.lines.len()).filter(|&line| self.open[line]);
        let room = |&line: &usize| self.lines[line].common(&self.free);
        let Some(tightest) = open.min_by_key(room) else { return true };
        if room(&tightest) < 2 {
            return false;
        }
        for pair in self.pairs_of(tightest) {
            if self.effort == 0 {
                return false;
            }
            self.effort -= 1;
            let (free, pairs) = (self.free.clone(), self.pairs.len());
            if let Some(closed) = self.take(pair) {
                if self.cover() {
                    return true;
                }
                closed.into_iter().for_each(|line| self.open[line] = true);
            }
            self.free = free;
            self.pairs.truncate(pairs);
        }
        false
    }

    /// The pairs that a line could have, the best first.
    fn pairs_of(&self, line: usize) -> Vec<Pair> {
        let cells: Vec<usize> = self.lines[line].iter_common(&self.free).collect();
        let open = || self.lines.iter().zip(&self.open).filter(|(_, open)| **open);
        let demand = |cell: usize| open().filter(|(line, _)| line.contains(cell)).count();
        let demands: Vec<usize> = cells.iter().map(|&cell| demand(cell)).collect();
        let mut pairs = Vec::new();
        for (number, &one) in cells.iter().enumerate() {
            for (other_number, &other) in cells.iter().enumerate().skip(number + 1) {
                let serves = |line: &Bits<W>| line.contains(one) && line.contains(other);
                let served = open().filter(|(line, _)| serves(line)).count();
                let demand = demands[number] + demands[other_number];
                pairs.push((demand as i32 - 4 * served as i32, (one, other)));
            }
        }
        pairs.sort_unstable();
        pairs.into_iter().map(|(_, pair)| pair).collect()
    }

    /// Takes a pair and its images, and returns the lines that have one now;
    /// none if the images overlap, and then the pairs are to be undone.
    fn take(&mut self, pair: Pair) -> Option<Vec<usize>> {
        let mut closed = Vec::new();
        let mut image = pair;
        for _ in 0..self.turns {
            let (one, other) = (image.0.min(image.1), image.0.max(image.1));
            if !self.pairs.contains(&(one, other)) {
                if !(self.free.contains(one) && self.free.contains(other)) {
                    closed.into_iter().for_each(|line: usize| self.open[line] = true);
                    return None;
                }
                self.free.remove(one);
                self.free.remove(other);
                self.pairs.push((one, other));
                for (number, line) in self.lines.iter().enumerate() {
                    if self.open[number] && line.contains(one) && line.contains(other) {
                        self.open[number] = false;
                        closed.push(number);
                    }
                }
            }
            image = (self.turned(image.0), self.turned(image.1));
        }
        Some(closed)
    }

    /// Where a cell comes to by one of the turns: a quarter or a half.
    fn turned(&self, cell: usize) -> usize {
        let params = self.game.params();
        let (row, column) = self.game.geometry.place(cell);
        match self.turns {
            4 => self.game.geometry.cell(column, params.rows() - 1 - row),
            _ => self.game.geometry.cell(params.rows() - 1 - row, params.columns() - 1 - column),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mnk::{MOST_WORDS, Params};
    use plywood_game::Game;

    fn start_is_paired(rows: u16, columns: u16, k: u32) -> bool {
        let params = Params::new(rows, columns, k).expect("good parameters");
        let game = Mnk::<MOST_WORDS>::new(params);
        game.pairing(&game.initial(), Side::Second).is_some()
    }

    /// A search with a limit of time asks this at its root.
    #[test]
    fn a_large_board_without_the_pattern_is_given_up_at_once() {
        let params = Params::new(100, 100, 9).expect("good parameters");
        let game = Mnk::<MOST_WORDS>::new(params);
        let mut position = game.initial();
        for row in [49, 51] {
            let cell = game.geometry.cell(row, 50);
            position.marks[0].insert(cell);
        }
        position.empty_cells -= 2;
        let own = &position.marks[1];
        assert!(game.lines_clear_of(own).count() > MOST_LINES);
        assert!(game.lines_without(own).is_none());
    }

    /// The lists are those of the project's notes on (m,n,k); that the pairs are
    /// good is for the judge to say (`tests/pairing.rs` of the solver).
    #[test]
    fn known_pairing_draws_are_found_and_no_others() {
        let paired = [
            (5, 5, 5),
            (6, 6, 6),
            (7, 6, 6),
            (8, 6, 6),
            (9, 6, 6),
            (10, 6, 6),
            (7, 7, 6),
            (7, 7, 7),
            (8, 8, 7),
            (9, 9, 7),
            (10, 10, 7),
            (8, 8, 8),
            (10, 10, 8),
            (12, 12, 8),
            (12, 12, 9),
            (50, 50, 10),
            (70, 70, 10),
            (100, 100, 9),
            (4, 4, 5),
        ];
        let unpaired = [
            (4, 4, 4),
            (5, 4, 4),
            (6, 4, 4),
            (6, 5, 5),
            (6, 6, 5),
            (7, 5, 5),
            (8, 7, 6),
            (8, 8, 6),
        ];
        for (rows, columns, k) in paired {
            assert!(start_is_paired(rows, columns, k), "{rows},{columns},{k}");
        }
        for (rows, columns, k) in unpaired {
            assert!(!start_is_paired(rows, columns, k), "{rows},{columns},{k}");
        }
    }
}
