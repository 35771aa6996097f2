//! The rules of the (m,n,k)-game, plainly.

use super::{Judge, board_and_side, step};
use plywood_game::{Outcome, Side, quoted};

/// The judge of the (m,n,k)-game. The first side marks `x`, the second `o`.
///
/// ```
/// use plywood_judges::{Judge, MnkJudge};
/// let gomoku = MnkJudge { rows: 15, columns: 15, k: 5, exact: false };
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
    /// Whether more than K marks in a line do not win.
    pub exact: bool,
}

/// A position of the (m,n,k)-game.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MnkState {
    /// Who marked each cell, row by row from the top left.
    board: Vec<Option<Side>>,
    to_move: Side,
}

/// Along a row, along a column, along either diagonal.
const LINES: [(isize, isize); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

impl MnkJudge {
    /// "K or more in an unbroken line (row, column, either diagonal) wins", or
    /// exactly K.
    fn has_line(&self, board: &[Option<Side>], side: Side) -> bool {
        let wins = |length: usize| if self.exact { length == self.k } else { length >= self.k };
        let is_first_of_a_line =
            |cell| LINES.into_iter().any(|way| wins(self.length_from(board, side, cell, way)));
        (0..board.len()).any(is_first_of_a_line)
    }

    /// How many marks of `side` follow on one another from this cell on in a
    /// direction; 0 if the line began before it.
    fn length_from(
        &self,
        board: &[Option<Side>],
        side: Side,
        cell: usize,
        (down, right): (isize, isize),
    ) -> usize {
        let size = (self.rows, self.columns);
        let first = (cell / self.columns, cell % self.columns);
        let is_own = |place: &(usize, usize)| board[place.0 * self.columns + place.1] == Some(side);
        if step(first, (-down, -right), size).as_ref().is_some_and(is_own) {
            return 0;
        }
        std::iter::successors(Some(first), |&place| step(place, (down, right), size))
            .take_while(is_own)
            .count()
    }

    /// Every K cells in a line, by their numbers.
    fn lines(&self) -> impl Iterator<Item = impl Iterator<Item = usize>> {
        let (rows, columns, k) = (self.rows, self.columns, self.k);
        let starts = (0..rows * columns).map(move |cell| (cell / columns, cell % columns));
        starts.flat_map(move |start| {
            let fits = move |&(down, right): &(isize, isize)| {
                let way = |direction: isize| direction.checked_mul(k as isize - 1);
                let end = way(down).zip(way(right));
                end.is_some_and(|way| step(start, way, (rows, columns)).is_some())
            };
            LINES.into_iter().filter(fits).map(move |(down, right)| {
                let first = (start.0 * columns + start.1) as isize;
                let stride = down * columns as isize + right;
                (0..k as isize).map(move |number| (first + number * stride) as usize)
            })
        })
    }

    /// "A column letter and a row number from the bottom (`h8`)."
    fn cell_name(&self, cell: usize) -> String {
        let (row, column) = (cell / self.columns, cell % self.columns);
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
    type Turn = usize;

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
        let rows: Vec<_> =
            rows.split('/').map(|row| self.read_row(row)).collect::<Result<_, _>>()?;
        let board = rows.concat();
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
            state.board.chunks(self.columns).map(|row| row.iter().map(mark).collect()).collect();
        format!("{} {}", rows.join("/"), mark(&Some(state.to_move)))
    }

    fn to_move(&self, state: &MnkState) -> Side {
        state.to_move
    }

    /// "Two players mark an empty cell in turn."
    fn turns(&self, state: &MnkState) -> Vec<usize> {
        if self.outcome(state).is_some() {
            return Vec::new();
        }
        (0..state.board.len()).filter(|&cell| state.board[cell].is_none()).collect()
    }

    fn after(&self, state: &MnkState, &cell: &usize) -> MnkState {
        let mut next = state.clone();
        next.board[cell] = Some(state.to_move);
        next.to_move = state.to_move.other();
        next
    }

    fn name(&self, _: &MnkState, &cell: &usize) -> String {
        self.cell_name(cell)
    }

    /// The number of the cell, row by row from 0 at the top left.
    fn code(&self, &cell: &usize) -> u32 {
        cell as u32
    }

    /// A pair is two empty cells that are in no other pair. They hold if every
    /// line without a mark of `side` has a pair: the other side never has both
    /// cells of it (Hales and Jewett, "Regularity and positional games", 1963).
    fn pairs_hold(&self, state: &MnkState, side: Side, pairs: &[(u32, u32)]) -> bool {
        let mut partner = vec![None; state.board.len()];
        for &(one, other) in pairs {
            for (cell, its_partner) in [(one, other), (other, one)] {
                let (cell, its_partner) = (cell as usize, its_partner as usize);
                match partner.get_mut(cell) {
                    Some(free @ None) if one != other && state.board[cell].is_none() => {
                        *free = Some(its_partner);
                    }
                    _ => return false,
                }
            }
        }
        !self.has_line(&state.board, side.other())
            && self.lines().all(|line| {
                let line: Vec<usize> = line.collect();
                line.iter().any(|&cell| {
                    state.board[cell] == Some(side)
                        || partner[cell].is_some_and(|other| line.contains(&other))
                })
            })
    }

    /// The board is empty: if the other side could win, the side to move could
    /// mark any cell and then play as the other side would; a mark more never
    /// hurts, since K or more in a line win. Where exactly K win, it may hurt.
    fn stealing_holds(&self, state: &MnkState) -> bool {
        !self.exact && state.board.iter().all(Option::is_none)
    }

    /// "A line wins at once; a full board without a line is a draw."
    fn outcome(&self, state: &MnkState) -> Option<Outcome> {
        for side in Side::BOTH {
            if self.has_line(&state.board, side) {
                return Some(Outcome::Win(side));
            }
        }
        state.board.iter().all(Option::is_some).then_some(Outcome::Draw)
    }
}
