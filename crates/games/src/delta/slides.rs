//! Where pieces can slide: at least two cells in one of eight directions, all
//! cells passed and the destination empty.
//!
//! Slides of all pieces in one direction are found together. A piece slides
//! two cells if the next two are empty, so shifting the empty cells back by
//! one and two steps onto the pieces gives every piece that can, and each
//! further shift those that can go one cell further.

use super::board::{ROW, SIZE, STRIDES, Square, squares};

/// The longest slide, from edge to edge.
const LONGEST: usize = SIZE - 1;

/// The pieces that can slide at least two, three and four cells in one
/// direction.
type Reach = [u32; LONGEST - 1];

/// The reach to the right or down.
#[inline]
const fn reach_onward(pieces: u32, empty: u32, stride: u32) -> Reach {
    let two = pieces & empty >> stride & empty >> (2 * stride);
    let three = two & empty >> (3 * stride);
    [two, three, three & empty >> (4 * stride)]
}

/// The reach to the left or up.
#[inline]
const fn reach_back(pieces: u32, empty: u32, stride: u32) -> Reach {
    let two = pieces & empty << stride & empty << (2 * stride);
    let three = two & empty << (3 * stride);
    [two, three, three & empty << (4 * stride)]
}

/// Whether any piece can slide.
#[inline]
pub(super) fn any(pieces: u32, empty: u32) -> bool {
    STRIDES.into_iter().any(|stride| {
        let [onward, ..] = reach_onward(pieces, empty, stride);
        let [back, ..] = reach_back(pieces, empty, stride);
        onward | back != 0
    })
}

/// How many slides there are.
#[inline]
pub(super) fn count(pieces: u32, empty: u32) -> u32 {
    let mut total = 0;
    for stride in STRIDES {
        let onward = binary(reach_onward(pieces, empty, stride));
        let back = binary(reach_back(pieces, empty, stride));
        // Counting bits is the slow part, so two boards share a word.
        let [units, twos] =
            [0, 1].map(|digit| u64::from(onward[digit]) << 32 | u64::from(back[digit]));
        total += units.count_ones() + 2 * twos.count_ones();
    }
    total
}

/// How many slides a piece on each cell would have, as four binary digits,
/// units first. Nine is the most: from the corner of an empty board.
#[inline]
pub(super) const fn counts_by_cell(empty: u32) -> [u32; 4] {
    let mut total = [0; 4];
    let mut index = 0;
    while index < STRIDES.len() {
        let onward = binary(reach_onward(!0, empty, STRIDES[index]));
        let back = binary(reach_back(!0, empty, STRIDES[index]));
        total = plus(plus(total, onward), back);
        index += 1;
    }
    total
}

/// Adds two binary digits to four, all cells at once.
#[inline]
const fn plus([units, twos, fours, eights]: [u32; 4], [unit, two]: [u32; 2]) -> [u32; 4] {
    let carry = units & unit;
    let to_fours = twos & two | carry & (twos ^ two);
    [units ^ unit, twos ^ two ^ carry, fours ^ to_fours, eights | fours & to_fours]
}

/// The cells that some slide fills: with the piece itself or with the one that
/// it puts on the last cell passed.
#[inline]
pub(super) fn fillable(pieces: u32, empty: u32) -> u32 {
    STRIDES.into_iter().fold(0, |cells, stride| {
        let [two, three, four] = reach_onward(pieces, empty, stride);
        let onward = two | two << stride | three << (2 * stride) | four << (3 * stride);
        let [two, three, four] = reach_back(pieces, empty, stride);
        let back = two | two >> stride | three >> (2 * stride) | four >> (3 * stride);
        cells | onward << stride | back >> stride
    })
}

/// The number of slides of each piece, none to three, as two binary digits. A
/// piece that can slide three cells can slide two: the sum needs no carry.
#[inline]
const fn binary([two, three, four]: Reach) -> [u32; 2] {
    [two ^ three ^ four, three]
}

/// Calls `visit` with both ends of every slide: direction by direction (right,
/// left, down, up, down-right, up-left, down-left, up-right), in each by the
/// piece's cell in reading order, shorter slides first.
#[inline]
pub(super) fn for_each(pieces: u32, empty: u32, mut visit: impl FnMut(Square, Square)) {
    for stride in STRIDES {
        let step = stride as i8;
        for_each_in(reach_onward(pieces, empty, stride), step, &mut visit);
        for_each_in(reach_back(pieces, empty, stride), -step, &mut visit);
    }
}

// Always, because its eight calls are the whole of listing moves, and each is
// better off knowing its step: a tenth fewer instructions in perft.
#[inline(always)]
fn for_each_in([two, three, four]: Reach, step: i8, visit: &mut impl FnMut(Square, Square)) {
    for from in squares(two) {
        visit(from, from.stepped(2 * step));
        if three & from.mask() != 0 {
            visit(from, from.stepped(3 * step));
        }
        if four & from.mask() != 0 {
            visit(from, from.stepped(4 * step));
        }
    }
}

/// One step from a cell towards another, by the numbers of their bits; 0 where
/// the cells are the same or not in one row, column or diagonal.
const STEPS: [[i8; 32]; 32] = {
    let mut steps = [[0; 32]; 32];
    let mut from = 0;
    while from < SIZE * SIZE {
        let mut to = 0;
        while to < SIZE * SIZE {
            let (start, end) =
                (Square::at(from % SIZE, from / SIZE), Square::at(to % SIZE, to / SIZE));
            let right = end.column() as i8 - start.column() as i8;
            let down = end.row() as i8 - start.row() as i8;
            if right == 0 || down == 0 || right.abs() == down.abs() {
                let step = right.signum() + down.signum() * ROW as i8;
                steps[start.bit() as usize][end.bit() as usize] = step;
            }
            to += 1;
        }
        from += 1;
    }
    steps
};

/// One step from a cell towards another in the same row, column or diagonal;
/// none if there is no such line, or no way to go.
#[inline]
pub(super) const fn step(from: Square, to: Square) -> Option<i8> {
    match STEPS[from.bit() as usize][to.bit() as usize] {
        0 => None,
        step => Some(step),
    }
}

/// The cell just before the destination, where a turn puts its second piece;
/// none if these are not the ends of a slide.
#[inline]
pub(super) const fn last_passed(from: Square, to: Square) -> Option<Square> {
    match step(from, to) {
        Some(step) if from.bit() != to.stepped(-step).bit() => Some(to.stepped(-step)),
        _ => None,
    }
}

/// The two cells that a legal slide fills: its destination and the one before.
#[inline]
pub(super) const fn filled(from: Square, to: Square) -> u32 {
    let step = STEPS[from.bit() as usize][to.bit() as usize];
    to.mask() | to.stepped(-step).mask()
}

/// The cells that a slide passes, the destination included, in their order;
/// none if these are not the ends of a slide.
pub(super) fn path(from: Square, to: Square) -> impl Iterator<Item = Square> {
    let step = step(from, to).unwrap_or_default();
    let mut cell = from;
    std::iter::from_fn(move || {
        (step != 0 && cell != to).then(|| {
            cell = cell.stepped(step);
            cell
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::delta::board::ALL;
    use plywood_game::Random;

    /// Every slide on a board, by walking step by step.
    fn walked(pieces: u32, empty: u32) -> Vec<(Square, Square, Square)> {
        let is_empty = |column: i32, row: i32| {
            let on_board = (0..5).contains(&column) && (0..5).contains(&row);
            on_board && empty & Square::at(column as usize, row as usize).mask() != 0
        };
        let mut slides = Vec::new();
        for from in squares(pieces) {
            for (right, down) in
                [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
            {
                let (mut column, mut row) = (from.column() as i32, from.row() as i32);
                let mut last = from;
                while is_empty(column + right, row + down) {
                    (column, row) = (column + right, row + down);
                    let to = Square::at(column as usize, row as usize);
                    if last != from {
                        slides.push((from, to, last));
                    }
                    last = to;
                }
            }
        }
        slides.sort_unstable();
        slides
    }

    #[test]
    fn slides_are_those_found_by_walking() {
        let mut dice = Random::new(1);
        for _ in 0..20_000 {
            let pieces = dice.next_u64() as u32 & dice.next_u64() as u32 & ALL;
            let empty = (dice.next_u64() | dice.next_u64()) as u32 & ALL & !pieces;
            let expected = walked(pieces, empty);
            let mut found = Vec::new();
            for_each(pieces, empty, |from, to| {
                found.push((from, to, last_passed(from, to).expect("a slide")));
                assert!(path(from, to).all(|cell| empty & cell.mask() != 0));
                assert_eq!(path(from, to).last(), Some(to));
            });
            let filled_by_one = found.iter().fold(0, |all, &(from, to, _)| all | filled(from, to));
            assert_eq!(fillable(pieces, empty), filled_by_one, "{pieces:x} {empty:x}");
            found.sort_unstable();
            assert_eq!(found, expected, "{pieces:x} {empty:x}");
            assert_eq!(count(pieces, empty) as usize, expected.len(), "{pieces:x} {empty:x}");
            let digits = counts_by_cell(empty).map(|digit| (digit & pieces).count_ones());
            let added = digits.into_iter().rev().fold(0, |sum, digit| 2 * sum + digit);
            assert_eq!(added as usize, expected.len(), "{pieces:x} {empty:x}");
            assert_eq!(any(pieces, empty), !expected.is_empty(), "{pieces:x} {empty:x}");
        }
    }

    #[test]
    fn other_cells_are_not_the_ends_of_a_slide() {
        let ends = squares(ALL).flat_map(|from| squares(ALL).map(move |to| (from, to)));
        let slides = ends.filter(|&(from, to)| last_passed(from, to).is_some()).count();
        assert_eq!(slides, walked(ALL, ALL).len());
        assert_eq!(path(Square::at(0, 0), Square::at(1, 2)).count(), 0);
        assert_eq!(path(Square::at(0, 0), Square::at(0, 0)).count(), 0);
    }
}
