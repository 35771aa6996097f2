//! The arguments that name a game and one or many positions of it.

use crate::failure::Failure;
use crate::source::{Source, read_text};
use clap::builder::NonEmptyStringValueParser;
use plywood_game::counted;
use plywood_lab::{open_suite, read_positions};
use plywood_workbench::{Session, Suite, Workbench};

/// A game and positions of it.
#[derive(clap::Args)]
pub(crate) struct PositionsArgs {
    /// The game, such as othello, mnk:7,7,4 or gomoku ('plywood games' lists them)
    pub(crate) game: String,
    /// A position as one line of text; may be given several times
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, conflicts_with = "file")]
    position: Vec<String>,
    /// A file with a position or a saved game, of several the first; - reads standard input
    #[arg(long, value_name = "FILE", value_parser = NonEmptyStringValueParser::new())]
    file: Option<String>,
    /// Moves to play from there, such as "b2 a1"
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,
    /// A file of positions, one on each line, with comments after #; - reads standard input
    #[arg(long, value_name = "FILE", value_parser = NonEmptyStringValueParser::new(),
          conflicts_with_all = ["position", "file", "moves"])]
    positions: Option<String>,
    /// A set of positions that the game has; 'list' shows their names
    #[arg(long, value_name = "NAME", conflicts_with_all = ["position", "file", "moves", "positions"])]
    suite: Option<String>,
}

/// What was asked for.
pub(crate) enum Asked {
    /// The sessions, and their suite if they are one.
    Positions(Vec<Box<dyn Session>>, Option<Suite>),
    /// Which suites there are, in words.
    List(String),
}

impl PositionsArgs {
    /// Opens the sessions that the arguments ask for.
    pub(crate) fn open(&self, workbench: &Workbench) -> Result<Asked, Failure> {
        if let Some(name) = &self.suite {
            if name == "list" {
                return Ok(Asked::List(self.list(workbench)?));
            }
            let suite = workbench.suite(&self.game, name)?;
            return Ok(Asked::Positions(open_suite(workbench, &suite)?, Some(suite)));
        }
        if let Some(name) = &self.positions {
            let sessions = read_positions(workbench, &self.game, &read_text(name)?)
                .map_err(|error| Failure::in_file(Some(name), error))?;
            return Ok(Asked::Positions(sessions, None));
        }
        let positions: Vec<Option<&String>> = match self.position.as_slice() {
            [] => vec![None],
            several => several.iter().map(Some).collect(),
        };
        let open = |position: Option<&String>| {
            let (file, moves) = (self.file.clone(), self.moves.clone());
            Source { game: self.game.clone(), position: position.cloned(), file, moves }
                .open(workbench)
        };
        let sessions = positions.into_iter().map(open).collect::<Result<_, _>>()?;
        Ok(Asked::Positions(sessions, None))
    }

    fn list(&self, workbench: &Workbench) -> Result<String, Failure> {
        let mut text = String::new();
        for suite in workbench.suites(&self.game)? {
            let count = counted(open_suite(workbench, &suite)?.len(), "position");
            text.push_str(&format!("{}\n    {}; {count}\n", suite.name, suite.about));
        }
        if text.is_empty() {
            text = format!("{} has no suites\n", self.game);
        }
        Ok(text)
    }
}
