//! The three numbers of the game, and whether longer lines win.

use plywood_game::{TextError, quoted};
use std::fmt;
use std::str::FromStr;

/// Rows, columns, the length of a winning line, and whether a longer one wins too.
///
/// ```
/// use plywood_games::mnk::Params;
/// let gomoku: Params = "15,15,5".parse()?;
/// assert_eq!(gomoku, Params::new(15, 15, 5)?);
/// let standard: Params = "15,15,5,exact".parse()?;
/// assert_eq!(standard, gomoku.exactly());
/// assert!("0,3,3".parse::<Params>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Params {
    rows: u16,
    columns: u16,
    k: u32,
    exact: bool,
}

/// The word after the numbers of a game in which longer lines do not win.
const EXACT: &str = "exact";

/// The longest side of a board.
pub(super) const LONGEST: u16 = 100;

impl Params {
    /// A board of `rows` by `columns` cells on which `k` in a line win. A `k`
    /// longer than both sides is allowed: then every game is a draw.
    ///
    /// # Errors
    /// If a side is not from 1 to 100, or `k` is 0.
    pub fn new(rows: u16, columns: u16, k: u32) -> Result<Self, TextError> {
        format!("{rows},{columns},{k}").parse()
    }

    /// The same board, with exactly `k` in a line to win: a longer line neither
    /// wins nor ends the game, as in standard Gomoku.
    #[must_use]
    pub fn exactly(self) -> Self {
        Self { exact: true, ..self }
    }

    /// Whether only lines of exactly K win.
    #[must_use]
    pub fn is_exact(self) -> bool {
        self.exact
    }

    /// Number of rows, M.
    #[must_use]
    pub fn rows(self) -> u16 {
        self.rows
    }

    /// Number of columns, N.
    #[must_use]
    pub fn columns(self) -> u16 {
        self.columns
    }

    /// How many in a line win, K.
    #[must_use]
    pub fn k(self) -> u32 {
        self.k
    }

    /// Number of cells.
    #[must_use]
    pub fn cells(self) -> usize {
        usize::from(self.rows) * usize::from(self.columns)
    }
}

impl fmt::Display for Params {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.rows, self.columns, self.k)?;
        if self.exact { write!(f, ",{EXACT}") } else { Ok(()) }
    }
}

impl FromStr for Params {
    type Err = TextError;

    /// Reads `M,N,K` or `M,N,K,exact`.
    fn from_str(text: &str) -> Result<Self, TextError> {
        let mut words = text.split(',').filter(|_| !text.is_empty());
        let mut number = |name: &str, most: u32| {
            let expected = format!("{name}, a whole number from 1 to {most}");
            let Some(word) = words.next() else {
                let problem = "three numbers are needed, as in 3,3,3";
                return Err(TextError::new(text, text.len(), problem, expected));
            };
            let digits = word.bytes().all(|byte| byte.is_ascii_digit());
            match word.parse::<u32>() {
                Ok(number) if digits && (1..=most).contains(&number) => Ok(number),
                _ => {
                    let problem = format!("{} is not valid", quoted(word));
                    Err(TextError::at_part(text, word, problem, expected))
                }
            }
        };
        let rows = number("M, the number of rows", LONGEST.into())? as u16;
        let columns = number("N, the number of columns", LONGEST.into())? as u16;
        let k = number("K, the length of a line", u32::MAX)?;
        let exact = match words.next() {
            None => false,
            Some(EXACT) => true,
            Some(word) => {
                let problem = format!("{} is too much", quoted(word));
                let expected = "three numbers, as in 3,3,3, and perhaps exact";
                return Err(TextError::at_part(text, word, problem, expected));
            }
        };
        match words.next() {
            None => Ok(Self { rows, columns, k, exact }),
            Some(word) => {
                let problem = format!("{} is too much", quoted(word));
                Err(TextError::at_part(text, word, problem, "nothing after exact"))
            }
        }
    }
}
