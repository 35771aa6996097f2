//! A player of one game with a name of its own.

use crate::{Searcher, Setting};
use plywood_game::Playable;
use plywood_search::TableError;
use std::fmt;
use std::sync::Arc;

/// A player of the game `G` with a name of its own: what is known about it, and
/// how it is built.
pub struct Character<G> {
    profile: Profile,
    yardstick: Yardstick,
    build: Arc<Build<G>>,
}

/// What a character's values can be measured by, if they can.
type Yardstick = fn(&Brief) -> Option<String>;

type Build<G> = dyn Fn(&G, &Brief) -> Result<Box<dyn Searcher<G>>, TableError> + Send + Sync;

impl<G> Clone for Character<G> {
    fn clone(&self) -> Self {
        let (profile, build) = (self.profile.clone(), Arc::clone(&self.build));
        Self { profile, yardstick: self.yardstick, build }
    }
}

/// What there is to know about a character.
#[derive(Debug, Clone)]
pub struct Profile {
    /// The name before the bracket, in small letters.
    pub name: &'static str,
    /// A line about it.
    pub about: &'static str,
    /// Where it comes from, if it was not made here.
    pub source: Option<&'static str>,
    /// What can be chosen about it, besides limits, table and seed.
    pub settings: Vec<Setting>,
    /// Whether it looks to a depth. A tree that grows where play looks best has
    /// none.
    pub has_depth: bool,
}

/// How a character is wanted.
#[derive(Debug, Clone)]
pub struct Brief {
    /// The memory for its table or tree.
    pub megabytes: usize,
    /// What its dice start from, if it is to choose among equals.
    pub seed: Option<u64>,
    /// How many of the best moves it is to report.
    pub lines: usize,
    /// What was chosen, each with its key.
    pub chosen: Vec<(String, String)>,
}

impl Default for Brief {
    /// Nothing chosen.
    fn default() -> Self {
        Self { megabytes: 16, seed: None, lines: 1, chosen: Vec::new() }
    }
}

impl Brief {
    /// What was chosen for a setting, or else holds.
    ///
    /// # Panics
    /// If the character has no such setting: a mistake of the program, not of
    /// its user.
    #[must_use]
    pub fn get(&self, key: &str) -> &str {
        match self.chosen.iter().rfind(|(chosen, _)| chosen == key) {
            Some((_, value)) => value,
            None => panic!("the character has no setting called {key}"),
        }
    }

    /// Whether a setting is on.
    ///
    /// # Panics
    /// If the character has no such setting.
    #[must_use]
    pub fn is_on(&self, key: &str) -> bool {
        self.get(key) == "on"
    }
}

/// Why a character cannot be had as it is wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// It has no such setting; these are all it has.
    UnknownSetting {
        /// What was to be set.
        key: String,
        /// What can be.
        known: Vec<&'static str>,
    },
    /// A setting does not take this.
    BadValue {
        /// The setting.
        key: &'static str,
        /// What was chosen.
        value: String,
        /// What may be.
        expected: String,
    },
    /// There is not so much memory.
    Table(TableError),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::UnknownSetting { key, known } => {
                write!(f, "there is no setting {key}; there are {}", known.join(", "))
            }
            Refusal::BadValue { key, value, expected } => {
                write!(f, "{value} will not do for {key}; expected {expected}")
            }
            Refusal::Table(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Refusal {}

impl From<TableError> for Refusal {
    fn from(error: TableError) -> Self {
        Refusal::Table(error)
    }
}

impl<G: Playable> Character<G> {
    /// A player called `name`, described in a line, and built by `build`.
    pub fn new<B>(name: &'static str, about: &'static str, build: B) -> Self
    where
        B: Fn(&G, &Brief) -> Result<Box<dyn Searcher<G>>, TableError> + Send + Sync + 'static,
    {
        let profile = Profile { name, about, source: None, settings: Vec::new(), has_depth: true };
        Self { profile, yardstick: |_| None, build: Arc::new(build) }
    }

    /// The character, with the word that at a depth it finds the value that
    /// plain minimax finds under some evaluator. Whoever has the same yardstick
    /// means the same evaluator, and must find the same values; none where what
    /// was chosen makes it find others.
    #[must_use]
    pub fn measured_by(mut self, yardstick: fn(&Brief) -> Option<String>) -> Self {
        self.yardstick = yardstick;
        self
    }

    /// The character, with the word that it does not look to a depth.
    #[must_use]
    pub fn without_depth(mut self) -> Self {
        self.profile.has_depth = false;
        self
    }

    /// The character, with the word that it comes from elsewhere.
    #[must_use]
    pub fn from_source(mut self, source: &'static str) -> Self {
        self.profile.source = Some(source);
        self
    }

    /// The character, with something to be chosen about it.
    #[must_use]
    pub fn with(mut self, setting: Setting) -> Self {
        self.profile.settings.push(setting);
        self
    }

    /// What there is to know about it.
    #[must_use]
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// Whether it can be had with these settings.
    ///
    /// # Errors
    /// If one of them is unknown, or takes something else.
    pub fn check(&self, chosen: &[(String, String)]) -> Result<(), Refusal> {
        let settings = &self.profile.settings;
        for (key, value) in chosen {
            let Some(setting) = settings.iter().find(|setting| setting.key == key) else {
                let known = settings.iter().map(|setting| setting.key).collect();
                return Err(Refusal::UnknownSetting { key: key.clone(), known });
            };
            if !setting.form.takes(value) {
                let (value, expected) = (value.clone(), setting.form.words());
                return Err(Refusal::BadValue { key: setting.key, value, expected });
            }
        }
        Ok(())
    }

    /// The character at work.
    ///
    /// # Errors
    /// If what was chosen will not do, or there is not so much memory.
    pub fn searcher(&self, game: &G, brief: &Brief) -> Result<Box<dyn Searcher<G>>, Refusal> {
        self.check(&brief.chosen)?;
        Ok((self.build)(game, &self.completed(brief))?)
    }

    /// What its values at a depth are measured by, if they can be: see
    /// [`Character::measured_by`].
    #[must_use]
    pub fn yardstick(&self, brief: &Brief) -> Option<String> {
        (self.yardstick)(&self.completed(brief))
    }

    /// What is wanted, with what holds where nothing was chosen.
    fn completed(&self, brief: &Brief) -> Brief {
        let default = |setting: &Setting| (setting.key.to_owned(), setting.default.to_owned());
        let defaults = self.profile.settings.iter().map(default);
        let chosen = defaults.chain(brief.chosen.iter().cloned()).collect();
        Brief { chosen, ..*brief }
    }
}
