//! One block: an opponent's set, and all own sets on the cells it leaves free.
//!
//! Sets of free cells are counted among the free cells alone, so that they are
//! short numbers and a set of sets is a few kilobytes of bits.

use super::numbering::DeltaNumbering;
use plywood_games::delta::SlideCells;

/// The bits of a set of free cells are looked up in three parts of this many.
const PART: u32 = 7;
const PARTS: usize = 3;
const PART_SETS: usize = 1 << PART;

/// A set of slides: there are at most 176.
type Slides = [u64; 3];

/// A look-up by each part of a set.
type ByPart<T> = [[T; PART_SETS]; PARTS];

/// A set of sets of free cells.
pub(super) struct SetOfSets(Vec<u64>);

impl SetOfSets {
    pub(super) fn new(free_cells: u32) -> Self {
        Self(vec![0; 1 << free_cells.saturating_sub(6)])
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(0);
    }

    #[inline]
    pub(super) fn insert(&mut self, set: u32) {
        self.0[(set >> 6) as usize] |= 1 << (set & 63);
    }

    #[inline]
    pub(super) fn contains(&self, set: u32) -> bool {
        self.0[(set >> 6) as usize] >> (set & 63) & 1 == 1
    }
}

/// What can be slid where beside one opponent's set.
pub(super) struct Block {
    slides: Vec<SlideCells>,
    all: u32,
    /// The slides that a part of an own set allows before the turn.
    before: Box<ByPart<Slides>>,
    /// The slides that a part of an own set allows to have been the last turn.
    after: Box<ByPart<Slides>>,
    /// The cells of the board that a part stands for.
    cells: Box<ByPart<u32>>,
}

impl Block {
    pub(super) fn new(numbering: &DeltaNumbering) -> Self {
        Self {
            slides: Vec::new(),
            all: (1 << numbering.free_cells()) - 1,
            before: Box::new([[[0; 3]; PART_SETS]; PARTS]),
            after: Box::new([[[0; 3]; PART_SETS]; PARTS]),
            cells: Box::new([[0; PART_SETS]; PARTS]),
        }
    }

    /// Turns to the block of an opponent's set. `slides` are those of an empty
    /// board.
    pub(super) fn turn_to(
        &mut self,
        numbering: &DeltaNumbering,
        slides: &[SlideCells],
        opponent: u32,
    ) {
        let squeeze = |set| numbering.squeezed(opponent, set);
        self.slides.clear();
        self.slides.extend(
            slides.iter().filter(|slide| (slide.from | slide.path) & opponent == 0).map(|slide| {
                let [from, path, filled] = [slide.from, slide.path, slide.filled].map(squeeze);
                SlideCells { from, path, filled }
            }),
        );
        let free: Vec<u32> = (0..25).filter(|cell| opponent >> cell & 1 == 0).collect();
        for part in 0..PARTS {
            let low = part as u32 * PART;
            self.fill_part(part, free.iter().skip(low as usize).take(PART as usize));
        }
    }

    /// The look-ups of one part. A cell that is empty rules out slides from it,
    /// and last turns that filled it; one that is taken rules out slides
    /// through it, and last turns that needed it empty and left it so.
    fn fill_part<'c>(&mut self, part: usize, cells: impl Iterator<Item = &'c u32>) {
        let mut every = [0; 3];
        for number in 0..self.slides.len() {
            every[number / 64] |= 1 << (number % 64);
        }
        let [mut taken, mut empty, mut taken_after, mut empty_after] = [[every; PART_SETS]; 4];
        let board = &mut self.cells[part];
        board[0] = 0;
        let mut sets = 1;
        for (bit, cell) in cells.enumerate() {
            let this = 1 << (part as u32 * PART + bit as u32);
            let [mut through, mut from, mut unneeded, mut unfilled] = [every; 4];
            for (number, slide) in self.slides.iter().enumerate() {
                let (word, slide_bit) = (number / 64, 1 << (number % 64));
                let needed = slide.from | slide.path & !slide.filled;
                for (allowed, cells) in [
                    (&mut through, slide.path),
                    (&mut from, slide.from),
                    (&mut unneeded, needed),
                    (&mut unfilled, slide.filled),
                ] {
                    if cells & this != 0 {
                        allowed[word] &= !slide_bit;
                    }
                }
            }
            // Sets with this cell, each from the one without it.
            for set in 0..sets {
                taken[set + sets] = both(taken[set], through);
                empty[set + sets] = both(empty[set], from);
                taken_after[set + sets] = both(taken_after[set], unneeded);
                empty_after[set + sets] = both(empty_after[set], unfilled);
                board[set + sets] = board[set] | 1 << cell;
            }
            sets *= 2;
        }
        for set in 0..sets {
            let others = sets - 1 - set;
            self.before[part][set] = both(taken[set], empty[others]);
            self.after[part][set] = both(taken_after[set], empty_after[others]);
        }
    }

    /// The own set as cells of the board.
    #[inline]
    pub(super) fn on_board(&self, own: u32) -> u32 {
        let [a, b, c] = parts(own);
        self.cells[0][a] | self.cells[1][b] | self.cells[2][c]
    }

    /// Whether no piece of the own set can slide.
    #[inline]
    pub(super) fn is_stuck(&self, own: u32) -> bool {
        chosen(&self.before, own) == [0; 3]
    }

    /// Whether one of the own sets that a turn can make of this one is in the
    /// set of sets (`wanted`), or is not.
    #[inline]
    pub(super) fn leads_to(&self, own: u32, sets: &SetOfSets, wanted: bool) -> bool {
        for_each_slide(chosen(&self.before, own), |number| {
            let slide = self.slides[number];
            let slid = own ^ slide.from ^ slide.filled;
            bits(own ^ slide.from).any(|lifted| sets.contains(slid ^ lifted) == wanted)
        })
    }

    /// Calls `visit` with every own set of which a turn can make this one.
    #[inline]
    pub(super) fn for_each_before(&self, own: u32, mut visit: impl FnMut(u32)) {
        for_each_slide(chosen(&self.after, own), |number| {
            let slide = self.slides[number];
            let unslid = own ^ slide.from ^ slide.filled;
            // The lifted piece stood on any cell that is free now and that the
            // slide did not need.
            bits(self.all & !(unslid | slide.path)).for_each(|lifted| visit(unslid | lifted));
            false
        });
    }
}

#[inline]
fn parts(set: u32) -> [usize; PARTS] {
    [set, set >> PART, set >> (2 * PART)].map(|part| part as usize % PART_SETS)
}

#[inline]
fn both(a: Slides, b: Slides) -> Slides {
    [a[0] & b[0], a[1] & b[1], a[2] & b[2]]
}

#[inline]
fn chosen(by_part: &ByPart<Slides>, set: u32) -> Slides {
    let [a, b, c] = parts(set);
    both(both(by_part[0][a], by_part[1][b]), by_part[2][c])
}

/// Calls `visit` with the number of each slide until it returns true; returns
/// whether it did.
#[inline]
fn for_each_slide(slides: Slides, mut visit: impl FnMut(usize) -> bool) -> bool {
    for (word, mut slides) in slides.into_iter().enumerate() {
        while slides != 0 {
            if visit(64 * word + slides.trailing_zeros() as usize) {
                return true;
            }
            slides &= slides - 1;
        }
    }
    false
}

/// Each cell of a set as a set of its own.
#[inline]
fn bits(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = set & set.wrapping_neg();
        set ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}
