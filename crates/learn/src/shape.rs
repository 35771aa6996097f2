//! Which cells are looked at together, and which of these places share weights.

use plywood_game::Cell;
use serde::{Deserialize, Serialize};

/// What a game may say about its patterns; what it leaves open is chosen for it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Plan {
    /// The tuples, one for each set that are images of each other under the
    /// symmetries of the board; empty: lines, squares and random walks.
    pub tuples: Vec<Vec<Cell>>,
    /// The number of phases, by the number of cells that are not empty; 0: a usual
    /// number.
    pub phases: u8,
    /// Whether a position with the sides exchanged, numbers 1 and 2, and the other side
    /// to move is worth the same, so that both share weights.
    pub exchange: bool,
    /// Whether the tables add to the game's own evaluation, which is in hundredths of
    /// a point, instead of standing in its place.
    pub adds: bool,
    /// The name under which evaluators of the game are kept, if one serves games with
    /// several names.
    pub name: Option<String>,
}

/// A table's worth of cells: the places at which one table is read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pattern {
    /// The cells of each place, in the order in which they make up a code. All
    /// places have the same number of cells.
    pub places: Vec<Vec<Cell>>,
    /// Orders of the cells in which a place looks the same to the game: codes that
    /// become each other by these share a weight.
    pub turns: Vec<Vec<u8>>,
}

/// All patterns of an evaluator.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shape {
    /// The number of cells of the board.
    pub cells: Cell,
    /// The number of different contents of a cell. Larger numbers count as the
    /// largest.
    pub contents: u8,
    /// The phase, by the number of cells that are not empty.
    pub phases: Vec<u8>,
    /// Whether positions with exchanged sides share weights.
    pub exchange: bool,
    /// Whether an evaluation adds to the game's own.
    pub adds: bool,
    /// The patterns.
    pub patterns: Vec<Pattern>,
    /// How many values each of the game's counts has
    /// ([`View::counts`](plywood_game::View::counts)).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counts: Vec<u16>,
}

/// The most codes of a pattern: a code is two bytes.
const MOST_CODES: usize = 1 << 16;

/// The most places of all patterns.
const MOST_PLACES: usize = 1 << 12;

/// The most counts of a game.
pub(crate) const MOST_COUNTS: usize = 8;

/// The most weights of all patterns, phases and sides together.
const MOST_WEIGHTS: usize = 1 << 25;

impl Pattern {
    /// The number of cells of a place.
    #[must_use]
    pub fn len(&self) -> usize {
        self.places.first().map_or(0, Vec::len)
    }

    /// Whether a place has no cells: the pattern is a constant.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The pattern of a tuple under these images of the board, each a list of where
    /// every cell goes.
    #[must_use]
    pub fn under(tuple: &[Cell], images: &[Vec<Cell>]) -> Self {
        let mut pattern = Self { places: vec![tuple.to_vec()], turns: Vec::new() };
        for image in images {
            let place: Vec<Cell> = tuple.iter().map(|&cell| image[usize::from(cell)]).collect();
            let same = |known: &&Vec<Cell>| sorted(known) == sorted(&place);
            match pattern.places.iter().find(same) {
                None => pattern.places.push(place),
                Some(known) => {
                    let at = |cell: &Cell| known.iter().position(|other| other == cell);
                    let turn: Vec<u8> =
                        place.iter().map(|cell| at(cell).unwrap_or_default() as u8).collect();
                    let moves = turn.iter().enumerate().any(|(from, &to)| from != usize::from(to));
                    if moves && !pattern.turns.contains(&turn) {
                        pattern.turns.push(turn);
                    }
                }
            }
        }
        pattern
    }

    /// Whether a place has exactly these cells.
    #[must_use]
    pub fn covers(&self, tuple: &[Cell]) -> bool {
        self.places.iter().any(|place| sorted(place) == sorted(tuple))
    }
}

fn sorted(cells: &[Cell]) -> Vec<Cell> {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    cells
}

impl Shape {
    /// The number of phases.
    #[must_use]
    pub fn phase_count(&self) -> usize {
        self.phases.iter().max().map_or(1, |&last| usize::from(last) + 1)
    }

    /// For how many sides to move there are weights.
    #[must_use]
    pub fn sides(&self) -> usize {
        if self.exchange { 1 } else { 2 }
    }

    /// The number of codes of a pattern.
    pub(crate) fn codes(&self, pattern: &Pattern) -> usize {
        usize::from(self.contents).pow(pattern.len() as u32)
    }

    /// Where the codes of each pattern begin, if all stand in one row, and how long
    /// the row is.
    pub(crate) fn offsets(&self) -> (Vec<u32>, usize) {
        let mut end = 0;
        let begin = |pattern| {
            let here = end as u32;
            end += self.codes(pattern);
            here
        };
        (self.patterns.iter().map(begin).collect(), end)
    }

    /// Where the values of each count begin in the row, behind all patterns, and how long the
    /// whole row is.
    pub(crate) fn count_offsets(&self) -> (Vec<u32>, usize) {
        let mut end = self.offsets().1;
        let begin = |&codes: &u16| {
            let here = end as u32;
            end += usize::from(codes);
            here
        };
        (self.counts.iter().map(begin).collect(), end)
    }

    /// What is wrong with it, if something is: a file may say anything.
    pub(crate) fn fault(&self) -> Option<&'static str> {
        let cells = usize::from(self.cells);
        if self.contents < 2 || self.phases.len() != cells + 1 {
            return Some("the cells and their contents do not fit together");
        }
        if self.exchange && self.contents != 3 {
            return Some("sides are exchanged where a cell has not three contents");
        }
        let good = |pattern: &Pattern| {
            let length = pattern.len();
            let is_order = |turn: &Vec<u8>| {
                let mut turn = turn.clone();
                turn.sort_unstable();
                turn.iter().map(|&at| usize::from(at)).eq(0..length)
            };
            let fits = |place: &Vec<Cell>| {
                let cells = sorted(place);
                place.len() == length
                    && cells.windows(2).all(|two| two[0] < two[1])
                    && cells.iter().all(|&cell| cell < self.cells)
            };
            let codes = usize::from(self.contents).checked_pow(length as u32);
            codes.is_some_and(|codes| codes <= MOST_CODES)
                && !pattern.places.is_empty()
                && pattern.places.iter().all(fits)
                && pattern.turns.iter().all(is_order)
        };
        if !self.patterns.iter().all(good) {
            return Some("a pattern is not one of this board");
        }
        let places: usize = self.patterns.iter().map(|pattern| pattern.places.len()).sum();
        let weights = self.count_offsets().1.saturating_mul(2 * self.phase_count());
        let few = places <= MOST_PLACES && self.counts.len() <= MOST_COUNTS;
        let small = few && weights <= MOST_WEIGHTS;
        (!small).then_some("there are too many patterns")
    }

    /// The classes of codes that share a weight: for each code of the row the number
    /// of its class, and how many classes there are. Classes are numbered in the order
    /// of their first codes.
    pub(crate) fn classes(&self) -> (Vec<u32>, usize) {
        let (mut classes, mut count) = (Vec::with_capacity(self.offsets().1), 0);
        for pattern in &self.patterns {
            let mut first: Vec<u32> = (0..self.codes(pattern) as u32).collect();
            // A few rounds bring the smallest code of a class to all of it: the turns
            // are some of a group, and each round applies all of them.
            loop {
                let mut changed = false;
                for turn in &pattern.turns {
                    for code in 0..first.len() {
                        let other = self.turned(code, turn);
                        let least = first[code].min(first[other]);
                        changed |= first[code] != least || first[other] != least;
                        (first[code], first[other]) = (least, least);
                    }
                }
                if !changed {
                    break;
                }
            }
            let mut class_of_first = vec![0; first.len()];
            for (code, &least) in first.iter().enumerate() {
                if least as usize == code {
                    class_of_first[code] = count;
                    count += 1;
                }
                classes.push(class_of_first[least as usize]);
            }
        }
        for _ in self.offsets().1..self.count_offsets().1 {
            classes.push(count);
            count += 1;
        }
        (classes, count as usize)
    }

    /// The code of the same contents in another order of the cells.
    fn turned(&self, code: usize, turn: &[u8]) -> usize {
        let base = usize::from(self.contents);
        let digit = |at: u8| code / base.pow(u32::from(at)) % base;
        turn.iter().rev().fold(0, |turned, &at| turned * base + digit(at))
    }

    /// The code with the sides exchanged, of a pattern with this many cells.
    pub(crate) fn exchanged(&self, code: usize, length: usize) -> usize {
        let base = usize::from(self.contents);
        let digit = |at: usize| match code / base.pow(at as u32) % base {
            1 => 2,
            2 => 1,
            other => other,
        };
        (0..length).rev().fold(0, |exchanged, at| exchanged * base + digit(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A board of one row, which can be mirrored.
    fn row(cells: Cell, tuples: &[&[Cell]]) -> Shape {
        let mirrored: Vec<Cell> = (0..cells).rev().collect();
        let pattern = |tuple: &&[Cell]| Pattern::under(tuple, std::slice::from_ref(&mirrored));
        Shape {
            cells,
            contents: 3,
            phases: vec![0; usize::from(cells) + 1],
            exchange: false,
            adds: false,
            patterns: tuples.iter().map(pattern).collect(),
            counts: Vec::new(),
        }
    }

    #[test]
    fn images_of_a_tuple_are_places_of_one_table() {
        let shape = row(5, &[&[0, 1]]);
        assert_eq!(shape.patterns[0].places, [[0, 1], [4, 3]]);
        assert!(shape.patterns[0].turns.is_empty());
        assert_eq!(shape.classes().1, 9, "every code has its own weight");
    }

    #[test]
    fn a_tuple_that_is_its_own_image_shares_weights_among_its_codes() {
        let shape = row(3, &[&[0, 1, 2]]);
        assert_eq!(shape.patterns[0].places.len(), 1);
        let (classes, count) = shape.classes();
        assert_eq!(count, 18, "of 27 codes, 9 are their own mirror images");
        for code in 0..27 {
            let mirrored = code % 3 * 9 + code / 3 % 3 * 3 + code / 9;
            assert_eq!(classes[code], classes[mirrored], "{code}");
        }
    }

    #[test]
    fn exchanging_twice_gives_the_code_back() {
        let shape = row(4, &[&[0, 1, 2, 3]]);
        assert_eq!(shape.exchanged(1 + 2 * 3, 4), 2 + 3);
        assert!((0..81).all(|code| shape.exchanged(shape.exchanged(code, 4), 4) == code));
    }

    #[test]
    fn impossible_shapes_have_a_fault() {
        let good = row(4, &[&[0, 1, 2]]);
        assert_eq!(good.fault(), None);
        let broken = |change: &dyn Fn(&mut Shape)| {
            let mut shape = good.clone();
            change(&mut shape);
            shape.fault()
        };
        assert!(broken(&|shape| shape.patterns[0].places[0][0] = 4).is_some());
        assert!(broken(&|shape| shape.patterns[0].places[0][0] = 1).is_some());
        assert!(broken(&|shape| shape.patterns[0].turns.push(vec![0, 0, 1])).is_some());
        assert!(broken(&|shape| shape.contents = 200).is_some());
        assert!(broken(&|shape| shape.phases.push(0)).is_some());
        assert!(broken(&|shape| shape.cells = 3).is_some());
    }
}
