//! A pattern of pairs for long lines on boards of every size: it has period 8, and in
//! it every row, column and diagonal has two neighbouring cells of its own, so that any
//! nine cells in a line hold a pair.

use super::Mnk;
use super::bits::Bits;
use super::geometry::DIRECTIONS;
use super::pairing::Pair;
use std::sync::LazyLock;

/// The length of lines from which on the pattern serves, and its period.
pub(super) const PATTERN_K: u32 = 9;
const PERIOD: usize = 8;

impl<const W: usize> Mnk<W> {
    /// The pairs of the pattern whose cells are empty, if they stop all lines
    /// without any of the cells `own`.
    pub(super) fn pattern_pairs(&self, marked: &Bits<W>, own: &Bits<W>) -> Option<Vec<Pair>> {
        let (rows, columns) = (self.params().rows(), self.params().columns());
        let mut partner = vec![None; self.params().cells()];
        for (cell, partner) in partner.iter_mut().enumerate() {
            let (row, column) = self.geometry.place(cell);
            let torus = usize::from(row) % PERIOD * PERIOD + usize::from(column) % PERIOD;
            let (down, right) = PATTERN[torus];
            let other = (i32::from(row) + down, i32::from(column) + right);
            let on_board = (0..i32::from(rows)).contains(&other.0)
                && (0..i32::from(columns)).contains(&other.1);
            if on_board {
                let other = self.geometry.cell(other.0 as u16, other.1 as u16);
                let empty = !marked.contains(cell) && !marked.contains(other);
                *partner = Some(other).filter(|_| empty);
            }
        }
        // A pair of the pattern is two neighbours of one line.
        let k = self.params().k() as usize;
        let holds = |(first, stride): (usize, usize)| {
            let mut cells = (0..k - 1).map(|step| first + step * stride);
            cells.any(|cell| partner[cell] == Some(cell + stride))
        };
        self.lines_clear_of(own).all(holds).then(|| {
            let pair = |(cell, other): (usize, &Option<usize>)| Some((cell, (*other)?));
            partner.iter().enumerate().filter_map(pair).filter(|(one, other)| one < other).collect()
        })
    }
}

/// For each cell of the pattern, row by row, the way to its partner; (0, 0) if
/// there is none.
static PATTERN: LazyLock<Vec<(i32, i32)>> = LazyLock::new(|| {
    let mut pattern = vec![(0, 0); PERIOD * PERIOD];
    let found = fill(&mut pattern, &mut (0..4 * PERIOD).collect());
    debug_assert!(found, "there is such a pattern");
    pattern
});

/// Gives each of the lines of the pattern, eight in each of the four directions
/// on a board without borders, two neighbouring cells of its own. The line with
/// the fewest ways is first.
fn fill(pattern: &mut [(i32, i32)], lines: &mut Vec<usize>) -> bool {
    let free = |pattern: &[(i32, i32)], line: usize| -> Vec<usize> {
        let starts = (0..PERIOD).map(|step| cell_of_line(line, step));
        let is_free = |cell: usize| pattern[cell] == (0, 0);
        starts.filter(|&cell| is_free(cell) && is_free(next_in_line(line, cell))).collect()
    };
    let tightest = (0..lines.len()).min_by_key(|&index| free(pattern, lines[index]).len());
    let Some(index) = tightest else { return true };
    let line = lines.swap_remove(index);
    for cell in free(pattern, line) {
        let (down, right) = DIRECTIONS[line / PERIOD];
        let next = next_in_line(line, cell);
        (pattern[cell], pattern[next]) = ((down, right), (-down, -right));
        if fill(pattern, lines) {
            return true;
        }
        (pattern[cell], pattern[next]) = ((0, 0), (0, 0));
    }
    lines.push(line);
    false
}

/// The cell this many steps along a line of the pattern.
fn cell_of_line(line: usize, step: usize) -> usize {
    let number = line % PERIOD;
    let (row, column) = match line / PERIOD {
        0 => (number, step),
        1 => (step, number),
        2 => (step, (step + number) % PERIOD),
        _ => (step, (PERIOD + number - step) % PERIOD),
    };
    row * PERIOD + column
}

/// The next cell of the pattern along a line.
fn next_in_line(line: usize, cell: usize) -> usize {
    let (down, right) = DIRECTIONS[line / PERIOD];
    let wrapped = |place: usize, step: i32| (place as i32 + step).rem_euclid(PERIOD as i32);
    (wrapped(cell / PERIOD, down) * PERIOD as i32 + wrapped(cell % PERIOD, right)) as usize
}
