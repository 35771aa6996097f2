//! What protocols that belong to one game need to know of it.

use plywood_game::Side;
use plywood_workbench::Protocol;

/// Whether a protocol is for this game.
///
/// # Errors
/// In words, if not.
pub(crate) fn fits(protocol: Protocol, game: &str) -> Result<(), String> {
    let board = Board::of(game);
    let (fits, plays) = match protocol {
        Protocol::Ugi => (true, ""),
        Protocol::Gomocup => (board.is_some_and(|board| board.k == 5), "mnk with k = 5"),
        Protocol::Mnkgame => (board.is_some_and(|board| !board.exact), "mnk without exact"),
        Protocol::Nboard | Protocol::Gtp => (game == "othello", "othello"),
    };
    match fits {
        true => Ok(()),
        false => Err(format!("{protocol} plays {plays}, not {game}")),
    }
}

/// The board of an (m,n,k) game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Board {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    pub(crate) k: usize,
    /// Whether more than k in a line do not win.
    pub(crate) exact: bool,
}

/// A cell as Gomocup counts: the column from the left and the row from the top,
/// both from 0.
pub type Cell = (usize, usize);

impl Board {
    /// The board of the game of this name.
    #[must_use]
    pub fn of(game: &str) -> Option<Self> {
        let mut parts = game.strip_prefix("mnk:")?.split(',');
        let mut number = || parts.next()?.parse().ok();
        let (rows, columns, k) = (number()?, number()?, number()?);
        let exact = match parts.next() {
            None => false,
            Some(word) => word == "exact",
        };
        Some(Self { rows, columns, k, exact })
    }

    /// The words that name its game.
    pub(crate) fn game(self) -> String {
        let exact = if self.exact { ",exact" } else { "" };
        format!("mnk:{},{},{}{exact}", self.rows, self.columns, self.k)
    }

    /// A cell in the game's notation; none outside.
    pub(crate) fn text(self, (x, y): Cell) -> Option<String> {
        let inside = x < self.columns && y < self.rows;
        inside.then(|| format!("{}{}", letters(x), self.rows - y))
    }

    /// Three stones, x, o and x, with which neither side is ahead: one of x is far
    /// away, at the edge. For 15 by 15 cells `plywood analyze gomoku --moves "a8 h8 h9"
    /// --player "best[threats=off]" --depth 4` finds +4 for x, where the value of one
    /// mark is some 300.
    pub(crate) fn even_opening(self) -> [Cell; 3] {
        let (x, y) = (self.columns / 2, self.rows / 2);
        [(0, y), (x, y), (x, y - 1)]
    }

    /// The cell of a move in the game's notation.
    #[must_use]
    pub fn cell(self, text: &str) -> Option<Cell> {
        let digits = text.find(|c: char| c.is_ascii_digit())?;
        let x = (0..self.columns).find(|&x| letters(x).eq_ignore_ascii_case(&text[..digits]))?;
        let y = self.rows.checked_sub(text[digits..].parse().ok()?)?;
        Some((x, y))
    }

    /// The marks of a position as it is written.
    pub(crate) fn marks(position: &str) -> Vec<(Cell, Side)> {
        let mut marks = Vec::new();
        let board = position.split_whitespace().next().unwrap_or_default();
        for (y, row) in board.split('/').enumerate() {
            let (mut x, mut empty) = (0, 0);
            for c in row.chars() {
                if let Some(digit) = c.to_digit(10) {
                    empty = empty * 10 + digit as usize;
                    continue;
                }
                x += std::mem::take(&mut empty);
                match c {
                    'x' | 'X' => marks.push(((x, y), Side::First)),
                    'o' | 'O' => marks.push(((x, y), Side::Second)),
                    _ => {}
                }
                x += 1;
            }
        }
        marks
    }
}

/// The letters of a column: a to z, then aa, ab and so on.
fn letters(x: usize) -> String {
    let letter = |n: usize| char::from(b'a' + n as u8);
    match x {
        0..26 => letter(x).to_string(),
        _ => [letter(x / 26 - 1), letter(x % 26)].iter().collect(),
    }
}

/// `x,y` with perhaps spaces around; none if it is anything else.
pub(crate) fn coordinates(text: &str) -> Option<(i64, i64)> {
    let (x, y) = text.split_once(',')?;
    Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
}

/// Squares of Othello written one after another, as moves.
pub(crate) fn squares(text: &str) -> Vec<String> {
    let text: Vec<char> = text.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
    let pairs = text.chunks_exact(2).map(|pair| pair.iter().collect::<String>());
    pairs.map(|pair| othello_move(&pair)).collect()
}

/// A move of Othello as the protocols spell it, in the game's notation.
pub(crate) fn othello_move(text: &str) -> String {
    match text.to_ascii_lowercase().as_str() {
        "pa" | "ps" | "pass" | "--" => "pass".to_owned(),
        square => square.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_counted_from_the_top_and_written_from_the_bottom() {
        let board = Board::of("mnk:15,30,5,exact").expect("a board");
        assert_eq!((board.rows, board.columns, board.k, board.exact), (15, 30, 5, true));
        assert_eq!(board.game(), "mnk:15,30,5,exact");
        for (cell, text) in [((0, 0), "a15"), ((25, 14), "z1"), ((26, 0), "aa15"), ((29, 7), "ad8")]
        {
            assert_eq!(board.text(cell).as_deref(), Some(text));
            assert_eq!(board.cell(text), Some(cell));
        }
        assert_eq!(board.text((30, 0)), None);
        assert_eq!(board.cell("h16"), None);
        let marks = Board::marks("12x2/15/.o. x");
        assert_eq!(marks, [((12, 0), Side::First), ((1, 2), Side::Second)]);
    }

    #[test]
    fn protocols_know_their_games() {
        assert!(fits(Protocol::Ugi, "delta").is_ok());
        assert!(fits(Protocol::Gomocup, "mnk:15,15,5,exact").is_ok());
        assert!(fits(Protocol::Gomocup, "mnk:7,7,4").is_err());
        assert!(fits(Protocol::Mnkgame, "mnk:7,7,4").is_ok());
        let said = fits(Protocol::Gtp, "delta").expect_err("another game");
        assert_eq!(said, "gtp plays othello, not delta");
        assert_eq!(squares("F5d6PA"), ["f5", "d6", "pass"]);
    }
}
