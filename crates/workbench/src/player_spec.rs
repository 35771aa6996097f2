//! Who plays a side, as it is written: a name with options in brackets, or an
//! external engine.

use crate::{EngineSpec, Error, ExternalSpec, FieldKind, Limits, Request, limits_under};
use plywood_game::{TextError, TimeKind, mix, quoted};
use std::fmt;
use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};

/// Who chooses the moves of a side. Case matters only in a command. A name that
/// is not known here may be that of a player of one game: whether it is,
/// [`Workbench::admit`](crate::Workbench::admit) tells.
///
/// ```
/// use plywood_workbench::PlayerSpec;
/// assert_eq!("random[seed=7]".parse(), Ok(PlayerSpec::Random { seed: Some(7) }));
/// assert!(matches!("alphabeta[time=2s]".parse(), Ok(PlayerSpec::Engine(_))));
/// let external: PlayerSpec = "ugi:/opt/My Engine --x".parse()?;
/// assert!(matches!(&external, PlayerSpec::External(spec) if spec.command == "/opt/My Engine --x"));
/// assert_eq!(external.to_string(), "ugi:/opt/My Engine --x");
/// assert!("random[sead=7]".parse::<PlayerSpec>().is_err());
/// # Ok::<(), plywood_workbench::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum PlayerSpec {
    /// A person at the keyboard.
    Human,
    /// Any legal move, each as likely.
    Random {
        /// The seed of its random generator; one of the moment if none is given.
        seed: Option<u64>,
    },
    /// An algorithm or a named player of one game, with its options and limits.
    Engine(EngineSpec),
    /// A process that speaks a protocol.
    External(ExternalSpec),
}

impl PlayerSpec {
    /// A random player without a seed gets one, so that its game can be
    /// repeated; the others stay as they are.
    #[must_use]
    pub fn seeded(self) -> Self {
        match self {
            Self::Random { seed: None } => Self::Random { seed: Some(seed_of_the_moment()) },
            player => player,
        }
    }

    /// The same player under these limits; those in its brackets win.
    #[must_use]
    pub fn under(mut self, given: &Limits) -> Self {
        match &mut self {
            Self::Engine(engine) => engine.limits = limits_under(&engine.limits, given),
            Self::External(engine) => engine.limits = limits_under(&engine.limits, given),
            Self::Human | Self::Random { .. } => {}
        }
        self
    }

    /// The limits under which it plays: its own, or a second a move if it has
    /// none and plays without a clock.
    #[must_use]
    pub fn limits(&self, has_clock: bool) -> Limits {
        match self {
            Self::Engine(engine) if has_clock => engine.limits,
            Self::Engine(engine) => Request::of_player(engine).limits,
            Self::External(engine) if has_clock => engine.limits,
            Self::External(engine) => Request::limits_of_player(engine.limits),
            _ => Limits::default(),
        }
    }

    /// Whether its limit of time can be kept in a game with or without clocks.
    ///
    /// # Errors
    /// If processor time limits an external engine, or a player that has a clock.
    ///
    /// ```
    /// use plywood_workbench::PlayerSpec;
    /// let player: PlayerSpec = "pvs[processortime=20ms]".parse()?;
    /// assert!(player.check_time(false).is_ok());
    /// assert!(player.check_time(true).is_err());
    /// # Ok::<(), plywood_workbench::Error>(())
    /// ```
    pub fn check_time(&self, has_clock: bool) -> Result<(), Error> {
        let (limits, problem) = match self {
            Self::External(engine) => (&engine.limits, "it is another program"),
            Self::Engine(engine) if has_clock => (&engine.limits, "its clock counts real time"),
            _ => return Ok(()),
        };
        match limits.time_kind {
            TimeKind::Real => Ok(()),
            TimeKind::Processor => {
                Err(Error::ProcessorTime { player: self.to_string(), problem: problem.to_owned() })
            }
        }
    }

    /// The size of its table or tree in megabytes, if it has one inside the program.
    #[must_use]
    pub fn table_mb(&self) -> Option<u64> {
        match self {
            Self::Engine(engine) => engine.table_mb(),
            _ => None,
        }
    }
}

/// A seed where none was chosen, short enough to be typed again.
#[must_use]
pub fn seed_of_the_moment() -> u64 {
    let moment = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    mix(moment.as_nanos() as u64) % 1_000_000
}

impl FromStr for PlayerSpec {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let wrong = |error| Error::Text { source_name: "player", error };
        // A player is a line of a saved game.
        if let Some(at) = text.find(char::is_control) {
            let problem = "a player is written on one line";
            return Err(wrong(TextError::new(text, at, problem, "no line break, no tab")));
        }
        if let Some(external) = ExternalSpec::parse(text) {
            return external.map(Self::External);
        }
        let (name, options) = match text.split_once('[') {
            Some((name, rest)) => match rest.strip_suffix(']') {
                Some(options) => (name, Some(options)),
                None => {
                    let problem = "the bracket is not closed";
                    return Err(wrong(TextError::new(text, text.len(), problem, "]")));
                }
            },
            None => (text, None),
        };
        match (name.to_ascii_lowercase().as_str(), options) {
            ("human", None) => Ok(Self::Human),
            ("random", None) => Ok(Self::Random { seed: None }),
            ("random", Some(options)) => {
                let seed = read_seed(text, options).map_err(wrong)?;
                Ok(Self::Random { seed: Some(seed) })
            }
            _ => EngineSpec::parse(text, name, options).map(Self::Engine),
        }
    }
}

/// The number in `seed=N`, a part of `text`.
fn read_seed(text: &str, options: &str) -> Result<u64, TextError> {
    let Some((_, digits)) =
        options.split_once('=').filter(|(name, _)| name.eq_ignore_ascii_case("seed"))
    else {
        let problem = format!("random has no option {}", quoted(options));
        return Err(TextError::at_part(text, options, problem, "seed=N"));
    };
    digits.parse().ok().filter(|_| FieldKind::Seed.accepts(digits)).ok_or_else(|| {
        let problem = format!("{} is no seed", quoted(digits));
        TextError::at_part(text, digits, problem, FieldKind::Seed.expected())
    })
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.write_str("human"),
            Self::Random { seed: None } => f.write_str("random"),
            Self::Random { seed: Some(seed) } => write!(f, "random[seed={seed}]"),
            Self::Engine(spec) => f.write_str(&spec.text),
            Self::External(spec) => f.write_str(&spec.text),
        }
    }
}
