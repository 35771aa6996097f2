//! What the four codes of a cell are together.
//!
//! The codes are a multiset of four of fifteen, of which there are 3,060. What they are
//! worth, and how early they should be tried, was set by hand, and for K = 5 then learned
//! (`learned.txt`): `crates/learn/examples/shapes.rs` says how. The file is from 201,675
//! positions of some 10,000 games at 600 to 1,800 nodes a move, a sixth of which were
//! played with earlier learned weights and the others with those before; the outcome
//! counted 7 tenths.

use super::codes::{Code, LINE, MOST_LACKING, lacking};
use std::collections::HashMap;

/// What a mark on a cell makes, by its four directions together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// No threat.
    Quiet,
    /// An open three: it threatens to become a four with two ends.
    Three,
    /// Two open threes.
    TwoThrees,
    /// A four: one reply.
    Four,
    /// A four and an open three.
    FourAndThree,
    /// Two cells that complete a line, in one direction or in two: no reply.
    TwoEnds,
    /// A line.
    Line,
}

/// The number of classes.
pub(super) const CLASSES: usize = 7;

/// A cell's codes for one side, four bits a direction.
pub(super) type CellCodes = u16;

/// What a mark on a cell is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Combination {
    pub(super) class: Class,
    /// For the evaluation: if the side is to move, and if it is not.
    pub(super) worth: [i16; 2],
    /// For the order of moves: of one's own mark, and of taking the cell from the other.
    pub(super) score: [i32; 2],
    /// Whether no other mark of the side is in a line with it that could win.
    pub(super) is_apart: bool,
}

/// The combinations, by the numbers of the two pairs of codes.
#[derive(Debug)]
pub(super) struct Weights {
    combinations: Box<[Combination]>,
    pairs: [u8; 256],
    /// What the threats that can be made are worth beyond the cells, by their mask.
    pub(super) threats: [i16; THREATS],
    /// What a score is multiplied by, to be comparable with history scores.
    pub(super) factor: i32,
}

/// The number of masks of threats: a four with two ends of the other side, and four
/// classes of both.
pub(super) const THREATS: usize = 512;

/// The length of lines for which weights were learned.
const LEARNED_FOR: u32 = 5;

/// The number of pairs of codes whose order does not matter.
const PAIRS: usize = 120;

/// What a line that lacks 1, 2 and so on is worth, closed and open.
const WORTH: [[i16; 2]; MOST_LACKING as usize] =
    [[120, 300], [36, 80], [6, 14], [2, 4], [1, 2], [0, 1]];

/// The same for the order of moves.
const SCORE: [[i32; 2]; MOST_LACKING as usize] =
    [[500, 1000], [120, 400], [20, 50], [4, 8], [2, 4], [1, 2]];

/// What a four with two ends is worth that the other side has a move to stop.
const STOPPED: i16 = 250;

impl Weights {
    /// The weights for lines of `k`: the learned ones where there are any, those set
    /// by hand for all other combinations.
    pub(super) fn new(k: u32) -> Self {
        let mut learned = HashMap::new();
        let mut threats = [0; THREATS];
        if k == LEARNED_FOR {
            for line in include_str!("learned.txt").lines() {
                match *numbers(line).as_slice() {
                    [a, b, c, d, to_move, waiting, own, taken] => {
                        let codes = [a, b, c, d].map(|code| code as Code);
                        learned.insert(codes, ([to_move, waiting], [own, taken].map(i32::from)));
                    }
                    [mask, worth] => threats[mask as usize % THREATS] = worth,
                    _ => {}
                }
            }
        }
        let weighed = |codes: [Code; 4]| {
            let by_hand = combination(codes, k);
            match learned.get(&without_small(codes)) {
                Some(&(worth, score)) => Combination { worth, score, ..by_hand },
                None if k == LEARNED_FOR => Combination { score: rare(by_hand.class), ..by_hand },
                None => by_hand,
            }
        };
        let factor = if k == LEARNED_FOR { 4096 } else { 512 };
        let mut pairs = [0; 256];
        let mut combinations = vec![weighed([0; 4]); PAIRS * PAIRS];
        let codes = 0..=LINE;
        let unordered: Vec<[Code; 2]> =
            codes.clone().flat_map(|high| (0..=high).map(move |low| [high, low])).collect();
        for (number, &[one, other]) in unordered.iter().enumerate() {
            pairs[usize::from(one << 4 | other)] = number as u8;
            pairs[usize::from(other << 4 | one)] = number as u8;
            for (other_number, two) in unordered.iter().enumerate() {
                let codes = [one, other, two[0], two[1]];
                combinations[number * PAIRS + other_number] = weighed(codes);
            }
        }
        Self { combinations: combinations.into(), pairs, threats, factor }
    }

    #[inline]
    pub(super) fn of(&self, codes: CellCodes) -> &Combination {
        let low = usize::from(self.pairs[usize::from(codes & 0xff)]);
        let high = usize::from(self.pairs[usize::from(codes >> 8)]);
        &self.combinations[high * PAIRS + low]
    }
}

/// The codes in order, those of a mark that would be alone in its line as 0: learned
/// weights do not tell these apart.
pub(super) fn without_small(codes: [Code; 4]) -> [Code; 4] {
    let mut codes = codes.map(|code| if code < lacking(3, false) { 0 } else { code });
    codes.sort_unstable();
    codes
}

/// The numbers of a line of the file of weights: four codes in order, the worth to the
/// side to move and to the other, and the scores of making them and of taking the cell;
/// or a mask of threats and its worth.
fn numbers(line: &str) -> Vec<i16> {
    line.split(' ').filter_map(|word| word.parse().ok()).collect()
}

/// The scores of combinations that are too rare to be learned.
fn rare(class: Class) -> [i32; 2] {
    match class {
        Class::Quiet => [0, 0],
        Class::Three => [100, 100],
        Class::TwoThrees | Class::Four => [200, 200],
        Class::FourAndThree => [600, 500],
        Class::TwoEnds => [1_600, 1_500],
        Class::Line => [3_200, 3_100],
    }
}

fn combination(codes: [Code; 4], k: u32) -> Combination {
    let class = class(codes);
    let mut sums = (0, 0);
    let mut shapes = 0;
    for marks in 1..k.min(MOST_LACKING + 1) {
        for open in [false, true] {
            let count = codes.iter().filter(|&&code| code == lacking(marks, open)).count();
            // A mark alone is worth little, whatever K is.
            let index = if marks == k - 1 { MOST_LACKING } else { marks } as usize - 1;
            sums.0 += WORTH[index][usize::from(open)] * count as i16;
            sums.1 += SCORE[index][usize::from(open)] * count as i32;
            shapes += if marks < k - 1 { count as i16 } else { 0 };
        }
    }
    let crossing = 6 * (shapes - 1).max(0);
    let (worth, score) = match class {
        Class::Quiet => (0, 0),
        Class::Three => (0, 100),
        Class::TwoThrees => (250, 2_000),
        Class::Four => (0, 200),
        Class::FourAndThree => (500, 6_000),
        Class::TwoEnds => (600, 10_000),
        Class::Line => (1_000, 50_000),
    };
    // Codes do not tell a mark alone from two where K is longer.
    let is_apart = k <= MOST_LACKING + 1 && shapes == 0 && !codes.contains(&LINE);
    let worth = sums.0 + crossing + worth;
    // The other side is to move, and stops it.
    let waiting = if class == Class::TwoEnds { STOPPED } else { worth };
    Combination {
        class,
        worth: [worth / 4 * 5, waiting],
        score: [5 * (sums.1 + score), 4 * (sums.1 + score)],
        is_apart,
    }
}

fn class(codes: [Code; 4]) -> Class {
    let count = |wanted: Code| codes.iter().filter(|&&code| code == wanted).count();
    let fours = count(lacking(1, false));
    let threes = count(lacking(2, true));
    if count(LINE) > 0 {
        Class::Line
    } else if count(lacking(1, true)) > 0 || fours > 1 {
        Class::TwoEnds
    } else if fours > 0 && threes > 0 {
        Class::FourAndThree
    } else if fours > 0 {
        Class::Four
    } else if threes > 1 {
        Class::TwoThrees
    } else if threes > 0 {
        Class::Three
    } else {
        Class::Quiet
    }
}
