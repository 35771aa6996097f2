//! Learned evaluators, read from their files. A match makes a player for each game, so
//! that the last files are remembered.

use crate::family::GameParts;
use crate::{EngineSpec, Error};
use plywood_game::{Knowledge, Playable};
use plywood_learn::file::Kept;
use plywood_learn::{FileError, Learned, ParameterFile, Predicts, Tables};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

/// How many files are remembered.
const REMEMBERED: usize = 4;

/// A file as it was when it was read: its name, its time and its length, and the game
/// that it was read for.
type Seen = (PathBuf, Option<SystemTime>, u64, String);

static LAST: Mutex<Vec<(Seen, Arc<Tables>)>> = Mutex::new(Vec::new());

/// The name under which evaluators of a game are kept.
pub(crate) fn name_of<G: Playable, K>(parts: &GameParts<G, K>) -> String {
    parts.engines.patterns.name.clone().unwrap_or_else(|| parts.game.name())
}

/// What stands in the place of a game's own evaluation.
#[derive(Clone)]
pub(crate) enum Evaluation {
    /// Pattern tables.
    Tables(Arc<Tables>),
    /// The game's own with other numbers.
    Parameters(Vec<i32>),
}

impl Evaluation {
    /// A game's knowledge with this evaluation, if there is one.
    pub(crate) fn of<G: Playable, K: Knowledge<G>>(
        mut own: K,
        learned: Option<Self>,
    ) -> Learned<K> {
        match learned {
            Some(Self::Tables(tables)) => Learned::new(own, Some(tables)),
            Some(Self::Parameters(values)) => {
                own.set_parameters(&values);
                Learned::new(own, None)
            }
            None => Learned::new(own, None),
        }
    }

    /// Whether an estimate stands for the odds of a win.
    pub(crate) fn predicts_results<G: Playable>(&self, game: &G) -> bool {
        match self {
            Self::Tables(tables) => tables.predicts() == Predicts::Result,
            Self::Parameters(_) => !game.counts_points(),
        }
    }
}

/// The learned evaluation that an engine names, if it names one.
pub(crate) fn evaluation_of<G: Playable, K: Knowledge<G>>(
    parts: &GameParts<G, K>,
    engine: &EngineSpec,
) -> Result<Option<Evaluation>, Error> {
    let Some(file) = engine.evaluator.as_deref() else { return Ok(None) };
    let wrong = |error| Error::Evaluator { file: file.to_owned(), error };
    let is_own = file == LEARNED && parts.engines.learned.is_some();
    match (!is_own).then(|| parameters(Path::new(file))).flatten() {
        Some(found) => {
            let own = parts.knowledge.parameters();
            let values = found.and_then(|found| found.for_game(&name_of(parts), &own));
            values.map(|values| Some(Evaluation::Parameters(values))).map_err(wrong)
        }
        None => evaluator(parts, file).map(|tables| Some(Evaluation::Tables(tables))),
    }
}

/// No file of parameters is larger.
const LARGEST_TEXT: u64 = 1 << 16;

/// The parameters in a file, if it is meant to hold some.
fn parameters(path: &Path) -> Option<Result<ParameterFile, FileError>> {
    let found = std::fs::metadata(path).ok()?;
    let bytes = (found.is_file() && found.len() <= LARGEST_TEXT).then(|| std::fs::read(path));
    let text = bytes?.ok().and_then(|bytes| String::from_utf8(bytes).ok())?;
    ParameterFile::is_one(&text).then(|| text.parse())
}

/// The name that stands for the evaluator that comes with the game.
pub(crate) const LEARNED: &str = "learned";

/// The evaluator in a file, for this game, or the one that comes with it.
pub(crate) fn evaluator<G: Playable, K>(
    parts: &GameParts<G, K>,
    file: &str,
) -> Result<Arc<Tables>, Error> {
    if let (LEARNED, Some(learned)) = (file, parts.engines.learned) {
        return learned().map_err(|error| Error::Evaluator { file: file.to_owned(), error });
    }
    let name = name_of(parts);
    let tables = read(Path::new(file), &name);
    let tables = tables.map_err(|error| Error::Evaluator { file: file.to_owned(), error })?;
    let picture = parts.game.picture(&parts.game.initial(), None);
    if picture.cells.len() != usize::from(tables.shape().cells) {
        let error =
            FileError::OtherGame { found: "a board of another size".to_owned(), wanted: name };
        return Err(Error::Evaluator { file: file.to_owned(), error });
    }
    Ok(tables)
}

/// No evaluator is larger.
const LARGEST_FILE: u64 = 1 << 28;

fn read(path: &Path, game: &str) -> Result<Arc<Tables>, FileError> {
    let unreadable = |error: std::io::Error| FileError::Unreadable(error.kind().to_string());
    let found = std::fs::metadata(path).map_err(unreadable)?;
    if !found.is_file() || found.len() > LARGEST_FILE {
        return Err(FileError::NotOne);
    }
    let seen: Seen = (path.to_owned(), found.modified().ok(), found.len(), game.to_owned());
    let known = |last: &[(Seen, Arc<Tables>)]| {
        last.iter().find(|(one, _)| *one == seen).map(|(_, tables)| Arc::clone(tables))
    };
    if let Some(tables) = known(&LAST.lock().unwrap_or_else(PoisonError::into_inner)) {
        return Ok(tables);
    }
    let bytes = std::fs::read(path).map_err(unreadable)?;
    let tables = Arc::new(Kept::from_bytes(&bytes)?.for_game(game)?);
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    last.insert(0, (seen, Arc::clone(&tables)));
    last.truncate(REMEMBERED);
    Ok(tables)
}
