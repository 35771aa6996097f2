//! Judging unfinished positions by mobility and by lines in the making.
//!
//! The two ideas are those of the student report that brought the game here:
//! how many slides each side has, and how many empty cells would complete a
//! line. A cell that a slide can fill next turn tells far more than one that
//! none can, so it counts on its own; so do windows of four cells with two
//! pieces and no opposing one, the beginnings of lines.
//!
//! The weights are a logistic regression of the winner on 566,185 positions
//! from 76,479 games that a search of three plies played against itself, after
//! two to eleven random turns, with rougher weights of the same terms. With one
//! weight for slides it names the winner of 73 positions in a hundred; the
//! cross-entropy is 0.525, where a blind guess has 0.693. How a slide's worth
//! grows was read off regressions by the number of empty cells, which name the
//! winner of 80 positions in a hundred where at most twelve are empty.

use super::board::{ALL, ROW, STRIDES};
use super::{Delta, Position, slides};
use plywood_game::Evaluator;

/// How likely the side to move is to win, in hundredths of the logarithm of
/// the odds: 100 is about 73 %, 300 about 95 %. Nothing is carried from move to
/// move.
///
/// ```
/// use plywood_game::{Evaluator, Notation};
/// use plywood_games::delta::{Delta, Potential};
/// let game = Delta::standard();
/// // Black threatens to fill the gap on c2; White has no threat.
/// let position = game.parse_position("o.*.o/...../...../**.**/o.o.o *")?;
/// assert!(Potential::default().evaluate(&game, &position) > 300);
/// # Ok::<(), plywood_game::TextError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Potential {
    /// The worth of an empty cell that completes a line.
    gap: i32,
    /// The further worth of such a cell if a slide can fill it.
    threat: i32,
    /// The worth of four cells with two own pieces and no opposing one.
    half_line: i32,
    /// The worth of being on move.
    on_move: i32,
    /// Its further worth to a side with a threat, which most often wins at once.
    threat_on_move: i32,
    /// The worth of a slide.
    slide: i32,
    /// Its further worth for each cell fewer than [`OPEN`] that is empty: on a crowded board
    /// slides run out, and a side without one loses.
    crowded_slide: i32,
}

impl Default for Potential {
    #[inline]
    fn default() -> Self {
        Self {
            gap: 17,
            threat: 127,
            half_line: 27,
            on_move: 73,
            threat_on_move: 125,
            slide: 20,
            crowded_slide: 6,
        }
    }
}

impl Evaluator<Delta> for Potential {
    #[inline]
    fn evaluate(&self, _: &Delta, position: &Position) -> i32 {
        let opponent = position.pieces[position.to_move.other().index()];
        let prospects = Prospects::of(position.own(), opponent);
        self.balance(&prospects) + self.worth_of_the_move(&prospects)
    }

    fn parameters(&self) -> Vec<(&'static str, i32)> {
        let &Self { gap, threat, half_line, on_move, threat_on_move, slide, crowded_slide } = self;
        vec![
            ("gap", gap),
            ("threat", threat),
            ("half-line", half_line),
            ("on-move", on_move),
            ("threat-on-move", threat_on_move),
            ("slide", slide),
            ("crowded-slide", crowded_slide),
        ]
    }

    fn set_parameters(&mut self, values: &[i32]) {
        if let &[gap, threat, half_line, on_move, threat_on_move, slide, crowded_slide] = values {
            *self = Self { gap, threat, half_line, on_move, threat_on_move, slide, crowded_slide };
        }
    }
}

/// With at least this number of empty cells, a slide has its least worth.
const OPEN: i32 = 14;

impl Potential {
    /// The worth of a slide on a board with these cells empty.
    #[inline]
    const fn slide_weight(&self, empty: u32) -> i32 {
        let crowding = OPEN - empty.count_ones() as i32;
        self.slide + if crowding > 0 { self.crowded_slide * crowding } else { 0 }
    }

    /// What the side to move has more than its opponent, the move aside.
    #[inline]
    fn balance(&self, prospects: &Prospects) -> i32 {
        let slides = prospects.slides.iter().rev().fold(0, |sum, &digit| 2 * sum + lead(digit));
        let half_lines: i32 = prospects.half_lines.iter().map(|&windows| lead(windows)).sum();
        self.slide_weight(prospects.empty) * slides
            + self.gap * prospects.lead_in_gaps()
            + self.threat * lead(prospects.threats)
            + self.half_line * half_lines
    }

    #[inline]
    const fn worth_of_the_move(&self, prospects: &Prospects) -> i32 {
        let has_threat = prospects.threats as u32 != 0;
        self.on_move + if has_threat { self.threat_on_move } else { 0 }
    }
}

/// The board of the side to move in the lower half of a word and its opponent's
/// in the upper: both are computed at once.
type Pair = u64;

#[inline]
const fn pair(own: u32, opponent: u32) -> Pair {
    own as u64 | (opponent as u64) << 32
}

/// How many cells more the lower board has than the upper. Counting bits is
/// slow, so it is done once: of the upper board the others are counted.
#[inline]
const fn lead(cells: Pair) -> i32 {
    (cells ^ pair(0, u32::MAX)).count_ones() as i32 - u32::BITS as i32
}

/// What both sides can hope for.
pub(super) struct Prospects {
    empty: u32,
    /// How many slides a piece on each cell would have, in binary digits, where
    /// the pieces are.
    slides: [Pair; 4],
    /// Empty cells that complete a line.
    gaps: Pair,
    /// Gaps that a slide can fill.
    threats: Pair,
    /// The first cells of windows with two pieces, stride by stride.
    half_lines: [Pair; STRIDES.len()],
}

impl Prospects {
    #[inline]
    pub(super) fn of(own: u32, opponent: u32) -> Self {
        let pieces = pair(own, opponent);
        let empty = ALL & !(own | opponent);
        let mut gaps = 0;
        let half_lines = STRIDES.map(|stride| {
            let windows = Windows::of(pieces, pair(empty, empty), stride);
            let pairs = windows.with_three | windows.with_three << stride;
            gaps |= pairs | pairs << (2 * stride);
            windows.with_two
        });
        gaps &= pair(empty, empty);
        let threats = match gaps {
            0 => 0,
            _ => gaps & pair(slides::fillable(own, empty), slides::fillable(opponent, empty)),
        };
        let slides = slides::counts_by_cell(empty).map(|digit| pieces & pair(digit, digit));
        Self { empty, slides, gaps, threats, half_lines }
    }

    /// How many more empty cells complete a line of the side to move than of
    /// its opponent.
    #[inline]
    pub(super) fn lead_in_gaps(&self) -> i32 {
        lead(self.gaps)
    }
}

/// The first cells of the windows of four without opposing pieces that hold
/// two or three own ones, at one stride.
struct Windows {
    with_two: Pair,
    with_three: Pair,
}

impl Windows {
    #[inline]
    const fn of(pieces: Pair, empty: Pair, stride: u32) -> Self {
        // A window that leaves the board to the side has a cell that is not
        // free. One that leaves it below might go on on the upper board; its
        // first cell tells, for windows across never get that far.
        const TOP_ROWS: u32 = (1 << (2 * ROW)) - 1;
        let starts = if stride == 1 { Pair::MAX } else { pair(TOP_ROWS, TOP_ROWS) };
        let free = pieces | empty;
        let free_pairs = free & free >> stride;
        let free_windows = starts & free_pairs & free_pairs >> (2 * stride);
        // The pieces of all windows are added at once, in binary digits: of
        // each pair, then of both pairs.
        let next = pieces >> stride;
        let (unit, two) = (pieces ^ next, pieces & next);
        let (far_unit, far_two) = (unit >> (2 * stride), two >> (2 * stride));
        let odd = unit ^ far_unit;
        let two_or_three = free_windows & (two ^ far_two ^ unit & far_unit);
        Self { with_two: two_or_three & !odd, with_three: two_or_three & odd }
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::Square;
    use super::*;
    use plywood_game::{Random, testkit};

    fn value(position: &Position) -> i32 {
        Potential::default().evaluate(&Delta::standard(), position)
    }

    fn prospects(position: &Position) -> Prospects {
        let opponent = position.pieces[position.to_move.other().index()];
        Prospects::of(position.own(), opponent)
    }

    /// The position with the other side on move.
    fn passed(position: Position) -> Position {
        Position { to_move: position.to_move.other(), ..position }
    }

    /// Every position of some random games.
    fn positions() -> Vec<Position> {
        let mut dice = Random::new(3);
        let mut all = Vec::new();
        for _ in 0..300 {
            testkit::random_game(&Delta::standard(), &mut dice, |position, _| all.push(*position));
        }
        all
    }

    /// The windows of four, by walking the board.
    fn all_windows() -> Vec<u32> {
        let mut windows = Vec::new();
        for start in 0..25 {
            for (right, down) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
                let cell = |n: i32| {
                    let (column, row) = (start % 5 + n * right, start / 5 + n * down);
                    let on_board = (0..5).contains(&column) && row < 5;
                    on_board.then(|| Square::at(column as usize, row as usize).mask())
                };
                windows.extend((0..4).map(cell).sum::<Option<u32>>());
            }
        }
        windows
    }

    /// The worth of what one side has, window by window and slide by slide.
    fn worth(windows: &[u32], own: u32, empty: u32) -> i32 {
        let holding = |pieces: u32| {
            let free = windows.iter().filter(move |&window| window & !(own | empty) == 0);
            free.filter(move |&window| (window & own).count_ones() == pieces)
        };
        let gaps = holding(3).fold(0, |gaps, window| gaps | window & empty);
        let (mut slides, mut filled) = (0, 0);
        slides::for_each(own, empty, |from, to| {
            slides += 1;
            filled |= slides::filled(from, to);
        });
        let worth = Potential::default();
        worth.slide_weight(empty) * slides
            + worth.gap * gaps.count_ones() as i32
            + worth.threat * (gaps & filled).count_ones() as i32
            + worth.half_line * holding(2).count() as i32
    }

    #[test]
    fn prospects_are_those_found_window_by_window() {
        let windows = all_windows();
        assert_eq!(windows.len(), 28);
        for position in positions() {
            let [own, opponent] = [position, passed(position)]
                .map(|position| worth(&windows, position.own(), position.empty()));
            assert_eq!(
                Potential::default().balance(&prospects(&position)),
                own - opponent,
                "{position:?}"
            );
        }
    }

    #[test]
    fn what_one_side_hopes_for_the_other_fears() {
        for position in positions() {
            let [here, there] = [position, passed(position)].map(|position| {
                value(&position) - Potential::default().worth_of_the_move(&prospects(&position))
            });
            assert_eq!(here, -there, "{position:?}");
        }
    }

    #[test]
    fn colours_do_not_matter() {
        for position in positions() {
            let [black, white] = position.pieces;
            let exchanged = Position { pieces: [white, black], to_move: position.to_move.other() };
            assert_eq!(value(&position), value(&exchanged), "{position:?}");
        }
    }
}
