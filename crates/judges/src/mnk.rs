//! The rules of the (m,n,k)-game, plainly.

use super::{Judge, board_and_side, not_legal, step};
use plywood_game::{Outcome, Side, quoted};

/// The judge of the (m,n,k)-game. The first side marks `x`, the second `o`.
///
/// ```
/// use plywood_judges::{Judge, MnkJudge};
/// let gomoku = MnkJudge { rows: 15, columns: 15, k: 5 };
/// let empty = gomoku.read(&format!("{} x", ["15"; 15].join("/")))?;
/// assert_eq!(gomoku.moves(&empty).len(), 225);
/// assert!(gomoku.play(&empty, "h8").is_ok());
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MnkJudge {
    /// M, the number of rows.
    pub rows: usize,
    /// N, the number of columns.
    pub columns: usize,
    /// K, how many marks in a line win.
    pub k: usize,
}

/// A position of the (m,n,k)-game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MnkState {
    /// Who marked each cell, top row first.
    board: Vec<Vec<Option<Side>>>,
    to_move: Side,
}

/// Along a row, along a column, along either diagonal.
const LINES: [(isize, isize); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

impl MnkJudge {
    /// "K or more in an unbroken line (row, column, either diagonal) wins":
    /// more than K in a line have K in a line.
    fn has_line(&self, board: &[Vec<Option<Side>>], side: Side) -> bool {
        self.cells()
            .any(|start| LINES.iter().any(|&line| self.line_starts_at(board, side, start, line)))
    }

    /// Whether `start` and the cells after it are K marks of `side`.
    fn line_starts_at(
        &self,
        board: &[Vec<Option<Side>>],
        side: Side,
        start: (usize, usize),
        direction: (isize, isize),
    ) -> bool {
        let mut cell = Some(start);
        for _ in 0..self.k {
            match cell {
                Some((row, column)) if board[row][column] == Some(side) => {
                    cell = step((row, column), direction, (self.rows, self.columns));
                }
                _ => return false,
            }
        }
        true
    }

    fn cells(&self) -> impl Iterator<Item = (usize, usize)> {
        let columns = self.columns;
        (0..self.rows).flat_map(move |row| (0..columns).map(move |column| (row, column)))
    }

    /// "Two players mark an empty cell in turn."
    fn empty_cells(&self, state: &MnkState) -> Vec<(usize, usize)> {
        self.cells().filter(|&(row, column)| state.board[row][column].is_none()).collect()
    }

    /// "A column letter and a row number from the bottom (`h8`)."
    fn cell_name(&self, (row, column): (usize, usize)) -> String {
        format!("{}{}", column_name(column), self.rows - row)
    }

    /// "Rows with `x`, `o`, and `.` or numbers for empty cells (a maximal run
    /// of digits is one decimal number)."
    fn read_row(&self, text: &str) -> Result<Vec<Option<Side>>, String> {
        let mut cells = Vec::new();
        let mut rest = text;
        while let Some(character) = rest.chars().next() {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            if digits > 0 {
                let number = rest[..digits].parse::<usize>();
                let empties = number.map_err(|_| self.row_error(text))?;
                if empties == 0 || empties > self.columns {
                    return Err(self.row_error(text));
                }
                cells.extend(vec![None; empties]);
                rest = &rest[digits..];
            } else {
                cells.push(match character {
                    'x' => Some(Side::First),
                    'o' => Some(Side::Second),
                    '.' => None,
                    _ => {
                        let wrong = quoted(&character.to_string());
                        return Err(format!("{wrong} is no cell; expected x, o, . or a number"));
                    }
                });
                rest = &rest[1..];
            }
            if cells.len() > self.columns {
                return Err(self.row_error(text));
            }
        }
        if cells.len() == self.columns { Ok(cells) } else { Err(self.row_error(text)) }
    }

    fn row_error(&self, text: &str) -> String {
        format!("the row {} does not have {} cells", quoted(text), self.columns)
    }
}

/// "Columns a to z, then aa, ab ... cv (spreadsheet order, `i` not skipped)."
fn column_name(column: usize) -> String {
    let letter = char::from(b'a' + (column % 26) as u8);
    if column < 26 {
        letter.to_string()
    } else {
        format!("{}{letter}", column_name(column / 26 - 1))
    }
}

impl Judge for MnkJudge {
    type State = MnkState;

    fn read(&self, text: &str) -> Result<MnkState, String> {
        let (rows, side) = board_and_side(text)?;
        let to_move = match side {
            "x" => Side::First,
            "o" => Side::Second,
            _ => return Err(format!("{} is no side; expected x or o", quoted(side))),
        };
        let count = rows.split('/').count();
        if count != self.rows {
            return Err(format!("the board has {count} rows; expected {}", self.rows));
        }
        let board: Vec<_> =
            rows.split('/').map(|row| self.read_row(row)).collect::<Result<_, _>>()?;
        if self.has_line(&board, Side::First) && self.has_line(&board, Side::Second) {
            return Err("both sides have a line; expected one at most".to_owned());
        }
        Ok(MnkState { board, to_move })
    }

    fn write(&self, state: &MnkState) -> String {
        let mark = |cell: &Option<Side>| match cell {
            Some(Side::First) => 'x',
            Some(Side::Second) => 'o',
            None => '.',
        };
        let rows: Vec<String> =
            state.board.iter().map(|row| row.iter().map(mark).collect()).collect();
        format!("{} {}", rows.join("/"), mark(&Some(state.to_move)))
    }

    fn moves(&self, state: &MnkState) -> Vec<String> {
        if self.outcome(state).is_some() {
            return Vec::new();
        }
        self.empty_cells(state).into_iter().map(|cell| self.cell_name(cell)).collect()
    }

    fn play(&self, state: &MnkState, mv: &str) -> Result<MnkState, String> {
        if self.outcome(state).is_some() {
            return Err(not_legal(mv));
        }
        let mut empty = self.empty_cells(state).into_iter();
        let cell = empty.find(|&cell| self.cell_name(cell) == mv);
        let (row, column) = cell.ok_or_else(|| not_legal(mv))?;
        let mut next = state.clone();
        next.board[row][column] = Some(state.to_move);
        next.to_move = state.to_move.other();
        Ok(next)
    }

    /// "A line wins at once; a full board without a line is a draw."
    fn outcome(&self, state: &MnkState) -> Option<Outcome> {
        for side in Side::BOTH {
            if self.has_line(&state.board, side) {
                return Some(Outcome::Win(side));
            }
        }
        self.empty_cells(state).is_empty().then_some(Outcome::Draw)
    }
}
