//! Pattern tables: a shape with weights, laid out for the search.
//!
//! An evaluation reads one weight for each place, from one contiguous slab for the
//! phase and the side to move. The code of a place is kept in a [`PatternState`]: a
//! move changes the codes of the places that hold the cells it changed, by a power of
//! the number of contents for each.

use crate::shape::{MOST_COUNTS, Shape};
use plywood_game::{Cell, Step, View};
use serde::{Deserialize, Serialize};

/// What an evaluation predicts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Predicts {
    /// The result: an evaluation `v` is a win with the probability
    /// 1/(1 + exp(-v/100)), a draw counted as half a win.
    Result,
    /// The margin, in hundredths of a point.
    Margin,
}

/// The scale of [`Predicts::Result`].
pub const SCALE: f64 = 100.0;

/// An evaluator of pattern tables.
#[derive(Debug, PartialEq, Eq)]
pub struct Tables {
    shape: Shape,
    predicts: Predicts,
    /// An evaluation is the sum of its weights divided by 2 to this power.
    shift: u32,
    /// Where the places of each cell begin in `powers`, and where the last end.
    begins: Vec<u32>,
    /// The places that hold a cell, cell by cell, each with what the cell's content is
    /// multiplied by.
    powers: Vec<(u16, u16)>,
    /// Where the codes of each place begin in a slab.
    bases: Vec<u32>,
    /// Where the values of each count begin in a slab.
    count_bases: Vec<u32>,
    /// The length of a slab.
    slab: usize,
    /// A slab for each phase and side to move, the first side of the first phase
    /// first.
    weights: Vec<i16>,
}

/// What is kept of a position: the number on each cell, and the code of each place.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PatternState {
    cells: Vec<u8>,
    codes: Vec<u16>,
    filled: u16,
}

impl Tables {
    /// The tables of a shape with these weights: for each phase, then for each side
    /// that has weights of its own, one for each class of codes. None if the weights
    /// are not as many.
    pub(crate) fn new(
        shape: Shape,
        predicts: Predicts,
        shift: u32,
        weights: &[i16],
    ) -> Option<Self> {
        let (classes, count) = shape.classes();
        let (offsets, _) = shape.offsets();
        let (count_bases, slab) = shape.count_offsets();
        let (phases, sides) = (shape.phase_count(), shape.sides());
        if weights.len() != count * phases * sides {
            return None;
        }
        let exchanged: Vec<u32> = match shape.exchange {
            true => exchanged_classes(&shape, &classes, &offsets),
            false => Vec::new(),
        };
        let mut expanded = Vec::with_capacity(2 * phases * slab);
        for phase in 0..phases {
            for side in 0..2 {
                let own = (phase * sides + side % sides) * count;
                let own = &weights[own..own + count];
                let classes = if side == 1 && shape.exchange { &exchanged } else { &classes };
                expanded.extend(classes.iter().map(|&class| own[class as usize]));
            }
        }
        let mut places: Vec<Vec<(u16, u16)>> = vec![Vec::new(); shape.cells.into()];
        let mut bases = Vec::new();
        for (pattern, &offset) in shape.patterns.iter().zip(&offsets) {
            for place in &pattern.places {
                let mut power: u16 = 1;
                for &cell in place {
                    places[usize::from(cell)].push((bases.len() as u16, power));
                    power = power.wrapping_mul(shape.contents.into());
                }
                bases.push(offset);
            }
        }
        let mut begins = vec![0];
        for of_cell in &places {
            begins.push(begins[begins.len() - 1] + of_cell.len() as u32);
        }
        let powers = places.concat();
        let weights = expanded;
        Some(Self { shape, predicts, shift, begins, powers, bases, count_bases, slab, weights })
    }

    /// The tables of a shape with weights from a function, which is asked once for
    /// each.
    ///
    /// # Panics
    /// If the shape is impossible.
    #[must_use]
    pub fn with_weights(
        shape: Shape,
        predicts: Predicts,
        shift: u32,
        mut weight: impl FnMut() -> i16,
    ) -> Self {
        let fault = shape.fault();
        let count = shape.classes().1 * shape.phase_count() * shape.sides();
        let weights: Vec<i16> = (0..count).map(|_| weight()).collect();
        match Self::new(shape, predicts, shift, &weights) {
            Some(tables) if fault.is_none() => tables,
            _ => panic!("{}", fault.unwrap_or("as many weights as there are classes")),
        }
    }

    /// The shape.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// What an evaluation predicts.
    #[must_use]
    pub fn predicts(&self) -> Predicts {
        self.predicts
    }

    /// By how much sums of weights are divided, as a power of 2.
    pub(crate) fn shift(&self) -> u32 {
        self.shift
    }

    /// The weights as they were given to [`Tables::new`].
    pub(crate) fn class_weights(&self) -> Vec<i16> {
        let (classes, count) = self.shape.classes();
        let sides = self.shape.sides();
        let mut weights = vec![0; count * self.shape.phase_count() * sides];
        for (number, own) in weights.chunks_exact_mut(count.max(1)).enumerate() {
            let slab = 2 * (number / sides) + number % sides;
            let slab = &self.weights[slab * self.slab..][..self.slab];
            for (&class, &weight) in classes.iter().zip(slab) {
                own[class as usize] = weight;
            }
        }
        weights
    }

    /// The state of a position, from scratch.
    #[must_use]
    pub fn refresh<G: View>(&self, game: &G, position: &G::Position) -> PatternState {
        let cells = usize::from(self.shape.cells);
        let mut state =
            PatternState { cells: vec![0; cells], codes: vec![0; self.bases.len()], filled: 0 };
        let mut now = vec![0; cells];
        game.cells(position, &mut now);
        for (cell, &content) in now.iter().enumerate() {
            self.put(&mut state, cell as Cell, content);
        }
        state
    }

    /// Writes the state after a step into a slot.
    #[inline]
    pub fn update<G: View>(
        &self,
        game: &G,
        before: &PatternState,
        step: Step<'_, G>,
        after: &G::Position,
        slot: &mut PatternState,
    ) {
        slot.cells.clone_from(&before.cells);
        slot.codes.clone_from(&before.codes);
        slot.filled = before.filled;
        let Step::Move(mv, undo) = step else { return };
        let told = game.changed_cells(mv, undo, after, &mut |cell, content| {
            self.put(slot, cell, content);
        });
        if !told {
            game.cells(after, &mut slot.cells);
            self.put_different(before, slot);
        }
    }

    /// Sets the content of a cell.
    #[inline]
    fn put(&self, state: &mut PatternState, cell: Cell, content: u8) {
        let content = content.min(self.shape.contents - 1);
        let old = std::mem::replace(&mut state.cells[usize::from(cell)], content);
        self.change(state, usize::from(cell), old, content);
    }

    /// Changes the codes of all places that hold a cell.
    #[inline]
    fn change(&self, state: &mut PatternState, cell: usize, old: u8, new: u8) {
        let by = u16::from(new).wrapping_sub(old.into());
        let places = self.begins[cell] as usize..self.begins[cell + 1] as usize;
        for &(place, power) in &self.powers[places] {
            let code = &mut state.codes[usize::from(place)];
            *code = code.wrapping_add(power.wrapping_mul(by));
        }
        state.filled = state.filled + u16::from(new != 0) - u16::from(old != 0);
    }

    /// Brings the codes of a slot up to date, whose cells are those of the new
    /// position and whose codes are still those of the one before.
    fn put_different(&self, before: &PatternState, slot: &mut PatternState) {
        const EIGHT: usize = 8;
        for from in (0..slot.cells.len()).step_by(EIGHT) {
            let part = from..(from + EIGHT).min(slot.cells.len());
            if slot.cells[part.clone()] == before.cells[part.clone()] {
                continue;
            }
            for cell in part {
                let new = slot.cells[cell].min(self.shape.contents - 1);
                slot.cells[cell] = new;
                if new != before.cells[cell] {
                    self.change(slot, cell, before.cells[cell], new);
                }
            }
        }
    }

    /// The evaluation of a position, whose state this is, for the side to move.
    #[inline]
    #[must_use]
    pub fn evaluate<G: View>(&self, game: &G, position: &G::Position, state: &PatternState) -> i32 {
        let phase = usize::from(self.shape.phases[usize::from(state.filled)]);
        let slab = (2 * phase + game.to_move(position).index()) * self.slab;
        let slab = &self.weights[slab..slab + self.slab];
        let weight =
            |(&base, &code): (&u32, &u16)| i32::from(slab[base as usize + usize::from(code)]);
        let mut sum: i32 = self.bases.iter().zip(&state.codes).map(weight).sum();
        if !self.count_bases.is_empty() {
            let mut counts = [0; MOST_COUNTS];
            let counts = &mut counts[..self.count_bases.len()];
            game.counts(position, counts);
            sum += self.count_bases.iter().zip(&*counts).map(weight).sum::<i32>();
        }
        sum >> self.shift
    }
}

/// For each code the class of the code with the sides exchanged.
fn exchanged_classes(shape: &Shape, classes: &[u32], offsets: &[u32]) -> Vec<u32> {
    let patterns = shape.patterns.iter().zip(offsets);
    let of_pattern = patterns.flat_map(|(pattern, &offset)| {
        let class = move |code| {
            let exchanged = shape.exchanged(code, pattern.len());
            classes[offset as usize + exchanged]
        };
        (0..shape.codes(pattern)).map(class)
    });
    // Counts are as the side to move sees them.
    of_pattern.chain(classes[shape.offsets().1..].iter().copied()).collect()
}
