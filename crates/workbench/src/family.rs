//! A family of games: one name, and the games its parameters make.

use crate::session::{GameSession, Session, Start};
use crate::{Error, GameEntry};
use plywood_game::{Playable, TextError};

/// What a family is given to set up one of its games.
#[derive(Debug, Clone, Copy)]
pub struct Setup<'a> {
    /// What follows the colon after the family's name; none without a colon.
    pub parameters: Option<&'a str>,
    /// Whether a position is given, so that no random start is needed.
    pub has_position: bool,
    /// A number for games whose start is random and that were not given one.
    pub seed: u64,
}

/// A name, a line about it, and how its games are set up.
pub struct Family {
    entry: GameEntry,
    aliases: Vec<(String, String)>,
    build: Box<Build>,
}

type Build = dyn Fn(&Setup<'_>) -> Result<Box<dyn ErasedGame>, TextError> + Send + Sync;

/// A game whose types are known only inside.
pub(crate) trait ErasedGame {
    fn open(&self, start: &Start) -> Result<Box<dyn Session>, Error>;
}

impl<G: Playable> ErasedGame for G {
    fn open(&self, start: &Start) -> Result<Box<dyn Session>, Error> {
        Ok(Box::new(GameSession::open(self.clone(), start)?))
    }
}

impl Family {
    /// The games called `name`, written as in `form`, such as `mnk:M,N,K`.
    /// Each game is set up by a `builder` that joins it with
    /// [`Setup::game`] or chooses among several types.
    pub fn new<B>(name: &str, form: &str, builder: B) -> Self
    where
        B: Fn(&Setup<'_>) -> Result<Prepared, TextError> + Send + Sync + 'static,
    {
        Self {
            entry: GameEntry {
                name: name.to_owned(),
                form: form.to_owned(),
                about: String::new(),
                aliases: Vec::new(),
                example: name.to_owned(),
            },
            aliases: Vec::new(),
            build: Box::new(move |setup| builder(setup).map(|game| game.0)),
        }
    }

    /// A line or two about the games.
    #[must_use]
    pub fn about(mut self, about: &str) -> Self {
        about.clone_into(&mut self.entry.about);
        self
    }

    /// A game of the family to try first, where its name alone is not one.
    #[must_use]
    pub fn example(mut self, example: &str) -> Self {
        example.clone_into(&mut self.entry.example);
        self
    }

    /// Another name for one of the games.
    #[must_use]
    pub fn alias(mut self, alias: &str, game: &str) -> Self {
        self.aliases.push((alias.to_owned(), game.to_owned()));
        self.entry.aliases.push(format!("{alias} = {game}"));
        self
    }

    /// The family as a list shows it.
    #[must_use]
    pub fn entry(&self) -> &GameEntry {
        &self.entry
    }

    pub(crate) fn aliases(&self) -> &[(String, String)] {
        &self.aliases
    }

    pub(crate) fn build(&self, setup: &Setup<'_>) -> Result<Box<dyn ErasedGame>, TextError> {
        (self.build)(setup)
    }
}

/// A game that has been set up.
pub struct Prepared(Box<dyn ErasedGame>);

impl Setup<'_> {
    /// This game, whatever its type.
    pub fn game<G: Playable>(&self, game: G) -> Prepared {
        Prepared(Box::new(game))
    }

    /// This game, which takes no parameters.
    ///
    /// # Errors
    /// If there are any.
    pub fn only_game<G: Playable>(&self, game: G) -> Result<Prepared, TextError> {
        match self.parameters {
            None => Ok(self.game(game)),
            Some(text) => {
                Err(TextError::new(text, 0, "this game takes no parameters", "its name alone"))
            }
        }
    }
}

/// A game of its own is a family of one.
impl<G: Playable> From<G> for Family {
    fn from(game: G) -> Self {
        let name = game.name();
        Family::new(&name, &name, move |setup| setup.only_game(game.clone()))
    }
}
