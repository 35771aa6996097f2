//! Which board a game begins with: one made from a size, a number of colours
//! and a seed, or any that a text describes.

use super::fields::Field;
use super::position::{LONGEST_SIDE, Position};
use plywood_game::{Random, Side, TextError, quoted};
use std::fmt;

/// The most colours: tiles are written as digits, and 0 is empty.
const MOST_COLOURS: usize = 9;

/// The default board.
const USUAL: Setup = Setup { rows: 10, columns: 10, colours: 4, seed: 0 };

/// The game of Azulejos on a given board, or on any.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Azulejos {
    setup: Option<Setup>,
}

/// What a board is made from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Setup {
    rows: u8,
    columns: u8,
    colours: u8,
    seed: u64,
}

/// A number that makes no board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutOfRange {
    /// What was counted: "rows", "columns" or "colours".
    pub what: &'static str,
    /// How many there should have been.
    pub number: usize,
    /// The most there can be; the least is 1.
    pub most: usize,
}

impl fmt::Display for OutOfRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}; expected from 1 to {}", self.number, self.what, self.most)
    }
}

impl std::error::Error for OutOfRange {}

impl Azulejos {
    /// The game on a random board, the same on every machine: the tiles row by
    /// row from the top left, each of one of the colours 1 to `colours` with
    /// equal chances, drawn from `Random::new(seed)`.
    ///
    /// # Errors
    /// If there are not 1 to 100 rows, 1 to 100 columns and 1 to 9 colours.
    ///
    /// ```
    /// use plywood_game::{Game, Notation};
    /// use plywood_games::azulejos::Azulejos;
    /// let game = Azulejos::generated(2, 3, 4, 1)?;
    /// assert_eq!(game.name(), "azulejos:2x3,4,seed=1");
    /// assert_eq!(game.position_text(&game.initial()), "0,0;334/224 1");
    /// assert!(Azulejos::generated(0, 3, 4, 1).is_err());
    /// # Ok::<(), plywood_games::azulejos::OutOfRange>(())
    /// ```
    pub fn generated(
        rows: usize,
        columns: usize,
        colours: usize,
        seed: u64,
    ) -> Result<Self, OutOfRange> {
        let check = |what, number, most| match number {
            0 => Err(OutOfRange { what, number, most }),
            _ if number > most => Err(OutOfRange { what, number, most }),
            _ => Ok(number as u8),
        };
        let rows = check("rows", rows, LONGEST_SIDE)?;
        let columns = check("columns", columns, LONGEST_SIDE)?;
        let colours = check("colours", colours, MOST_COLOURS)?;
        Ok(Self { setup: Some(Setup { rows, columns, colours, seed }) })
    }

    /// The game on any board of up to 100 rows and columns that a text or a
    /// file describes. Without one it begins with 10 rows, 10 columns and 4
    /// colours from seed 0.
    #[must_use]
    pub const fn any() -> Self {
        Self { setup: None }
    }

    /// The game that these parameters name: `20x20,4,seed=1`. The seed may be
    /// left out, and then is `default_seed`; so may the colours, and then are
    /// 4; so may everything, and then there are 10 rows and 10 columns. Case
    /// does not matter.
    ///
    /// # Errors
    /// At the first parameter that makes no board.
    ///
    /// ```
    /// use plywood_game::Notation;
    /// use plywood_games::azulejos::Azulejos;
    /// let name = |text| Azulejos::parse_params(text, 7).map(|game| game.name());
    /// assert_eq!(name("20x30,5,seed=1")?, "azulejos:20x30,5,seed=1");
    /// assert_eq!(name("20X30,SEED=1")?, "azulejos:20x30,4,seed=1");
    /// assert_eq!(name("20x30")?, "azulejos:20x30,4,seed=7");
    /// assert_eq!(name("")?, "azulejos:10x10,4,seed=7");
    /// let error = name("20x101").expect_err("too wide");
    /// assert_eq!(error.problem(), "the number of columns is '101'");
    /// # Ok::<(), plywood_game::TextError>(())
    /// ```
    pub fn parse_params(text: &str, default_seed: u64) -> Result<Self, TextError> {
        let mut setup = Setup { seed: default_seed, ..USUAL };
        if text.trim().is_empty() {
            return Ok(Self { setup: Some(setup) });
        }
        let mut parts = text.split(',').peekable();
        let size = parts.next().unwrap_or(text);
        let Some((rows, columns)) = size.split_once(['x', 'X']) else {
            let problem = format!("{} is no size", quoted(size));
            return Err(TextError::at_part(
                text,
                size,
                problem,
                "rows, x and columns, as in 10x10",
            ));
        };
        let small = |part, name, most: usize| -> Result<u8, TextError> {
            Field { text, part, name, range: 1..=most as u64 }.read().map(|number| number as u8)
        };
        setup.rows = small(rows, "the number of rows", LONGEST_SIDE)?;
        setup.columns = small(columns, "the number of columns", LONGEST_SIDE)?;
        if let Some(part) = parts.next_if(|part| !part.contains('=')) {
            setup.colours = small(part, "the number of colours", MOST_COLOURS)?;
        }
        if let Some(part) = parts.next() {
            setup.seed = seed(text, part)?;
        }
        match parts.next() {
            None => Ok(Self { setup: Some(setup) }),
            Some(part) => {
                let problem = format!("there is {} after the seed", quoted(part));
                Err(TextError::at_part(text, part, problem, "nothing more"))
            }
        }
    }

    /// The words that name this game.
    pub(super) fn words(&self) -> String {
        match &self.setup {
            None => "azulejos".to_owned(),
            Some(Setup { rows, columns, colours, seed }) => {
                format!("azulejos:{rows}x{columns},{colours},seed={seed}")
            }
        }
    }

    /// The board the game begins with.
    pub(super) fn first_board(&self) -> Position {
        let setup = self.setup.unwrap_or(USUAL);
        let mut dice = Random::new(setup.seed);
        let size = usize::from(setup.rows) * usize::from(setup.columns);
        let tiles: Vec<u8> =
            (0..size).map(|_| 1 + dice.below(setup.colours.into()) as u8).collect();
        Position::settled(setup.columns.into(), &tiles, [0, 0], Side::First)
    }

    /// Refuses a board that is not of this game's size; `place` is where the
    /// text says how large it is.
    pub(super) fn check_size(
        &self,
        text: &str,
        place: &str,
        rows: usize,
        columns: usize,
    ) -> Result<(), TextError> {
        match &self.setup {
            Some(setup) if (rows, columns) != (setup.rows.into(), setup.columns.into()) => {
                let problem = format!("the board is {rows}x{columns}");
                let expected =
                    format!("{}x{}, the size of {}", setup.rows, setup.columns, self.words());
                Err(TextError::at_part(text, place, problem, expected))
            }
            _ => Ok(()),
        }
    }
}

/// The number in `seed=S`.
fn seed(text: &str, part: &str) -> Result<u64, TextError> {
    match part.trim_matches(' ').split_once('=') {
        Some((name, part)) if name.eq_ignore_ascii_case("seed") => {
            Field { text, part, name: "the seed", range: 0..=u64::MAX }.read()
        }
        _ => {
            let problem = format!("{} is no parameter", quoted(part));
            let expected = "the size, the colours and the seed, as in 10x10,4,seed=1";
            Err(TextError::at_part(text, part, problem, expected))
        }
    }
}
