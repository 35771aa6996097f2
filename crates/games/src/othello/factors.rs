//! The heuristic of the `OMatic` report: a weighted sum of five factors, seen by
//! one player.
//!
//! | factor | what is counted | weight |
//! |---|---|---|
//! | parity | own discs less the opponent's, doubled after the threshold | 2 |
//! | corners | own less the opponent's | 50 |
//! | edges | own discs on the border less the opponent's, corners among them | 15 |
//! | stable edges | in addition, those joined to a corner of the same colour by an unbroken run along the edge, a corner itself among them | 30 |
//! | mobility | the player's own placements, doubled after the threshold | 2 |
//!
//! The threshold is 20 moves of the player, counted as half of the discs placed
//! since the start. Of mobility the report's text says that it matters less
//! late in the game, but gives no figure for that; its code, printed beside it,
//! doubles it, and its measurements were made so. Here it is doubled.
//!
//! Mobility is the player's alone, so the value is not the same with the sign
//! turned for the opponent, and the evaluator has to know who the player is.

use super::{Othello, Position, bitboard};
use plywood_game::{Evaluator, Side};
use std::str::FromStr;

/// The weights of the five factors.
///
/// They are written in the order of the report's table:
///
/// ```
/// use plywood_games::othello::Weights;
/// let weights: Weights = "2:15:50:100:2".parse().expect("five weights");
/// assert_eq!((weights.stable, weights.corners), (50, 100));
/// assert_eq!("2:15:30:50:2".parse(), Ok(Weights::default()));
/// assert!("2:15:50".parse::<Weights>().is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Weights {
    /// Of a placement.
    pub mobility: i32,
    /// Of a disc on the border.
    pub edges: i32,
    /// Of a disc on the border that is joined to a corner, in addition.
    pub stable: i32,
    /// Of a corner, in addition.
    pub corners: i32,
    /// Of a disc.
    pub parity: i32,
}

impl Default for Weights {
    /// Those that the report's program has.
    fn default() -> Self {
        Self { mobility: 2, edges: 15, stable: 30, corners: 50, parity: 2 }
    }
}

impl Weights {
    /// The five rows of the report's table of experiments.
    pub const ROWS: [Weights; 5] = [
        Weights { mobility: 1, edges: 20, stable: 60, corners: 100, parity: 1 },
        Weights { mobility: 2, edges: 20, stable: 60, corners: 100, parity: 2 },
        Weights { mobility: 2, edges: 10, stable: 30, corners: 50, parity: 2 },
        Weights { mobility: 2, edges: 15, stable: 60, corners: 100, parity: 2 },
        Weights { mobility: 2, edges: 15, stable: 50, corners: 100, parity: 2 },
    ];
}

/// The largest weight: with it no sum is larger than estimates may be.
const HEAVIEST: u16 = 10_000;

/// The text is not five weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotWeights;

impl FromStr for Weights {
    type Err = NotWeights;

    fn from_str(text: &str) -> Result<Self, NotWeights> {
        let weight = |word: &str| {
            let plain = word.bytes().all(|byte| byte.is_ascii_digit());
            let weight: Option<u16> = word.parse().ok();
            weight.filter(|weight| plain && *weight <= HEAVIEST).map(i32::from)
        };
        let weights: Option<Vec<i32>> = text.split(':').map(weight).collect();
        match weights.as_deref() {
            Some(&[mobility, edges, stable, corners, parity]) => {
                Ok(Self { mobility, edges, stable, corners, parity })
            }
            _ => Err(NotWeights),
        }
    }
}

/// After this many moves of the player, parity and mobility count double.
const THRESHOLD: u32 = 20;

/// Values positions by the five factors, for one player.
///
/// ```
/// use plywood_game::{Evaluator, Game, Side};
/// use plywood_games::othello::{Factors, Othello, Weights};
/// let black = Factors { player: Side::First, weights: Weights::default() };
/// // Nothing but four placements.
/// assert_eq!(black.evaluate(&Othello, &Othello.initial()), 4 * 2);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Factors {
    /// Whose mobility counts.
    pub player: Side,
    /// What the factors are worth.
    pub weights: Weights,
}

impl Factors {
    /// The sum of the factors, for the player.
    fn sum(&self, own: u64, opponent: u64) -> i32 {
        let lead = |own: u64, opponent: u64| own.count_ones() as i32 - opponent.count_ones() as i32;
        let turns = (own | opponent).count_ones().saturating_sub(4) / 2;
        let late = if turns > THRESHOLD { 2 } else { 1 };
        let mobility = bitboard::placements(own, opponent).count_ones() as i32;
        self.weights.mobility * mobility * late
            + self.weights.edges * lead(own & BORDER, opponent & BORDER)
            + self.weights.stable * lead(joined_to_corners(own), joined_to_corners(opponent))
            + self.weights.corners * lead(own & CORNERS, opponent & CORNERS)
            + self.weights.parity * lead(own, opponent) * late
    }
}

impl Evaluator<Othello> for Factors {
    fn evaluate(&self, _: &Othello, position: &Position) -> i32 {
        let own = position.discs(self.player);
        let value = self.sum(own, position.discs(self.player.other()));
        if position.to_move() == self.player { value } else { -value }
    }
}

const CORNERS: u64 = 0x8100_0000_0000_0081;
const BORDER: u64 = 0xff81_8181_8181_81ff;

/// The discs that an unbroken run along the border joins to a corner.
fn joined_to_corners(set: u64) -> u64 {
    let along = |corner: u64, step: fn(u64) -> u64| {
        let mut joined = corner & set;
        for _ in 1..8 {
            joined |= step(joined) & set;
        }
        joined
    };
    let (a1, h1, a8, h8) = (1, 1 << 7, 1 << 56, 1 << 63);
    along(a1, |set| set << 1)
        | along(a1, |set| set << 8)
        | along(h1, |set| set >> 1)
        | along(h1, |set| set << 8)
        | along(a8, |set| set << 1)
        | along(a8, |set| set >> 8)
        | along(h8, |set| set >> 1)
        | along(h8, |set| set >> 8)
}

#[cfg(test)]
mod tests {
    use super::super::square::squares;
    use super::*;
    use plywood_game::{Game, Notation, testkit};

    fn set(names: &str) -> u64 {
        let named = |name: &str| squares(!0).find(|square| square.to_string() == name);
        names.split(' ').map(|name| named(name).expect("a square").bit()).sum()
    }

    /// The value for black, with the report's weights.
    fn value(black: &str, white: &str) -> i32 {
        let judge = Factors { player: Side::First, weights: Weights::default() };
        judge.sum(set(black), set(white))
    }

    #[test]
    fn parity_is_the_lead_in_discs() {
        // No edge, no corner, no placement: 3 discs to 1.
        assert_eq!(value("c3 c4 c5", "f6"), 2 * 2);
        assert_eq!(value("f6", "c3 c4 c5"), -2 * 2);
    }

    #[test]
    fn edges_corners_and_stable_edges_are_added_up() {
        // A disc on the border: 15 for the edge, 2 for the disc.
        assert_eq!(value("d1", "e5") - value("d3", "e5"), 15);
        // a1: corner, edge and stable edge, and as many discs as white has.
        assert_eq!(value("a1", "e5"), 50 + 15 + 30);
        // a1 b1 c1 are joined; e1 is not: 4 edges, 3 of them stable.
        assert_eq!(value("a1 b1 c1 e1", "f6"), 50 + 4 * 15 + 3 * 30 + 3 * 2);
        // White's corner at h8 with h7 counts against black's.
        assert_eq!(value("a1", "h8 h7"), 0 - 15 - 30 - 2);
    }

    #[test]
    fn an_edge_from_corner_to_corner_is_counted_once() {
        let row = set("a1 b1 c1 d1 e1 f1 g1 h1");
        assert_eq!(joined_to_corners(row), row);
        assert_eq!(joined_to_corners(set("b1 c1 d1 h2")), 0);
        assert_eq!(joined_to_corners(set("h8 h7 g8 f8 d8 h5")), set("h8 h7 g8 f8"));
        assert_eq!(joined_to_corners(!0), BORDER);
    }

    #[test]
    fn mobility_is_the_number_of_own_placements() {
        // c4 encloses d4 with e4; nothing else can be placed.
        assert_eq!(value("e4", "d4"), 2);
        let start = Othello.initial();
        let white = Factors { player: Side::Second, weights: Weights::default() };
        assert_eq!(white.evaluate(&Othello, &start), -8, "black is to move");
    }

    #[test]
    fn parity_and_mobility_count_double_after_twenty_own_moves() {
        // 44 discs are 20 moves each, not more; 46 are 21.
        let board = |discs: &str| {
            let position = Othello.parse_position(discs).expect("a position");
            (position.discs(Side::First), position.discs(Side::Second))
        };
        // The six inner columns, seven rows: 42 discs; black has the upper four
        // rows, white the other three, and two discs beside.
        let early = board(concat!(
            "--------",
            "-XXXXXX-",
            "-XXXXXX-",
            "-XXXXXX-",
            "-XXXXXX-",
            "-OOOOOO-",
            "-OOOOOO-",
            "--OO---- X"
        ));
        let judge = Factors {
            player: Side::First,
            weights: Weights { mobility: 0, edges: 0, stable: 0, corners: 0, parity: 1 },
        };
        assert_eq!((early.0 | early.1).count_ones(), 38);
        assert_eq!(judge.sum(early.0, early.1), 24 - 14);
        let border = |names: &str| set(names);
        let more = early.1 | border("e8 f8 g8 h8 a8 b8");
        assert_eq!((early.0 | more).count_ones(), 44);
        assert_eq!(judge.sum(early.0, more), 24 - 20, "twenty moves are not more than twenty");
        let late = more | border("a7 h7");
        assert_eq!(judge.sum(early.0, late), 2 * (24 - 22));
        let mobile =
            Factors { weights: Weights { mobility: 1, parity: 0, ..judge.weights }, ..judge };
        let placements = bitboard::placements(early.0, late).count_ones() as i32;
        assert_eq!(mobile.sum(early.0, late), 2 * placements);
    }

    #[test]
    fn the_default_is_what_the_program_has_and_the_rows_are_those_of_the_table() {
        let text = |weights: &Weights| {
            let Weights { mobility, edges, stable, corners, parity } = weights;
            format!("{mobility},{edges},{stable},{corners},{parity}")
        };
        assert_eq!(text(&Weights::default()), "2,15,30,50,2");
        let rows = Weights::ROWS.each_ref().map(text);
        let table =
            ["1,20,60,100,1", "2,20,60,100,2", "2,10,30,50,2", "2,15,60,100,2", "2,15,50,100,2"];
        assert_eq!(rows, table);
    }

    #[test]
    fn only_five_weights_are_read() {
        for text in ["", "1:2:3:4", "1:2:3:4:5:6", "1:2:3:4:-5", "1:2:3:4:+5", "1:2:3:4:10001"] {
            assert_eq!(text.parse::<Weights>(), Err(NotWeights), "{text}");
        }
    }

    #[test]
    fn it_obeys_the_laws_of_knowledge() {
        let judge = Factors { player: Side::Second, weights: Weights::default() };
        testkit::assert_knowledge(&Othello, &judge, 20, 1);
    }
}
