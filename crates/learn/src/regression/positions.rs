//! Positions with their targets, as the regression reads them.

use super::ridge::Rows;
use crate::shape::Shape;
use plywood_game::{Cell, Side, View};

/// Positions in the order in which they were found.
#[derive(Debug, Clone, Default)]
pub(super) struct Positions {
    /// The contents of all cells, one position after the other. Where sides share
    /// weights, the side to move has 1.
    contents: Vec<u8>,
    /// The game's counts of each.
    counts: Vec<u16>,
    /// What is known of each.
    marks: Vec<Mark>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Mark {
    /// The number of cells that are not empty.
    filled: u16,
    /// Which of the weights it belongs to: 1 for the second side, where it has its own.
    side: u8,
    /// Whether it is predicted and not learned from.
    held_out: bool,
    /// The margin for the side to move, without what the game's own evaluation says.
    target: f32,
}

/// How positions become rows of classes.
pub(super) struct Encoder {
    shape: Shape,
    classes: Vec<u32>,
    /// The number of classes.
    pub(super) count: usize,
    /// Where the codes of each place begin, and its cells.
    places: Vec<(u32, Vec<Cell>)>,
    /// Where the values of each count begin.
    count_offsets: Vec<u32>,
}

impl Positions {
    /// The number of positions.
    pub(super) fn len(&self) -> usize {
        self.marks.len()
    }

    /// Adds a position with the margin for its side to move.
    pub(super) fn push<G: View>(
        &mut self,
        (game, shape): (&G, &Shape),
        position: &G::Position,
        target: f32,
        held_out: bool,
    ) {
        let from = self.contents.len();
        self.contents.resize(from + usize::from(shape.cells), 0);
        let cells = &mut self.contents[from..];
        game.cells(position, cells);
        let second = game.to_move(position) == Side::Second;
        for cell in cells.iter_mut() {
            *cell = (*cell).min(shape.contents - 1);
            if second && shape.exchange && *cell != 0 {
                *cell = 3 - *cell;
            }
        }
        let from = self.counts.len();
        self.counts.resize(from + shape.counts.len(), 0);
        game.counts(position, &mut self.counts[from..]);
        let filled = cells.iter().filter(|&&content| content != 0).count() as u16;
        let side = u8::from(second && !shape.exchange);
        self.marks.push(Mark { filled, side, held_out, target });
    }

    /// Adds the positions of another list behind these.
    pub(super) fn append(&mut self, mut others: Positions) {
        self.contents.append(&mut others.contents);
        self.counts.append(&mut others.counts);
        self.marks.append(&mut others.marks);
    }
}

impl Encoder {
    pub(super) fn new(shape: &Shape) -> Self {
        let (classes, count) = shape.classes();
        let (offsets, _) = shape.offsets();
        let of_pattern = shape.patterns.iter().zip(offsets).flat_map(|(pattern, offset)| {
            pattern.places.iter().map(move |place| (offset, place.clone()))
        });
        let places = of_pattern.collect();
        let (count_offsets, _) = shape.count_offsets();
        Self { classes, count, places, count_offsets, shape: shape.clone() }
    }

    /// The rows of positions of a side that are learned from, or that are held out: those of
    /// a phase, and of all with at most `beyond` filled cells more or fewer than it has.
    pub(super) fn rows(
        &self,
        positions: &Positions,
        (phase, side): (usize, usize),
        held_out: bool,
        beyond: usize,
    ) -> Rows {
        let phases = &self.shape.phases;
        let is_of = |filled: usize| usize::from(phases[filled]) == phase;
        let belongs: Vec<bool> = (0..phases.len())
            .map(|filled| {
                let around =
                    filled.saturating_sub(beyond)..=(filled + beyond).min(phases.len() - 1);
                around.into_iter().any(is_of)
            })
            .collect();
        let mut rows =
            Rows { width: self.places.len() + self.count_offsets.len(), ..Rows::default() };
        let cells = usize::from(self.shape.cells).max(1);
        let width = self.count_offsets.len();
        let contents = positions.contents.chunks_exact(cells);
        for (number, (mark, contents)) in positions.marks.iter().zip(contents).enumerate() {
            let here = belongs[usize::from(mark.filled)] && usize::from(mark.side) == side;
            if here && mark.held_out == held_out {
                rows.classes.extend(self.classes_of(contents));
                let counts = &positions.counts[number * width..(number + 1) * width];
                let of_count = self.count_offsets.iter().zip(counts);
                let class = |(offset, &count): (&u32, &u16)| {
                    self.classes[*offset as usize + usize::from(count)]
                };
                rows.classes.extend(of_count.map(class));
                rows.targets.push(mark.target);
            }
        }
        rows
    }

    fn classes_of<'a>(&'a self, contents: &'a [u8]) -> impl Iterator<Item = u32> + 'a {
        let base = usize::from(self.shape.contents);
        let content = |&cell: &Cell| usize::from(contents[usize::from(cell)]);
        self.places.iter().map(move |(offset, cells)| {
            let code = cells.iter().rev().fold(0, |code, cell| code * base + content(cell));
            self.classes[*offset as usize + code]
        })
    }
}
