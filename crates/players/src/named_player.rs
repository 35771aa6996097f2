//! A player of one game with its own name.

use crate::{Field, Searcher};
use plywood_game::Playable;
use plywood_search::TableError;
use std::fmt;
use std::sync::Arc;

/// A player of the game `G` with its own name: its profile, and how it is
/// built.
pub struct NamedPlayer<G> {
    profile: Profile,
    exact_under: ExactUnder,
    build: Arc<Build<G>>,
}

/// The evaluator under which a depth-limited search returns the minimax value.
type ExactUnder = fn(&BuildOptions) -> Option<String>;

type Build<G> = dyn Fn(&G, &BuildOptions) -> Result<Box<dyn Searcher<G>>, TableError> + Send + Sync;

impl<G> Clone for NamedPlayer<G> {
    fn clone(&self) -> Self {
        let (profile, build) = (self.profile.clone(), Arc::clone(&self.build));
        Self { profile, exact_under: self.exact_under, build }
    }
}

/// What lists and messages say about a named player.
#[derive(Debug, Clone)]
pub struct Profile {
    /// The name before the bracket, in small letters.
    pub name: &'static str,
    /// A line about it.
    pub about: &'static str,
    /// Where it comes from, if it was not made here.
    pub source: Option<&'static str>,
    /// Its own options, besides limits, table and seed.
    pub options: Vec<Field>,
    /// Whether it searches to a depth. Monte-Carlo tree search does not.
    pub has_depth: bool,
    /// Whether its estimates are hundredths of what the game counts.
    pub in_hundredths: bool,
}

/// The options that a named player is built with.
#[derive(Debug, Clone)]
pub struct BuildOptions {
    /// The memory for its table or tree.
    pub megabytes: usize,
    /// The seed of its random generator, which chooses among equal moves.
    pub seed: Option<u64>,
    /// The values of its own options, each with its key; the last one counts.
    pub chosen: Vec<(String, String)>,
}

impl Default for BuildOptions {
    /// No option chosen.
    fn default() -> Self {
        Self { megabytes: 64, seed: None, chosen: Vec::new() }
    }
}

impl BuildOptions {
    /// The value of an option: what was chosen, or else its default.
    ///
    /// # Panics
    /// If the player has no such option: a mistake of the program, not of its
    /// user.
    #[must_use]
    pub fn get(&self, key: &str) -> &str {
        match self.chosen.iter().rfind(|(chosen, _)| chosen == key) {
            Some((_, value)) => value,
            None => panic!("the player has no option called {key}"),
        }
    }

    /// Whether an option is on.
    ///
    /// # Panics
    /// If the player has no such option.
    #[must_use]
    pub fn is_on(&self, key: &str) -> bool {
        self.get(key) == "on"
    }
}

/// Why a named player cannot be built.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// It has no such option.
    UnknownOption {
        /// The key that was given.
        key: String,
        /// All keys that it has.
        known: Vec<&'static str>,
    },
    /// An option does not accept this value.
    BadValue {
        /// The option.
        key: &'static str,
        /// The value.
        value: String,
        /// What it accepts, in words.
        expected: String,
    },
    /// There is not enough memory.
    Table(TableError),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::UnknownOption { key, known } => {
                write!(f, "there is no option {key}; there are {}", known.join(", "))
            }
            Refusal::BadValue { key, value, expected } => {
                write!(f, "{key} does not accept {value}; expected {expected}")
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

impl<G: Playable> NamedPlayer<G> {
    /// A player called `name`, described in a line, and built by `build`.
    pub fn new<B>(name: &'static str, about: &'static str, build: B) -> Self
    where
        B: Fn(&G, &BuildOptions) -> Result<Box<dyn Searcher<G>>, TableError>
            + Send
            + Sync
            + 'static,
    {
        let profile = Profile {
            name,
            about,
            source: None,
            options: Vec::new(),
            has_depth: true,
            in_hundredths: false,
        };
        Self { profile, exact_under: |_| None, build: Arc::new(build) }
    }

    /// Declares that a depth-limited search returns the minimax value under the
    /// named evaluator. Players that name the same evaluator must return the
    /// same values; none where the options make a search return others.
    #[must_use]
    pub fn exact_under(mut self, exact_under: ExactUnder) -> Self {
        self.exact_under = exact_under;
        self
    }

    /// Declares that it does not search to a depth.
    #[must_use]
    pub fn without_depth(mut self) -> Self {
        self.profile.has_depth = false;
        self
    }

    /// Declares that its estimates are hundredths of what the game counts.
    #[must_use]
    pub fn in_hundredths(mut self) -> Self {
        self.profile.in_hundredths = true;
        self
    }

    /// Names where it comes from.
    #[must_use]
    pub fn from_source(mut self, source: &'static str) -> Self {
        self.profile.source = Some(source);
        self
    }

    /// Adds an option.
    #[must_use]
    pub fn with(mut self, option: Field) -> Self {
        self.profile.options.push(option);
        self
    }

    /// What lists and messages say about it.
    #[must_use]
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// Whether it has these options, and each accepts its value.
    ///
    /// # Errors
    /// The first that is unknown, or does not accept its value.
    pub fn check(&self, chosen: &[(String, String)]) -> Result<(), Refusal> {
        let options = &self.profile.options;
        for (key, value) in chosen {
            let Some(option) = options.iter().find(|option| option.name == key) else {
                let known = options.iter().map(|option| option.name).collect();
                return Err(Refusal::UnknownOption { key: key.clone(), known });
            };
            if !option.kind.accepts(value) {
                let (value, expected) = (value.clone(), option.kind.expected());
                return Err(Refusal::BadValue { key: option.name, value, expected });
            }
        }
        Ok(())
    }

    /// A searcher that plays as it does.
    ///
    /// # Errors
    /// If an option is unknown or does not accept its value, or there is not
    /// enough memory.
    pub fn searcher(
        &self,
        game: &G,
        build: &BuildOptions,
    ) -> Result<Box<dyn Searcher<G>>, Refusal> {
        self.check(&build.chosen)?;
        Ok((self.build)(game, &self.completed(build))?)
    }

    /// The evaluator under which its values at a depth are exact, if they are:
    /// see [`NamedPlayer::exact_under`].
    #[must_use]
    pub fn exact_evaluator(&self, build: &BuildOptions) -> Option<String> {
        (self.exact_under)(&self.completed(build))
    }

    /// The options with the defaults of those that were not chosen.
    fn completed(&self, build: &BuildOptions) -> BuildOptions {
        let default = |option: &Field| (option.name.to_owned(), option.default.to_string());
        let defaults = self.profile.options.iter().map(default);
        let chosen = defaults.chain(build.chosen.iter().cloned()).collect();
        BuildOptions { chosen, ..*build }
    }
}
