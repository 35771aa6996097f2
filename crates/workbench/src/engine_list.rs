//! Several engines in one line.

use crate::{EngineSpec, Error};
use plywood_game::{TextError, quoted};

/// Engines, separated by commas; those inside brackets belong to the engine.
///
/// ```
/// use plywood_workbench::EngineList;
/// let list: EngineList = "minimax,alphabeta[depth=6,table=64], pvs".parse()?;
/// let names: Vec<&str> = list.0.iter().map(|engine| engine.text.as_str()).collect();
/// assert_eq!(names, ["minimax", "alphabeta[depth=6,table=64]", "pvs"]);
/// assert!("pvs,,mtdf".parse::<EngineList>().is_err());
/// # Ok::<(), plywood_workbench::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct EngineList(pub Vec<EngineSpec>);

impl std::str::FromStr for EngineList {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let mut engines: Vec<EngineSpec> = Vec::new();
        let wrong = |part: &str, problem: String, expected: &str| Error::Text {
            source_name: "list of players",
            error: TextError::at_part(text, part, problem, expected),
        };
        for word in words(text) {
            if word.is_empty() {
                return Err(wrong(word, "there is no player here".into(), "a name such as pvs"));
            }
            let engine: EngineSpec = word.parse().map_err(|error| match error {
                Error::DoesNotSearch { .. } => {
                    let problem = format!("{} does not search", quoted(word));
                    wrong(word, problem, "an engine, such as pvs")
                }
                error => error,
            })?;
            if engines.iter().any(|other| other.text == engine.text) {
                let problem = format!("{} is there twice", quoted(word));
                return Err(wrong(word, problem, "another one"));
            }
            engines.push(engine);
        }
        Ok(Self(engines))
    }
}

/// The parts between commas outside brackets.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut inside = false;
    text.split(move |letter| {
        inside = (inside || letter == '[') && letter != ']';
        letter == ',' && !inside
    })
    .map(str::trim)
}
