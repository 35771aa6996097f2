//! The evaluation of the student report that brought the game here: how much
//! freer a side is to move than the other, and how many more cells would
//! complete one of its lines.
//!
//! The report names the two ideas but not their weights. A move counts one
//! here, and a cell ten: then values move from depth to depth by about the 10
//! to 30 that the report's aspiration windows reach.

use super::evaluator::Prospects;
use super::{Delta, Position};
use plywood_game::{Evaluator, Game};

/// The worth of an empty cell that completes a line, in moves.
const GAP: i32 = 10;

/// The moves that the side to move could make, minus those of the other side
/// if it were to move, and ten times the lead in empty cells that complete a
/// line.
///
/// ```
/// use plywood_game::{Evaluator, Notation};
/// use plywood_games::delta::{Delta, MobilityAndGaps};
/// let game = Delta::standard();
/// // Nine moves for White against ten, and Black completes a line on b5 or b1.
/// let figure_2 = game.parse_position("o.*../.*.../.*oo*/.*.o./*...o o")?;
/// assert_eq!(MobilityAndGaps.evaluate(&game, &figure_2), 9 - 10 - 2 * 10);
/// # Ok::<(), plywood_game::TextError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MobilityAndGaps;

impl Evaluator<Delta> for MobilityAndGaps {
    fn evaluate(&self, game: &Delta, position: &Position) -> i32 {
        let passed = Position { to_move: position.to_move.other(), ..*position };
        let [own, opposing] = [position, &passed].map(|side| game.count_moves(side) as i32);
        own - opposing + GAP * Prospects::of(position.own(), passed.own()).lead_in_gaps()
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::{side_with_line, squares};
    use super::*;
    use plywood_game::{Notation, Random, testkit};

    fn value(text: &str) -> i32 {
        let game = Delta::standard();
        let position = game.parse_position(text).expect("a position");
        MobilityAndGaps.evaluate(&game, &position)
    }

    #[test]
    fn both_sides_are_equally_free_on_the_empty_board() {
        assert_eq!(value("...../...../...../...../..... *"), 0);
    }

    #[test]
    fn moves_are_counted_piece_by_piece_and_gaps_cell_by_cell() {
        let black = [
            3 + 2,         // a1: up to a3, a4, a5; along the diagonal to c3, d4
            3 + 1,         // b1: up to b3, b4, b5; along the diagonal to d3
            3 + 1 + 1 + 1, // c1: up to c3, c4, c5; to e1, to e3, to a3
        ];
        let white = [
            2 + 3 + 2, // d5: to b5, a5; down to d3, d2, d1; along the diagonal to b3, a2
            2,         // e5: along the diagonal to c3, b2
            3 + 2 + 1, // e4: to c4, b4, a4; down to e2, e1; along the diagonal to c2
        ];
        let mobility = black.iter().sum::<i32>() - white.iter().sum::<i32>();
        // A piece on d1 makes four; White has no three in a line.
        assert_eq!(value("...oo/....o/...../...../***.. *"), mobility + 10);
    }

    /// How many free cells would complete a line, by trying each.
    fn tried(own: u32, empty: u32) -> i32 {
        squares(empty).filter(|cell| side_with_line([own | cell.mask(), 0]).is_some()).count()
            as i32
    }

    #[test]
    fn it_is_what_listing_moves_and_trying_cells_find() {
        for game in [Delta::standard(), Delta::placement()] {
            let mut dice = Random::new(5);
            let mut lifting = 0;
            for _ in 0..200 {
                testkit::random_game(&game, &mut dice, |position, _| {
                    if game.outcome(position).is_some() {
                        return;
                    }
                    let passed = Position { to_move: position.to_move.other(), ..*position };
                    let [own, opposing] = [*position, passed].map(|side| {
                        let mut moves = Vec::new();
                        game.moves(&side, &mut moves);
                        moves.len() as i32 + GAP * tried(side.own(), side.empty())
                    });
                    lifting += u32::from(game.can_recur(position));
                    let found = MobilityAndGaps.evaluate(&game, position);
                    assert_eq!(found, own - opposing, "{position:?}");
                });
            }
            assert!(lifting > 10, "only {lifting} positions in which a side lifts");
        }
    }
}
