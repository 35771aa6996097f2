//! Many positions of one game: a suite's, or those in a text.

use plywood_game::TextError;
use plywood_workbench::{Error, Positions, Session, Start, Suite, Workbench};

/// Opens all positions of a suite.
///
/// # Errors
/// If one of them is not a position, which is a mistake in the suite.
pub fn open_suite(workbench: &Workbench, suite: &Suite) -> Result<Vec<Box<dyn Session>>, Error> {
    match &suite.positions {
        Positions::Lines(text) => read_positions(workbench, suite.game, text),
        Positions::Moves(all) => all
            .iter()
            .map(|moves| {
                let moves = Some((*moves).to_owned());
                workbench.open(suite.game, &Start { moves, ..Start::default() }, 0)
            })
            .collect(),
    }
}

/// The positions in `text`, one on each line, as the game writes positions on
/// one line. What follows a `#` is a comment; empty lines are left out.
///
/// ```
/// use plywood_lab::read_positions;
/// use plywood_workbench::Workbench;
/// let workbench = Workbench::standard();
/// let read = |text| read_positions(&workbench, "tictactoe", text);
/// assert_eq!(read("# two of them\n3/1x1/3 o # in the middle\n\n2o/1x1/3 x\n")?.len(), 2);
/// let error = read("3/1x1/3 o\n3/1y1/3 o\n").err().expect("no such mark");
/// assert!(error.to_string().contains("line 2, column 4"));
/// # Ok::<(), plywood_workbench::Error>(())
/// ```
///
/// # Errors
/// If there is no such game, or no position, or a line is none or the end of a
/// game.
pub fn read_positions(
    workbench: &Workbench,
    game: &str,
    text: &str,
) -> Result<Vec<Box<dyn Session>>, Error> {
    let wrong = |part: &str, problem: &str, expected: &str| Error::Text {
        source_name: "positions file",
        error: TextError::at_part(text, part, problem, expected),
    };
    let mut sessions = Vec::new();
    for line in text.lines() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let start = Start { position: Some(line.to_owned()), ..Start::default() };
        let session = workbench.open(game, &start, 0).map_err(|error| match error {
            Error::Text { error, .. } => {
                let place = line.char_indices().nth(error.column() - 1);
                let part = &line[place.map_or(line.len(), |(place, _)| place)..];
                wrong(part, error.problem(), error.expected())
            }
            other => other,
        })?;
        if session.ending().is_some() {
            return Err(wrong(line, "the game is over here", "a position with a move to find"));
        }
        sessions.push(session);
    }
    match sessions.is_empty() {
        true => Err(wrong(text, "there are no positions", "one on each line")),
        false => Ok(sessions),
    }
}
