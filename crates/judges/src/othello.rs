//! The rules of Othello, plainly.

use super::{Judge, board_and_side, step};
use plywood_game::{Outcome, Side, quoted};

/// The judge of Othello. The first side is Black, `X`.
///
/// ```
/// use plywood_judges::{Judge, OthelloJudge};
/// let start = "---------------------------OX------XO--------------------------- X";
/// let state = OthelloJudge.read(start)?;
/// assert_eq!(OthelloJudge.moves(&state), ["d3", "c4", "f5", "e6"]);
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OthelloJudge;

const SIZE: usize = 8;

/// The owner of each disc, row 1 (the top row) first.
type Board = [[Option<Side>; SIZE]; SIZE];

/// A row and a column, counted from 0 at the top left.
pub(crate) type Square = (usize, usize);

/// A position of Othello.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OthelloState {
    board: Board,
    to_move: Side,
}

const DIRECTIONS: [(isize, isize); 8] =
    [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

/// A move: a square, or a pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OthelloTurn {
    /// A disc on this square.
    Place(Square),
    /// No disc.
    Pass,
}

/// The opposing discs between `square` and the next disc of `side` in this
/// direction; none if an empty square or the border comes first.
fn enclosed(board: &Board, side: Side, square: Square, direction: (isize, isize)) -> Vec<Square> {
    let mut discs = Vec::new();
    let mut next = step(square, direction, (SIZE, SIZE));
    while let Some((row, column)) = next {
        match board[row][column] {
            None => return Vec::new(),
            Some(owner) if owner == side => return discs,
            Some(_) => discs.push((row, column)),
        }
        next = step((row, column), direction, (SIZE, SIZE));
    }
    Vec::new()
}

/// The discs that a disc of `side` on `square` would turn.
fn all_enclosed(board: &Board, side: Side, square: Square) -> Vec<Square> {
    DIRECTIONS.iter().flat_map(|&direction| enclosed(board, side, square, direction)).collect()
}

/// "A move encloses at least one line of opposing discs": the empty squares
/// where a disc of `side` does.
fn playable_squares(board: &Board, side: Side) -> Vec<Square> {
    let mut squares = Vec::new();
    for row in 0..SIZE {
        for column in 0..SIZE {
            let encloses = |&direction: &(isize, isize)| {
                !enclosed(board, side, (row, column), direction).is_empty()
            };
            if board[row][column].is_none() && DIRECTIONS.iter().any(encloses) {
                squares.push((row, column));
            }
        }
    }
    squares
}

fn count(board: &Board, content: Option<Side>) -> i32 {
    let mut total = 0;
    for row in board {
        for &square in row {
            if square == content {
                total += 1;
            }
        }
    }
    total
}

/// "The margin is the disc difference, empty squares to the winner."
fn margin(board: &Board) -> i32 {
    let difference = count(board, Some(Side::First)) - count(board, Some(Side::Second));
    let empty = count(board, None);
    match difference {
        0 => 0,
        1.. => difference + empty,
        _ => difference - empty,
    }
}

/// "Squares `a1` (top left) to `h8`."
fn square_name((row, column): Square) -> String {
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

impl Judge for OthelloJudge {
    type State = OthelloState;
    type Turn = OthelloTurn;

    fn read(&self, text: &str) -> Result<OthelloState, String> {
        let (squares, side) = board_and_side(text)?;
        let to_move = match side {
            "X" => Side::First,
            "O" => Side::Second,
            _ => return Err(format!("{} is no side; expected X or O", quoted(side))),
        };
        let length = squares.chars().count();
        if length != SIZE * SIZE {
            return Err(format!("the board has {length} squares; expected 64"));
        }
        let mut board = [[None; SIZE]; SIZE];
        for (number, character) in squares.chars().enumerate() {
            board[number / SIZE][number % SIZE] = match character {
                'X' => Some(Side::First),
                'O' => Some(Side::Second),
                '-' => None,
                _ => {
                    let wrong = quoted(&character.to_string());
                    return Err(format!("{wrong} is no square; expected X, O or -"));
                }
            };
        }
        Ok(OthelloState { board, to_move })
    }

    fn write(&self, state: &OthelloState) -> String {
        let disc = |square: &Option<Side>| match square {
            Some(Side::First) => 'X',
            Some(Side::Second) => 'O',
            None => '-',
        };
        let squares: String = state.board.iter().flatten().map(disc).collect();
        format!("{squares} {}", disc(&Some(state.to_move)))
    }

    fn to_move(&self, state: &OthelloState) -> Side {
        state.to_move
    }

    /// "A side without a move passes; the game ends at once when neither side
    /// has a move."
    fn turns(&self, state: &OthelloState) -> Vec<OthelloTurn> {
        let own = playable_squares(&state.board, state.to_move);
        if !own.is_empty() {
            return own.into_iter().map(OthelloTurn::Place).collect();
        }
        let other = playable_squares(&state.board, state.to_move.other());
        if other.is_empty() { Vec::new() } else { vec![OthelloTurn::Pass] }
    }

    /// A move "turns all enclosed" discs; a pass turns none.
    fn after(&self, state: &OthelloState, turn: &OthelloTurn) -> OthelloState {
        let mut next = state.clone();
        next.to_move = state.to_move.other();
        if let OthelloTurn::Place((row, column)) = *turn {
            next.board[row][column] = Some(state.to_move);
            for (row, column) in all_enclosed(&state.board, state.to_move, (row, column)) {
                next.board[row][column] = Some(state.to_move);
            }
        }
        next
    }

    fn name(&self, _: &OthelloState, turn: &OthelloTurn) -> String {
        match *turn {
            OthelloTurn::Place(square) => square_name(square),
            OthelloTurn::Pass => "pass".to_owned(),
        }
    }

    /// The number of the square, from 0 for a1 to 63 for h8 row by row; 64 for
    /// a pass.
    fn code(&self, turn: &OthelloTurn) -> u32 {
        match *turn {
            OthelloTurn::Place((row, column)) => (row * SIZE + column) as u32,
            OthelloTurn::Pass => (SIZE * SIZE) as u32,
        }
    }

    fn outcome(&self, state: &OthelloState) -> Option<Outcome> {
        let stuck = |side| playable_squares(&state.board, side).is_empty();
        let over = stuck(Side::First) && stuck(Side::Second);
        over.then(|| Outcome::Margin(margin(&state.board)))
    }
}
