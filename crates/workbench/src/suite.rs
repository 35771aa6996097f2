//! Sets of positions with names, on which engines are compared.

use crate::error::nearest;
use crate::{Error, Workbench};
use plywood_game::quoted;

/// A set of positions of a game, with the engines and depths of a comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suite {
    /// Its name.
    pub name: &'static str,
    /// A line about it.
    pub about: &'static str,
    /// The game whose positions they are.
    pub game: &'static str,
    /// Who is compared, separated by commas; none: those who usually are.
    pub algorithms: Option<&'static str>,
    /// The depths they search to, first to last; none: the default.
    pub depths: Option<(u32, u32)>,
    /// The positions.
    pub positions: Positions,
}

/// How the positions of a suite are written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Positions {
    /// As positions, one on each line, with comments after `#`.
    Lines(&'static str),
    /// As moves from the start of the game.
    Moves(Vec<&'static str>),
}

impl Workbench {
    /// The suite of a game that has this name.
    ///
    /// # Errors
    /// If there is no such game, or it has no such suite.
    pub fn suite(&self, game: &str, name: &str) -> Result<Suite, Error> {
        let suites = self.suites(game)?;
        let found = suites.iter().find(|suite| suite.name.eq_ignore_ascii_case(name));
        found.cloned().ok_or_else(|| {
            let names = || suites.iter().map(|suite| suite.name);
            Error::UnknownSuite {
                word: quoted(name),
                suggestion: nearest(name, names()),
                game: game.to_owned(),
                known: names().collect::<Vec<_>>().join(", "),
            }
        })
    }
}
