//! An engine with its options: `pvs`, or with options in brackets,
//! `alphabeta[depth=6,table=64]`, in any case. A name stands for an algorithm
//! with its usual options; every option may be changed. `best` stands for the
//! engine that the game names. Any other name may be that of a player of one
//! game: it is kept, and the game says whether it has such a player.

use crate::algorithms::{ALGORITHMS, BEST, GREEDY, MINIMAX};
use crate::{Error, PlayerSpec, PredictionSource};
use plywood_game::{TextError, quoted};
use plywood_players::BuildOptions;
use plywood_search::{Limits, MctsOptions, Options};
use std::str::FromStr;

/// An engine and its options.
///
/// ```
/// use plywood_workbench::{EngineSpec, Method};
/// let spec: EngineSpec = "pvs[depth=6,table=64,symmetry=on]".parse()?;
/// assert_eq!(spec.limits.depth, Some(6));
/// assert_eq!(spec.megabytes, 64);
/// assert!(matches!(&spec.method, Method::AlphaBeta(options) if options.table.symmetry));
/// assert!("pvs[depht=6]".parse::<EngineSpec>().is_err());
/// assert!("pvs[depth=6,depth=7]".parse::<EngineSpec>().is_err());
/// # Ok::<(), plywood_workbench::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct EngineSpec {
    /// As it was written.
    pub text: String,
    /// How it searches.
    pub method: Method,
    /// The size of the table or the tree.
    pub megabytes: usize,
    /// Search only cells within this distance of others, where the game knows
    /// which they are.
    pub near: Option<u16>,
    /// Search for a forced win first, where the game can.
    pub threats: bool,
    /// The file of a learned evaluator that stands in place of the game's own.
    pub evaluator: Option<String>,
    /// Where the predictions of Multi-ProbCut come from.
    pub predictions: PredictionSource,
    /// Its own limits.
    pub limits: Limits,
    /// Whether the game names the engine.
    is_best: bool,
    /// The options that were set, for the engine that the game names and for
    /// named players.
    chosen: Vec<(String, String)>,
}

/// How an engine searches.
#[derive(Debug, Clone, PartialEq)]
pub enum Method {
    /// Alpha-beta, with these techniques.
    AlphaBeta(Options),
    /// Monte-Carlo tree search.
    Mcts(MctsOptions),
    /// As the game's own player of this name does.
    Named(String),
}

/// The usual size of a table or tree, the same on every machine, so that the same
/// requests find the same there.
pub const DEFAULT_MEGABYTES: usize = 64;

/// The options that limit the time of a move, in two ways.
const TIMES: [&str; 2] = ["time", "processortime"];

impl FromStr for EngineSpec {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        match text.parse()? {
            PlayerSpec::Engine(engine) => Ok(engine),
            player @ PlayerSpec::External(_) => Err(Error::external(
                &player,
                "an external engine plays, in match, play and on the page; it does not analyse",
            )),
            _ => Err(Error::DoesNotSearch { player: text.to_owned() }),
        }
    }
}

impl EngineSpec {
    /// The algorithm or named player `name`, in small letters, without options.
    #[must_use]
    pub fn named(name: &str) -> Self {
        let algorithm = ALGORITHMS.iter().find(|algorithm| algorithm.name == name);
        Self {
            text: name.to_owned(),
            method: match algorithm {
                Some(algorithm) => (algorithm.method)(),
                None => Method::Named(name.to_owned()),
            },
            megabytes: DEFAULT_MEGABYTES,
            near: None,
            // Neither a search of one move nor a search of all moves looks for
            // a forced win first.
            threats: name != GREEDY && name != MINIMAX,
            evaluator: None,
            predictions: PredictionSource::Off,
            limits: Limits::default(),
            is_best: name == BEST,
            chosen: Vec::new(),
        }
    }

    /// The engine written as `text`: a name, and the options that were in the
    /// brackets after it, if there were any.
    pub(crate) fn parse(text: &str, name: &str, options: Option<&str>) -> Result<Self, Error> {
        let mut spec = Self { text: text.to_owned(), ..Self::named(&name.to_ascii_lowercase()) };
        let options = options.unwrap_or_default();
        for word in options.split(',').filter(|_| !options.is_empty()) {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            let key = key.to_ascii_lowercase();
            if spec.has_chosen(&key) {
                let error = crate::external_spec::given_twice(text, word, &key);
                return Err(Error::Text { source_name: "player", error });
            }
            if TIMES.contains(&key.as_str()) && TIMES.iter().any(|time| spec.has_chosen(time)) {
                let problem = "a time and a processor time are both given";
                let error = TextError::at_part(text, word, problem, "one of them");
                return Err(Error::Text { source_name: "player", error });
            }
            let is_file = spec.option(&key).is_some_and(|(option, _)| option.is_file());
            let meant = if is_file { value.to_owned() } else { value.to_ascii_lowercase() };
            let (part, problem, expected) = match spec.set(&key, &meant) {
                Ok(()) => continue,
                Err(Rejected::Option) => {
                    let keys: Vec<&str> = spec.options().iter().map(|option| option.name).collect();
                    let problem = format!("{name} has no option {}", quoted(&key));
                    (word, problem, format!("one of {}", keys.join(", ")))
                }
                Err(Rejected::Value { expected }) => {
                    let problem = format!("{key} does not accept {}", quoted(value));
                    (&word[word.len() - value.len()..], problem, expected)
                }
            };
            let error = TextError::at_part(text, part, problem, expected);
            return Err(Error::Text { source_name: "player", error });
        }
        Ok(spec)
    }

    /// The engine that is meant in a game whose best one is `best`.
    ///
    /// # Errors
    /// If the game's best engine does not have an option that was set.
    pub(crate) fn in_game(&self, best: &Self) -> Result<Self, Error> {
        if !self.is_best {
            return Ok(self.clone());
        }
        let mut spec = Self { text: self.text.clone(), ..best.clone() };
        for (key, value) in &self.chosen {
            // The value was accepted once: only the option may be unknown.
            if spec.set(key, value).is_err() {
                let (option, engine) = (key.clone(), best.text.clone());
                return Err(Error::OptionOfOther { option, engine });
            }
        }
        Ok(spec)
    }

    /// What a named player is built with: its own options, not the limits.
    pub(crate) fn build_options(&self) -> BuildOptions {
        let seed = self.chosen.iter().rfind(|(key, _)| key == "seed");
        let own = |(key, _): &&(String, String)| self.option(key).is_none();
        BuildOptions {
            megabytes: self.megabytes,
            seed: seed.and_then(|(_, value)| value.parse().ok()),
            chosen: self.chosen.iter().filter(own).cloned().collect(),
        }
    }

    /// Whether the game names the engine.
    pub(crate) fn is_best(&self) -> bool {
        self.is_best
    }

    /// The size of its table or tree in megabytes, if it has one.
    #[must_use]
    pub fn table_mb(&self) -> Option<u64> {
        let has_none = matches!(&self.method, Method::AlphaBeta(options) if !options.table.on);
        (!has_none).then_some(self.megabytes as u64)
    }

    /// Whether it reads a file that its options name. A page does not let its
    /// visitors choose files.
    #[must_use]
    pub fn names_a_file(&self) -> bool {
        self.evaluator.is_some() || matches!(self.predictions, PredictionSource::File(_))
    }

    /// Whether this option was set, in the brackets or later.
    #[must_use]
    pub fn has_chosen(&self, key: &str) -> bool {
        self.chosen.iter().any(|(chosen, _)| chosen == key)
    }

    /// Sets an option, as if it had been written in the brackets.
    ///
    /// # Errors
    /// If there is no such option, or it does not accept the value.
    pub fn change(&mut self, key: &str, value: &str) -> Result<(), Error> {
        self.set(key, value).map_err(|rejected| match rejected {
            Rejected::Option => {
                Error::OptionOfOther { option: key.to_owned(), engine: self.text.clone() }
            }
            Rejected::Value { expected } => {
                let problem = format!("{key} does not accept {}", quoted(value));
                let error = TextError::new(value, 0, problem, expected);
                Error::Text { source_name: "player", error }
            }
        })
    }

    /// The engine with another option, also in its text: a game builds its best
    /// engine this way.
    ///
    /// # Panics
    /// If the engine has no such option, or it does not accept the value: a
    /// mistake of the program, not of its user.
    #[must_use]
    pub fn with(mut self, key: &str, value: &str) -> Self {
        if let Err(error) = self.change(key, value) {
            panic!("{error}");
        }
        let before = self.text.strip_suffix(']').map(|text| format!("{text},"));
        let before = before.unwrap_or_else(|| format!("{}[", self.text));
        self.text = format!("{before}{key}={value}]");
        self
    }

    /// Sets an option to a value that it accepts, not as a choice of the user: a
    /// game that does not support it has no reason to refuse.
    pub(crate) fn adjust(&mut self, key: &str, value: &str) {
        if let Some((option, _)) = self.option(key) {
            option.set(self, value);
        }
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), Rejected> {
        match self.option(key) {
            Some((_, field)) if !field.kind.accepts(value) => {
                return Err(Rejected::Value { expected: field.kind.expected() });
            }
            Some((option, _)) => option.set(self, value),
            // Its game knows the options of a named player.
            None if matches!(self.method, Method::Named(_)) => {}
            None => return Err(Rejected::Option),
        }
        self.chosen.push((key.to_owned(), value.to_owned()));
        Ok(())
    }
}

/// Why an option was not set.
enum Rejected {
    /// The engine does not have it.
    Option,
    /// It does not accept the value.
    Value { expected: String },
}
