//! Patterns for a game that names none: lines, squares and random walks over its
//! board. What is needed of the game, the size of its board, the contents of cells
//! and the ways in which cells change places under its symmetries, is found by
//! looking at random games.

use crate::shape::{Pattern, Plan, Shape};
use plywood_game::{Cell, Random, Symmetry, View, mix};
use std::collections::HashMap;

/// The most codes of a generated pattern: with three contents, eight cells.
const MOST_CODES: usize = 6561;
const LONGEST: usize = 12;

/// The number of phases of a game that names none.
const PHASES: u8 = 4;

/// The cells of the board for each tuple that is a random walk.
const CELLS_PER_WALK: usize = 4;

/// The most places of generated patterns: on large boards as many as there are cells,
/// within these bounds. An evaluation reads a weight for each.
const MOST_PLACES: (usize, usize) = (160, 1024);

/// What was seen in random games.
struct Board {
    rows: usize,
    columns: usize,
    contents: u8,
    /// Where every cell goes, for each symmetry but the identity.
    images: Vec<Vec<Cell>>,
}

/// Random games that are looked at, and the most positions of them.
const GAMES: u64 = 64;
const MOST_POSITIONS: usize = 2048;

impl Board {
    fn of<G: View + Symmetry>(game: &G) -> Self {
        let picture = game.picture(&game.initial(), None);
        let (rows, columns) = (usize::from(picture.rows), usize::from(picture.columns));
        let size = rows * columns;
        let (mut cells, mut most) = (vec![0; size], 1);
        // The contents of each cell in all positions, as a hash: before the board is
        // turned, and as each symmetry shows it.
        let mut seen = vec![vec![0_u64; size]; game.symmetries()];
        let mut positions = 0;
        for number in 0..GAMES {
            let (mut dice, mut position) = (Random::new(mix(number)), game.initial());
            while game.outcome(&position).is_none() && positions < MOST_POSITIONS {
                for (symmetry, hashes) in seen.iter_mut().enumerate() {
                    game.cells(&game.transform(symmetry, &position), &mut cells);
                    for (hash, &content) in hashes.iter_mut().zip(&cells) {
                        most = most.max(content);
                        *hash = mix(*hash ^ u64::from(content) ^ (positions as u64) << 8);
                    }
                }
                positions += 1;
                let moves = game.legal_moves(&position);
                let Some(&mv) = dice.pick(&moves) else { break };
                game.play(&mut position, mv);
            }
        }
        let images = seen[1..].iter().filter_map(|turned| image(&seen[0], turned));
        Self { rows, columns, contents: most.saturating_add(1), images: images.collect() }
    }

    fn cell(&self, row: usize, column: usize) -> Cell {
        (row * self.columns + column) as Cell
    }

    /// The largest number of cells whose codes are not too many.
    fn longest(&self) -> usize {
        let fits = |&length: &usize| {
            let codes = usize::from(self.contents).checked_pow(length as u32);
            codes.is_some_and(|codes| codes <= MOST_CODES)
        };
        (1..=LONGEST).take_while(fits).last().unwrap_or(1)
    }

    /// The cells from one on in a direction, to the edge.
    fn ray(&self, (row, column): (usize, usize), (down, right): (isize, isize)) -> Vec<Cell> {
        let at = |step: isize| {
            let row = row.checked_add_signed(step * down)?;
            let column = column.checked_add_signed(step * right)?;
            (row < self.rows && column < self.columns).then(|| self.cell(row, column))
        };
        (0..).map_while(at).collect()
    }

    /// Rows, columns and diagonals, whole where they are short enough and otherwise in
    /// parts that overlap by half.
    fn lines(&self) -> Vec<Vec<Cell>> {
        let longest = self.longest();
        let starts = (0..self.rows).flat_map(|row| (0..self.columns).map(move |c| (row, c)));
        let mut lines = Vec::new();
        for start in starts {
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let begins = self.ray(start, (-down, -right)).len() == 1;
                let line = if begins { self.ray(start, (down, right)) } else { Vec::new() };
                let last = line.len().saturating_sub(longest);
                let mut parts: Vec<usize> = (0..last).step_by(longest.div_ceil(2)).collect();
                parts.push(last);
                let parts = parts.into_iter().map(|from| line.iter().skip(from).take(longest));
                lines.extend(parts.map(|part| part.copied().collect::<Vec<Cell>>()));
            }
        }
        lines.retain(|line| line.len() >= 3);
        lines
    }

    /// All rectangles of nearly as many cells as are allowed, lying and standing.
    fn rectangles(&self) -> Vec<Vec<Cell>> {
        let longest = self.longest();
        let short = longest.isqrt();
        let long = longest / short;
        let mut found = Vec::new();
        for (high, wide) in [(short, long), (long, short)] {
            for row in 0..(self.rows + 1).saturating_sub(high) {
                for column in 0..(self.columns + 1).saturating_sub(wide) {
                    let rows = row..row + high;
                    let cells = rows.flat_map(|r| (column..column + wide).map(move |c| (r, c)));
                    found.push(cells.map(|(row, column)| self.cell(row, column)).collect());
                }
            }
        }
        found
    }

    /// A walk from cell to neighbouring cell that visits none twice, of the allowed
    /// length or until there is no way on.
    fn walk(&self, dice: &mut Random) -> Vec<Cell> {
        let (mut row, mut column) = (dice.below(self.rows), dice.below(self.columns));
        let mut walk = vec![self.cell(row, column)];
        while walk.len() < self.longest() {
            let around = (0..9).filter_map(|way| {
                let next =
                    (row.checked_add_signed(way / 3 - 1)?, column.checked_add_signed(way % 3 - 1)?);
                let inside = next.0 < self.rows && next.1 < self.columns;
                (inside && !walk.contains(&self.cell(next.0, next.1))).then_some(next)
            });
            let around: Vec<(usize, usize)> = around.collect();
            let Some(&next) = dice.pick(&around) else { break };
            (row, column) = next;
            walk.push(self.cell(row, column));
        }
        walk
    }

    /// Lines, squares and walks, as many as an evaluation may read.
    fn patterns(&self, seed: u64) -> Vec<Pattern> {
        let mut dice = Random::new(seed);
        let cells = self.rows * self.columns;
        let most = cells.clamp(MOST_PLACES.0, MOST_PLACES.1);
        let walks = (cells / CELLS_PER_WALK).min(most / 4);
        let walks: Vec<Vec<Cell>> = (0..walks).map(|_| self.walk(&mut dice)).collect();
        let mut patterns: Vec<Pattern> = Vec::new();
        let mut places = 0;
        for tuple in self.lines().into_iter().chain(self.rectangles()).chain(walks) {
            if places < most && !patterns.iter().any(|known| known.covers(&tuple)) {
                let pattern = Pattern::under(&tuple, &self.images);
                places += pattern.places.len();
                patterns.push(pattern);
            }
        }
        patterns
    }
}

/// Where every cell goes, if each has the same contents after as another before.
fn image(before: &[u64], after: &[u64]) -> Option<Vec<Cell>> {
    let mut places: HashMap<u64, Vec<Cell>> = HashMap::new();
    for (cell, &hash) in after.iter().enumerate().rev() {
        places.entry(hash).or_default().push(cell as Cell);
    }
    before.iter().map(|hash| places.get_mut(hash)?.pop()).collect()
}

impl Shape {
    /// The patterns of a game: those that it names, or lines, squares and random
    /// walks from a seed.
    #[must_use]
    pub fn of_game<G: View + Symmetry>(game: &G, plan: &Plan, seed: u64) -> Self {
        let board = Board::of(game);
        let mut patterns: Vec<Pattern> = match plan.tuples.is_empty() {
            true => board.patterns(seed),
            false => plan.tuples.iter().map(|tuple| Pattern::under(tuple, &board.images)).collect(),
        };
        // A constant of its own.
        patterns.push(Pattern { places: vec![Vec::new()], turns: Vec::new() });
        let cells = board.rows * board.columns;
        let phases = if plan.phases == 0 { PHASES } else { plan.phases };
        let phase = |filled: usize| (filled * usize::from(phases) / (cells + 1)) as u8;
        Self {
            cells: cells as Cell,
            contents: board.contents,
            phases: (0..=cells).map(phase).collect(),
            exchange: plan.exchange && board.contents == 3,
            adds: plan.adds,
            patterns,
            counts: game.count_codes().to_vec(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_games::azulejos::Azulejos;
    use plywood_games::mnk::Mnk;
    use plywood_games::othello::Othello;

    #[test]
    fn symmetries_are_found_by_looking() {
        let board = Board::of(&Othello);
        assert_eq!((board.rows, board.columns, board.contents), (8, 8, 3));
        assert_eq!(board.images.len(), 7);
        for image in &board.images {
            assert!([0, 7, 56, 63].contains(&image[0]), "a corner goes to a corner");
        }
        let oblong = Board::of(&Mnk::<1>::new("4,6,3".parse().expect("a board")));
        assert_eq!((oblong.rows, oblong.columns, oblong.images.len()), (4, 6, 3));
        let tiles = Azulejos::parse_params("5x5,3,seed=1", 0).expect("a board");
        assert_eq!((Board::of(&tiles).contents, Board::of(&tiles).images.len()), (4, 0));
    }

    #[test]
    fn generated_patterns_cover_every_cell_and_are_possible() {
        for (game, places) in [("3,3,3", 8), ("8,8,5", 100), ("15,15,5", MOST_PLACES.0)] {
            let shape =
                Shape::of_game(&Mnk::<4>::new(game.parse().expect("a board")), &Plan::default(), 1);
            assert_eq!(shape.fault(), None, "{game}");
            let all: Vec<&Vec<Cell>> = shape.patterns.iter().flat_map(|p| &p.places).collect();
            assert!(all.len() >= places, "{game} has {}", all.len());
            let covered = |cell: Cell| all.iter().any(|place| place.contains(&cell));
            assert!((0..shape.cells).all(covered), "{game}");
        }
    }

    #[test]
    fn a_game_names_its_own_tuples() {
        let plan = Plan { tuples: vec![(0..8).collect()], phases: 10, ..Plan::default() };
        let shape = Shape::of_game(&Othello, &plan, 1);
        assert_eq!(shape.patterns[0].places.len(), 4, "an edge has four places");
        assert_eq!(shape.patterns[0].turns.len(), 1, "and looks the same from both ends");
        assert_eq!((shape.phase_count(), shape.phases[64]), (10, 9));
    }
}
