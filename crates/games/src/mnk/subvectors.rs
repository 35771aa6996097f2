//! The last mark judged by the sub-vectors of its row, column and diagonals:
//! the evaluation of the player `MrRobot`, with the points of its report.
//!
//! Each of the four lines through the last mark is a vector from edge to edge.
//! For the side that made the mark:
//!
//! | case | points |
//! |---|---|
//! | the longest sub-vector of own and free cells has K cells or more, and more than K/2 own marks | 30 |
//! | as before, with fewer marks | 20 |
//! | the mark breaks a sub-vector of the opponent's and free cells of K cells or more with more than K/2 marks | 10 |
//! | as before, with fewer marks | 5 |
//! | `just_one`: the mark is the only one of its side in K cells that the opponent has filled otherwise | 1000, and nothing else counts |
//! | `risky_situation`: K-1 marks of the opponent follow on one another between two free cells | -1000, and nothing else counts |
//!
//! A line is worth the sum of its cases, with the sign turned if the mark is
//! the opponent's, and the mark is worth the best of its four lines: always the
//! maximum from the player's own view, as the report says, even where the
//! opponent moved. So the evaluator has to know who the player is.
//!
//! The report leaves open which sub-vectors count as blocked and as just one
//! cell short: here those through the last mark, since it is that mark which is
//! judged.

use super::vectors::Vector;
use super::{Cell, Mnk, Position};
use plywood_game::{Knowledge, Side, Step};

/// Points for an own sub-vector, with many marks and with few.
const OPEN: [i32; 2] = [30, 20];
/// Points for a blocked sub-vector, with many marks and with few.
const BLOCKED: [i32; 2] = [10, 5];
/// Points for a win of the opponent prevented, or coming.
const DECISIVE: i32 = 1000;

/// Values the last mark by its lines, for one player.
///
/// ```
/// use plywood_game::{Knowledge, Notation, Side};
/// use plywood_games::mnk::{Mnk, Params, SubVectors};
///
/// let game = Mnk::<1>::new(Params::new(5, 5, 4)?);
/// let position = game.parse_position("5/5/xxxo1/5/5 x")?;
/// let blocked = game.parse_move(&game.parse_position("5/5/xxx2/5/5 o")?, "d3")?;
/// let judge = SubVectors { player: Side::Second };
/// // x is to move, and sees what is good for o with the other sign.
/// assert_eq!(judge.evaluate(&game, &position, Some(blocked), &()), -1000);
/// # Ok::<(), plywood_game::TextError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SubVectors {
    /// Whose maximum the value is.
    pub player: Side,
}

impl<const W: usize> Knowledge<Mnk<W>> for SubVectors {
    type State = ();

    fn refresh(&self, _: &Mnk<W>, _: &Position<W>) {}

    fn update(&self, _: &Mnk<W>, (): &(), _: Step<'_, Mnk<W>>, _: &Position<W>, (): &mut ()) {}

    fn evaluate(&self, game: &Mnk<W>, position: &Position<W>, last: Option<Cell>, (): &()) -> i32 {
        let Some(last) = last else { return 0 };
        let k = game.params().k() as usize;
        let of_player = position.mark(last) == Some(self.player);
        let seen_by_player = |direction| {
            let vector = Vector::through(game, position, last, direction);
            let points = score_line(vector.cells(), vector.at, k);
            if of_player { points } else { -points }
        };
        let value = (0..4).map(seen_by_player).max().unwrap_or(0);
        if position.to_move == self.player { value } else { -value }
    }

    fn is_path_dependent(&self) -> bool {
        true
    }
}

/// The value of a line for the side that made the mark at `last`.
fn score_line(line: &[Option<Side>], last: usize, k: usize) -> i32 {
    let Some(mover) = line[last] else { return 0 };
    let opponent = mover.other();
    if just_one(line, last, k) {
        return DECISIVE;
    }
    if risky_situation(line, opponent, k) {
        return -DECISIVE;
    }
    let points = |marks: usize, [many, few]: [i32; 2]| if 2 * marks > k { many } else { few };
    let open = max_sub_vector(line, mover).filter(|(length, _)| *length >= k);
    let broken = broken_sub_vector(line, last, opponent);
    let blocked = Some(broken).filter(|(length, _)| *length >= k);
    open.map_or(0, |(_, marks)| points(marks, OPEN))
        + blocked.map_or(0, |(_, marks)| points(marks, BLOCKED))
}

/// The length of the longest sub-vector of free cells and marks of `side`, and
/// its marks; of equally long ones, the one with most marks. None if all is
/// the other side's.
fn max_sub_vector(line: &[Option<Side>], side: Side) -> Option<(usize, usize)> {
    let open = line.split(|&cell| cell == Some(side.other()));
    open.filter(|run| !run.is_empty()).map(|run| (run.len(), count(run, side))).max()
}

/// The length of the sub-vector of `side` that the mark at `last` breaks, and
/// its marks.
fn broken_sub_vector(line: &[Option<Side>], last: usize, side: Side) -> (usize, usize) {
    let open = |&&cell: &&Option<Side>| cell != Some(side.other());
    let behind = line[..last].iter().rev().take_while(open).count();
    let before = line[last + 1..].iter().take_while(open).count();
    (behind + 1 + before, count(&line[last - behind..=last + before], side))
}

/// Whether the mark at `last` is the one that is missing in K cells which the
/// other side has filled otherwise.
fn just_one(line: &[Option<Side>], last: usize, k: usize) -> bool {
    let Some(opponent) = line[last].map(Side::other) else { return false };
    let mut windows = line.windows(k).enumerate();
    windows.any(|(first, window)| {
        (first..first + k).contains(&last) && count(window, opponent) == k - 1
    })
}

/// Whether K-1 marks of `side` stand between two free cells.
fn risky_situation(line: &[Option<Side>], side: Side, k: usize) -> bool {
    // Without marks there is nothing to fear: the game is won by the first.
    k > 1
        && line.windows(k.saturating_add(1)).any(|window| {
            window[0].is_none() && window[k].is_none() && count(window, side) == k - 1
        })
}

fn count(cells: &[Option<Side>], side: Side) -> usize {
    cells.iter().filter(|&&cell| cell == Some(side)).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mnk::Params;
    use plywood_game::{Game, Notation, testkit};

    /// The points of a line written as text, in which a capital letter is the
    /// last mark.
    fn points(text: &str, k: usize) -> i32 {
        let side = |letter: char| match letter.to_ascii_lowercase() {
            'x' => Some(Side::First),
            'o' => Some(Side::Second),
            _ => None,
        };
        let line: Vec<Option<Side>> = text.chars().map(side).collect();
        let last = text.find(|letter: char| letter.is_ascii_uppercase()).expect("a last mark");
        score_line(&line, last, k)
    }

    #[test]
    fn an_own_sub_vector_brings_30_with_more_than_half_of_k_and_20_with_less() {
        assert_eq!(points("..Xxx..", 5), 30);
        assert_eq!(points("..Xx...", 5), 20);
        assert_eq!(points("..Xx...", 4), 20, "half of K is not more than half");
        assert_eq!(points("..Xxx.", 4), 30);
    }

    #[test]
    fn a_line_without_room_brings_nothing() {
        assert_eq!(points("..Xx", 5), 0);
        assert_eq!(points("oXx.o", 4), 0);
        assert_eq!(points("oo.Xx", 5), 0);
    }

    #[test]
    fn a_blocked_sub_vector_brings_10_with_more_than_half_of_k_and_5_with_less() {
        assert_eq!(points("oooX...", 5), 10);
        assert_eq!(points("oo.X..", 5), 5);
        assert_eq!(points("o..X.", 5), 5, "the cell of the mark was room too");
    }

    #[test]
    fn the_cases_of_a_line_are_added() {
        assert_eq!(points("...X...", 5), 20 + 5);
        assert_eq!(points("oo.X...", 5), 20 + 5);
        assert_eq!(points("ooo.X....", 5), 20 + 10);
        assert_eq!(points("xx..X..o.", 5), 30 + 5);
    }

    #[test]
    fn the_longest_sub_vector_counts_not_the_one_of_the_last_mark() {
        assert_eq!(points("xxXo......", 5), 20 + 5, "six free cells are longer than three marks");
        assert_eq!(points("......oxxX", 4), 20);
        assert_eq!(points(".....oxxxX.", 5), 30, "of equally long ones the one with most marks");
    }

    #[test]
    fn just_one_is_worth_1000_whatever_else_the_line_holds() {
        assert_eq!(points(".ooooX.", 5), 1000);
        assert_eq!(points("ooXoo", 5), 1000);
        assert_eq!(points("Xoo.oo.", 3), 1000, "though two others are still open");
        assert_eq!(points("oooxX..", 4), 20, "an earlier mark blocked it");
    }

    #[test]
    fn a_risky_situation_costs_1000() {
        assert_eq!(points("X..oooo.", 5), -1000);
        assert_eq!(points("X..oooox", 5), 10, "one end is closed");
        assert_eq!(points("X.oo.", 3), -1000);
    }

    #[test]
    fn the_value_is_the_best_line_for_the_player_whoever_moved() {
        let game = Mnk::<1>::new(Params::new(5, 5, 4).expect("parameters"));
        let value = |player: Side, moves: &str| {
            let mut position = game.initial();
            let moves = game.parse_moves(&position, moves).expect("legal moves");
            for &mv in &moves {
                game.play(&mut position, mv);
            }
            let judge = SubVectors { player };
            judge.evaluate(&game, &position, moves.last().copied(), &())
        };
        // x on the middle cell: four open lines of five cells, each 20 + 5.
        assert_eq!(value(Side::First, "c3"), -25, "o is to move and x is well off");
        // For o every line costs 25, and its maximum is that too.
        assert_eq!(value(Side::Second, "c3"), -25);
        // o on a corner: its row and column cost x 25 each, the diagonal is
        // broken by x (o has 1 + 0 free cells, x's own four are blocked): 5;
        // the other diagonal has one cell: nothing. x's maximum is 0.
        assert_eq!(value(Side::First, "c3 a1"), 0);
        // o's maximum is 25, seen by x.
        assert_eq!(value(Side::Second, "c3 a1"), -25);
    }

    #[test]
    fn it_obeys_the_laws_of_knowledge() {
        let game = Mnk::<1>::new(Params::new(5, 6, 4).expect("parameters"));
        testkit::assert_knowledge(&game, &SubVectors { player: Side::First }, 20, 1);
    }
}
