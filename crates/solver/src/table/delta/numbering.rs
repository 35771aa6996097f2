//! Positions of the lifting phase as numbers.

use super::binomial::{Ranks, binomial, subsets};
use crate::table::{DeltaTables, Indexed, Judged, TableWork};
use plywood_game::{Evaluator, Game, Side};
use plywood_games::delta::{Delta, Position, Potential, holds_line, image};
use plywood_judges::{DeltaJudge, DeltaState};

const CELLS: u32 = 25;
const SYMMETRIES: usize = 8;
const ROWS: usize = 5;
/// The sets of cells of one row.
const ROW_SETS: usize = 32;

/// What is known about a set of cells: in one word, because it is looked up at
/// random.
#[derive(Clone, Copy)]
pub(super) struct SetInfo(u32);

impl SetInfo {
    const HAS_LINE: u32 = 8;
    const IS_SYMMETRIC: u32 = 16;
    const CLASS: u32 = 5;

    /// The number of its class.
    #[inline]
    pub(super) fn class(self) -> usize {
        (self.0 >> Self::CLASS) as usize
    }

    /// A symmetry that takes the set to the first of its class.
    #[inline]
    fn symmetry(self) -> usize {
        (self.0 & 7) as usize
    }

    /// Whether several symmetries do.
    #[inline]
    pub(super) fn is_symmetric(self) -> bool {
        self.0 & Self::IS_SYMMETRIC != 0
    }

    /// Whether it holds four in a line.
    #[inline]
    pub(super) fn has_line(self) -> bool {
        self.0 & Self::HAS_LINE != 0
    }
}

/// The numbers of the lifting phase of one game.
///
/// ```
/// use plywood_games::delta::Delta;
/// use plywood_solver::table::{DeltaNumbering, Indexed};
/// let four = Delta::standard().with_pieces(4).expect("a variant");
/// let numbering = DeltaNumbering::new(four);
/// assert_eq!(numbering.count(), 1_666 * 5_985);
/// assert_eq!(numbering.name(), "delta:pieces=4", "the opening makes no difference");
/// ```
pub struct DeltaNumbering {
    game: Delta,
    pub(super) block_len: usize,
    /// The first set of each class, in increasing order.
    pub(super) classes: Vec<u32>,
    info: Vec<SetInfo>,
    ranks: Ranks,
    /// Ranks and sets among the cells that the own pieces leave free.
    free_ranks: Ranks,
    pub(super) free_sets: Vec<u32>,
    images: [[[u32; ROW_SETS]; ROWS]; SYMMETRIES],
    squeezed: [[u8; ROW_SETS]; ROW_SETS],
}

impl DeltaNumbering {
    /// The numbers of a game's lifting phase.
    #[must_use]
    pub fn new(game: Delta) -> Self {
        let (pieces, free) = (game.pieces(), CELLS - game.pieces());
        let images = std::array::from_fn(|symmetry| {
            std::array::from_fn(|row| {
                std::array::from_fn(|set| image(symmetry, (set as u32) << (5 * row)))
            })
        });
        let mut numbering = Self {
            game,
            block_len: binomial(free, pieces) as usize,
            classes: Vec::new(),
            info: Vec::new(),
            ranks: Ranks::new(CELLS),
            free_ranks: Ranks::new(free),
            free_sets: subsets(free, pieces),
            images,
            squeezed: std::array::from_fn(|taken| {
                std::array::from_fn(|set| squeezed_row(taken as u8, set as u8))
            }),
        };
        numbering.classify();
        numbering
    }

    fn classify(&mut self) {
        let sets = subsets(CELLS, self.game.pieces());
        let mut info = Vec::with_capacity(sets.len());
        for &set in &sets {
            let images = self.images_of(set);
            let first = images.into_iter().fold(set, u32::min);
            // A set's first image is never larger, so its class is known.
            let class = match self.classes.binary_search(&first) {
                Ok(class) => class,
                Err(_) => {
                    self.classes.push(first);
                    self.classes.len() - 1
                }
            };
            let to_first = images.iter().filter(|&&image| image == first).count();
            let symmetry = images.iter().position(|&image| image == first).unwrap_or(0);
            let line = u32::from(holds_line(set)) * SetInfo::HAS_LINE;
            let symmetric = u32::from(to_first > 1) * SetInfo::IS_SYMMETRIC;
            let class = (class as u32) << SetInfo::CLASS;
            info.push(SetInfo(class | symmetry as u32 | line | symmetric));
        }
        self.info = info;
    }

    /// Cells that the own pieces leave free.
    pub(super) fn free_cells(&self) -> u32 {
        CELLS - self.game.pieces()
    }

    /// A set of cells as a symmetry shows it.
    #[inline]
    fn image(&self, symmetry: usize, set: u32) -> u32 {
        let rows = &self.images[symmetry];
        (0..ROWS).fold(0, |cells, row| cells | rows[row][(set >> (5 * row) & 31) as usize])
    }

    /// A set of cells as each symmetry shows it.
    pub(super) fn images_of(&self, set: u32) -> [u32; SYMMETRIES] {
        std::array::from_fn(|symmetry| self.image(symmetry, set))
    }

    /// What is known about a set of as many cells as a side has pieces.
    #[inline]
    pub(super) fn info(&self, set: u32) -> SetInfo {
        self.info[self.ranks.rank(set)]
    }

    /// A set of free cells, counted among the free cells alone.
    #[inline]
    pub(super) fn squeezed(&self, taken: u32, set: u32) -> u32 {
        let (mut squeezed, mut shift) = (0, 0);
        for row in 0..ROWS {
            let taken = taken >> (5 * row) & 31;
            let part = self.squeezed[taken as usize][(set >> (5 * row) & 31) as usize];
            squeezed |= u32::from(part) << shift;
            shift += 5 - taken.count_ones();
        }
        squeezed
    }

    /// Calls `visit` with every number of a position, by the own set and the
    /// images of the opponent's. Returns the class of the own set.
    #[inline]
    pub(super) fn numbers(
        &self,
        own: u32,
        opponent: &[u32; SYMMETRIES],
        mut visit: impl FnMut(u64),
    ) -> usize {
        let info = self.info(own);
        let first = self.classes[info.class()];
        let number = |symmetry: usize| {
            let rank = self.free_ranks.rank(self.squeezed(first, opponent[symmetry]));
            (info.class() * self.block_len + rank) as u64
        };
        if info.is_symmetric() {
            let to_first = |&symmetry: &usize| self.image(symmetry, own) == first;
            (0..SYMMETRIES).filter(to_first).for_each(|symmetry| visit(number(symmetry)));
        } else {
            visit(number(info.symmetry()));
        }
        info.class()
    }

    /// Own and opponent's set of a number, which must be below the count.
    pub(super) fn sets(&self, index: u64) -> [u32; 2] {
        let own = self.classes[(index / self.block_len as u64) as usize];
        let opponent = self.free_sets[(index % self.block_len as u64) as usize];
        [own, self.spread(own, opponent)]
    }

    /// The smallest number of a position, by its own and its opponent's set.
    fn first_number(&self, [own, opponent]: [u32; 2]) -> u64 {
        let info = self.info(own);
        let first = self.classes[info.class()];
        if !info.is_symmetric() {
            let image = self.image(info.symmetry(), opponent);
            let rank = self.free_ranks.rank(self.squeezed(first, image));
            return (info.class() * self.block_len + rank) as u64;
        }
        let mut least = u64::MAX;
        self.numbers(own, &self.images_of(opponent), |number| least = least.min(number));
        least
    }

    /// The inverse of [`squeezed`](Self::squeezed).
    fn spread(&self, taken: u32, squeezed: u32) -> u32 {
        let (mut spread, mut squeezed) = (0, squeezed);
        for cell in 0..CELLS {
            let is_free = !taken >> cell & 1;
            spread |= (squeezed & is_free) << cell;
            squeezed >>= is_free;
        }
        spread
    }
}

/// The cells of a row that are not taken, moved together.
fn squeezed_row(taken: u8, set: u8) -> u8 {
    let free = (0..5).filter(|cell| taken >> cell & 1 == 0);
    free.enumerate().map(|(place, cell)| (set >> cell & 1) << place).sum()
}

impl Indexed for DeltaNumbering {
    type Game = Delta;

    fn game(&self) -> &Delta {
        &self.game
    }

    fn count(&self) -> u64 {
        (self.classes.len() * self.block_len) as u64
    }

    fn block_len(&self) -> usize {
        self.block_len
    }

    fn index(&self, position: &Position) -> Option<u64> {
        if !self.game.is_lifting(position) {
            return None;
        }
        let mover = self.game.to_move(position);
        Some(self.first_number([mover, mover.other()].map(|side| position.cells(side))))
    }

    /// With Black to move.
    fn position(&self, index: u64) -> Option<Position> {
        if index >= self.count() {
            return None;
        }
        self.game.lifting_position(self.sets(index), Side::First)
    }

    fn plies_ahead(&self, position: &Position) -> u8 {
        self.game.turns_before_lifting(position) as u8
    }

    fn looks(&self, position: &Position) -> i32 {
        Potential::default().evaluate(&self.game, position)
    }

    fn is_first(&self, index: u64) -> bool {
        let own = self.classes[(index / self.block_len as u64) as usize];
        if !self.info(own).is_symmetric() {
            return true;
        }
        let [own, opponent] = self.sets(index);
        let mut first = true;
        self.numbers(own, &self.images_of(opponent), |number| first &= number >= index);
        first
    }

    fn name(&self) -> String {
        DeltaTables(self.game).name()
    }
}

impl Judged for DeltaNumbering {
    type Judge = DeltaJudge;

    /// In the lifting phase White's second turn is past.
    fn judge(&self) -> DeltaJudge {
        DeltaJudge { second_turn_must_place: false, pieces: self.game.pieces() as usize }
    }

    fn state(&self, index: u64) -> Option<DeltaState> {
        let [own, opponent] = self.sets(index);
        let owner = |cell: usize| {
            let stands = |set: u32| set >> cell & 1 == 1;
            let of_own = stands(own).then_some(Side::First);
            of_own.or_else(|| stands(opponent).then_some(Side::Second))
        };
        let board =
            std::array::from_fn(|row| std::array::from_fn(|column| owner(5 * row + column)));
        self.judge().state(board, Side::First).ok()
    }

    fn number(&self, state: &DeltaState) -> Option<u64> {
        let mover = state.to_move();
        // Without branches: which cells are taken cannot be foreseen.
        let mut sets = [0, 0];
        for (cell, content) in state.board().iter().flatten().enumerate() {
            sets[0] |= u32::from(*content == Some(mover)) << cell;
            sets[1] |= u32::from(*content == Some(mover.other())) << cell;
        }
        let is_lifting = sets.iter().all(|set: &u32| set.count_ones() == self.game.pieces());
        is_lifting.then(|| self.first_number(sets))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_game::{Random, Symmetry};

    fn numbering(pieces: u32) -> DeltaNumbering {
        DeltaNumbering::new(Delta::placement().with_pieces(pieces).expect("a variant"))
    }

    #[test]
    fn a_number_is_that_of_its_position_and_of_all_its_images() {
        let mut dice = Random::new(1);
        for pieces in 4..=9 {
            let numbering = numbering(pieces);
            let game = *numbering.game();
            for _ in 0..2_000 {
                let index = dice.below(numbering.count() as usize) as u64;
                let Some(position) = numbering.position(index) else {
                    assert!(numbering.sets(index).into_iter().all(holds_line));
                    continue;
                };
                let first = numbering.index(&position).expect("a number");
                assert_eq!(first == index, numbering.is_first(index));
                assert!(first == index || numbering.info(numbering.sets(index)[0]).is_symmetric());
                for symmetry in 0..game.symmetries() {
                    let image = game.transform(symmetry, &position);
                    assert_eq!(numbering.index(&image), Some(first), "{image:?}");
                }
                let [own, opponent] = numbering.sets(index);
                let swapped = game.lifting_position([opponent, own], Side::Second);
                assert_eq!(numbering.index(&swapped.expect("a position")), Some(first));
            }
        }
    }

    /// By Burnside's lemma: the mean over the symmetries of the boards that
    /// each leaves as they are. A symmetry that exchanges pairs of cells and
    /// leaves `fixed` cells in place must give each side whole pairs.
    #[test]
    fn first_numbers_are_as_many_as_boards_up_to_symmetry() {
        let numbering = numbering(4);
        let firsts = (0..numbering.count()).filter(|&index| numbering.is_first(index)).count();
        let fixed_by = |symmetry| {
            let all = subsets(CELLS, 4);
            let fixed: Vec<u32> =
                all.into_iter().filter(|&set| image(symmetry, set) == set).collect();
            let disjoint = |own: &u32| fixed.iter().filter(|&&other| own & other == 0).count();
            fixed.iter().map(disjoint).sum::<usize>()
        };
        assert_eq!(firsts * SYMMETRIES, (0..SYMMETRIES).map(fixed_by).sum::<usize>());
    }

    #[test]
    fn there_are_as_many_numbers_as_the_module_says() {
        let numbering = numbering(9);
        assert_eq!((numbering.classes.len(), numbering.block_len()), (256_585, 11_440));
    }

    #[test]
    fn positions_before_the_lifting_phase_have_no_number() {
        let game = Delta::standard();
        assert_eq!(numbering(9).index(&game.initial()), None);
        let full = numbering(4);
        assert_eq!(full.position(full.count()), None);
    }
}
