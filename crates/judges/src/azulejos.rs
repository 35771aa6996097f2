//! The rules of Azulejos, plainly.

use super::{Judge, board_and_side, not_legal, step};
use plywood_game::{Outcome, Side, quoted};

/// The judge of Azulejos, for boards of any size up to 100x100: the size is
/// that of the text it reads.
///
/// ```
/// use plywood_judges::{Judge, AzulejosJudge};
/// let state = AzulejosJudge.read("0,0;211/112 1")?;
/// assert_eq!(AzulejosJudge.moves(&state), ["(0,1)"]);
/// let state = AzulejosJudge.play(&state, "(0,1)")?;
/// assert_eq!(AzulejosJudge.write(&state), "4,0;000/220 2", "the 2s fell and closed up");
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AzulejosJudge;

/// The colour of each tile, top row first; 0 where there is none.
type Board = Vec<Vec<u8>>;

/// A row and a column, counted from 0 at the top left.
pub(crate) type Cell = (usize, usize);

/// A position of Azulejos.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct AzulejosState {
    board: Board,
    scores: [i32; 2],
    to_move: Side,
}

const EMPTY: u8 = 0;
const LONGEST_SIDE: usize = 100;

/// A larger score at the start is absurd, and 1.3 times this one and all that
/// a board can yield is still a number.
const LARGEST_SCORE: i32 = 100_000_000;

const NEIGHBOURS: [(isize, isize); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

/// "A group: two or more tiles of one colour joined by sides." Every group
/// once, in the order of their first tiles; the first tile in row order comes
/// first.
fn groups(board: &Board) -> Vec<Vec<Cell>> {
    let (rows, columns) = (board.len(), board[0].len());
    let mut seen = vec![vec![false; columns]; rows];
    let mut groups = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            if board[row][column] == EMPTY || seen[row][column] {
                continue;
            }
            let group = joined_tiles(board, (row, column), &mut seen);
            if group.len() >= 2 {
                groups.push(group);
            }
        }
    }
    groups
}

/// The tile on `start` and all of its colour that are joined to it by sides;
/// marks them as seen.
fn joined_tiles(board: &Board, start: Cell, seen: &mut [Vec<bool>]) -> Vec<Cell> {
    let size = (board.len(), board[0].len());
    let colour = board[start.0][start.1];
    let mut group = vec![start];
    seen[start.0][start.1] = true;
    let mut done = 0;
    while done < group.len() {
        for direction in NEIGHBOURS {
            if let Some((row, column)) = step(group[done], direction, size)
                && board[row][column] == colour
                && !seen[row][column]
            {
                seen[row][column] = true;
                group.push((row, column));
            }
        }
        done += 1;
    }
    group
}

/// "A group of 2, 3, 4, 5 tiles scores 1, 2, 4, 8; of n >= 6 it scores 2n."
fn points(tiles: usize) -> i32 {
    match tiles {
        0 | 1 => 0,
        2 => 1,
        3 => 2,
        4 => 4,
        5 => 8,
        n => 2 * n as i32,
    }
}

/// "Tiles fall down."
fn fall(board: &mut Board) {
    let rows = board.len();
    for column in 0..board[0].len() {
        let tiles: Vec<u8> =
            board.iter().map(|row| row[column]).filter(|&tile| tile != EMPTY).collect();
        let above = rows - tiles.len();
        for row in 0..rows {
            board[row][column] = if row < above { EMPTY } else { tiles[row - above] };
        }
    }
}

/// "Then empty columns close to the left."
fn close(board: &mut Board) {
    let columns = board[0].len();
    let mut free = 0;
    for column in 0..columns {
        let is_empty = board.iter().all(|row| row[column] == EMPTY);
        if is_empty {
            continue;
        }
        if column != free {
            for row in board.iter_mut() {
                row[free] = row[column];
                row[column] = EMPTY;
            }
        }
        free += 1;
    }
}

/// `(row,column)` "counted from 0 at the top left".
fn cell_name((row, column): Cell) -> String {
    format!("({row},{column})")
}

fn read_score(text: &str) -> Result<i32, String> {
    let all_digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let score = text.parse().ok().filter(|&score| all_digits && score <= LARGEST_SCORE);
    score.ok_or_else(|| {
        format!("{} is no score; expected a number from 0 to {LARGEST_SCORE}", quoted(text))
    })
}

fn read_board(text: &str) -> Result<Board, String> {
    let rows = text.split('/').count();
    let columns = text.split('/').map(str::len).next().unwrap_or(0);
    if columns == 0 || columns > LONGEST_SIDE || rows > LONGEST_SIDE {
        return Err(format!("a board of {rows} rows and {columns} columns; expected 1 to 100"));
    }
    text.split('/').map(|row| read_row(row, columns)).collect()
}

fn read_row(text: &str, columns: usize) -> Result<Vec<u8>, String> {
    if let Some(wrong) = text.chars().find(|character| !character.is_ascii_digit()) {
        let wrong = quoted(&wrong.to_string());
        return Err(format!("{wrong} is no tile; expected 1 to 9, or 0 for none"));
    }
    if text.len() != columns {
        let length = text.len();
        return Err(format!("the row {} has {length} tiles; expected {columns}", quoted(text)));
    }
    Ok(text.bytes().map(|digit| digit - b'0').collect())
}

impl Judge for AzulejosJudge {
    type State = AzulejosState;
    type Turn = Vec<Cell>;

    /// "Gravity and closing are applied on load."
    fn read(&self, text: &str) -> Result<AzulejosState, String> {
        let (position, side) = board_and_side(text)?;
        let to_move = match side {
            "1" => Side::First,
            "2" => Side::Second,
            _ => return Err(format!("{} is no side; expected 1 or 2", quoted(side))),
        };
        let expected = "expected the scores and the board as in 0,0;112/121";
        let parts = position.split_once(';').and_then(|(scores, board)| {
            let (first, second) = scores.split_once(',')?;
            Some((first, second, board))
        });
        let (first, second, rows) =
            parts.ok_or_else(|| format!("{} is no position; {expected}", quoted(position)))?;
        let scores = [read_score(first)?, read_score(second)?];
        let mut board = read_board(rows)?;
        fall(&mut board);
        close(&mut board);
        Ok(AzulejosState { board, scores, to_move })
    }

    fn write(&self, state: &AzulejosState) -> String {
        let digit = |&tile: &u8| char::from(b'0' + tile);
        let rows: Vec<String> =
            state.board.iter().map(|row| row.iter().map(digit).collect()).collect();
        let [first, second] = state.scores;
        let side = if state.to_move == Side::First { 1 } else { 2 };
        format!("{first},{second};{} {side}", rows.join("/"))
    }

    fn to_move(&self, state: &AzulejosState) -> Side {
        state.to_move
    }

    /// "A move removes a whole group. A move list never holds the same group
    /// twice."
    fn turns(&self, state: &AzulejosState) -> Vec<Vec<Cell>> {
        groups(&state.board)
    }

    fn after(&self, state: &AzulejosState, group: &Vec<Cell>) -> AzulejosState {
        let mut next = state.clone();
        next.to_move = state.to_move.other();
        for &(row, column) in group {
            next.board[row][column] = EMPTY;
        }
        fall(&mut next.board);
        close(&mut next.board);
        let score = &mut next.scores[state.to_move.index()];
        *score += points(group.len());
        // "The player who empties the board has their whole score, that move
        // included, multiplied by 1.3 and cut to an integer."
        if next.board.iter().flatten().all(|&tile| tile == EMPTY) {
            *score = *score * 13 / 10;
        }
        next
    }

    /// "The canonical name of a group is its first tile in row order."
    fn name(&self, _: &AzulejosState, group: &Vec<Cell>) -> String {
        cell_name(group[0])
    }

    /// 256 times the row of the first tile, and its column.
    fn code(&self, group: &Vec<Cell>) -> u32 {
        let (row, column) = group[0];
        (row * 256 + column) as u32
    }

    /// A group is named by "any tile of the group".
    fn play(&self, state: &AzulejosState, mv: &str) -> Result<AzulejosState, String> {
        let mut groups = groups(&state.board).into_iter();
        let named = groups.find(|group| group.iter().any(|&tile| cell_name(tile) == mv));
        named.map(|group| self.after(state, &group)).ok_or_else(|| not_legal(mv))
    }

    /// "The game ends when no group is left; the higher score wins, equal
    /// scores draw."
    fn outcome(&self, state: &AzulejosState) -> Option<Outcome> {
        let [first, second] = state.scores;
        groups(&state.board).is_empty().then(|| Outcome::Margin(first - second))
    }
}
