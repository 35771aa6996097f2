//! Finding games by the words that name them.

use crate::error::nearest;
use crate::{Error, Family, GameEntry, Record, Session, Setup, Start};
use plywood_game::quoted;

/// All the games there are.
#[derive(Default)]
pub struct Workbench {
    families: Vec<Family>,
}

impl Workbench {
    /// A workbench with no games at all.
    #[must_use]
    pub fn empty() -> Self {
        Self::default()
    }

    /// The games built into Plywood.
    #[must_use]
    pub fn standard() -> Self {
        crate::standard::families().into_iter().fold(Self::empty(), Self::with)
    }

    /// Adds a game, or a [`Family`] of them. A family of the same name takes
    /// the place of the one before.
    #[must_use]
    pub fn with(mut self, family: impl Into<Family>) -> Self {
        let family = family.into();
        self.families.retain(|other| other.entry().name != family.entry().name);
        self.families.push(family);
        self
    }

    /// Every family as a list shows it.
    pub fn games(&self) -> impl Iterator<Item = &GameEntry> {
        self.families.iter().map(Family::entry)
    }

    /// Opens a game, such as `othello` or `mnk:15,15,5`, at `start`. Where the
    /// start of the game is random and no seed is given in its name, `seed`
    /// decides.
    ///
    /// # Errors
    /// If there is no such game, or no such start.
    pub fn open(&self, game: &str, start: &Start, seed: u64) -> Result<Box<dyn Session>, Error> {
        if let Some(record) = start.record()? {
            return self.open_record(game, &record, start, seed);
        }
        let word = self.resolve_alias(game);
        let (name, parameters) = match word.split_once(':') {
            Some((name, parameters)) => (name, Some(parameters)),
            None => (word, None),
        };
        let family = self
            .families
            .iter()
            .find(|family| family.entry().name.eq_ignore_ascii_case(name))
            .ok_or_else(|| self.unknown(name))?;
        let setup = Setup { parameters, has_position: start.has_position(), seed };
        let built = family.build(&setup).map_err(|error| Error::Parameters {
            word: quoted(word),
            form: family.entry().form.clone(),
            error,
        })?;
        built.open(start)
    }

    /// Goes on with a saved game.
    ///
    /// # Errors
    /// If its game does not exist or its moves cannot be played.
    pub fn resume(&self, record: &Record) -> Result<Box<dyn Session>, Error> {
        let mut session = self.open(&record.game, &record.start(), 0)?;
        if let Some(side) = record.resigned {
            session.resign(side)?;
        }
        Ok(session)
    }

    /// Opens the saved game that the file given as a start turned out to hold.
    fn open_record(
        &self,
        game: &str,
        record: &Record,
        start: &Start,
        seed: u64,
    ) -> Result<Box<dyn Session>, Error> {
        let asked = self.open(game, &record.start(), seed)?.game();
        let mut session = self.resume(record)?;
        if session.game() != asked {
            return Err(Error::OtherGame { found: session.game(), wanted: game.to_owned() });
        }
        if let Some(moves) = &start.moves {
            session.play_all(moves)?;
        }
        Ok(session)
    }

    fn resolve_alias<'a>(&'a self, word: &'a str) -> &'a str {
        let mut aliases = self.families.iter().flat_map(Family::aliases);
        let found = aliases.rfind(|(alias, _)| alias.eq_ignore_ascii_case(word));
        found.map_or(word, |(_, game)| game)
    }

    fn unknown(&self, name: &str) -> Error {
        let names = self.families.iter().map(|family| family.entry().name.as_str());
        let aliases = self.families.iter().flat_map(Family::aliases);
        let candidates = names.chain(aliases.map(|(alias, _)| alias.as_str()));
        Error::UnknownGame { word: quoted(name), suggestion: nearest(name, candidates) }
    }
}
