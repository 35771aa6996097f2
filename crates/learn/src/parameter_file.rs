//! The file of the named numbers of an evaluator: TOML, with a version and a checksum.

use crate::file::FileError;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// The named numbers of an evaluator, and where they come from.
///
/// ```
/// use plywood_learn::{FileError, ParameterFile};
/// let file = ParameterFile {
///     game: "delta".to_owned(),
///     made_by: "learn delta --parameters --games 1000 --seed 1 --nodes 100".to_owned(),
///     parameters: vec![("gap".to_owned(), 17), ("threat".to_owned(), 127)],
/// };
/// let text = file.to_string();
/// assert_eq!(text.parse(), Ok(file.clone()), "in the order of names");
/// assert_eq!(text.replace("17", "18").parse::<ParameterFile>(), Err(FileError::Changed));
/// let own = [("threat", 100), ("gap", 10)];
/// assert_eq!(file.for_game("delta", &own), Ok(vec![127, 17]));
/// assert!(file.for_game("othello", &own).is_err());
/// assert!(file.for_game("delta", &own[..1]).is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParameterFile {
    /// The name of the game.
    pub game: String,
    /// How they were learned, in words, such as the command.
    pub made_by: String,
    /// Each name with its number.
    pub parameters: Vec<(String, i32)>,
}

const VERSION: u32 = 1;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    version: u32,
    game: String,
    made_by: String,
    checksum: String,
    parameters: BTreeMap<String, i32>,
}

#[derive(Deserialize)]
struct VersionAlone {
    version: u32,
}

impl ParameterFile {
    /// Whether a text is meant to be one.
    #[must_use]
    pub fn is_one(text: &str) -> bool {
        text.lines().any(|line| line.trim() == "[parameters]")
    }

    /// The numbers in the order of the evaluator's `own`, if they are those of this game.
    ///
    /// # Errors
    /// If they were learned for another game, or have other names.
    pub fn for_game(&self, wanted: &str, own: &[(&str, i32)]) -> Result<Vec<i32>, FileError> {
        if self.game != wanted {
            let (found, wanted) = (self.game.clone(), wanted.to_owned());
            return Err(FileError::OtherGame { found, wanted });
        }
        let number = |name: &str| self.parameters.iter().find(|(known, _)| known == name);
        let found: Option<Vec<i32>> =
            own.iter().map(|(name, _)| number(name).map(|(_, number)| *number)).collect();
        let all = found.filter(|found| found.len() == self.parameters.len());
        all.ok_or(FileError::Impossible("the evaluator of this game has other parameters"))
    }

    /// What the checksum counts: everything but itself.
    fn checksum(&self) -> String {
        let mut sum = crc32fast::Hasher::new();
        sum.update(format!("{VERSION}\n{}\n{}\n", self.game, self.made_by).as_bytes());
        let mut parameters: Vec<_> = self.parameters.iter().collect();
        parameters.sort();
        for (name, number) in parameters {
            sum.update(format!("{name}={number}\n").as_bytes());
        }
        format!("{:08x}", sum.finalize())
    }
}

impl fmt::Display for ParameterFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A string of JSON is one of TOML.
        let text = |text: &str| serde_json::Value::from(text).to_string();
        let Self { game, made_by, parameters } = self;
        writeln!(f, "version = {VERSION}")?;
        writeln!(f, "game = {}", text(game))?;
        writeln!(f, "made_by = {}", text(made_by))?;
        writeln!(f, "checksum = \"{}\"\n\n[parameters]", self.checksum())?;
        parameters.iter().try_for_each(|(name, number)| writeln!(f, "{} = {number}", text(name)))
    }
}

impl FromStr for ParameterFile {
    type Err = FileError;

    fn from_str(text: &str) -> Result<Self, FileError> {
        let version = toml::from_str::<VersionAlone>(text).map_err(|_| FileError::NotOne)?;
        if version.version > VERSION {
            return Err(FileError::Newer(version.version));
        }
        let document: Document = toml::from_str(text).map_err(|_| FileError::Changed)?;
        let Document { version: document_version, game, made_by, checksum, parameters } = document;
        let file = Self { game, made_by, parameters: parameters.into_iter().collect() };
        match document_version == VERSION && file.checksum() == checksum {
            true => Ok(file),
            false => Err(FileError::Changed),
        }
    }
}
